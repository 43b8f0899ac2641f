"""Sandboxes by bubblewrap: a root view, processes, host name and network of their own, without needing root."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from assets.errors import InputError
from testbed import extensions

_PACKAGE = Path(__file__).parent
_CODE = "/opt/crossroom"


@dataclass(frozen=True)
class Mount:
    """A folder of the harness's that a sandbox sees at `inside`."""

    outside: Path
    inside: str
    writable: bool = False


def python_command(module: str, *arguments: str) -> list[str]:
    """The words that run a module of `testbed` in a sandbox."""
    return [sys.executable, "-m", module, *arguments]


def sandbox_words(
    name: str, mounts: list[Mount], *, storage: str | None = None, storage_bytes: int = 32 << 20
) -> list[str]:
    """The words before a command that run it in a sandbox.

    The command is root in a user namespace of its own, which lets it sandbox further; it is nobody outside.

    Args:
        storage: where a file system of `storage_bytes` lies that the sandbox may fill.
    """
    words = [bubblewrap(), "--unshare-all", "--die-with-parent", "--new-session", "--uid", "0", "--gid", "0",
             "--cap-add", "ALL", "--hostname", name, "--clearenv", "--ro-bind", "/usr", "/usr"]  # fmt: skip
    for top in ("bin", "lib", "lib64", "sbin"):
        path = Path("/") / top
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    for file in ("/etc/ld.so.cache", "/etc/alternatives"):
        words += ["--ro-bind-try", file, file]
    for file in ("passwd", "group", "hosts"):
        words += ["--ro-bind", str(_PACKAGE / "inside" / "etc" / file), f"/etc/{file}"]
    words += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run", "--tmpfs", "/tmp", "--tmpfs", "/opt"]  # noqa: S108
    words += ["--ro-bind", str(_PACKAGE), f"{_CODE}/testbed"]
    for file in ("__init__.py", "entries.py", "errors.py"):
        words += ["--ro-bind", str(_PACKAGE.parent / "assets" / file), f"{_CODE}/assets/{file}"]
    for path in sorted(set(extensions.loaded().values())):
        words += ["--ro-bind", str(path), f"{_CODE}/{path.name}"]
    words += ["--ro-bind", str(_PACKAGE / "inside" / "commands"), "/opt/commands"]
    for prefix in _prefixes():
        words += ["--ro-bind", prefix, prefix]
    for mount in mounts:
        words += ["--bind" if mount.writable else "--ro-bind", str(mount.outside), mount.inside]
    if storage is not None:
        words += ["--size", str(storage_bytes), "--tmpfs", storage]
    environment = {
        "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
        "HOME": "/tmp",  # noqa: S108
        "LANG": "C.UTF-8",
        "PYTHONPATH": _CODE,
        "PYTHONDONTWRITEBYTECODE": "1",
        "CROSSROOM_PYTHON": str(Path(sys.executable).resolve()),
        extensions.VARIABLE: ",".join(extensions.loaded()),
        "CROSSROOM_HIDDEN": json.dumps([sys.prefix] if sys.prefix != sys.base_prefix else []),
    }
    for key, value in environment.items():
        words += ["--setenv", key, value]
    return words


def _prefixes() -> list[str]:
    """Python's own folders, where they don't lie under /usr."""
    found = dict.fromkeys([sys.base_prefix, sys.prefix])
    return [prefix for prefix in found if not Path(prefix).is_relative_to("/usr")]


def bubblewrap() -> str:
    """Where bubblewrap is.

    Raises:
        InputError: when it is not installed.
    """
    found = shutil.which("bwrap")
    if found is None:
        raise InputError("bubblewrap is not installed", remedy="sudo apt-get install bubblewrap")
    return found


def check_namespaces() -> None:
    """Make sure that this system lets us sandbox.

    Raises:
        InputError: with the setting that forbids it.
    """
    words = [bubblewrap(), "--unshare-all", "--ro-bind", "/", "/", "true"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode == 0:
        return
    raise InputError(
        f"this system forbids user namespaces: {done.stderr.strip()[:200]}",
        field=_forbidding() or "user namespaces",
        remedy="allow them (as root): " + (_REMEDIES.get(_forbidding(), "see docs/testbed.md")),
    )


_SYSCTL = Path("/proc/sys")
_REMEDIES = {
    "kernel.unprivileged_userns_clone": "sysctl -w kernel.unprivileged_userns_clone=1",
    "kernel.apparmor_restrict_unprivileged_userns": "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    "user.max_user_namespaces": "sysctl -w user.max_user_namespaces=10000",
}


def _forbidding(root: Path = _SYSCTL) -> str:
    """The setting that forbids user namespaces, "" when none of the known ones does."""
    bad = {
        "kernel.unprivileged_userns_clone": "0",
        "kernel.apparmor_restrict_unprivileged_userns": "1",
        "user.max_user_namespaces": "0",
    }
    for name, value in bad.items():
        path = root / name.replace(".", "/")
        if path.is_file() and path.read_text().strip() == value:
            return name
    return ""


def without_display() -> dict[str, str]:
    """The environment of a browser: the user's, without a display to open windows on."""
    return {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
