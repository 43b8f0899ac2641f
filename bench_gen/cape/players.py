"""The controls of the benchmark: the reference solution, the gold plan run blindly, random actions, and nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bench_gen.cape.schema import Instance, Step
from bench_gen.cape.ways import BlockedError, Way, modalities_of, way
from testbed.actions import Outcome
from testbed.fleet import DEVICES, kind_of
from testbed.services.model import SERVICES, Modality


def peers_of(device: str) -> tuple[str, ...]:
    """The other devices of the same kind."""
    return tuple(name for name, kind in DEVICES.items() if kind == DEVICES[device] and name != device)


class Scripted:
    """The reference solution: the gold steps in order, by the straightforward modality; when that is blocked, by the
    others on the same device; when none is left there, on a peer of the same kind. It is not told what is perturbed.
    """

    tokens = 0

    def __init__(self, instance: Instance) -> None:
        self._steps = list(instance.task.steps)
        self._where: dict[str, str] = {}
        self._open: list[tuple[str, Modality]] = []
        self._way: Way | None = None

    def next(self, last: Outcome | None) -> Mapping[str, Any] | None:
        """The next action."""
        while True:
            if self._way is None and not self._begin():
                return None
            assert self._way is not None
            try:
                return next(self._way) if last is None else self._way.send(last)
            except StopIteration:
                self._where[self._steps[0].id] = self._open[0][0]
                self._steps.pop(0)
                self._open, self._way = [], None
            except BlockedError:
                self._open.pop(0)
                self._way = None
                if not self._open:
                    self._steps.pop(0)
            last = None

    def _begin(self) -> bool:
        """Take up the current step where it is open; False when nothing is left."""
        while self._steps:
            step = self._steps[0]
            if not self._open:
                self._open = self._options(step)
            if self._open:
                device, modality = self._open[0]
                self._way = way(step, device, modality)
                return True
            self._steps.pop(0)
        return False

    def _options(self, step: Step) -> list[tuple[str, Modality]]:
        first = self._where.get(step.together or "", step.device)
        devices = [first, *peers_of(first)] if step.together is None else [first]
        return [(device, modality) for device in devices for modality in modalities_of(step, device)]


class FixedPlan(Scripted):
    """The gold plan run blindly: assigned device, straightforward modality, on to the next step come what may."""

    def _options(self, step: Step) -> list[tuple[str, Modality]]:
        return [(step.device, modalities_of(step, step.device)[0])]


class Idle:
    """Does nothing."""

    tokens = 0

    def __init__(self, instance: Instance) -> None:
        del instance

    def next(self, last: Outcome | None) -> Mapping[str, Any] | None:
        """Nothing."""
        del last
        return None


class Random:
    """Valid actions drawn at random: requests, commands and acts on screens, with words of the request."""

    tokens = 0

    def __init__(self, instance: Instance, *, seed: int = 0, actions: int = 40) -> None:
        from bench_gen.ua.seeds import generator

        self._random: np.random.Generator = generator(seed, "cape random", instance.id)
        self._words = instance.request.split()
        self._left = actions

    def next(self, last: Outcome | None) -> Mapping[str, Any] | None:
        """Another random action, until they are used up."""
        del last
        if self._left == 0:
            return None
        self._left -= 1
        device = self._one(list(DEVICES))
        modality = self._one(["api", "cli", "gui"])
        service = SERVICES[self._one(sorted(SERVICES))]
        values = {field.name: self._text() for field in service.fields if field.given and field.kind != "file"}
        if modality == "api":
            method = self._one(["GET", "POST", "DELETE"])
            path = f"/{service.name}" + (f"/{int(self._random.integers(1, 6))}" if method == "DELETE" else "")
            return {"device": device, "modality": "api", "method": method, "path": path,
                    **({"body": values} if method == "POST" else {})}  # fmt: skip
        if modality == "cli":
            folder = self._one(list(kind_of(device).folders))
            command = self._one([f"ls {folder}", f"echo {self._text()!r} > {folder}/note.txt", f"{service.name} list"])
            return {"device": device, "modality": "cli", "command": command}
        return {"device": device, "modality": "gui", "action": "open", "text": service.name}

    def _one(self, options: list[str]) -> str:
        return options[int(self._random.integers(len(options)))]

    def _text(self) -> str:
        start = int(self._random.integers(len(self._words)))
        return " ".join(self._words[start : start + 3])


PLAYERS = {"scripted": Scripted, "fixed_plan": FixedPlan, "random": Random, "idle": Idle}
