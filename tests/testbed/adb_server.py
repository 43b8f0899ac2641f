"""An adb server with one phone, for tests: the host's protocol on TCP, and a shell with Android's commands behind it.

The shell is a real one; `input`, `am`, `wm`, `uiautomator`, `screencap`, `settings`, `monkey` are scripts that keep
what they were told in files of a folder. What it cannot show is what Android would do.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import socketserver
import struct
import subprocess
import threading
from pathlib import Path

from PIL import Image

SERIAL = "emulator-5554"
_COMMANDS = {
    "input": 'echo "input $*" >> "$PHONE/said"',
    "am": 'echo "am $*" >> "$PHONE/said"',
    "monkey": 'echo "monkey $*" >> "$PHONE/said"',
    "wm": '[ "$1" = size ] && echo "Physical size: 1080x2400" || echo "wm $*" >> "$PHONE/said"',
    "screencap": 'cat "$PHONE/screen.png"',
    "uiautomator": 'cp "$PHONE/window.xml" "$2"; echo "UI hierarchy dumped to: $2"',
    "settings": """
mkdir -p "$PHONE/settings/$2"
f="$PHONE/settings/$2/$3"
case "$1" in
  get) [ -f "$f" ] && cat "$f" || echo null ;;
  put) echo "$4" > "$f" ;;
  delete) rm "$f" ;;
  list) for f in "$PHONE/settings/$2"/*; do [ -f "$f" ] && echo "$(basename "$f")=$(cat "$f")"; done; true ;;
esac""",
}


class AdbServer:
    """Listens until closed; `said` is what commands were told, `reversed` port on the phone to port here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "bin").mkdir(parents=True)
        for name, script in _COMMANDS.items():
            path = folder / "bin" / name
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(0o755)
        Image.new("RGB", (1080, 2400), "navy").save(folder / "screen.png")
        self.reversed: dict[int, int] = {}
        self.state = "device"
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.phone = self
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def said(self) -> list[str]:
        path = self.folder / "said"
        return path.read_text().splitlines() if path.exists() else []

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def here(self, text: str) -> str:
        """A text with the phone's paths as they lie here."""
        return text.replace("/data/local/tmp", str(self.folder)).replace("/sdcard", f"{self.folder}/sdcard")


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    phone: AdbServer


class _Handler(socketserver.BaseRequestHandler):
    server: _Server

    def handle(self) -> None:
        link: socket.socket = self.request
        phone = self.server.phone
        while True:
            asked = self._asked(link)
            if asked == "host:version":
                return link.sendall(b"OKAY00040029")
            if asked in ("host:devices", "host:devices-l"):
                listed = f"{SERIAL}\t{phone.state}\n"
                return link.sendall(f"OKAY{len(listed):04x}{listed}".encode())
            if asked == f"host:tport:serial:{SERIAL}":
                link.sendall(b"OKAY" + b"\1" + bytes(7))
                continue
            if asked.startswith("reverse:forward:"):
                remote, local = re.findall(r"tcp:(\d+)", asked)
                phone.reversed[int(remote)] = int(local)
                return link.sendall(b"OKAYOKAY")
            if asked.startswith(("shell:", "exec:")):
                link.sendall(b"OKAY")
                return self._run(link, asked.partition(":")[2])
            if asked == "sync:":
                link.sendall(b"OKAY")
                return self._sync(link)
            why = f"no such request: {asked}"
            return link.sendall(f"FAIL{len(why):04x}{why}".encode())

    def _asked(self, link: socket.socket) -> str:
        size = _exactly(link, 4)
        return _exactly(link, int(size, 16)).decode() if size else ""

    def _run(self, link: socket.socket, command: str) -> None:
        phone = self.server.phone
        environment = {**os.environ, "PATH": f"{phone.folder}/bin:/usr/bin:/bin", "PHONE": str(phone.folder)}
        with subprocess.Popen(["sh", "-c", phone.here(command)], stdout=subprocess.PIPE, env=environment,
                              start_new_session=True) as process:  # fmt: skip
            threading.Thread(target=_end_when_closed, args=(link, process), daemon=True).start()
            assert process.stdout is not None
            try:
                while chunk := os.read(process.stdout.fileno(), 65_536):
                    link.sendall(chunk)
            except OSError:
                os.killpg(process.pid, signal.SIGKILL)

    def _sync(self, link: socket.socket) -> None:
        kind = _exactly(link, 4)
        (size,) = struct.unpack("<I", _exactly(link, 4))
        name = _exactly(link, size).decode()
        path = Path(self.server.phone.here(name.rpartition(",")[0] if kind == b"SEND" else name))
        if kind == b"STAT":
            there = path.stat() if path.exists() else None
            row = (there.st_mode, there.st_size, int(there.st_mtime)) if there else (0, 0, 0)
            link.sendall(b"STAT" + struct.pack("<III", *row))
        elif kind == b"SEND":
            content = b""
            while (part := _exactly(link, 8))[:4] == b"DATA":
                content += _exactly(link, struct.unpack("<I", part[4:])[0])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            link.sendall(b"OKAY" + bytes(4))
        elif path.is_file():
            content = path.read_bytes()
            for start in range(0, len(content), 65_536):
                part = content[start : start + 65_536]
                link.sendall(b"DATA" + struct.pack("<I", len(part)) + part)
            link.sendall(b"DONE" + bytes(4))
        else:
            why = b"No such file or directory"
            link.sendall(b"FAIL" + struct.pack("<I", len(why)) + why)


def _end_when_closed(link: socket.socket, process: subprocess.Popen[bytes]) -> None:
    """adbd ends a command whose connection was closed."""
    try:
        if link.recv(1) == b"" and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass


def _exactly(link: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = link.recv(count - len(data))
        if not more:
            return b""
        data += more
    return data
