"""The embedded homes: generated from a seed, written in HSSD's layout, read back like any other scene."""

from __future__ import annotations

import hashlib
import shutil
from functools import lru_cache
from pathlib import Path

from assets.cache import publish_once
from assets.errors import InputError

HOME_COUNT = 46
HOME_IDS: tuple[str, ...] = tuple(f"home_{number:02d}" for number in range(1, HOME_COUNT + 1))

_ROOT = Path(__file__).resolve().parents[2]
_SOURCES = (
    "scenes/homes/**/*.py",
    "scenes/habitat/writer.py",
    "scenes/glb/*.py",
    "assets/shapes.py",
    "assets/color.py",
)


@lru_cache(maxsize=1)
def generator_version() -> str:
    """A hash of the code that makes homes, so that a home cached by other code is never used."""
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        for path in sorted(_ROOT.glob(pattern)):
            digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def ensure_home(scene_id: str, cache: Path) -> Path:
    """Root of the Habitat dataset that holds one home, written below `cache` the first time.

    Safe with several processes at once; a killed one leaves nothing half-written.

    Raises:
        assets.errors.InputError: for an id that is not in `HOME_IDS`.
    """
    if scene_id not in HOME_IDS:
        raise InputError(
            f"no home {scene_id!r}", field="scene", expected=f"{HOME_IDS[0]} to {HOME_IDS[-1]}",
            remedy="choose one of the embedded homes",
        )  # fmt: skip
    return publish_once(cache / generator_version() / scene_id, lambda folder: write_home(scene_id, folder))


def write_home(scene_id: str, folder: Path) -> None:
    """Write one home as a Habitat dataset into an existing folder; the same bytes every time."""
    from scenes.habitat.writer import write_dataset
    from scenes.homes.content import home_content
    from scenes.homes.furnish import design_home

    content = home_content(design_home(HOME_IDS.index(scene_id) + 1), scene_id)
    inner = folder / "dataset"
    write_dataset(inner, content)
    for path in sorted(inner.iterdir()):
        shutil.move(path, folder / path.name)
    inner.rmdir()
