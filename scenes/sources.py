"""Where a scene comes from: each source turns a scene id into a dataset folder that the one reader reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from assets.cache import cache_dir
from assets.errors import InputError

Source = Callable[[str, Path], tuple[Path, str]]
"""(scene id as asked, `scenes.root`) -> (dataset folder, scene instance id in it)."""

SOURCES: dict[str, Source] = {}


def source(name: str) -> Callable[[Source], Source]:
    """Register a source under a name that `scene.source` may take."""

    def register(function: Source) -> Source:
        SOURCES[name] = function
        return function

    return register


def locate(name: str, scene_id: str, root: Path) -> tuple[Path, str]:
    """The dataset folder and scene instance id that source `name` gives for `scene_id`.

    Raises:
        InputError: unknown source, or whatever the source finds wrong.
    """
    if name not in SOURCES:
        raise InputError(f"no scene source {name!r}", field="scene.source", expected=" or ".join(sorted(SOURCES)))
    return SOURCES[name](scene_id, root)


@source("folder")
def _folder(scene_id: str, root: Path) -> tuple[Path, str]:
    """A Habitat scene dataset of the user's own."""
    if not root.is_dir():
        raise InputError(
            "no such folder", file=root, field="scenes.root", expected="a Habitat scene dataset",
            remedy="set scenes.root=FOLDER to the folder that holds *.scene_dataset_config.json",
        )  # fmt: skip
    return root, scene_id


@source("homes")
def _homes(scene_id: str, _root: Path) -> tuple[Path, str]:
    """One of the embedded homes, written to the cache once."""
    from scenes.homes import ensure_home

    return ensure_home(scene_id, cache_dir() / "homes"), scene_id


@source("hssd")
def _hssd(scene_id: str, root: Path) -> tuple[Path, str]:
    """A scene of the user's own copy of HSSD, fetched with the user's token where it is missing."""
    from scenes.hssd import ensure_scene

    return ensure_scene(scene_id, root)
