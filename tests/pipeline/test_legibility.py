"""Legibility of a real set, and of one whose pictures cannot be read."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import cv2
from PIL import Image

from bench_gen.ua.disk import load_pair, pairs_in
from bench_gen.ua.legibility import Legibility, look_at_pair

Command = Callable[..., subprocess.CompletedProcess[str]]


def test_a_real_set_reads_well_from_its_pixels(good: Path) -> None:
    result = Legibility(tuple(frame for name in pairs_in(good / "ua") for frame in look_at_pair(good / "ua", name)))
    assert len(result.frames) == 48
    assert result.active_f1 > 0.95
    assert result.pointed > 0.6  # two pairs are few: the full set is held to 0.90
    assert result.mistaken < 0.1


def test_what_cannot_be_read_is_reported_and_shown(good: Path, tmp_path: Path, run: Command) -> None:
    """All pictures of one pair but the first grow dark: no screen glows any more."""
    dim = shutil.copytree(good, tmp_path / "dim")
    name = pairs_in(dim / "ua")[0]
    pair = load_pair(dim / "ua", name)
    for state in {frame.state for e in pair.record.episodes.values() for frame in e.frames[1:]}:
        path = dim / "ua/agent/frames" / f"{state}.png"
        cv2.imwrite(str(path), cv2.imread(str(path)) // 5)
    done = run("legibility", dim, "--pair", name, "--sheet", tmp_path / "misread.jpg", "--write")
    assert done.returncode == 1, done.stderr
    assert f"misread: {name} A" in done.stdout
    report = json.loads((dim / "ua/construction/legibility.json").read_text())
    assert report["frames"] == 24
    assert report["active_f1"] < 0.6
    assert {row["frame"] for row in report["misread"]} >= set(range(2, 10))
    with Image.open(tmp_path / "misread.jpg") as sheet:
        assert sheet.width > 900


def test_unusable_input_exits_with_two(tmp_path: Path, run: Command) -> None:
    assert run("legibility", tmp_path).returncode == 2
