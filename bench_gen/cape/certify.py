"""Certification: every instance is run for real before it is admitted, and what was seen is its certificate.

Six checks, by name: `solvable`, `bites`, `boundary`, `deterministic`, `clean`, `not_free`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from assets.entries import enter
from bench_gen.cape.episode import Played, play
from bench_gen.cape.instances import dependents, moved
from bench_gen.cape.players import FixedPlan, Idle, Scripted
from bench_gen.cape.schema import Instance
from testbed.perturbations import INJECTORS
from testbed.site import Testbed


class Finding(BaseModel):
    """What one check saw."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    check: str
    ok: bool
    evidence: dict[str, Any]


class Certificate(BaseModel):
    """Whether an instance is admitted, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    instance: str
    admitted: bool
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Runs:
    """The runs that checks look at."""

    instance: Instance
    reference: Played
    again: Played
    blind: Played
    idle: Played


Check = Callable[[Runs], Finding]
CHECKS: dict[str, Check] = {}


def check(function: Callable[[Runs], tuple[bool, dict[str, Any]]]) -> Check:
    """Register a check under its function's name."""

    def found(runs: Runs) -> Finding:
        ok, evidence = function(runs)
        return Finding(check=function.__name__, ok=ok, evidence=evidence)

    enter(CHECKS, function.__name__, found)
    return found


@check
def solvable(runs: Runs) -> tuple[bool, dict[str, Any]]:
    """The reference solution satisfies every postcondition and does every gold step."""
    missing = [name for name, holds in runs.reference.postconditions.items() if not holds]
    undone = [step.id for step in runs.instance.task.steps if step.id not in runs.reference.done]
    return not missing and not undone, {"missing": missing, "undone": undone, "actions": len(runs.reference.moments)}


@check
def bites(runs: Runs) -> tuple[bool, dict[str, Any]]:
    """The gold plan, run blindly, fails at the affected steps, and else only where it needs those."""
    undone = {step.id for step in runs.instance.task.steps if step.id not in runs.blind.done}
    affected = {name for strike in runs.instance.strikes for name in strike.affected}
    must, may = affected, dependents(runs.instance.task, affected)
    ok = must <= undone <= may
    return ok, {"undone": sorted(undone), "affected": sorted(affected), "dependents": sorted(may - must)}


@check
def boundary(runs: Runs) -> tuple[bool, dict[str, Any]]:
    """Modality: recovered on the same device. Device: no way there (all were tried), one on a peer of the same kind."""
    places = {step.id: runs.reference.where.get(step.id) for step in runs.instance.task.steps}
    assigned = {step.id: step.device for step in runs.instance.task.steps}
    away = {step for step, place in places.items() if place is not None and place != assigned[step]}
    of_device = [s for s in runs.instance.strikes if INJECTORS[s.injector].level == "device"]
    wanted = {name for strike in of_device for name in strike.affected}
    may = {name for strike in of_device for name in moved(runs.instance.task, strike)}
    failed = [m for m in runs.reference.moments if m.outcome.status != "ok"]
    return wanted <= away <= may, {"where": places, "failed_actions": len(failed), "on_peer": sorted(away)}


@check
def deterministic(runs: Runs) -> tuple[bool, dict[str, Any]]:
    """Two runs of the reference end in the same state, by the same actions."""
    first = [m.action for m in runs.reference.moments]
    second = [m.action for m in runs.again.moments]
    ok = runs.reference.final == runs.again.final and first == second
    return ok, {"final": [runs.reference.final, runs.again.final]}


@check
def clean(runs: Runs) -> tuple[bool, dict[str, Any]]:
    """After each run, resetting gives exactly the same initial state."""
    states = {runs.reference.initial, runs.again.initial, runs.blind.initial, runs.idle.initial}
    return len(states) == 1, {"initial": sorted(states)}


@check
def not_free(runs: Runs) -> tuple[bool, dict[str, Any]]:
    """Doing nothing does no gold step and satisfies no task."""
    held = [name for name, holds in runs.idle.postconditions.items() if holds]
    ok = not runs.idle.done and not held
    return ok, {"done": sorted(runs.idle.done), "held": held}


def certify(testbed: Testbed, instance: Instance) -> Certificate:
    """Run the reference twice, the blind plan and nothing at all; look at what they did."""
    runs = Runs(
        instance,
        play(testbed, instance, Scripted(instance)),
        play(testbed, instance, Scripted(instance)),
        play(testbed, instance, FixedPlan(instance)),
        play(testbed, instance, Idle(instance)),
    )
    findings = tuple(CHECKS[name](runs) for name in sorted(CHECKS))
    return Certificate(instance=instance.id, admitted=all(f.ok for f in findings), findings=findings)
