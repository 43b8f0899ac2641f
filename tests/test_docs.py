"""The pages name what exists: links, checks, devices and keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from assets.devices import load_catalogue
from bench_gen.ua.checks import CHECKS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_relative_link_exists(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_check_has_its_row() -> None:
    text = (ROOT / "docs/admission.md").read_text()
    assert [name for name in CHECKS if f"`{name}`" not in text] == []


def test_every_device_has_its_row() -> None:
    text = (ROOT / "docs/devices.md").read_text()
    assert [name for name in load_catalogue() if f"`{name}`" not in text] == []


def test_every_top_level_key_is_spoken_of() -> None:
    text = "".join(page.read_text() for page in PAGES)
    keys = yaml.safe_load((ROOT / "conf/config.yaml").read_text()).keys() - {"defaults", "hydra"}
    assert [key for key in sorted(keys) if not re.search(rf"`{key}[=.`]", text)] == []
