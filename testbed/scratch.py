"""Folders of a testbed's own for its sockets; those that killed runs left are removed by later ones.

A folder is in use while the lock beside it is held, which ends with its process however that ends.
"""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

_PREFIX: Final = "xr-"
_LONGEST_ROOT: Final = 50  # a socket's path has 107 bytes


class ScratchFolder:
    """A new folder; under /tmp where TMPDIR is too deep for sockets.

    Attributes:
        path: the folder.
    """

    def __init__(self) -> None:
        root = Path(tempfile.gettempdir())
        if len(str(root)) > _LONGEST_ROOT:
            root = Path("/tmp")  # noqa: S108
        _sweep(root)
        self._lock = tempfile.NamedTemporaryFile(prefix=_PREFIX, suffix=".lock", dir=root)  # noqa: SIM115
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.path = Path(self._lock.name).with_suffix("")
        self.path.mkdir(mode=0o700)

    def remove(self) -> None:
        """Remove it."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def _sweep(root: Path) -> None:
    for path in sorted(root.glob(f"{_PREFIX}*.lock")):
        with _opened(path) as lock:
            if lock is not None:
                shutil.rmtree(path.with_suffix(""), ignore_errors=True)
                path.unlink(missing_ok=True)


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes] | None]:
    """The lock when nobody holds it; None when somebody does, or it is somebody else's."""
    try:
        with path.open("r+b") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield lock
    except OSError:
        yield None
