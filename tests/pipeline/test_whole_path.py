"""Six pairs along the whole path: made, killed, made on, admitted, audited, reviewed, exported, verified, scored."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from bench_gen.ua.disk import pairs_in
from bench_gen.ua.review.decisions import decisions

ROOT = Path(__file__).parents[2]
Command = Callable[..., subprocess.CompletedProcess[str]]


def test_six_pairs(tmp_path: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "ua_small"
    words = ("+benchmark=ua_small", "workers=2", f"output={output}")
    command = [sys.executable, "-m", "bench_gen", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 300
        while len(list((output / "ua/construction/pairs").glob("*.json"))) < 2:
            assert process.poll() is None, "the run ended before it could be killed"
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    done = run("", *words)
    assert done.returncode == 0, done.stderr
    assert "6 of 6 pairs admitted" in done.stdout
    assert "are there already" in done.stderr
    assert len(pairs_in(output / "ua")) == 6

    assert run("admit", output).returncode == 0
    assert "full evidence                1.000           1.000           1.000           1.000" in (
        run("audit", output, "--write").stdout
    )
    legible = run("legibility", output, "--write")
    assert legible.returncode in (0, 1), legible.stderr
    assert json.loads((output / "ua/construction/legibility.json").read_text())["active_f1"] > 0.9
    assert run("verify", output).returncode == 0

    review(output)
    assert run("admit", output).returncode == 0

    published = tmp_path / "published"
    assert run("export", output, "--out", published).returncode == 0
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    import datasets

    loaded: Any = datasets.load_dataset(str(published), "agent", split="test", cache_dir=str(tmp_path / "cache"))
    assert len(loaded) == 12
    assert loaded[0]["images"][0].size == (640, 480)

    evaluated = subprocess.run(
        [sys.executable, "-m", "bench_eval", f"data={output}", f"output={tmp_path / 'run'}"],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert evaluated.returncode == 0, evaluated.stderr
    assert len((tmp_path / "run/scores.csv").read_text().splitlines()) == 13


def review(output: Path) -> None:
    """Accept every pair in a browser, by keyboard."""
    words = [sys.executable, "-m", "bench_gen.gallery", str(output), "--port", "0", "--reviewer", "ada"]
    chromium = shutil.which("chromium")
    assert chromium, "Debian's chromium is missing: sh scripts/system_packages.sh"
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as play:
        try:
            assert server.stdout is not None
            browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(server.stdout.readline().strip())
            for number in range(6):
                page.wait_for_selector("#accept:enabled")
                page.keyboard.press("a")
                page.wait_for_selector(f"#progress:has-text('{number + 1} of 6 pairs decided')")
            browser.close()
        finally:
            server.terminate()
    assert sorted(pair for pair, _ in decisions(output / "ua")) == list(pairs_in(output / "ua"))
