"""The page to watch an episode on, in real Chromium."""

from __future__ import annotations

import os
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


PATIENT = """
import os, time
from pathlib import Path

class Patient:
    tokens = 0

    def reset(self, brief):
        self.left = ["notes", "mail", "calendar"]

    def act(self, last):
        while len(self.left) == 1 and not Path(os.environ["GO"]).exists():  # until somebody watches
            time.sleep(0.05)
        app = self.left.pop(0) if self.left else None
        return app and {"device": "phone-1", "modality": "gui", "action": "open", "text": app}
"""


def test_it_can_be_watched_while_it_is_played(tmp_path: Path) -> None:
    tasks = {name: seed for name, seed in load_tasks().items() if name == "plumber_visit"}
    instance = next(i for i in candidates(0, tasks) if i.level == "none")
    write_instance(tmp_path / "set/cape", instance, Certificate(instance=instance.id, admitted=True, findings=()))
    (tmp_path / "patient.py").write_text(PATIENT)
    words = [sys.executable, "-m", "bench_eval.cape.page", tmp_path / "set", "--live", "--out", tmp_path / "page",
             "--agent", "patient:Patient"]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "GO": str(tmp_path / "go")}
    with subprocess.Popen(
        list(map(str, words)), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().removeprefix("watch: ").strip()
            _watch(address, tmp_path / "go")
            assert process.stdout.readline().strip().endswith("index.html")
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
        finally:
            process.kill()
    assert (tmp_path / "page/index.html").is_file()


def _watch(address: str, go: Path) -> None:
    """Look at an episode whose last action comes when `go` is there."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)  # it says that devices are starting, and goes on by itself
        expect(page.locator("#condition")).to_contain_text("playing now", timeout=60_000)
        expect(page.locator("#now")).to_have_text("action 2 of 2", timeout=60_000)
        page.reload()  # whoever comes late sees what is happening
        expect(page.locator("#now")).to_have_text("action 2 of 2")
        go.touch()
        expect(page.locator("#condition")).to_contain_text("finished", timeout=60_000)
        expect(page.locator("#now")).to_have_text("action 3 of 3")
        page.locator("#timeline button").first.click()
        shown = page.locator(".device img")
        expect(shown).to_have_count(1)
        assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        assert page.request.get(address + "..%2F..%2Fetc/passwd").status == 404
        assert errors == []
        browser.close()
