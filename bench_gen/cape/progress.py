"""Whether gold steps are done and postconditions hold, from what services logged and devices hold.

A step counts when it was done with the intended semantics on an allowed device (Adherence); a postcondition when the
final state holds what the step was to bring about (Completion) (OctoNest, section 3.1).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from bench_gen.cape.paths import made_by
from bench_gen.cape.schema import Copy, Create, Delete, Instance, OnFiles, Read, Rename, Set, Step, Update, Write
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
        if isinstance(act, OnFiles | Set):
            return self._held(step, device, snapshot)
        mine = [e for e in events if e["device"] == device and e["service"] == act.service]
        if isinstance(act, Create):
            return any(e["operation"] == "create" and _fits(e["values"], self._values[step.id]) for e in mine)
        if isinstance(act, Update):
            return any(e["operation"] == "update" and _fits(e["values"], self._wanted(step)) for e in mine)
        if isinstance(act, Delete):
            return any(e["operation"] == "delete" and _fits(e["values"], act.match) for e in mine)
        assert isinstance(act, Read)
        return any(e["operation"] == "get" and _fits(e["values"], act.match) for e in mine)

    def _held(self, step: Step, device: str, snapshot: Snapshot) -> bool:
        """Whether a device holds the files or the setting that a step is to leave."""
        held = snapshot["devices"][device]
        if isinstance(step.act, Set):
            return bool(held["state"]["settings"].get(step.act.name) == step.act.value)
        return all(_same_text(held["files"].get(path), text) for path, text in self._files[step.id].items())

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
            if isinstance(act, OnFiles | Set):
                found[step.id] = any(self._held(step, d, snapshot) for d in self._instance.allowed[step.id])
                continue
            rows: list[Record] = snapshot["records"][act.service]
            if isinstance(act, Delete):
                found[step.id] = not any(_fits(row, act.match) for row in rows)
            else:
                found[step.id] = any(_fits(row, self._wanted(step)) for row in rows)
        for service in self._instance.task.never:
            own = [step for step in self._instance.task.steps if getattr(step.act, "service", "") == service]
            if any(isinstance(step.act, Create) for step in own):
                more = self._extra(service, snapshot["records"][service])
                found[f"nothing else in {service}"] = not more and any(found.get(step.id) for step in own)
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


def _same_text(held: Mapping[str, Any] | None, text: str | None) -> bool:
    """Whether a file of a snapshot holds a text; None is no file."""
    if held is None or text is None:
        return held is None and text is None
    return bool(held.get("sha256") == hashlib.sha256(text.encode()).hexdigest())


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
