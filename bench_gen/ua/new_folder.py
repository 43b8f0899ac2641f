"""A new folder that appears under its name whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assets.errors import InputError


@contextmanager
def new_folder(out: Path, field: str) -> Iterator[Path]:
    """A folder beside `out` to fill; it gets that name when the block ends well, and is removed otherwise.

    Raises:
        InputError: when `out` exists, or the folder it lies in cannot be written; `field` is the option that named it.
    """
    if out.exists():
        raise InputError("exists already", file=out, field=field, remedy="name another folder")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    except OSError as error:
        raise InputError(str(error.strerror), file=out, field=field, expected="a place that can be written") from error
    try:
        yield scratch
        scratch.chmod(0o755)
        scratch.replace(out)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
