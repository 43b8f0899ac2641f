"""The registry of outside assets (`registry.yaml`): version, hash, licence, origin, needed files."""

from __future__ import annotations

import hashlib
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assets.errors import InputError


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MenagerieSource(_Frozen):
    """A robot that the `mujoco-menagerie` package downloads itself."""

    kind: Literal["menagerie"]
    robot: str


class WheelSource(_Frozen):
    """A folder inside a wheel, fetched with `pip download --no-deps` (never installed)."""

    kind: Literal["wheel"]
    package: str
    version: str
    sha256: str
    folder: str


class BundledSource(_Frozen):
    """A folder inside this distribution, relative to the `assets` package."""

    kind: Literal["bundled"]
    folder: str


Source = Annotated[MenagerieSource | WheelSource | BundledSource, Field(discriminator="kind")]


class Asset(_Frozen):
    """One outside asset.

    Attributes:
        override: environment variable that names a folder holding the asset; used as it is when set.
        content_sha256: `content_hash` of the needed files; every source must give these bytes.
        files: glob patterns of the needed files, relative to the asset's folder.
        sources: tried in order.
        pictured: whether frames may show it, so that cards of published sets must name it.
    """

    title: str
    licence: str
    origin: str
    override: str | None = None
    content_sha256: str
    files: tuple[str, ...]
    sources: tuple[Source, ...]
    pictured: bool = True


def load_registry(path: Path | None = None) -> dict[str, Asset]:
    """Read the registry (default: the one that ships).

    Raises:
        InputError: for a file that is not a valid registry.
    """
    text = path.read_text() if path else resources.files("assets").joinpath("registry.yaml").read_text()
    entries = yaml.safe_load(text)
    if not isinstance(entries, dict):
        raise InputError("not a mapping", file=path or "assets/registry.yaml", expected="asset name: its entry")
    registry = {}
    for name, entry in sorted(entries.items()):
        try:
            registry[name] = Asset.model_validate(entry)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in (name, *first["loc"]))
            raise InputError(first["msg"], file=path or "assets/registry.yaml", field=where) from error
    return registry


def needed_files(asset: Asset, folder: Path) -> list[Path]:
    """The files of `asset` under `folder`, sorted by relative path.

    Raises:
        InputError: when a pattern matches nothing.
    """
    found: set[Path] = set()
    for pattern in asset.files:
        matches = [p for p in folder.glob(pattern) if p.is_file()]
        if not matches:
            raise InputError(f"no file matches {pattern}", file=folder, expected=asset.title)
        found.update(matches)
    return sorted(found, key=lambda p: p.relative_to(folder).as_posix())


def content_hash(asset: Asset, folder: Path) -> str:
    """SHA-256 over the sorted lines "relative path, SHA-256 of the file" of the needed files."""
    digest = hashlib.sha256()
    for path in needed_files(asset, folder):
        line = f"{path.relative_to(folder).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}\n"
        digest.update(line.encode())
    return digest.hexdigest()
