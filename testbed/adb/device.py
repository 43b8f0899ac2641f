"""The device itself: what `testbed.device.Device` asks, through adb.

It keeps to a folder of its own on the device, `/sdcard/crossroom`, which it empties at each start, and puts settings
that it changed back at its end. The account's services are reached through `adb reverse`, so that no network is needed,
and cutting the network is to stop relaying.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from pathlib import Path
from shlex import quote
from typing import Any, Final

from adbutils import AdbClient, AdbError

from assets.errors import InputError
from testbed.actions import ApiAction, CliAction, GuiAction, Outcome
from testbed.adb.connection import Connection
from testbed.adb.relay import Relay
from testbed.adb.screen import PORT, AdbScreen
from testbed.device import COMMAND_SECONDS, LONGEST, requested
from testbed.inside.kinds import ANDROID_LIKE, DeviceKind
from testbed.process import GoneError, RefusedError

ROOT: Final = "/sdcard/crossroom"
"""Nothing outside of it is written or removed."""

ANDROID: Final = DeviceKind(
    name="android",
    title="Android through adb (untested)",
    storage=ROOT,
    folders=ANDROID_LIKE.folders,
    downloads=ANDROID_LIKE.downloads,
    family="android",
    size=ANDROID_LIKE.size,
    touch=True,
)
_CONTENT: Final = 65_536


def connected(name: str, serial: str, services: Path, token: str) -> AdbDevice:
    """The device with a serial that the adb server knows.

    Raises:
        InputError: without an adb server, or when the server knows no such device.
    """
    try:
        known = {info.serial: info.state for info in AdbClient().list()}
    except (AdbError, OSError) as error:
        raise InputError(f"no adb server answers: {error}", field="adb", remedy="adb start-server") from None
    if known.get(serial) != "device":
        listed = ", ".join(f"{one} ({state})" for one, state in sorted(known.items())) or "none is connected"
        raise InputError(f"no device {serial!r} is ready", field=f"adb.{name}", expected=listed, remedy="adb devices")
    return AdbDevice(name, Connection(AdbClient().device(serial)), services, token)


class AdbDevice:
    """A device behind adb.

    Args:
        services: the folder with this device's sockets of the account's services.
    """

    def __init__(self, name: str, connection: Connection, services: Path, token: str) -> None:
        self.name, self.kind = name, ANDROID
        self._adb, self._services, self._token = connection, services, token
        self._screen = AdbScreen(connection)
        self._changed: dict[str, str] = {}
        self._locked = self._lost = False
        self._network = True
        self._relay = Relay(services / "gui")
        try:
            connection.reverse(PORT, self._relay.port)
        except GoneError:
            self._relay.close()
            raise

    def execute(self, action: ApiAction | CliAction | GuiAction) -> Outcome:
        """Do one thing; what goes wrong is in the outcome."""
        if self._lost:
            return self._silent()
        if self._locked:
            return Outcome("failed", "the device is locked")
        try:
            if isinstance(action, CliAction):
                return self._run(action.command)
            if isinstance(action, ApiAction):
                return self._requested(action)
            return self._screen.act(action)
        except GoneError:
            return self._silent()

    def _silent(self) -> Outcome:
        return Outcome("unreachable", f"{self.name} does not answer: it is off or was lost")

    def _run(self, command: str) -> Outcome:
        ran = self._adb.run(f"cd {quote(ROOT)} && {{ {command}\n}}", COMMAND_SECONDS)
        output = ran.output[:LONGEST]
        if ran.stopped:
            output += f"\n[stopped: the command {'ran too long' if ran.stopped == 'time' else 'wrote too much'}]"
        status = "ok" if ran.code == 0 and not ran.stopped else "failed"
        return Outcome(status, output, {"code": ran.code, "stopped": ran.stopped})  # type: ignore[arg-type]

    def _requested(self, action: ApiAction) -> Outcome:
        if not self._network:
            return Outcome("failed", "network error: the connection was closed", {"error": "ConnectionError"})
        return requested(self._services / "api", action, self._token)

    def screenshot(self) -> bytes:
        """A PNG of its screen; empty when the device does not answer."""
        try:
            return b"" if self._lost else self._adb.picture()
        except GoneError:
            return b""

    def snapshot(self) -> dict[str, Any]:
        """`files` (path to hash, size, content) and `state` (settings, lock); empty when it does not answer."""
        try:
            listed = self._adb.must(f"cd {quote(ROOT)} && find . -type f")
            files = {path.removeprefix("./"): self._file(path.removeprefix("./")) for path in listed.splitlines()}
            settings = {}
            for space in ("system", "secure", "global"):
                for line in self._adb.must(f"settings list {space}").splitlines():
                    name, _, value = line.partition("=")
                    settings[f"{space}/{name}"] = value
        except (GoneError, RefusedError):
            return {"files": {}, "state": {"locked": False, "settings": {}}, "off": True}
        return {"files": dict(sorted(files.items())), "state": {"locked": self._locked, "settings": settings}}

    def _file(self, path: str) -> dict[str, Any]:
        content = self._adb.read(f"{ROOT}/{path}")
        row: dict[str, Any] = {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
        return row | ({"base64": b64encode(content).decode()} if len(content) <= _CONTENT else {})

    def restore(self, files: dict[str, bytes], settings: dict[str, str]) -> None:
        """Hold exactly these files in its folder, and these settings beside the device's own; awake and at home.

        Raises:
            InputError: when the device does not answer, or refuses, as for settings that adb may not change.
        """
        try:
            self._restored(files, settings)
        except (GoneError, RefusedError) as error:
            raise InputError(
                f"{self.name} cannot be prepared: {error}", field=f"adb.{self.name}",
                remedy="look at the device, then run the same command again",
            ) from None  # fmt: skip

    def _restored(self, files: dict[str, bytes], settings: dict[str, str]) -> None:
        self._lost = self._locked = False
        self.set_network(up=True)
        folders = " ".join(quote(f"{ROOT}/{folder}") for folder in self.kind.folders)
        self._adb.must(f"rm -rf {quote(ROOT)} && mkdir -p {folders}")
        for path, content in sorted(files.items()):
            self._adb.write(f"{ROOT}/{path}", content)
        self._put_settings_back()
        for name, value in sorted(settings.items()):
            self._set(name, value)
        self._adb.must("input keyevent KEYCODE_WAKEUP && wm dismiss-keyguard && input keyevent KEYCODE_HOME")

    def _set(self, name: str, value: str) -> None:
        space, _, key = name.partition("/")
        if name not in self._changed:
            self._changed[name] = self._adb.must(f"settings get {quote(space)} {quote(key)}")
        self._adb.must(f"settings put {quote(space)} {quote(key)} {quote(value)}")

    def _put_settings_back(self) -> None:
        for name, value in sorted(self._changed.items()):
            space, _, key = name.partition("/")
            verb = "delete" if value == "null" else "put"
            last = "" if value == "null" else quote(value)
            self._adb.must(f"settings {verb} {quote(space)} {quote(key)} {last}".strip())
        self._changed.clear()

    def set_network(self, *, up: bool) -> None:
        """Relay to the account's services, or not; the device's own network stays as it is."""
        self._network = up
        self._relay.set_up(up=up)

    def set_lock(self, *, on: bool) -> None:
        """Put it to sleep or wake it; no modality works meanwhile."""
        self._locked = on
        self._adb.must(f"input keyevent KEYCODE_{'SLEEP' if on else 'WAKEUP'}")

    def set_lost(self, *, lost: bool) -> None:
        """Lose it, as with a dead battery, or find it again."""
        self._lost = lost

    def set_full(self, *, full: bool) -> None:
        """Not possible: it would fill somebody's device."""
        self._not_here("storage_full", asked=full)

    def set_read_only(self, *, on: bool) -> None:
        """Not possible without root."""
        self._not_here("cli_read_only", asked=on)

    def set_missing(self, service: str) -> None:
        """Not possible without root."""
        self._not_here("command_missing", asked=bool(service))

    def set_clock(self, *, days: int) -> None:
        """Not possible without root."""
        self._not_here("clock_wrong", asked=bool(days))

    def _not_here(self, perturbation: str, *, asked: bool) -> None:
        if asked:
            raise InputError(
                f"{perturbation} cannot be made on a device behind adb", field=f"adb.{self.name}",
                remedy="leave out the instances with it",
            )  # fmt: skip

    def close(self) -> None:
        """Put its settings back, empty its folder, stop relaying."""
        try:
            self._put_settings_back()
            self._adb.must(f"rm -rf {quote(ROOT)}")
        except (GoneError, RefusedError):
            pass  # it was unplugged
        self._relay.close()
