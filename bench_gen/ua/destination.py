"""The folder that a run writes to: held against other runs, with a place aside for what is not admitted yet."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from assets.errors import InputError


@dataclass(frozen=True)
class Destination:
    """Where a run, or one shard of it, writes.

    Attributes:
        output: the folder of the set.
        shard, shards: this run makes every `shards`-th pair, from `shard` on; shards of one set may run side by side.
    """

    output: Path
    shard: int = 0
    shards: int = 1

    @property
    def ua(self) -> Path:
        """The folder that holds `agent/` and `construction/`."""
        return self.output / "ua"

    @property
    def _own(self) -> str:
        return "" if self.shards == 1 else f"-{self.shard}of{self.shards}"

    @property
    def staging(self) -> Path:
        """Where pairs are made before they are admitted; removed when the run ends."""
        return self.output / f".staging{self._own}"

    @property
    def lock(self) -> Path:
        """The file that a run holds."""
        return self.output / f".lock{self._own}"


@contextmanager
def claimed(place: Destination) -> Iterator[None]:
    """Hold a destination against other processes; leftovers of a killed one are removed first.

    A folder that was made for this and has got no pair is removed again, by the last of the shards that share it.

    Raises:
        InputError: when another process holds it, or it cannot be written.
    """
    output = place.output
    fresh = not output.exists() or _begun(output)
    try:
        output.mkdir(parents=True, exist_ok=True)
        lock = FileLock(place.lock)
        lock.acquire(timeout=0)
    except Timeout:
        raise InputError(
            "another run is writing here", file=output, remedy="wait for it, or set another output="
        ) from None
    except OSError as error:
        raise InputError(
            str(error.strerror), file=output, field="output", expected="a folder that can be written"
        ) from error
    try:
        shutil.rmtree(place.staging, ignore_errors=True)
        yield
    finally:
        shutil.rmtree(place.staging, ignore_errors=True)
        lock.release()
        if fresh and not _pairs(output) and not _held(output):
            shutil.rmtree(output, ignore_errors=True)


def _pairs(output: Path) -> bool:
    """Whether the folder has got a pair."""
    return any((output / "ua" / "construction" / "pairs").glob("*.json"))


def _begun(output: Path) -> bool:
    """Whether runs have made the folder, and nobody has put anything else there: another shard was first."""
    names = [path.name for path in output.iterdir()] if output.is_dir() else []
    own = (".lock", ".staging")
    return any(n.startswith(".lock") for n in names) and all(n == "ua" or n.startswith(own) for n in names)


def _held(output: Path) -> bool:
    """Whether a run still holds the folder."""
    for path in output.glob(".lock*"):
        try:
            FileLock(path).acquire(timeout=0).lock.release()
        except Timeout:
            return True
        except OSError:
            continue  # removed meanwhile
    return False
