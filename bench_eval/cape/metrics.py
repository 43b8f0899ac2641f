"""The paper's metrics from logs and answer keys (OctoNest, sections 3.1 and 3.4).

Completion, Adherence and Perfect Pass by condition; tokens an episode and a perfect pass; coverage of feasible,
preferred and composed modality sequences without perturbation; boundary match and affected-step recovery under single
ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from bench_eval.cape.log import CapeLog
from bench_eval.statistics import Estimate, cluster_weights, estimates
from bench_gen.cape.schema import Instance, Step
from bench_gen.cape.ways import modalities_of
from testbed.fleet import DEVICES
from testbed.perturbations import INJECTORS


@dataclass(frozen=True)
class Row:
    """One agent under one condition.

    Attributes:
        completion, adherence, perfect: means with intervals, by bootstrap over seed tasks.
        tokens: an episode; `tokens_per_pass` is None without a perfect pass.
    """

    agent: str
    level: str
    episodes: int
    completion: Estimate
    adherence: Estimate
    perfect: Estimate
    tokens: float
    tokens_per_pass: float | None


def rows_of(logs: Sequence[CapeLog]) -> list[Row]:
    """A row an agent and condition, "all" first."""
    found = []
    for agent in dict.fromkeys(log.agent for log in logs):
        for level in ("all", "none", "modality", "device", "mixed"):
            chosen = [log for log in logs if log.agent == agent and level in ("all", log.level)]
            if chosen:
                found.append(_row(agent, level, chosen))
    return found


def _row(agent: str, level: str, logs: Sequence[CapeLog]) -> Row:
    values = np.array([[log.completion, log.adherence, float(log.perfect)] for log in logs])
    clusters = [log.seed_task for log in logs]
    completion, adherence, perfect = estimates(values, clusters, cluster_weights(clusters))
    tokens = float(np.mean([log.tokens for log in logs]))
    each = tokens / perfect.value if perfect.value else None
    return Row(agent, level, len(logs), completion, adherence, perfect, tokens, each)


@dataclass(frozen=True)
class Coverage:
    """Shares of single-device parts of unperturbed tasks whose modality sequence was observed in order.

    A part that was not reached is not covered; it is reached when a gold step of it was done.
    """

    feasible: float
    preferred: float
    composed: float
    parts: int
    composed_parts: int


def coverage(logs: Iterable[CapeLog], instances: dict[str, Instance]) -> Coverage:
    """Coverage over unperturbed episodes."""
    feasible, preferred, composed = list[bool](), list[bool](), list[bool]()
    for log in logs:
        if log.level != "none":
            continue
        for part in parts_of(instances[log.instance].task.steps):
            seen = [
                str(row["modality"]) for row in log.trace if row["device"] == part[0].device and row["status"] == "ok"
            ]
            if not any(step.id in log.done for step in part):
                seen = []
            able = [modalities_of(step, step.device) for step in part]
            first = [(options[0],) for options in able]
            feasible.append(_in_order(able, seen))
            preferred.append(_in_order(first, seen))
            if len({options[0] for options in able}) > 1:
                composed.append(preferred[-1])
    return Coverage(_mean(feasible), _mean(preferred), _mean(composed), len(feasible), len(composed))


def parts_of(steps: Sequence[Step]) -> list[list[Step]]:
    """Runs of consecutive gold steps on one device."""
    parts: list[list[Step]] = []
    for step in steps:
        if parts and parts[-1][0].device == step.device:
            parts[-1].append(step)
        else:
            parts.append([step])
    return parts


def _in_order(wanted: Sequence[Sequence[str]], seen: Sequence[str]) -> bool:
    place = 0
    for modality in seen:
        if place < len(wanted) and modality in wanted[place]:
            place += 1
    return place == len(wanted)


def _mean(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else float("nan")


@dataclass(frozen=True)
class Recovery:
    """Of the episodes with one perturbation that the agent ran into: where it recovered, and whether.

    Attributes:
        boundary: tried to recover on the assigned device and nowhere else (modality level), or on the peer (device
            level). An affected step was tried where it was done, or else where a later action names its service, file
            or setting; who tries nothing does not match.
        recovered: did every affected step.
    """

    level: str
    met: int
    boundary: float
    recovered: float


def recovery(logs: Iterable[CapeLog], instances: dict[str, Instance], level: str) -> Recovery:
    """Boundary match and affected-step recovery under single perturbations of a level."""
    boundary, recovered = list[bool](), list[bool]()
    for log in logs:
        instance = instances[log.instance]
        if log.level != level or not _ran_into(log, instance):
            continue
        affected = instance.strikes[0].affected
        recovered.append(all(step in log.done for step in affected))
        boundary.append(_at_boundary(log, instance, level))
    return Recovery(level, len(recovered), _mean(boundary), _mean(recovered))


def _ran_into(log: CapeLog, instance: Instance) -> int:
    """The number of the first action that the perturbation made fail, 0 for none."""
    strike = instance.strikes[0]
    modality = INJECTORS[strike.injector].modality
    in_force = strike.after == 0
    for number, row in enumerate(log.trace, 1):
        hit = row["device"] == strike.device and row["status"] != "ok"
        if in_force and hit and modality in (None, row["modality"]):
            return number
        in_force = in_force or strike.injector in row["struck"]
    return 0


def _at_boundary(log: CapeLog, instance: Instance, level: str) -> bool:
    strike = instance.strikes[0]
    kind = DEVICES[strike.device]
    after = log.trace[_ran_into(log, instance) :]
    tried = {str(row["device"]) for row in after if set(row.get("about", ())) & set(strike.affected)}
    places = {log.where[step] for step in strike.affected if step in log.where} or {
        name for name in tried if DEVICES.get(name) == kind
    }
    if level == "modality":
        return places == {strike.device}
    return bool(places - {strike.device})


def sensitivity(logs: Sequence[CapeLog], agent: str, base: str, level: str, value: Callable[[CapeLog], float]) -> float:
    """How much an agent's gap to `base` widens from unperturbed to perturbed, on the same seed tasks (section 3.5)."""

    def gap(wanted: str, tasks: set[str]) -> float:
        def mean(name: str) -> float:
            found = [value(log) for log in logs if log.agent == name and log.level == wanted and log.seed_task in tasks]
            return float(np.mean(found)) if found else float("nan")

        return mean(base) - mean(agent)

    tasks = {log.seed_task for log in logs if log.level == level}
    return gap(level, tasks) - gap("none", tasks)
