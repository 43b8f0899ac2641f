"""The browser's way to one device: an HTTP proxy on loopback whose connections open inside the device.

It serves the device's own address and nothing else, so that no page reaches another device or this machine.
"""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

Route = Callable[[str], Path | None]
"""From a page's path to the socket that serves it; None when the device is unreachable."""

_HEAD = 64 << 10
_OFFLINE = """<!doctype html><html lang="en"><head><title>No connection</title></head><body>
<h1>This site can't be reached</h1>
<p role="alert">The connection was refused or closed. ERR_CONNECTION_CLOSED</p></body></html>"""


class DeviceProxy:
    """Listens on a free port of 127.0.0.1 until closed."""

    def __init__(self, host: str, route: Route) -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.host, self._server.route = host, route
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """For the browser's settings."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    host = ""
    route: Route


class _Handler(socketserver.BaseRequestHandler):
    server: _Server

    def handle(self) -> None:
        client: socket.socket = self.request
        client.settimeout(30)
        try:
            head, rest = _head(client)
            first, *headers = head.split("\r\n")
            method, target, version = first.split(" ")
        except (OSError, ValueError):
            return
        url = urlsplit(target)
        if method == "CONNECT" or url.hostname != self.server.host:
            _say(client, HTTPStatus.FORBIDDEN, "<h1>Not this device</h1>")
            return
        path = url._replace(scheme="", netloc="").geturl() or "/"
        socket_path = self.server.route(path)
        kept = [h for h in headers if h.split(":")[0].lower() not in ("proxy-connection", "connection")]
        message = "\r\n".join([f"{method} {path} {version}", *kept, "Connection: close", "", ""]).encode() + rest
        if socket_path is None or not _relayed(client, socket_path, message):
            _say(client, HTTPStatus.BAD_GATEWAY, _OFFLINE)


def _relayed(client: socket.socket, path: Path, message: bytes) -> bool:
    """Pass a request on and its reply back; False when there was no reply."""
    answered = False
    with socket.socket(socket.AF_UNIX) as upstream:
        upstream.settimeout(30)
        try:
            upstream.connect(str(path))
            upstream.sendall(message)
            threading.Thread(target=_uploaded, args=(client, upstream), daemon=True).start()
            while data := upstream.recv(65_536):
                client.sendall(data)
                answered = True
        except OSError:
            pass
    return answered


def _uploaded(client: socket.socket, upstream: socket.socket) -> None:
    """The rest of a request's body."""
    try:
        while data := client.recv(65_536):
            upstream.sendall(data)
    except OSError:
        pass


def _head(client: socket.socket) -> tuple[str, bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        more = client.recv(8192)
        if not more or len(data) > _HEAD:
            raise ValueError("no request")
        data += more
    head, _, rest = data.partition(b"\r\n\r\n")
    return head.decode("latin-1"), rest


def _say(client: socket.socket, status: HTTPStatus, body: str) -> None:
    text = body.encode()
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", "content-type: text/html; charset=utf-8",
             f"content-length: {len(text)}", "connection: close", "", ""]  # fmt: skip
    with suppress(OSError):
        client.sendall("\r\n".join(lines).encode() + text)
