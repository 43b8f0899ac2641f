"""The services over HTTP: an API, a command's endpoint and pages, told apart by the socket of a request."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, create_model
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from testbed.markup import environment, style
from testbed.services.faults import Fault
from testbed.services.forms import given_by_form
from testbed.services.model import SERVICES, Field, Operation, Service, ServiceError
from testbed.services.store import Origin, Store

_LARGEST_BODY = 4 << 20


class Account:
    """The store, the faults in force, and which token each device may use."""

    def __init__(self, account: str) -> None:
        self.store = Store(account)
        self.faults: list[Fault] = []
        self.tokens: dict[str, str] = {}

    def refuse(self, origin: Origin, service: Service, operation: Operation | None) -> None:
        """Raise what a fault says, if one strikes.

        Raises:
            ServiceError: with the fault's status.
        """
        for fault in self.faults:
            if fault.effect == "refuse" and fault.strikes(origin.device, service.name, origin.modality, operation):
                raise ServiceError(fault.status, fault.message)

    def page_effects(self, origin: Origin, service: Service) -> set[str]:
        """Effects on a service's pages."""
        return {f.effect for f in self.faults if f.strikes(origin.device, service.name, "gui", None)}


def api_of(account: Account) -> FastAPI:
    """The API, described by OpenAPI under /openapi.json; each request carries its device's token."""
    api = FastAPI(title="Account services", docs_url=None, redoc_url=None)
    for service in SERVICES.values():
        _add_api(api, account, service)
    return api


def _add_api(api: FastAPI, account: Account, service: Service) -> None:
    path = f"/{service.name}"
    new, change = _form(service, whole=True), _form(service, whole=False)

    def perform(request: Request, operation: Operation, number: int | None, given: dict[str, object]) -> Any:
        origin = origin_of(request)
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        account.refuse(origin, service, operation)
        if not token or token != account.tokens.get(origin.device):
            raise ServiceError(401, "the access token is missing or has expired")
        return account.store.perform(origin, service, operation, number, given)

    async def listed(request: Request, q: str = "") -> Any:
        return perform(request, "list", None, {"q": q})

    async def got(request: Request, number: int) -> Any:
        return perform(request, "get", number, {})

    async def created(request: Request, values: new) -> Any:  # type: ignore[valid-type]
        return perform(request, "create", None, values.model_dump(exclude_unset=True))  # type: ignore[attr-defined]

    async def updated(request: Request, number: int, values: change) -> Any:  # type: ignore[valid-type]
        return perform(request, "update", number, values.model_dump(exclude_unset=True))  # type: ignore[attr-defined]

    async def deleted(request: Request, number: int) -> Any:
        return perform(request, "delete", number, {})

    # Annotations that are values of this function, not names of the module.
    created.__annotations__["values"], updated.__annotations__["values"] = new, change
    for function in (listed, got, created, updated, deleted):
        function.__annotations__["request"] = Request
        for name, kind in (("q", str), ("number", int)):
            if name in function.__annotations__:
                function.__annotations__[name] = kind
    one = path + "/{number}"
    routes: tuple[tuple[Operation, str, str, Callable[..., Any]], ...] = (
        ("list", path, "GET", listed),
        ("get", one, "GET", got),
        ("create", path, "POST", created),
        ("update", one, "PATCH", updated),
        ("delete", one, "DELETE", deleted),
    )
    for operation, address, method, function in routes:
        if service.offers("api", operation):
            name = f"{operation} {service.item}"
            api.add_api_route(
                address, function, methods=[method], summary=name, tags=[service.title], response_model=None
            )


def _form(service: Service, *, whole: bool) -> type[BaseModel]:
    kinds: dict[str, Any] = {"number": float, "flag": bool, "file": dict[str, str] | None}
    fields: dict[str, Any] = {
        field.name: (kinds.get(field.kind, str), ... if whole and field.required else field.default)
        for field in service.fields
        if field.given
    }
    name = ("New" if whole else "Change") + service.name.capitalize()
    return create_model(name, __config__=ConfigDict(extra="forbid"), **fields)


async def command(request: Request, account: Account) -> Response:
    """What the commands on a device ask: `{"service", "operation", "id", "values"}`."""
    asked = json.loads(await _body(request))
    service = SERVICES.get(str(asked.get("service")))
    operation = asked.get("operation")
    if service is None:
        raise ServiceError(404, f"no service {asked.get('service')}")
    if not service.offers("cli", operation):
        offered = ", ".join(sorted(service.cli))
        raise ServiceError(405, f"{service.name} has no {operation} here; it has {offered}")
    origin = origin_of(request)
    account.refuse(origin, service, operation)
    values = asked.get("values") or {}
    number = asked.get("id")
    if not isinstance(values, dict) or not (number is None or isinstance(number, int)):
        raise ServiceError(422, "values must be an object and id a number")
    return JSONResponse(account.store.perform(origin, service, operation, number, values))


