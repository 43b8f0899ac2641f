"""The review page in a real browser, on a real set: decide, undo, filter, in light and dark, on a phone, from files."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from bench_gen.ua.disk import load_pair, pair_path, pairs_in
from bench_gen.ua.review.decisions import decisions

ROOT = Path(__file__).parents[2]
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        assert chromium, "Debian's chromium is missing: sh scripts/system_packages.sh"
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def reviewed(good: Path, tmp_path: Path) -> Path:
    return shutil.copytree(good, tmp_path / "reviewed")


@pytest.fixture
def address(reviewed: Path) -> Iterator[str]:
    words = [sys.executable, "-m", "bench_gen.gallery", str(reviewed), "--port", "0", "--reviewer", "ada"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def opened(browser: Browser, address: str, **context: object) -> Page:
    """A page on which any script error or refused file fails the test."""
    page = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **context}).new_page()  # type: ignore[arg-type]
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.errors = errors  # type: ignore[attr-defined]
    page.goto(address)
    page.wait_for_selector(".moment")
    page.wait_for_selector("body[data-mode=static], #accept:enabled")
    return page


def shows(page: Page, pair: str) -> None:
    """Wait until a pair can be decided on."""
    page.wait_for_selector(f'nav button[aria-current][data-pair="{pair}"]')
    page.wait_for_selector("#accept:enabled")


def verdicts(folder: Path) -> dict[str, tuple[str, str]]:
    return {pair: (d.verdict, d.reason) for (pair, _), d in decisions(folder / "ua").items()}


def test_a_reviewer_decides_with_the_keyboard(browser: Browser, address: str, reviewed: Path) -> None:
    first, second = pairs_in(reviewed / "ua")
    page = opened(browser, address)
    assert page.locator(".moment").count() == 12
    assert page.locator(".view").count() == 4 + 2 * 8
    page.keyboard.press("a")
    page.keyboard.press("r")  # too early: the second pair isn't there yet, and the first must not change
    shows(page, second)
    assert verdicts(reviewed) == {first: ("accept", "")}

    page.keyboard.press("r")
    page.keyboard.press("a")  # in the dialog a key decides nothing
    page.fill("#reason", "too dark")
    page.keyboard.press("Enter")
    page.wait_for_selector("#verdict.mark-reject")
    assert verdicts(reviewed) == {first: ("accept", ""), second: ("reject", "too dark")}
    assert "2 of 2 pairs decided, 1 rejected" in page.inner_text("#progress")

    page.keyboard.press("u")
    page.wait_for_selector("#verdict.soft")
    assert verdicts(reviewed) == {first: ("accept", "")}
    page.keyboard.press("u")
    shows(page, first)
    page.wait_for_selector("#verdict.soft")
    assert verdicts(reviewed) == {}
    log = [json.loads(line) for line in (reviewed / "review.jsonl").read_text().splitlines()]
    assert [entry["verdict"] for entry in log] == ["accept", "reject", "none", "none"]
    assert {entry["reviewer"] for entry in log} == {"ada"}
    assert page.errors == []  # type: ignore[attr-defined]


def test_pictures_classes_checks_and_filters(browser: Browser, address: str, reviewed: Path) -> None:
    pair = load_pair(reviewed / "ua", pairs_in(reviewed / "ua")[0])
    page = opened(browser, address)
    page.wait_for_function("document.querySelector('.picture img').naturalWidth > 0")
    width = page.evaluate("document.querySelector('.picture img').naturalWidth")
    assert width == pair.size[0]
    shown = page.inner_text("main")
    for frame in pair.script.episodes["B"].frames:
        assert frame.utterance in shown
    assert "pointing_direction: the arm points at the scripted device" in shown
    assert f"Nxt: {pair.episode('A').targets[11].nxt}" in shown

    overlay = page.locator(".picture img.classes").first
    assert overlay.evaluate("e => getComputedStyle(e).opacity") == "0"
    page.keyboard.press("s")
    assert float(overlay.evaluate("e => getComputedStyle(e).opacity")) > 0.5

    page.locator(".picture").first.click()
    page.wait_for_selector("#large[open]")
    page.keyboard.press("Escape")

    page.select_option("#filter-topic", pair.script.topic)
    topics = [load_pair(reviewed / "ua", name).script.topic for name in pairs_in(reviewed / "ua")]
    assert page.locator("nav button").count() == topics.count(pair.script.topic)
    page.select_option("#filter-decision", "reject")
    assert "No pair matches" in page.inner_text("main")
    assert page.is_disabled("#accept")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_reads_in_light_and_dark_and_on_a_phone(browser: Browser, address: str, scheme: str, width: int) -> None:
    page = opened(browser, address, viewport={"width": width, "height": 780}, color_scheme=scheme)
    paper, ink = page.evaluate("(s => [s.backgroundColor, s.color])(getComputedStyle(document.body))")
    assert contrast(paper, ink) > 7
    for selector in (".events", ".labels", "#progress"):
        element = page.locator(selector).first
        under = page.evaluate("getComputedStyle(document.querySelector('.moment')).backgroundColor")
        assert contrast(under, element.evaluate("e => getComputedStyle(e).color")) > 4.5
    assert luminance(paper) < 0.1 if scheme == "dark" else luminance(paper) > 0.9
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for button in ("#accept", "#reject", "#undo"):
        box = page.locator(button).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert page.errors == []  # type: ignore[attr-defined]


def test_the_page_as_files_needs_no_server(browser: Browser, good: Path, tmp_path: Path, run: Command) -> None:
    done = run("gallery", good, "--static", tmp_path / "page", "--pairs", "1", "--width", "320")
    assert done.returncode == 0, done.stderr
    page = opened(browser, (tmp_path / "page/index.html").as_uri())
    page.wait_for_function("document.querySelector('.picture img').naturalWidth == 320")
    assert not page.is_visible("#accept")
    page.keyboard.press("a")
    assert page.errors == []  # type: ignore[attr-defined]
    assert str(good) not in "".join(path.read_text() for path in (tmp_path / "page").rglob("*.js"))
    assert run("gallery", good, "--static", tmp_path / "page").returncode == 2


def test_admission_honours_a_rejection_and_another_try_takes_the_pairs_place(
    browser: Browser, address: str, reviewed: Path, run: Command
) -> None:
    first, second = pairs_in(reviewed / "ua")
    before = {name: (reviewed / "ua" / pair_path(name)).read_bytes() for name in (first, second)}
    page = opened(browser, address)
    page.keyboard.press("r")
    page.click("text=looks unnatural")
    page.click("#confirm")
    shows(page, second)

    done = run("admit", reviewed)
    assert done.returncode == 1
    assert "looks unnatural" in done.stdout
    assert "1 of 2 pairs admitted" in done.stdout
    done = run("export", reviewed, "--out", reviewed.parent / "published")
    assert "left out: 1 pairs that reviewers rejected" in done.stderr

    done = run("", "pairs=2", "render=fast", f"output={reviewed}")
    assert done.returncode == 0, done.stderr
    assert (reviewed / "ua" / pair_path(second)).read_bytes() == before[second]
    old, new = json.loads(before[first]), load_pair(reviewed / "ua", first).record
    assert new.script.attempt > old["script"]["attempt"]
    assert run("verify", reviewed).returncode == 0
    states = {path.stem for path in (reviewed / "ua/agent/frames").iterdir()}
    pairs = [load_pair(reviewed / "ua", name) for name in (first, second)]
    assert states == {f.state for pair in pairs for e in pair.record.episodes.values() for f in e.frames}


def luminance(color: str) -> float:
    """Relative luminance of `rgb(r, g, b)` (WCAG 2.2)."""
    channels = [int(part) / 255 for part in color[color.index("(") + 1 : -1].split(",")[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours (WCAG 2.2)."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
