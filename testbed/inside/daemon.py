"""A device's daemon, the only process of the harness's inside its sandbox: `python -m testbed.inside.daemon KIND NAME`.

It relays the device's traffic to the account's services, serves the device's own apps and runs commands. What it is
to do comes in JSON lines on standard input; the network of the device is what it relays, so cutting it is to stop.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import subprocess
import sys
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

from testbed import extensions
from testbed.control import lines_of
from testbed.inside.apps import application
from testbed.inside.kinds import KINDS, DeviceKind
from testbed.inside.shell import run, sandbox
from testbed.inside.state import DeviceState
from testbed.inside.storage import Storage, StorageError
from testbed.serving import serve

RELAYS = Path("/run/device")
SERVICES = Path("/run/services")
SCREEN = Path("/run/screen/socket")
PORT = 8080
COMMANDS = Path("/opt/bin")
SHELL = "/bin/bash" if Path("/bin/bash").exists() else "/bin/sh"


class Daemon:
    """One device from the inside."""

    def __init__(self, kind: DeviceKind, name: str) -> None:
        self.kind, self.name = kind, name
        self.storage = Storage(Path(kind.storage))
        self.state = DeviceState()
        self.network = True
        self.read_only = False
        self.missing: set[str] = set()
        self.clock = 0  # days off
        self._screen: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._writing = asyncio.Lock()

    async def start(self) -> None:
        """Listen."""
        for modality in ("api", "gui"):
            await asyncio.start_unix_server(self._relay(modality), RELAYS / modality)
        self._uplink: asyncio.Server | None = None
        await self._connected()
        SCREEN.parent.mkdir(exist_ok=True)
        await asyncio.start_unix_server(self._screen_asked, SCREEN)
        app = application(self.kind, self.name, self.storage, self.state)
        self._serving = await serve(app, [RELAYS / "apps"])

    async def _connected(self) -> None:
        """Commands reach the services while the network is up; without it connections are refused at once."""
        if self.network and self._uplink is None:
            self._uplink = await asyncio.start_server(self._relay("cli"), "127.0.0.1", PORT)
        elif not self.network and self._uplink is not None:
            self._uplink.close()
            self._uplink = None

    def _relay(self, modality: str) -> Any:
        async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if not self.network or self.state.locked:
                writer.close()
                return
            try:
                up, down = await asyncio.open_unix_connection(SERVICES / modality)
            except OSError:
                writer.close()
                return
            await asyncio.gather(_pump(reader, down), _pump(up, writer), return_exceptions=True)

        return relay

    async def _screen_asked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A command asks about the screen, the settings or the apps."""
        try:
            asked = json.loads(await reader.readline())
            if "setting" in asked:
                answer = self.state.setting(asked)
            else:
                await self.say({"screen": asked})
                answer = await self._screen.get()
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        except (ValueError, KeyError, OSError) as error:
            writer.write(json.dumps({"error": str(error)}).encode() + b"\n")
        finally:
            writer.close()

    async def say(self, answer: dict[str, Any]) -> None:
        """One line to the harness."""
        async with self._writing:
            print(json.dumps(answer), flush=True)  # noqa: T201

    async def answer(self, asked: dict[str, Any]) -> None:
        """Do one thing and say how it went."""
        try:
            await self.say({"ok": True, "value": await self._done(asked)})
        except (StorageError, ValueError, KeyError, TypeError, OSError) as error:
            await self.say({"ok": False, "error": f"{error}"})

    def screen_answered(self, answer: dict[str, Any]) -> None:
        """The harness's answer to what a command asked of the screen."""
        self._screen.put_nowait(answer)

    async def _done(self, asked: dict[str, Any]) -> Any:
        what = asked["do"]
        if what == "run":
            return await self._run(str(asked["command"]), float(asked["seconds"]))
        if what == "restore":
            return self._restored(asked)
        if what == "snapshot":
            return {"files": self.storage.snapshot(), "state": self.state.as_json()}
        if what == "read":
            return b64encode(self.storage.read(asked["path"])).decode()
        if what == "write":
            return self.storage.write(asked["path"], b64decode(asked["base64"]))
        if what == "network":
            self.network = bool(asked["up"])
            return await self._connected()
        if what == "fill":
            return self.storage.fill()
        if what == "empty":
            return self.storage.empty()
        if what == "read_only":
            self.read_only = bool(asked["on"])
            return None
        if what == "missing":
            self.missing = set(asked["commands"])
            return self._commands()
        if what == "clock":
            self.clock = int(asked["days"])
            return self._commands()
        if what == "lock":
            self.state.locked = bool(asked["on"])
            return None
        raise ValueError(f"cannot {what!r}")

    def _restored(self, asked: dict[str, Any]) -> None:
        self.storage.empty()
        self.storage.restore(asked["files"], [*self.kind.folders, *asked.get("folders", [])])
        self.state.reset(asked.get("settings", {}))
        self.read_only, self.missing, self.clock = False, set(), 0
        self._commands()

    async def _run(self, command: str, seconds: float) -> dict[str, Any]:
        if self.state.locked:
            return {"code": 255, "output": f"{self.name}: the device is locked\n", "stopped": ""}
        hidden = ["/run", "/opt/crossroom", *json.loads(os.environ["CROSSROOM_HIDDEN"])]
        words = [*sandbox(self.storage.root, hidden, read_only=self.read_only), SHELL, "-c", command]
        ran = await run(words, self._environment(), seconds)
        return dict(ran.__dict__)

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": f"{COMMANDS}:/usr/bin:/bin",
            "HOME": str(self.storage.root),
            "LANG": "C.UTF-8",
            "DEVICE": self.name,
            "CLOCK_DAYS": str(self.clock),
            "SERVICES": f"http://127.0.0.1:{PORT}",
        }

    def _commands(self) -> None:
        """The commands that this device has, as links; one that is missing has none."""
        COMMANDS.mkdir(parents=True, exist_ok=True)
        for link in COMMANDS.iterdir():
            link.unlink()
        (COMMANDS / "python3").symlink_to(os.environ["CROSSROOM_PYTHON"])
        if self.clock:
            (COMMANDS / "date").symlink_to("/opt/commands/date.py")
        for name, script in self.kind.commands().items():
            if name not in self.missing:
                (COMMANDS / name).symlink_to(script)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


def _uncover_proc() -> None:
    """As root, bwrap covers parts of /proc; the kernel then refuses a command's sandbox a /proc of its own."""
    libc = ctypes.CDLL(None, use_errno=True)
    for name in ("sys", "sysrq-trigger", "irq", "bus"):
        libc.umount2(f"/proc/{name}".encode(), 2)


async def _main(kind: str, name: str) -> None:
    extensions.load_inside()
    _uncover_proc()
    subprocess.run(["ip", "link", "set", "lo", "up"], check=False, capture_output=True)  # noqa: S607
    daemon = Daemon(KINDS[kind], name)
    await daemon.start()
    await daemon.say({"ready": True})
    working: set[asyncio.Task[None]] = set()
    async for asked in lines_of(sys.stdin):
        if "screen_answer" in asked:
            daemon.screen_answered(asked["screen_answer"])
            continue
        task = asyncio.create_task(daemon.answer(asked))
        working.add(task)
        task.add_done_callback(working.discard)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2]))
