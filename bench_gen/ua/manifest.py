"""The manifest of a set: every file with its size, its SHA-256, and what made its pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from pydantic import ValidationError

from assets.errors import InputError
from bench_gen.ua.disk import load_pair, pair_path, pairs_in, sha256, write_json
from bench_gen.ua.schema import FileRow, Manifest

MANIFEST_PATH = "manifest.json"
_TEMPORARY = ".partial"


def write_manifest(ua: Path) -> Path:
    """Write `manifest.json` beside `agent/` and `construction/`, over everything that lies in both."""
    made_by: dict[str, str] = {}
    for pair in pairs_in(ua):
        record = load_pair(ua, pair).record
        driver = f"{record.renderer.backend}: {record.renderer.driver}"
        made_by |= {path: driver for path in record.files if path.endswith(".png")}
    rows = tuple(
        FileRow(path=path, size=(ua / path).stat().st_size, sha256=sha256(ua / path), driver=made_by.get(path))
        for path in _files(ua)
    )
    write_json(ua / MANIFEST_PATH, Manifest(files=rows))
    return ua / MANIFEST_PATH


def refresh_manifest(ua: Path) -> None:
    """Write the manifest anew where there is one: after a report beside the set was written on purpose."""
    if (ua / MANIFEST_PATH).is_file():
        write_manifest(ua)


def read_manifest(ua: Path) -> Manifest:
    """The manifest of a set.

    Raises:
        InputError: when it is missing or broken.
    """
    path = ua / MANIFEST_PATH
    try:
        return Manifest.model_validate_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            str(error.strerror), file=path, expected="a set with its manifest",
            remedy="run python -m bench_gen again on the folder: it writes the manifest",
        ) from None  # fmt: skip
    except (ValidationError, UnicodeDecodeError) as error:
        raise InputError("not a manifest", file=path, expected=str(error).splitlines()[0]) from None


def verify(ua: Path, progress: Callable[[], None] = lambda: None) -> Iterator[str]:
    """What of a set is not as its manifest says: missing, altered and extra files, and records that name other bytes.

    Raises:
        InputError: when the manifest or a record cannot be used.
    """
    rows = {row.path: row for row in read_manifest(ua).files}
    found = set(_files(ua))
    for path in sorted(rows.keys() - found):
        yield f"missing: {path}"
    for path in sorted(found - rows.keys()):
        yield f"extra: {path}"
    for path in sorted(rows.keys() & found):
        progress()
        if (ua / path).stat().st_size != rows[path].size or sha256(ua / path) != rows[path].sha256:
            yield f"altered: {path}"
    for pair in sorted(Path(path).stem for path in rows if path == pair_path(Path(path).stem)):
        if pair_path(pair) in found:
            for path, digest in sorted(load_pair(ua, pair).record.files.items()):
                if path not in rows or rows[path].sha256 != digest:
                    yield f"pair {pair} was recorded with another {path}"


def _files(ua: Path) -> list[str]:
    """Paths of the files of a set relative to `ua`, sorted; links are not followed out of it."""
    return sorted(
        path.relative_to(ua).as_posix()
        for folder in ("agent", "construction")
        for path in (ua / folder).rglob("*")
        if path.is_file() and not path.is_symlink() and not path.name.endswith(_TEMPORARY)
    )
