"""The kinds of devices: where their files lie, which commands they have, how large their screen is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from assets.entries import enter
from testbed.services import catalogue
from testbed.services.model import SERVICES

assert catalogue
_SCRIPTS = Path("/opt/commands")  # where the sandbox shows `commands/`, and nothing else of this package, to commands
_ANDROID: Final = ("am", "content", "input", "pm", "screencap", "settings", "uiautomator")
Family = Literal["linux", "android"]


@dataclass(frozen=True)
class DeviceKind:
    """A kind of device.

    Attributes:
        title: as tables show it.
        storage: where its files lie.
        folders: what is there from the start.
        downloads: where its browser puts files.
        family: of its commands: "linux" has one a service, "android" the `adb shell` ones.
        size: of its screen, in CSS pixels.
        touch: whether its screen is touched.
    """

    name: str
    title: str
    storage: str
    folders: tuple[str, ...]
    downloads: str
    family: Family
    size: tuple[int, int]
    touch: bool

    def commands(self) -> dict[str, str]:
        """Name to script, run by its shebang."""
        if self.family == "android":
            return dict.fromkeys(_ANDROID, str(_SCRIPTS / "android.py"))
        return {name: str(_SCRIPTS / "service.py") for name, service in SERVICES.items() if service.cli}


KINDS: dict[str, DeviceKind] = {}


def device_kind(kind: DeviceKind) -> DeviceKind:
    """Register a kind of device.

    Raises:
        ValueError: when the name is taken.
    """
    enter(KINDS, kind.name, kind)
    return kind


LINUX = device_kind(
    DeviceKind(
        name="linux",
        title="Linux",
        storage="/home/user",
        folders=("Desktop", "Documents", "Downloads", "Music", "Pictures"),
        downloads="Downloads",
        family="linux",
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
        family="android",
        size=(412, 824),
        touch=True,
    )
)
