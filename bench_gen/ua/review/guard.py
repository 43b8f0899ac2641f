"""What every answer of the page carries, and who may ask when it is served beyond this machine."""

from __future__ import annotations

import secrets

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "crossroom_key"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """ASGI middleware: sets `HEADERS`; with a key, answers only who brings it, first as `?key=`, then as a cookie."""

    def __init__(self, app: ASGIApp, key: str = "") -> None:
        self._app, self._key = app, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        app = self._app if not self._key else self._admit(Request(scope))
        await app(scope, receive, send_with_headers)

    def _admit(self, request: Request) -> ASGIApp:
        if self._same(request.cookies.get(COOKIE, "")):
            return self._app
        if not self._same(request.query_params.get("key", "")):
            return PlainTextResponse("Open the address that the server printed: it ends in ?key=...", status_code=403)
        answer = RedirectResponse(request.url.path, status_code=303)
        answer.set_cookie(COOKIE, self._key, httponly=True, samesite="strict")
        return answer

    def _same(self, offered: str) -> bool:
        return secrets.compare_digest(offered.encode(), self._key.encode())
