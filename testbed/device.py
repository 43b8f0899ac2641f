"""A device as the harness sees it: three executors, and what perturbations may do to it."""

from __future__ import annotations

import http.client
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any, Protocol

from testbed import unix_http
from testbed.actions import ApiAction, CliAction, GuiAction, Outcome
from testbed.inside.apps import OWN
from testbed.inside.kinds import DeviceKind
from testbed.process import GoneError, Piped, RefusedError
from testbed.sandbox import Mount, python_command, sandbox_words
from testbed.screen import Screen
from testbed.services.model import SERVICES

COMMAND_SECONDS = 10.0
REPLY_SECONDS = 10.0
LONGEST = 20_000


class Device(Protocol):
    """What every implementation of a device offers."""

    name: str
    kind: DeviceKind

    def execute(self, action: ApiAction | CliAction | GuiAction) -> Outcome:
        """Do one thing; what goes wrong is in the outcome."""
        ...

    def screenshot(self) -> bytes:
        """A PNG of its screen; empty when it shows nothing."""
        ...

    def snapshot(self) -> dict[str, Any]:
        """`files` (path to hash, size, content) and `state` (settings, lock)."""
        ...

    def restore(self, files: dict[str, bytes], settings: dict[str, str]) -> None:
        """Hold exactly this, switched on, unlocked and connected."""
        ...

    def set_network(self, *, up: bool) -> None:
        """Connect or cut it."""
        ...

    def set_lock(self, *, on: bool) -> None:
        """Lock or unlock it: none of its modalities works while it is locked."""
        ...

    def set_lost(self, *, lost: bool) -> None:
        """Lose it, as with a dead battery, or find it again with its files."""
        ...

    def set_full(self, *, full: bool) -> None:
        """Fill its storage, or give the room back."""
        ...

    def set_read_only(self, *, on: bool) -> None:
        """Let commands see its files read-only, or as they were; apps write as before."""
        ...

    def set_missing(self, service: str) -> None:
        """Take the command for a service away; "" puts it back."""
        ...

    def set_clock(self, *, days: int) -> None:
        """Let its clock be so many days off."""
        ...

    def close(self) -> None:
        """Leave nothing behind."""
        ...


def requested(socket: Path, action: ApiAction, token: str, *, locked: bool = False) -> Outcome:
    """Send an agent's request to the account's API."""
    try:
        reply = unix_http.request(socket, action.method, action.path, action.body, token, REPLY_SECONDS)
    except (OSError, http.client.HTTPException) as error:
        said = "the device is locked" if locked else "network error: the connection was closed"
        return Outcome("failed", said, {"error": type(error).__name__})
    status = "ok" if reply.status < 400 else "failed"
    return Outcome(status, reply.text[:LONGEST], {"http_status": reply.status})  # type: ignore[arg-type]


