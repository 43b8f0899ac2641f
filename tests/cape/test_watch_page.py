"""The page to watch an episode on, in real Chromium."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from bench_eval.cape.page import write_page
from bench_gen.cape.certify import Certificate
from bench_gen.cape.disk import write_instance
from bench_gen.cape.instances import candidates
from bench_gen.cape.tasks import load_tasks
from testbed.site import Testbed

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_an_episode_can_be_watched(scheme: str, width: int, tmp_path: Path) -> None:
    tasks = {name: seed for name, seed in load_tasks().items() if name == "plumber_visit"}
    instance = next(
        i for i in candidates(0, tasks) if i.level == "mixed" and {"gui_disabled"} & {s.injector for s in i.strikes}
    )
    with Testbed() as testbed:
        played = write_page(testbed, instance, "scripted", tmp_path)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((tmp_path / "index.html").as_uri())
        expect(page.locator("#request")).to_have_text(instance.request)
        expect(page.locator(".device")).to_have_count(4)
        expect(page.locator("#now")).to_have_text(f"action 1 of {len(played.moments)}")
        expect(page.locator("#steps .ok")).to_have_count(0)
        expect(page.locator("#post .ok")).to_have_count(0)
        for _ in played.moments:
            page.keyboard.press("ArrowRight")
        expect(page.locator("#now")).to_have_text(f"action {len(played.moments)} of {len(played.moments)}")
        expect(page.locator("#steps .ok")).to_have_count(len(instance.task.steps))
        expect(page.locator("#post .ok")).to_have_count(len(played.postconditions))
        expect(page.locator("#strikes li")).to_have_text([re.compile("in force$")] * 2)
        page.locator("#timeline button.bad").first.click()
        expect(page.locator("#acted span")).to_have_text("failed")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".device img").count() > 0
        assert errors == []
        browser.close()


def test_it_can_be_watched_while_it_is_played(tmp_path: Path) -> None:
    tasks = {name: seed for name, seed in load_tasks().items() if name == "plumber_visit"}
    instance = next(i for i in candidates(0, tasks) if i.level == "none")
    write_instance(tmp_path / "set/cape", instance, Certificate(instance=instance.id, admitted=True, findings=()))
    words = [sys.executable, "-m", "bench_eval.cape.page", tmp_path / "set", "--live", "--out", tmp_path / "page"]
    with (
        subprocess.Popen(list(map(str, words)), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         text=True) as process,
        sync_playwright() as playwright,
    ):  # fmt: skip
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("watch: ").strip()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)  # it says that devices are starting, and goes on by itself
        expect(page.locator("#condition")).to_contain_text("playing now", timeout=60_000)
        expect(page.locator("#now")).to_contain_text("action", timeout=30_000)
        seen = page.locator("#timeline button").count()
        expect(page.locator("#condition")).to_contain_text("finished", timeout=60_000)
        assert page.locator("#timeline button").count() > seen
        expect(page.locator("#post .ok")).not_to_have_count(0)
        page.locator("#timeline button").first.click()
        page.locator("#timeline button").last.click()
        shown = page.locator(".device img").first
        expect(shown).to_be_visible()
        assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        assert page.request.get(address + "..%2F..%2Fetc/passwd").status == 404
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert errors == []
        browser.close()
    assert (tmp_path / "page/index.html").is_file()
