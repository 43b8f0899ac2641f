"""Where Crossroom keeps what it fetched or derived, and how a folder gets there whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

COMPLETE = ".complete"


def cache_dir() -> Path:
    """The cache root: `$CROSSROOM_CACHE`, else `$XDG_CACHE_HOME/crossroom`, else `~/.cache/crossroom`."""
    if root := os.environ.get("CROSSROOM_CACHE"):
        return Path(root)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "crossroom"


def publish_once(target: Path, fill: Callable[[Path], None]) -> Path:
    """Return `target`, filled exactly once by `fill(staging_folder)`.

    A folder exists under its name only when it is whole: it is filled beside the target, marked, and renamed. A
    process killed half-way leaves a staging folder that the next one removes; two processes at once wait for each
    other and the second finds the first one's work.
    """
    if (target / COMPLETE).is_file():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(target.with_name(target.name + ".lock")):
        if (target / COMPLETE).is_file():
            return target
        for leftover in sorted(target.parent.glob(f".{target.name}.*.partial")):
            shutil.rmtree(leftover, ignore_errors=True)
        staging = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".partial", dir=target.parent))
        try:
            fill(staging)
            (staging / COMPLETE).touch()
            shutil.rmtree(target, ignore_errors=True)
            staging.replace(target)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    return target
