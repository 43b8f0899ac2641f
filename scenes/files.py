"""Reading files that others wrote: size bounds, JSON bounds, and no path that leaves the dataset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from assets.errors import InputError

Json = Any  # what json.loads returns; every reader checks the shape of what it takes out

MAX_JSON_DEPTH = 64


def read_bytes(path: Path, limit: int) -> bytes:
    """Whole content of a regular file of at most `limit` bytes.

    Raises:
        InputError: when it is missing, unreadable, not a file, or larger.
    """
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise InputError("not a regular file", file=path)
        if size > limit:
            raise InputError(f"{size} bytes", file=path, expected=f"at most {limit} bytes", remedy="check the file")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InputError("no such file", file=path, remedy="complete the dataset, or correct the path") from error
    except OSError as error:
        raise InputError(f"unreadable ({error.strerror})", file=path, remedy="check the file's permissions") from error


def parse_json(data: bytes, path: Path, limit: int) -> dict[str, Json]:
    """The JSON object in `data`, at most `limit` bytes and `MAX_JSON_DEPTH` levels deep, without NaN.

    Raises:
        InputError: for anything else.
    """

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not a JSON number")

    if len(data) > limit:
        raise InputError(f"{len(data)} bytes of JSON", file=path, expected=f"at most {limit}")
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"not valid JSON ({error})", file=path, expected="a JSON object in UTF-8", remedy="repair or replace it"
        ) from error
    if not isinstance(value, dict):
        raise InputError(f"JSON {type(value).__name__}", file=path, expected="a JSON object")
    if _depth_over(value, MAX_JSON_DEPTH):
        raise InputError("nested too deeply", file=path, expected=f"at most {MAX_JSON_DEPTH} levels")
    return value


def read_json(path: Path, limit: int) -> dict[str, Json]:
    """The JSON object in a file; see `parse_json`."""
    return parse_json(read_bytes(path, limit), path, limit)


def _depth_over(value: Json, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        inner: list[Json] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        level = [item for item in inner if isinstance(item, (dict, list))]
        if not level:
            return False
    return True


def resolve_inside(root: Path, path: Path, *, named_by: Path, field: str) -> Path:
    """The real path of `path`, which must lie inside `root` after links are followed.

    Raises:
        InputError: when it leaves `root`, naming the file and field that asked for it.
    """
    try:
        real = path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"unusable path ({error})", file=named_by, field=field) from error
    if not real.is_relative_to(root.resolve()):
        raise InputError(
            "path leaves the dataset",
            file=named_by,
            field=field,
            expected=f"a path inside {root}",
            remedy="copy the file in; links must not lead out of the dataset (`hf download --local-dir` makes none)",
        )
    return real
