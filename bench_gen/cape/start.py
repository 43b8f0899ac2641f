"""What an instance starts from, and which bytes each file that its steps touch will hold."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

from assets.errors import InputError
from bench_gen.cape.paths import made_by
from bench_gen.cape.schema import Copy, Create, Download, Rename, Seed, Step, Write
from testbed.fleet import DEVICES
from testbed.services.model import Record, Value
from testbed.site import State


def start_of(task: Seed) -> State:
    """The state at the start: records, files (those of a kind on both of its devices), settings."""
    files = {
        device: {
            path: text.encode() for name in (kind, device) for path, text in sorted(task.files.get(name, {}).items())
        }
        for device, kind in DEVICES.items()
    }
    settings = {
        device: {**task.settings.get(kind, {}), **task.settings.get(device, {})} for device, kind in DEVICES.items()
    }
    return State(records_of(task), files, settings)


def records_of(task: Seed) -> dict[str, list[Record]]:
    """The records at the start; a file is given as `{name, text}`."""
    return {
        service: [{name: _value(value) for name, value in row.items()} for row in rows]
        for service, rows in sorted(task.records.items())
    }


def _value(value: Any) -> Value:
    if isinstance(value, dict):
        return file_value(str(value["name"]), str(value["text"]))
    return value  # type: ignore[no-any-return]


def file_value(name: str, text: str) -> dict[str, str]:
    """A file as a record's value."""
    return {"name": name, "base64": b64encode(text.encode()).decode()}


def expected_values(task: Seed) -> dict[str, Record]:
    """Step to the values that its record is to hold, files included, for steps that make or change one.

    Raises:
        InputError: when a step uses a file that nothing has put there.
    """
    return _followed(task)[0]


def expected_files(task: Seed) -> dict[str, dict[str, str | None]]:
    """Step to path to text that its device is to hold; None is a file that is gone."""
    return _followed(task)[1]


def _followed(task: Seed) -> tuple[dict[str, Record], dict[str, dict[str, str | None]]]:
    start = start_of(task)
    held = {device: {path: data.decode() for path, data in files.items()} for device, files in start.files.items()}
    records = {name: [dict(row) for row in rows] for name, rows in start.records.items()}
    values: dict[str, Record] = {}
    files: dict[str, dict[str, str | None]] = {}
    for step in task.steps:
        act, own = step.act, held[step.device]
        if isinstance(act, Create):
            made = {name: _given(task, step, own, value) for name, value in act.values.items()}
            values[step.id] = made
            records.setdefault(act.service, []).append(made)
        elif act.do == "update":
            values[step.id] = {name: _given(task, step, own, value) for name, value in act.values.items()}
        elif isinstance(act, Download):
            text = _held_by(task, step, records.get(act.service, []), act)
            own[made_by(step)] = text
            files[step.id] = {made_by(step): text}
        elif isinstance(act, Write):
            own[act.path] = act.content
            files[step.id] = {act.path: act.content}
        elif isinstance(act, Copy | Rename):
            files[step.id] = _placed(task, step, own, act)
    return values, files


def _placed(task: Seed, step: Step, own: dict[str, str], act: Copy | Rename) -> dict[str, str | None]:
    target = made_by(step)
    if act.path not in own:
        raise InputError(f"nothing puts {act.path} on {step.device}", file=task.id, field=f"steps.{step.id}")
    found: dict[str, str | None] = {target: own[act.path]}
    own[target] = own[act.path]
    if act.do != "copy":
        del own[act.path]
        found[act.path] = None
    return found


def _given(task: Seed, step: Step, own: dict[str, str], value: Any) -> Value:
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return]
    path = str(value["path"])
    if path not in own:
        raise InputError(f"nothing puts {path} on {step.device}", file=task.id, field=f"steps.{step.id}.act.values")
    return file_value(path.rsplit("/", 1)[-1], own[path])


def _held_by(task: Seed, step: Step, rows: list[Record], act: Download) -> str:
    for row in rows:
        held = row.get(act.field)
        if isinstance(held, dict) and all(row.get(name) == value for name, value in act.match.items()):
            if held["name"] != act.name:
                raise InputError(f"that file is called {held['name']}", file=task.id, field=f"steps.{step.id}.act.name")
            return b64decode(held["base64"]).decode()
    raise InputError("no record at that point holds such a file", file=task.id, field=f"steps.{step.id}.act.match")
