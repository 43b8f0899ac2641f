"""How a step is done by each modality: the gold plan's actions, found out on the way where they need answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Mapping
from shlex import quote
from typing import Any

from bench_gen.cape.paths import downloaded
from bench_gen.cape.schema import (
    Act,
    Copy,
    Create,
    Delete,
    Download,
    Read,
    Rename,
    Set,
    Step,
    Update,
    Write,
)
from testbed.actions import Outcome
from testbed.fleet import kind_of
from testbed.services.model import MODALITIES, SERVICES, Modality, Operation, Service

Way = Generator[dict[str, Any], Outcome, None]
"""Yields actions, is sent their outcomes, and ends when the step should be done."""


class BlockedError(Exception):
    """An action failed, or did not show what the next one needs."""


_OPERATION: dict[str, Operation] = {
    "create": "create", "update": "update", "delete": "delete", "read": "get", "download": "get",
}  # fmt: skip


def operation_of(act: Act) -> Operation | None:
    """The service operation that a step needs, None for files and settings."""
    return _OPERATION.get(act.do)


def subject_of(act: Act) -> str:
    """What any action that does a step has to name: its service, its file, its setting."""
    if isinstance(act, Set):
        return act.name.rpartition("/")[2]
    if isinstance(act, Write | Copy | Rename):
        return act.path.rpartition("/")[2]
    return act.service


def modalities_of(step: Step, device: str) -> tuple[Modality, ...]:
    """The modalities by which a step can be done on a device, preferred ones first."""
    act, phone = step.act, kind_of(device).family == "android"
    if isinstance(act, Set):
        able: set[Modality] = {"cli", "gui"} if phone else {"gui"}
    elif isinstance(act, Write | Copy | Rename):
        able = {"cli", "gui"}
    else:
        service, operation = SERVICES[act.service], operation_of(act)
        assert operation is not None
        able = {m for m in MODALITIES if service.offers(m, operation)}
        finding = not isinstance(act, Create)
        able = {m for m in able if m == "gui" or not finding or service.offers(m, "list")}
        if isinstance(act, Download) or _has_file(act):
            able -= {"api"}  # a reply is not a file of the device's, nor the other way round
    order = [*step.prefer, *(m for m in MODALITIES if m not in step.prefer)]
    return tuple(m for m in order if m in able)


def way(step: Step, device: str, modality: Modality) -> Way:
    """The gold plan's way of doing a step on a device by a modality.

    Raises:
        BlockedError: from the generator, when an action fails.
    """
    if isinstance(step.act, Write | Copy | Rename):
        return (_files_by_cli if modality == "cli" else _files_by_gui)(step.act, device)
    if isinstance(step.act, Set):
        return (_set_by_cli if modality == "cli" else _set_by_gui)(step.act, device)
    makers: Mapping[str, Callable[..., Way]] = {"api": _by_api, "cli": _by_cli, "gui": _by_gui}
    return makers[modality](step.act, device)


def _has_file(act: Act) -> bool:
    return any(isinstance(value, dict) for value in getattr(act, "values", {}).values())


def _tried(action: dict[str, Any]) -> Generator[dict[str, Any], Outcome, Outcome]:
    outcome = yield action
    if outcome.status != "ok":
        raise BlockedError(outcome.result[:300])
    return outcome


def _by_api(act: Create | Update | Delete | Read, device: str) -> Way:
    base = {"device": device, "modality": "api"}
    path = f"/{act.service}"
    if isinstance(act, Create):
        yield from _tried({**base, "method": "POST", "path": path, "body": dict(act.values)})
        return
    listed = yield from _tried({**base, "method": "GET", "path": path})
    number = _found(json.loads(listed.result), act.match)
    method = {"update": "PATCH", "delete": "DELETE", "read": "GET"}[act.do]
    body = {"body": dict(act.values)} if isinstance(act, Update) else {}
    yield from _tried({**base, "method": method, "path": f"{path}/{number}", **body})


def _by_cli(act: Create | Update | Delete | Read | Download, device: str) -> Way:
    phone = kind_of(device).family == "android"

    def run(command: str) -> Generator[dict[str, Any], Outcome, Outcome]:
        return _tried({"device": device, "modality": "cli", "command": command})

    if isinstance(act, Create):
        yield from run(_phone_command("insert", act.service, None, act.values) if phone
                       else f"{act.service} create {_flags(act.values)}")  # fmt: skip
        return
    listed = yield from run(f"content query --uri content://{act.service}" if phone else f"{act.service} list")
    rows = _rows(listed.result) if phone else [json.loads(line) for line in listed.result.splitlines()]
    number = _found(rows, act.match)
    if isinstance(act, Download):
        target = quote(downloaded(act, device))
        yield from run(f"content read --uri content://{act.service}/{number} --field {act.field} > {target}" if phone
                       else f"{act.service} get {number} --save {act.field} {target}")  # fmt: skip
        return
    values = act.values if isinstance(act, Update) else {}
    verbs = {"update": "update", "delete": "delete", "read": "query"}
    if phone:
        yield from run(_phone_command(verbs[act.do], act.service, number, values))
    else:
        yield from run(f"{act.service} {'get' if act.do == 'read' else act.do} {number} {_flags(values)}".strip())


def _flags(values: Mapping[str, Any]) -> str:
    return " ".join(
        f"--{name} {quote('@' + value['path'] if isinstance(value, dict) else str(value))}"
        for name, value in values.items()
    )


def _phone_command(verb: str, service: str, number: int | None, values: Mapping[str, Any]) -> str:
    uri = f"content://{service}" + (f"/{number}" if number is not None else "")
    binds = [
        f"--bind {quote(f'{n}:f:' + v['path'] if isinstance(v, dict) else f'{n}:s:{v}')}" for n, v in values.items()
    ]
    return " ".join([f"content {verb} --uri {uri}", *binds])


def _rows(text: str) -> list[dict[str, Any]]:
    """Android's `content query` output, as far as finding a record by a field needs it."""
    rows = []
    for block in re.split(r"^Row: \d+ ", text, flags=re.MULTILINE)[1:]:
        pairs = re.split(r", (?=[a-z_]+=)", block.rstrip("\n"))
        rows.append(dict(pair.split("=", 1) for pair in pairs if "=" in pair))
    return rows


