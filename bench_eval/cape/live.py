"""Serving the watch page while its episode is played: on loopback, the page, what has happened so far, and pictures."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from assets.errors import InputError

_STARTING: Final = """<!doctype html><html lang="en"><head><title>Starting</title>
<meta http-equiv="refresh" content="1"></head><body><p>The devices are starting.</p></body></html>"""
_PICTURE: Final = re.compile(r"/[A-Za-z0-9-]{1,80}\.jpg")


class LivePage:
    """Serves until closed.

    Args:
        port: 0 for any that is free.

    Raises:
        InputError: when the port is taken.
    """

    def __init__(self, port: int = 0) -> None:
        try:
            self._server = _Server(("127.0.0.1", port), _Handler)
        except OSError as error:
            raise InputError(
                str(error.strerror), field="--port", expected="a port that is free, or 0 for any"
            ) from None
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()

    @property
    def address(self) -> str:
        """Where to look."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    @property
    def folder(self) -> Path:
        """Where the pictures lie."""
        return self._server.folder

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._server.folder = folder

    def publish(self, page: str, episode: str) -> None:
        """Show this page, and this to those who have it open."""
        self._server.texts = {
            "/": ("text/html", page.encode()),
            "/episode.json": ("application/json", episode.encode()),
        }

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    folder = Path()
    texts: Mapping[str, tuple[str, bytes]] = {"/": ("text/html", _STARTING.encode())}


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Answer one request."""
        kind, content = self.server.texts.get(self.path, ("", b""))
        picture = self.server.folder / self.path[1:]
        if not kind and _PICTURE.fullmatch(self.path) and picture.is_file():
            kind, content = "image/jpeg", picture.read_bytes()
        self.send_response(HTTPStatus.OK if kind else HTTPStatus.NOT_FOUND)
        self.send_header("content-type", f"{kind or 'text/plain'}; charset=utf-8" if kind != "image/jpeg" else kind)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing: standard error is for people."""
