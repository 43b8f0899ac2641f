"""The device's own apps as pages: home, files, photos, settings; and the lock screen."""

from __future__ import annotations

import mimetypes
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from testbed.inside.kinds import DeviceKind
from testbed.inside.state import DeviceState
from testbed.inside.storage import Storage, StorageError
from testbed.markup import environment, style
from testbed.services.model import SERVICES

TEMPLATES = Path(__file__).parent / "templates"
OWN = {"files": "Files", "photos": "Photos", "settings": "Settings"}
_TEXT = 32_768
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")


def application(kind: DeviceKind, name: str, storage: Storage, state: DeviceState) -> Callable[..., Awaitable[None]]:
    """The ASGI application."""
    pages = _Pages(kind, name, storage, state)

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        try:
            response = await pages.respond(Request(scope, receive))
        except StorageError as error:
            response = pages.page("message.html", status=409, heading="Not possible", message=str(error))
        await response(scope, receive, send)

    return app


class _Pages:
    def __init__(self, kind: DeviceKind, name: str, storage: Storage, state: DeviceState) -> None:
        self._kind, self._name, self._storage, self._state = kind, name, storage, state
        self._environment = environment(TEMPLATES)

    def page(self, template: str, *, status: int = 200, **context: object) -> Response:
        return HTMLResponse(self._environment.get_template(template).render(device=self._name, **context), status)

    async def respond(self, request: Request) -> Response:
        parts = [part for part in request.url.path.split("/") if part]
        if parts == ["style.css"]:
            return style()
        if self._state.locked:
            return self.page("lock.html", status=423)
        if not parts:
            apps = [*OWN.items(), *((entry.name, entry.title) for entry in SERVICES.values() if entry.gui)]
            return self.page("home.html", apps=sorted(apps, key=lambda row: row[1]), kind=self._kind)
        where = "/".join(parts[1:])
        if parts[0] == "files":
            if request.method == "POST":
                return await self._changed(request, where)
            return self._file(where, raw="raw" in request.query_params)
        if parts[0] == "photos":
            return self._photos(where)
        if parts[0] == "settings":
            if request.method == "POST":
                form = await request.form()
                self._state.setting({"setting": "put", "name": str(form.get("name")), "value": str(form.get("value"))})
                return RedirectResponse("/settings", 303)
            return self.page("settings.html", settings=self._state.settings)
        return self.page("message.html", status=404, heading="Not found", message="There is no such page.")

    def _file(self, where: str, *, raw: bool) -> Response:
        path = self._storage.path(where)
        if path.is_dir():
            children = sorted(path.iterdir(), key=lambda child: (child.is_file(), child.name.lower()))
            rows = [(child.name, quote(f"{where}/{child.name}".strip("/")), child.is_dir()) for child in children
                    if not child.name.startswith(".")]  # fmt: skip
            return self.page("folder.html", where=where, rows=rows)
        content = self._storage.read(where)
        if raw:
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            return Response(content, media_type=kind)
        text = None if path.suffix.lower() in _PICTURES else content[:_TEXT].decode("utf-8", "replace")
        folders = [p.relative_to(self._storage.root).as_posix() for p in sorted(self._storage.root.rglob("*"))
                   if p.is_dir() and not p.is_symlink()]  # fmt: skip
        return self.page("file.html", where=where, link=quote(where), name=path.name, text=text, folders=folders)

    async def _changed(self, request: Request, where: str) -> Response:
        form = await request.form()
        verb, path = str(form.get("verb")), self._storage.path(where)
        text = str(form.get("text", "")).replace("\r\n", "\n").encode()
        parent = path.parent.relative_to(self._storage.root).as_posix() if path != self._storage.root else ""
        if verb == "new":
            self._storage.write(f"{where}/{_plain(form.get('name'))}", text)
            return RedirectResponse(f"/files/{quote(where)}", 303)
        if verb == "save":
            self._storage.write(where, text)
        elif verb == "rename":
            _renamed(path, self._storage.path(f"{parent}/{_plain(form.get('name'))}"))
        elif verb in ("copy", "move"):
            target = self._storage.path(f"{form.get('folder')}/{path.name}")
            self._storage.write(str(target), self._storage.read(where))
            if verb == "move" and target != path:
                path.unlink()
        elif verb == "delete" and path.is_file():
            path.unlink()
        else:
            raise StorageError(f"cannot {verb}")
        return RedirectResponse(f"/files/{quote(parent if parent != '.' else '')}", 303)

    def _photos(self, where: str) -> Response:
        if where:
            return self.page("photo.html", where=where, link=quote(where), name=Path(where).name)
        rows = [path.relative_to(self._storage.root).as_posix() for path in self._storage.files()
                if path.suffix.lower() in _PICTURES]  # fmt: skip
        return self.page("photos.html", rows=[(row, quote(row)) for row in rows])


def _renamed(path: Path, target: Path) -> None:
    if target.exists():
        raise StorageError(f"{target.name} exists")
    path.rename(target)


def _plain(name: object) -> str:
    text = str(name or "").strip()
    if not text or "/" in text or text in (".", ".."):
        raise StorageError(f"{text!r} is no file name")
    return text
