"""Scene sources: the registered ones, and one added from outside the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.errors import InputError
from scenes.sources import SOURCES, locate, source


def test_a_source_from_outside_is_one_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.sources.SOURCES", dict(SOURCES))

    @source("attic")
    def _attic(scene_id: str, root: Path) -> tuple[Path, str]:
        return root / "attic", f"{scene_id}_v2"

    assert locate("attic", "loft", tmp_path) == (tmp_path / "attic", "loft_v2")


def test_an_unknown_source_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="folder or homes or hssd"):
        locate("matterport", "x", tmp_path)


def test_a_missing_folder_says_what_to_set(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"scenes\.root"):
        locate("folder", "x", tmp_path / "nowhere")
    assert locate("folder", "x", tmp_path) == (tmp_path, "x")
