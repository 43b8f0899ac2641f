"""Whether gold steps are done and postconditions hold, from what services logged and devices hold.

A step counts when it was done with the intended semantics on an allowed device (Adherence); a postcondition when the
final state holds what the step was to bring about (Completion) (OctoNest, section 3.1).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from bench_gen.cape.paths import made_by
from bench_gen.cape.schema import Copy, Create, Delete, Download, Instance, Read, Rename, Set, Step, Update, Write
from bench_gen.cape.start import expected_files, expected_values, records_of
from testbed.services.model import Record

Snapshot = Mapping[str, Any]
"""`records` (service to records) and `devices` (name to `files` and `state`)."""


class Progress:
    """Follows one episode."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._values = expected_values(instance.task)
        self._files = expected_files(instance.task)
        self._start = records_of(instance.task)
        self.done: dict[str, int] = {}
        """Step to the number of actions after which it was first seen done."""
        self.where: dict[str, str] = {}
        """Step to the device on which it was done."""

    def see(self, number: int, events: Sequence[Mapping[str, Any]], snapshot: Snapshot) -> list[str]:
        """Take in what the `number`-th action set off; returns the steps that it completed."""
        new = []
        for step in self._instance.task.steps:
            if step.id in self.done:
                continue
            for device in self._allowed(step):
                if self._is_done(step, device, events, snapshot):
                    self.done[step.id], self.where[step.id] = number, device
                    new.append(step.id)
                    break
        return new

    def _allowed(self, step: Step) -> tuple[str, ...]:
        """The devices on which a step counts now: where it shares a file with an earlier step, that step's."""
        allowed = self._instance.allowed[step.id]
        if step.together is not None and step.together in self.where:
            return tuple(device for device in allowed if device == self.where[step.together])
        return allowed

    def _is_done(self, step: Step, device: str, events: Sequence[Mapping[str, Any]], snapshot: Snapshot) -> bool:
        act = step.act
        if isinstance(act, Set):
            settings: Mapping[str, str] = snapshot["devices"][device]["state"]["settings"]
            return settings.get(act.name) == act.value
        if isinstance(act, Write | Copy | Rename | Download):
            return _holds(snapshot["devices"][device]["files"], self._files[step.id], device, act)
        mine = [e for e in events if e["device"] == device and e["service"] == act.service]
        if isinstance(act, Create):
            return any(e["operation"] == "create" and _fits(e["values"], self._values[step.id]) for e in mine)
        if isinstance(act, Update):
            return any(e["operation"] == "update" and _fits(e["values"], self._wanted(step)) for e in mine)
        if isinstance(act, Delete):
            return any(e["operation"] == "delete" and _fits(e["values"], act.match) for e in mine)
        assert isinstance(act, Read)
        return any(e["operation"] == "get" and _fits(e["values"], act.match) for e in mine)

    def _wanted(self, step: Step) -> Record:
        """The record that a step is to leave; of a changed one, also what it was found by and keeps."""
        kept = {k: v for k, v in getattr(step.act, "match", {}).items() if k not in self._values[step.id]}
        return {**kept, **self._values[step.id]}

    def postconditions(self, snapshot: Snapshot) -> dict[str, bool]:
        """Name to whether the final state satisfies it."""
        found: dict[str, bool] = {}
        changed_later = _changed_later(self._instance)
        for step in self._instance.task.steps:
            act = step.act
            if isinstance(act, Read) or step.id in changed_later:
                continue
            devices = self._instance.allowed[step.id]
            if isinstance(act, Set):
                held = [snapshot["devices"][d]["state"]["settings"].get(act.name) == act.value for d in devices]
                found[step.id] = any(held)
            elif isinstance(act, Write | Copy | Rename | Download):
                found[step.id] = any(
                    _holds(snapshot["devices"][d]["files"], self._files[step.id], d, act) for d in devices
                )
            else:
                rows: list[Record] = snapshot["records"][act.service]
                if isinstance(act, Delete):
                    found[step.id] = not any(_fits(row, act.match) for row in rows)
                else:
                    found[step.id] = any(_fits(row, self._wanted(step)) for row in rows)
        for service in self._instance.task.never:
            name, more = f"nothing else in {service}", self._extra(service, snapshot["records"][service])
            if any(
                getattr(s.act, "service", "") == service and s.act.do == "create" for s in self._instance.task.steps
            ):
                found[name] = bool(not more and any(found.get(s.id) for s in self._instance.task.steps
                                                    if getattr(s.act, "service", "") == service))  # fmt: skip
        return found

    def _extra(self, service: str, rows: Sequence[Record]) -> list[Record]:
        known = [*self._start.get(service, [])]
        known += [self._values[s.id] for s in self._instance.task.steps
                  if isinstance(s.act, Create) and s.act.service == service]  # fmt: skip
        return [row for row in rows if not any(_fits(row, values) for values in known)]


def _changed_later(instance: Instance) -> set[str]:
    """Steps whose effect a later step is meant to undo: a file moved on, a record changed or deleted."""
    found, steps = set(), instance.task.steps
    for number, step in enumerate(steps):
        for later in steps[number + 1 :]:
            path = made_by(step)
            if path and isinstance(later.act, Copy | Rename) and later.act.do != "copy" and later.act.path == path:
                found.add(step.id)
            if path and isinstance(later.act, Write) and later.act.path == path:
                found.add(step.id)
            if (
                isinstance(step.act, Create | Update)
                and isinstance(later.act, Update | Delete)
                and later.act.service == step.act.service
                and _fits({**getattr(step.act, "match", {}), **step.act.values}, later.act.match)
            ):
                found.add(step.id)
    return found


def _holds(files: Mapping[str, Any], wanted: Mapping[str, str | None], device: str, act: Any) -> bool:
    from testbed.inside.kinds import KINDS
    from testbed.site import DEVICES

    for path, text in wanted.items():
        where = path
        if isinstance(act, Download):
            where = f"{KINDS[DEVICES[device]].downloads}/{act.name}"
        held = files.get(where)
        if text is None:
            if held is not None:
                return False
        elif held is None or held.get("sha256") != hashlib.sha256(text.encode()).hexdigest():
            return False
    return True


def _fits(row: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a record holds these values; numbers by value, text by its words, files by name and content."""
    return all(_same(row.get(name), value) for name, value in wanted.items())


def _same(held: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) or isinstance(held, dict):
        return bool(held == wanted)
    if isinstance(wanted, bool) or isinstance(held, bool):
        return bool(held) == (str(wanted).lower() == "true")
    if isinstance(wanted, int | float) and isinstance(held, int | float):
        return abs(held - wanted) < 1e-9
    return " ".join(str(held if held is not None else "").split()) == " ".join(str(wanted).split())
