"""The testbed: two Linux and two Android-like devices, the account's services and one browser for all screens."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from assets.errors import InputError
from testbed.device import Device, SandboxedDevice
from testbed.fleet import DEVICES
from testbed.inside.kinds import KINDS
from testbed.process import Piped
from testbed.proxy import DeviceProxy
from testbed.sandbox import Mount, check_namespaces, python_command, sandbox_words, without_display
from testbed.scratch import ScratchFolder
from testbed.screen import Screen
from testbed.services.faults import Fault
from testbed.services.model import Record


@dataclass(frozen=True)
class State:
    """Everything that an episode starts from, or ends in.

    Attributes:
        records: service to its records.
        files: device to path to content.
        settings: device to name to value.
    """

    records: Mapping[str, list[Record]] = field(default_factory=dict)
    files: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    settings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class Testbed:
    """Starts everything; `close` (or the end of a `with`) leaves nothing behind, and neither does a kill.

    Args:
        devices: name to kind.
        adb: device to the serial of an Android device or emulator that takes its place (`testbed.adb`).
        screens: whether to start a browser; without one the GUI modality is missing.

    Raises:
        InputError: without bubblewrap, Chromium, where user namespaces are forbidden, or for an unusable `adb`.
    """

    __test__ = False

    def __init__(
        self, devices: Mapping[str, str] = DEVICES, *, screens: bool = True, adb: Mapping[str, str] | None = None
    ) -> None:
        check_namespaces()
        browser = _chromium() if screens else ""
        self._scratch = ScratchFolder()
        self._folder = self._scratch.path
        self.devices: dict[str, Device] = {}
        self.faults: tuple[Fault, ...] = ()
        self._proxies: list[DeviceProxy] = []
        self._services: Piped | None = None
        self._playwright: Any = None
        self._browser: Any = None
        try:
            self._start(devices, browser, adb or {})
        except BaseException:
            self.close()
            raise

    def _start(self, devices: Mapping[str, str], browser: str, adb: Mapping[str, str]) -> None:
        services = self._folder / "s"
        for name in devices:
            (services / name).mkdir(parents=True)
            (self._folder / name).mkdir()
        words = sandbox_words("services", [Mount(services, "/run/services", writable=True)])
        self._services = Piped([*words, *python_command("testbed.services.serve", "/run/services", *devices)])
        sandboxed = []
        for name, kind in devices.items():
            if name in adb:
                self.devices[name] = _android(name, adb[name], services / name)
                continue
            device = SandboxedDevice(name, KINDS[kind], self._folder / name, services / name, token_of(name))
            self.devices[name] = device
            sandboxed.append(device)
        if browser:
            self._show(sandboxed, browser)
        self._services.wait()
        for device in sandboxed:
            device.wait()

    def _show(self, devices: Sequence[SandboxedDevice], browser: str) -> None:
        """Give each device a screen."""
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(
            executable_path=browser, args=["--no-sandbox", "--disable-gpu"],
            env={**without_display(), "TMPDIR": str(self._folder)},  # its sockets' paths are bounded as well
        )  # fmt: skip
        for device in devices:
            proxy = DeviceProxy(device.name, device.socket_of)
            self._proxies.append(proxy)
            device.screen = Screen(self._browser, device.kind, device.name, proxy.address, device.read, device.keep)

    def __enter__(self) -> Testbed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End every process and close every port."""
        for device in self.devices.values():
            device.close()
        if self._browser is not None:
            self._browser.close()
            self._browser = None
        if self._playwright is not None:
            self._playwright.stop()
            self._playwright = None
        for proxy in self._proxies:
            proxy.close()
        if self._services is not None:
            self._services.close()
            self._services = None
        self._scratch.remove()

    def services(self, what: dict[str, Any]) -> Any:
        """Ask the services' process."""
        assert self._services is not None
        return self._services.ask(what)

    def restore(self, state: State) -> None:
        """Put every device and service into a state; all perturbations end."""
        self.faults = ()
        self.services({"do": "restore", "records": dict(state.records), "tokens": self.tokens()})
        for name, device in self.devices.items():
            device.restore(dict(state.files.get(name, {})), dict(state.settings.get(name, {})))

    def tokens(self) -> dict[str, str]:
        """The token of each device."""
        return {name: token_of(name) for name in self.devices}

    def set_faults(self, faults: Sequence[Fault]) -> None:
        """Exactly these faults are in force."""
        self.faults = tuple(faults)
        self.services({"do": "faults", "faults": [fault.as_json() for fault in faults]})

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """Operations that services carried out, in their order."""
        found: list[dict[str, Any]] = self.services({"do": "events", "since": since})
        return found

    def snapshot(self) -> dict[str, Any]:
        """`records` of every service, and each device's `files` and `state`."""
        devices = {name: device.snapshot() for name, device in sorted(self.devices.items())}
        return {"records": self.services({"do": "dump"}), "devices": devices}


def token_of(name: str) -> str:
    """With which a device's requests to the account's API are authorized."""
    return f"token-of-{name}"


def _android(name: str, serial: str, services: Path) -> Device:
    try:
        from testbed.adb.device import connected
    except ModuleNotFoundError as error:
        if error.name != "adbutils":
            raise
        raise InputError("adbutils is not installed", field="adb", remedy="pip install 'crossroom[adb]'") from None
    return connected(name, serial, services, token_of(name))


def _chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise InputError("Chromium is not installed", remedy="sudo apt-get install chromium")