def _found(rows: list[dict[str, Any]], match: Mapping[str, Any]) -> int:
    for row in rows:
        if all(_plain(row.get(name)) == _plain(value) for name, value in match.items()):
            return int(row["id"])
    raise BlockedError(f"nothing listed fits {dict(match)}")


def _plain(value: Any) -> str:
    text = "" if value in (None, "NULL") else str(value)
    return " ".join(text.split()).lower() if text in ("True", "False") else " ".join(text.split())


class _Hand:
    """Acts on a device's screen."""

    def __init__(self, device: str) -> None:
        self._base = {"device": device, "modality": "gui"}

    def open(self, app: str) -> Generator[dict[str, Any], Outcome, Outcome]:
        return _tried({**self._base, "action": "open", "text": app})

    def on(self, action: str, role: str, name: str, text: str = "") -> Generator[dict[str, Any], Outcome, Outcome]:
        return _tried({**self._base, "action": action, "element": {"role": role, "name": name}, "text": text})


def _by_gui(act: Create | Update | Delete | Read | Download, device: str) -> Way:
    hand, service = _Hand(device), SERVICES[act.service]
    yield from hand.open(act.service)
    if isinstance(act, Create):
        yield from hand.on("click", "link", f"New {service.item}")
        yield from _fill(hand, service, act.values)
        yield from hand.on("click", "button", service.submit)
        return
    name = act.match.get(service.key)
    if name is None:
        raise BlockedError(f"a page of {service.title} shows records by {service.key} alone")
    yield from hand.on("click", "link", str(name))
    if isinstance(act, Update):
        yield from _fill(hand, service, act.values)
        yield from hand.on("click", "button", "Save")
    elif isinstance(act, Delete):
        yield from hand.on("click", "button", "Delete")
    elif isinstance(act, Download):
        yield from hand.on("click", "link", f"Download {act.name}")


def _fill(hand: _Hand, service: Service, values: Mapping[str, Any]) -> Way:
    for name, value in values.items():
        field = service.field(name)
        assert field is not None
        if isinstance(value, dict):
            yield from hand.on("upload", "button", field.title, value["path"])
        elif field.kind == "flag":
            if str(value).lower() == "true":
                yield from hand.on("click", "checkbox", field.title)
        else:
            yield from hand.on("type", "textbox", field.title, str(value))


def _files_by_cli(act: Write | Copy | Rename, device: str) -> Way:
    if isinstance(act, Write):
        folder = act.path.rpartition("/")[0] or "."
        command = f"mkdir -p {quote(folder)} && printf %s {quote(act.content)} > {quote(act.path)}"
    elif isinstance(act, Copy):
        command = f"{'cp' if act.do == 'copy' else 'mv'} {quote(act.path)} {quote(act.folder + '/')}"
    else:
        target = f"{act.path.rpartition('/')[0]}/{act.name}".strip("/")
        command = f"mv {quote(act.path)} {quote(target)}"
    yield from _tried({"device": device, "modality": "cli", "command": command})


def _files_by_gui(act: Write | Copy | Rename, device: str) -> Way:
    hand = _Hand(device)
    yield from hand.open("files")
    *folders, name = act.path.split("/")
    for folder in folders:
        yield from hand.on("click", "link", folder)
    if isinstance(act, Write):
        yield from hand.on("type", "textbox", "File name", name)
        yield from hand.on("type", "textbox", "Content", act.content)
        yield from hand.on("click", "button", "Create")
        return
    yield from hand.on("click", "link", name)
    if isinstance(act, Copy):
        yield from hand.on("select", "combobox", "Folder", act.folder)
        yield from hand.on("click", "button", act.do.capitalize())
    else:
        yield from hand.on("type", "textbox", "New name", act.name)
        yield from hand.on("click", "button", "Rename")


def _set_by_cli(act: Set, device: str) -> Way:
    space, _, name = act.name.partition("/")
    command = f"settings put {space} {name} {quote(act.value)}"
    yield from _tried({"device": device, "modality": "cli", "command": command})


def _set_by_gui(act: Set, device: str) -> Way:
    hand = _Hand(device)
    yield from hand.open("settings")
    yield from hand.on("type", "textbox", act.name, act.value)
    yield from hand.on("click", "button", f"Save {act.name}")