class Pages:
    """Server-rendered pages of every service, at /<service>/ ..., with accessible markup."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._environment = environment()

    async def respond(self, request: Request) -> Response:
        """One page or form."""
        parts = [part for part in request.url.path.split("/") if part]
        service = SERVICES.get(parts[0]) if parts else None
        if parts == ["style.css"]:
            return style()
        if service is None:
            raise ServiceError(404, "no such page")
        origin = origin_of(request)
        effects = self._account.page_effects(origin, service)
        if "page_error" in effects:
            return self._page(
                "error.html", status=500, message="This page could not be drawn. Error 0x2a.", service=service
            )
        rest = parts[1:]
        if request.method == "POST":
            if "disabled" in effects:
                raise ServiceError(409, "the form is disabled")
            return await self._submitted(request, origin, service, rest)
        context: dict[str, Any] = {"service": service, "disabled": "disabled" in effects, "modal": "modal" in effects}
        if not rest:
            query = request.query_params.get("q", "")
            rows = self._perform(origin, service, "list", None, {"q": query})
            return self._page("list.html", rows=rows, query=query, heading=_heading, summary=_summary, **context)
        if rest == ["new"] and service.offers("gui", "create"):
            return self._page("form.html", record={}, number=None, **context)
        number = _number(rest[0])
        if len(rest) == 3 and rest[1] == "file":
            return self._file(origin, service, number, rest[2])
        record = self._perform(origin, service, "get", number, {})
        return self._page("form.html", record=record, number=number, **context)

    async def _submitted(self, request: Request, origin: Origin, service: Service, rest: list[str]) -> Response:
        given = given_by_form(service, await request.form(max_part_size=_LARGEST_BODY))
        if rest == ["new"]:
            self._perform(origin, service, "create", None, given)
        elif len(rest) == 2 and rest[1] == "delete":
            self._perform(origin, service, "delete", _number(rest[0]), {})
        elif len(rest) == 1:
            self._perform(origin, service, "update", _number(rest[0]), given)
        else:
            raise ServiceError(404, "no such page")
        return RedirectResponse(f"/{service.name}/", status_code=303)

    def _perform(
        self, origin: Origin, service: Service, operation: Operation, number: int | None, given: dict[str, object]
    ) -> Any:
        if not service.offers("gui", operation):
            raise ServiceError(405, f"{service.title} cannot do that here")
        self._account.refuse(origin, service, operation)
        return self._account.store.perform(origin, service, operation, number, given)

    def _file(self, origin: Origin, service: Service, number: int, name: str) -> Response:
        held = self._perform(origin, service, "get", number, {}).get(name)
        if not isinstance(held, dict):
            raise ServiceError(404, "no such file")
        header = {"content-disposition": f"attachment; filename*=UTF-8''{quote(held['name'], safe='')}"}
        return Response(b64decode(held["base64"]), media_type="application/octet-stream", headers=header)

    def error(self, error: ServiceError) -> Response:
        """An error as a page."""
        return self._page("error.html", status=error.status, message=error.message, service=None)

    def _page(self, template: str, *, status: int = 200, **context: object) -> Response:
        return HTMLResponse(self._environment.get_template(template).render(status=status, **context), status)


def _number(text: str) -> int:
    if not text.isdigit() or len(text) > 9:
        raise ServiceError(404, "no such page")
    return int(text)


def _heading(service: Service, row: dict[str, Any]) -> str:
    return str(row[service.key])


def _summary(service: Service, row: dict[str, Any]) -> str:
    others = [
        field for field in service.fields if field.name != service.key and row[field.name] not in ("", None, False)
    ]
    return "  ·  ".join(_said(field, row[field.name]) for field in others)[:160]


def _said(field: Field, value: Any) -> str:
    if field.kind == "file":
        return str(value["name"])
    return field.title.lower() if value is True else str(value).replace("\n", " ")


def origin_of(request: Request) -> Origin:
    """The device and modality of a request: sockets are named `<device>/<modality>`."""
    path = Path(str(request.scope["server"][0]))
    return Origin(path.parent.name, path.name)


def _replayed(body: bytes) -> Callable[[], Awaitable[dict[str, Any]]]:
    """A body that has been read whole: a refusal sent before that would reset the connection under the sender."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _body(request: Request) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LARGEST_BODY:
            raise ServiceError(413, "the request is too large")
    return body


def application(account: Account) -> Callable[..., Awaitable[None]]:
    """The ASGI application of all sockets."""
    api, pages = api_of(account), Pages(account)

    async def on_error(request: Request, error: Exception) -> Response:
        del request
        assert isinstance(error, ServiceError)
        return JSONResponse({"detail": error.message}, error.status)

    api.add_exception_handler(ServiceError, on_error)

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        modality = origin_of(request).modality
        try:
            if modality == "api":
                await api(scope, _replayed(await _body(request)), send)
                return
            response = await (command(request, account) if modality == "cli" else pages.respond(request))
        except ServiceError as error:
            response = (
                pages.error(error) if modality == "gui" else JSONResponse({"detail": error.message}, error.status)
            )
        except ValueError:
            response = JSONResponse({"detail": "the request is not valid"}, 400)
        await response(scope, receive, send)

    return app
