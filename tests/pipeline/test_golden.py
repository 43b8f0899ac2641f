"""Scripts, labels, layouts and state hashes are the same on every machine; pixels are the same within a tolerance."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

DATA = Path(__file__).parents[1] / "data"
SCRIPT = Path(__file__).parents[2] / "scripts" / "golden.py"
MEAN_LEVELS, FAR_PIXELS = 2.0, 0.01  # of 255; share of pixels more than 12 levels away


def _golden_of(output: Path) -> dict[str, Any]:
    spec = importlib.util.spec_from_file_location("golden", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: dict[str, Any] = module.golden(output)
    return found


def test_states_scripts_layouts_and_labels_are_golden(good: Path) -> None:
    expected = json.loads((DATA / "golden_home_01.json").read_text())
    found = _golden_of(good)
    assert sorted(found) == sorted(expected)
    for pair, values in expected.items():
        for what in ("script", "targets", "scene", "user", "layout", "states"):
            assert found[pair][what] == values[what], f"{what} of pair {pair}"


def test_pixels_are_golden_within_a_tolerance(good: Path) -> None:
    expected = np.asarray(Image.open(DATA / "golden_home_01.png"), np.int16)
    states = json.loads((DATA / "golden_home_01.json").read_text())
    state = states[sorted(states)[0]]["states"]["A"][1]
    found = np.asarray(Image.open(good / "ua/agent/frames" / f"{state}.png"), np.int16)
    apart = np.abs(found - expected)
    assert apart.mean() < MEAN_LEVELS
    assert (apart.max(axis=2) > 12).mean() < FAR_PIXELS


def test_the_tolerance_would_catch_a_broken_renderer() -> None:
    picture = np.asarray(Image.open(DATA / "golden_home_01.png"), np.int16)
    shifted, dimmed = np.roll(picture, 2, axis=1), picture * 9 // 10
    for broken in (shifted, dimmed, picture[:, :, ::-1]):
        apart = np.abs(broken - picture)
        assert apart.mean() >= MEAN_LEVELS or (apart.max(axis=2) > 12).mean() >= FAR_PIXELS