class SandboxedDevice:
    """A device in a sandbox on this machine.

    Args:
        folder: for its sockets; short, since sockets' paths are.
        services: the folder with this device's sockets of the account's services.
    """

    def __init__(self, name: str, kind: DeviceKind, folder: Path, services: Path, token: str) -> None:
        self.name, self.kind, self.token = name, kind, token
        self._folder, self._services = folder, services
        self._process: Piped | None = None
        self.screen: Screen | None = None
        self.locked = False
        self.network = True
        self.lost = False
        self.start()

    def start(self) -> None:
        """Switch it on, without waiting for it; nothing happens when it is on."""
        if self._process is not None:
            return
        for path in self._folder.iterdir():
            path.unlink()
        mounts = [Mount(self._folder, "/run/device", writable=True), Mount(self._services, "/run/services")]
        words = sandbox_words(self.name, mounts, storage=self.kind.storage)
        self._process = Piped([*words, *python_command("testbed.inside.daemon", self.kind.name, self.name)])

    def wait(self) -> None:
        """Wait until it is up.

        Raises:
            GoneError: when it doesn't come up.
        """
        if self._process is not None:
            self._process.wait()

    def close(self) -> None:
        """Switch it off; its files are lost with it."""
        if self.screen is not None:
            self.screen.close()
            self.screen = None
        if self._process is not None:
            self._process.close()
            self._process = None

    def ask(self, what: dict[str, Any], **options: Any) -> Any:
        """Ask its daemon.

        Raises:
            GoneError: when the device is off.
            RefusedError: when it could not.
        """
        if self._process is None:
            raise GoneError("the device is off")
        return self._process.ask(what, **options)

    def execute(self, action: ApiAction | CliAction | GuiAction) -> Outcome:
        """Do one thing; what goes wrong is in the outcome."""
        try:
            if self.lost:
                raise GoneError("the device does not answer")
            if isinstance(action, CliAction):
                return self._run(action.command)
            if isinstance(action, ApiAction):
                return self._requested(action)
            if self._process is None:
                raise GoneError("the device is off")
            if self.screen is None:
                return Outcome("failed", "this device has no screen")
            return self.screen.act(action)
        except GoneError:
            return Outcome("unreachable", f"{self.name} does not answer: it is off or was lost")

    def _run(self, command: str) -> Outcome:
        screen = self.screen.asked if self.screen else None
        ran = self.ask({"do": "run", "command": command, "seconds": COMMAND_SECONDS}, screen=screen, seconds=60)
        output = str(ran["output"])[:LONGEST]
        if ran["stopped"]:
            why = {
                "time": f"ran longer than {COMMAND_SECONDS:g} s",
                "output": "wrote too much",
                "processes": "started too many processes",
            }
            output += f"\n[stopped: the command {why[ran['stopped']]}]"
        status = "ok" if ran["code"] == 0 and not ran["stopped"] else "failed"
        return Outcome(status, output, {"code": ran["code"], "stopped": ran["stopped"]})  # type: ignore[arg-type]

    def _requested(self, action: ApiAction) -> Outcome:
        if self._process is None:
            raise GoneError("the device is off")
        return requested(self._folder / "api", action, self.token, locked=self.locked)

    def socket_of(self, path: str) -> Path | None:
        """Which socket serves a page of this device (for `testbed.proxy`)."""
        if self._process is None:
            return None
        first = path.split("?")[0].strip("/").split("/")[0]
        return self._folder / ("gui" if first in SERVICES and first not in OWN and not self.locked else "apps")

    def read(self, path: str) -> bytes:
        """A file of the device's.

        Raises:
            RefusedError: when there is none, or it lies outside of the device's storage.
        """
        return b64decode(self.ask({"do": "read", "path": path}))

    def keep(self, name: str, content: bytes) -> None:
        """Put a downloaded file into the device's downloads.

        Raises:
            RefusedError: when storage is full.
        """
        plain = Path(name).name or "download"
        self.ask({"do": "write", "path": f"{self.kind.downloads}/{plain}", "base64": b64encode(content).decode()})

    def screenshot(self) -> bytes:
        """A PNG of its screen; empty when it shows nothing, or the device does not answer."""
        if self.screen is None or self.lost or not self.screen.opened:
            return b""
        return self.screen.screenshot()

    def snapshot(self) -> dict[str, Any]:
        """`files` (path to hash, size, content) and `state` (settings, lock); empty when it is off."""
        try:
            found: dict[str, Any] = self.ask({"do": "snapshot"})
        except GoneError:
            return {"files": {}, "state": {"locked": False, "settings": {}}, "off": True}
        return found

    def restore(self, files: dict[str, bytes], settings: dict[str, str]) -> None:
        """Hold exactly this, switched on, unlocked and connected."""
        self.start()
        self.lost = False
        if not self.network:
            self.set_network(up=True)
        content = {path: b64encode(data).decode() for path, data in sorted(files.items())}
        self.locked = False
        self.ask({"do": "restore", "files": content, "settings": settings})
        if self.screen is not None:
            self.screen.reset()

    def set_network(self, *, up: bool) -> None:
        """Connect or cut it."""
        self.network = up
        self.ask({"do": "network", "up": up})

    def set_lock(self, *, on: bool) -> None:
        """Lock or unlock it: none of its modalities works while it is locked."""
        self.locked = on
        self.ask({"do": "lock", "on": on})

    def set_lost(self, *, lost: bool) -> None:
        """Lose it, as with a dead battery, or find it again with its files."""
        self.lost = lost

    def set_full(self, *, full: bool) -> None:
        """Fill its storage to the last byte, or give the room back."""
        self.ask({"do": "fill" if full else "empty"})

    def set_read_only(self, *, on: bool) -> None:
        """Let commands see its files mounted read-only, or as they were; apps write as before."""
        self.ask({"do": "read_only", "on": on})

    def set_missing(self, service: str) -> None:
        """Take the command for a service away; "" puts it back."""
        name = service if self.kind.family == "linux" else "content"
        self.ask({"do": "missing", "commands": [name] if service else []})

    def set_clock(self, *, days: int) -> None:
        """Let its clock be so many days off, as `date` says it."""
        self.ask({"do": "clock", "days": days})


__all__ = ["Device", "GoneError", "RefusedError", "SandboxedDevice"]
