"""HTTP over a Unix socket, with bounded replies."""

from __future__ import annotations

import http.client
import json
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LARGEST = 8 << 20


@dataclass(frozen=True)
class Reply:
    """A reply: status, and body as text."""

    status: int
    text: str


class _Connection(http.client.HTTPConnection):
    def __init__(self, path: Path, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


def request(path: Path, method: str, target: str, body: Any, token: str, timeout: float) -> Reply:
    """Send one request.

    Raises:
        OSError, http.client.HTTPException: when the other side cannot be reached or closes.
    """
    connection = _Connection(path, timeout)
    headers = {"authorization": f"Bearer {token}", "connection": "close"}
    data = None
    if body is not None:
        data, headers["content-type"] = json.dumps(body).encode(), "application/json"
    try:
        connection.request(method, target, data, headers)
        reply = connection.getresponse()
        return Reply(reply.status, reply.read(LARGEST).decode("utf-8", "replace"))
    finally:
        connection.close()
