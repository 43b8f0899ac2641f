"""A device's own files: put back, listed, read and written without following links out of them."""

from __future__ import annotations

import hashlib
import os
import shutil
from base64 import b64decode, b64encode
from pathlib import Path, PurePosixPath

BALLAST = ".ballast"
LARGEST_FILE = 8 << 20


class StorageError(Exception):
    """A path that is not the device's, or that cannot be read or written."""


class Storage:
    """The folder that holds a device's files."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, name: str) -> Path:
        """A file's path from its name relative to the storage, or absolute within it.

        Raises:
            StorageError: when it lies outside of the storage, links included.
        """
        pure = PurePosixPath(name)
        path = Path(os.path.normpath(pure if pure.is_absolute() else self.root / pure))
        if not path.is_relative_to(self.root) or not path.resolve().is_relative_to(self.root.resolve()):
            raise StorageError(f"{name} is outside of {self.root}")
        return path

    def restore(self, files: dict[str, str], folders: list[str]) -> None:
        """Hold exactly these files (name to base64) and folders."""
        for child in self.root.iterdir():
            shutil.rmtree(child) if child.is_dir() and not child.is_symlink() else child.unlink()
        for name in folders:
            self.path(name).mkdir(parents=True, exist_ok=True)
        for name, content in sorted(files.items()):
            self.write(name, b64decode(content))

    def write(self, name: str, content: bytes) -> None:
        """Write a file, making its folder.

        Raises:
            StorageError: when it lies outside, or storage is full.
        """
        path = self.path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            path.unlink(missing_ok=True)
            raise StorageError(f"{name}: {error.strerror}") from None

    def read(self, name: str) -> bytes:
        """A file's bytes.

        Raises:
            StorageError: when there is no such file, or it is too large.
        """
        path = self.path(name)
        try:
            if path.stat().st_size > LARGEST_FILE:
                raise StorageError(f"{name}: too large")
            return path.read_bytes()
        except OSError as error:
            raise StorageError(f"{name}: {error.strerror}") from None

    def files(self) -> list[Path]:
        """Every regular file, sorted; links are not followed."""
        found = []
        for folder, folders, names in os.walk(self.root, followlinks=False):
            folders.sort()
            found += [Path(folder) / name for name in names if name != BALLAST]
        return sorted(path for path in found if path.is_file() and not path.is_symlink())

    def snapshot(self) -> dict[str, dict[str, object]]:
        """Relative path to SHA-256, size, and content (base64) up to 64 KiB."""
        found: dict[str, dict[str, object]] = {}
        for path in self.files():
            content = path.read_bytes()
            row: dict[str, object] = {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
            if len(content) <= 65_536:
                row["base64"] = b64encode(content).decode()
            found[path.relative_to(self.root).as_posix()] = row
        for folder, folders, names in os.walk(self.root, followlinks=False):
            for name in (*folders, *names):
                path = Path(folder) / name
                if path.is_symlink():
                    found[path.relative_to(self.root).as_posix()] = {"link": str(path.readlink())}
        return dict(sorted(found.items()))

    def fill(self) -> None:
        """Take all the room that is left, in one file that no listing shows."""
        room = os.statvfs(self.root)
        size = room.f_bavail * room.f_frsize
        if size:
            with (self.root / BALLAST).open("wb") as ballast:
                os.posix_fallocate(ballast.fileno(), 0, size)

    def empty(self) -> None:
        """Give that room back."""
        (self.root / BALLAST).unlink(missing_ok=True)
