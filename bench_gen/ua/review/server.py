"""The page, served: reads pairs of one set by their ids, writes decisions.

A request never names a file: pairs are looked up among the set's, pictures among a pair's frames. Against other pages
in the reviewer's browser: only known host names are answered (DNS rebinding), a decision needs a token that only the
page itself can read (cross-site requests), and nothing of the page can be framed or extended.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bench_gen.ua.disk import PairOnDisk, UnreadableFileError, load_pair, pair_path, pairs_in, sha256
from bench_gen.ua.review.content import as_json, detail_of, index_of
from bench_gen.ua.review.decisions import Decision, Verdict, now, record_decision
from bench_gen.ua.review.guard import Guard
from bench_gen.ua.review.pictures import frame_png, overlay_png, states_of
from bench_gen.ua.review.web import PAGE
from bench_gen.ua.settings import AdmissionSettings

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_LARGEST = 8192  # bytes of a decision


class _Wanted(BaseModel):
    model_config = ConfigDict(extra="forbid")

    verdict: Verdict
    reason: str = Field(default="", max_length=1000)
    reviewer: str = Field(min_length=1, max_length=100)
    record: str = Field(pattern=r"^[0-9a-f]{64}$")


@dataclass(frozen=True)
class Desk:
    """A set under review.

    Attributes:
        reviewer: who decides, unless they say otherwise.
        token: what a decision must carry.
        key: what a browser must bring along to see anything; empty on loopback.
    """

    ua: Path
    settings: AdmissionSettings
    reviewer: str = ""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    key: str = ""

    def pair(self, name: str) -> PairOnDisk:
        """A pair of the set.

        Raises:
            HTTPException: 404 when the set has no such pair.
        """
        if name not in pairs_in(self.ua):
            raise HTTPException(404, "no such pair")
        return _opened(self.ua, name, (self.ua / pair_path(name)).stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _opened(ua: Path, name: str, _written: int) -> PairOnDisk:
    return load_pair(ua, name)


def create_app(desk: Desk, hosts: Sequence[str] = LOOPBACK) -> Starlette:
    """The web application.

    Args:
        hosts: host names by which it may be asked.
    """

    def index(_: Request) -> Response:
        listed = index_of(desk.ua, pairs_in(desk.ua))
        return JSONResponse({**listed, "token": desk.token, "reviewer": desk.reviewer})

    def detail(request: Request) -> Response:
        return JSONResponse(detail_of(desk.pair(request.path_params["pair"]), desk.settings))

    def picture(draw: Callable[[PairOnDisk, str], bytes]) -> Callable[[Request], Response]:
        def show(request: Request) -> Response:
            pair, state = desk.pair(request.path_params["pair"]), request.path_params["state"]
            if state not in states_of(pair):
                raise HTTPException(404, "no such frame")
            try:
                return Response(draw(pair, state), media_type="image/png")
            except UnreadableFileError as error:
                raise HTTPException(404, str(error)) from None

        return show

    async def decide(request: Request) -> Response:
        if not secrets.compare_digest(request.headers.get("x-crossroom-token", ""), desk.token):
            raise HTTPException(403, "this request does not come from the page")
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > _LARGEST:
                raise HTTPException(413, "too long")
        pair = desk.pair(request.path_params["pair"])
        try:
            wanted = _Wanted.model_validate_json(body)
        except ValidationError as error:
            raise HTTPException(422, error.errors()[0]["msg"]) from None
        if wanted.verdict == "reject" and not wanted.reason.strip():
            raise HTTPException(422, "a rejection needs a reason")
        if wanted.record != sha256(desk.ua / pair_path(pair.script.pair)):
            raise HTTPException(409, "the pair was made anew since it was shown; reload the page")
        decision = Decision(
            pair=pair.script.pair,
            verdict=wanted.verdict,
            reason=wanted.reason.strip(),
            reviewer=wanted.reviewer.strip() or "anonymous",
            time=now(),
            record=wanted.record,
            attempt=pair.script.attempt,
        )
        record_decision(desk.ua, decision)
        return JSONResponse({"decision": as_json(decision) if decision.verdict != "none" else None})

    return Starlette(
        routes=[
            *(Route(f"/{name}", _page(content, kind)) for name, (content, kind) in sorted(PAGE.items())),
            Route("/", _page(*PAGE["index.html"])),
            Route("/data/index.json", index),
            Route("/data/{pair}.json", detail),
            Route("/frames/{pair}/{state}.png", picture(frame_png)),
            Route("/classes/{pair}/{state}.png", picture(overlay_png)),
            Route("/decisions/{pair}", decide, methods=["PUT"]),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
            Middleware(Guard, key=desk.key),
        ],
        exception_handlers={HTTPException: _refused},
    )


def _page(content: bytes, kind: str) -> Callable[[Request], Response]:
    return lambda _: Response(content, media_type=kind)


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code)
