"""The kinds of devices: where their files lie, which commands they have, how large their screen is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assets.entries import enter
from testbed.services import catalogue
from testbed.services.model import SERVICES

assert catalogue
_SCRIPTS = Path("/opt/commands")  # where the sandbox shows `commands/`, and nothing else of this package, to commands


@dataclass(frozen=True)
class DeviceKind:
    """A kind of device.

    Attributes:
        title: as tables show it.
        storage: where its files lie.
        folders: what is there from the start.
        downloads: where its browser puts files.
        commands: name to script, run by the shebang of `commands/`.
        size: of its screen, in CSS pixels.
        touch: whether its screen is touched.
    """

    name: str
    title: str
    storage: str
    folders: tuple[str, ...]
    downloads: str
    commands: Callable[[], dict[str, str]]
    size: tuple[int, int]
    touch: bool


KINDS: dict[str, DeviceKind] = {}


def device_kind(kind: DeviceKind) -> DeviceKind:
    """Register a kind of device.

    Raises:
        ValueError: when the name is taken.
    """
    enter(KINDS, kind.name, kind)
    return kind


def _linux_commands() -> dict[str, str]:
    return {name: str(_SCRIPTS / "service.py") for name, service in SERVICES.items() if service.cli}


def _android_commands() -> dict[str, str]:
    names = ("am", "content", "input", "pm", "screencap", "settings", "uiautomator")
    return {name: str(_SCRIPTS / "android.py") for name in names}


LINUX = device_kind(
    DeviceKind(
        name="linux",
        title="Linux",
        storage="/home/user",
        folders=("Desktop", "Documents", "Downloads", "Music", "Pictures"),
        downloads="Downloads",
        commands=_linux_commands,
        size=(1024, 720),
        touch=False,
    )
)
ANDROID_LIKE = device_kind(
    DeviceKind(
        name="android-like",
        title="Android-like",
        storage="/sdcard",
        folders=("Alarms", "DCIM/Camera", "Documents", "Download", "Movies", "Music", "Pictures", "Ringtones"),
        downloads="Download",
        commands=_android_commands,
        size=(412, 824),
        touch=True,
    )
)
