"""Ports of loopback that lead to the account's services, for `adb reverse` to give to a device."""

from __future__ import annotations

import socket
import socketserver
import threading
from contextlib import suppress
from pathlib import Path


class Relay:
    """Listens on a free port of 127.0.0.1 until closed; each connection goes to a Unix socket."""

    def __init__(self, path: Path) -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.path = path
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    def set_up(self, *, up: bool) -> None:
        """Relay, or close every new connection at once."""
        self._server.up = up

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    path = Path()
    up = True


class _Handler(socketserver.BaseRequestHandler):
    server: _Server

    def handle(self) -> None:
        client: socket.socket = self.request
        if not self.server.up:
            return
        with socket.socket(socket.AF_UNIX) as upstream, suppress(OSError):
            upstream.connect(str(self.server.path))
            threading.Thread(target=_pump, args=(client, upstream), daemon=True).start()
            _pump(upstream, client)


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
