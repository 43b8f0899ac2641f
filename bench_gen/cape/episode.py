"""One episode on the live testbed: act, see what it set off, strike when it is time, and keep everything."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bench_gen.cape.progress import Progress
from bench_gen.cape.schema import Instance, Strike
from bench_gen.cape.start import start_of
from testbed.actions import GuiAction, Outcome, UnusableActionError, action_from
from testbed.perturbations import INJECTORS, Target
from testbed.site import Testbed

OnMoment = Callable[["Moment"], None]


class Player(Protocol):
    """What acts in an episode: sees the request and each outcome, gives the next action, None when it is done."""

    def next(self, last: Outcome | None) -> Mapping[str, Any] | None:
        """The next action."""
        ...


@dataclass(frozen=True)
class Moment:
    """One action and what came of it.

    Attributes:
        done: gold steps that it completed.
        struck: perturbations that set in after it.
        postconditions: name to whether the state after it satisfies it.
    """

    number: int
    action: Mapping[str, Any]
    outcome: Outcome
    done: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    postconditions: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class Played:
    """A whole episode.

    Attributes:
        done: step to the number of actions after which it was done.
        where: step to the device on which it was done.
        postconditions: name to whether the final state satisfies it.
        final: hash of the final state.
        ended: "finished", "budget" or "time".
    """

    moments: tuple[Moment, ...]
    done: Mapping[str, int]
    where: Mapping[str, str]
    postconditions: Mapping[str, bool]
    final: str
    ended: str
    tokens: int = 0
    initial: str = ""

    @property
    def completion(self) -> float:
        """Share of postconditions that hold."""
        return sum(self.postconditions.values()) / len(self.postconditions)

    def adherence(self, instance: Instance) -> float:
        """Share of gold steps done."""
        return len(self.done) / len(instance.task.steps)

    def perfect(self, instance: Instance) -> bool:
        """Whether every gold step was done."""
        return len(self.done) == len(instance.task.steps)


def play(
    testbed: Testbed, instance: Instance, player: Player, *, budget: int = 200, seconds: float = 1800.0,
    pictures: bool = False, on_moment: OnMoment | None = None,
) -> Played:  # fmt: skip
    """Play an episode from the instance's start; every perturbation is undone at its end.

    Args:
        budget: the most actions.
        seconds: the most wall time (the paper's 30 minutes).
        pictures: whether an act on a screen is answered with a screenshot as well.
    """
    testbed.restore(start_of(instance.task))
    initial = state_hash(testbed.snapshot())
    progress, moments, in_force = Progress(instance), list[Moment](), list[Strike]()
    progress.see(0, testbed.events(), testbed.snapshot())
    deadline, ended = time.monotonic() + seconds, "budget"
    try:
        _strike(testbed, instance, progress, in_force)
        last: Outcome | None = None
        while len(moments) < budget:
            if time.monotonic() > deadline:
                ended = "time"
                break
            asked = player.next(last)
            if asked is None:
                ended = "finished"
                break
            last = _executed(testbed, asked, pictures)
            number = len(moments) + 1
            snapshot = testbed.snapshot()
            done = progress.see(number, testbed.events(), snapshot)
            holds = progress.postconditions(snapshot)
            struck = _strike(testbed, instance, progress, in_force)
            moments.append(Moment(number, asked, last, tuple(done), tuple(s.injector for s in struck), holds))
            if on_moment is not None:
                on_moment(moments[-1])
    finally:
        for strike in reversed(in_force):
            INJECTORS[strike.injector].revert(testbed, target_of(strike))
    snapshot = testbed.snapshot()
    return Played(
        tuple(moments), dict(progress.done), dict(progress.where), progress.postconditions(snapshot),
        state_hash(snapshot), ended, int(getattr(player, "tokens", 0)), initial,
    )  # fmt: skip


def _executed(testbed: Testbed, asked: Mapping[str, Any], pictures: bool) -> Outcome:
    try:
        action = action_from(dict(asked))
    except UnusableActionError as error:
        return Outcome("failed", f"not an action: {error}")
    device = testbed.devices.get(action.device)
    if device is None:
        return Outcome("failed", f"no device {action.device!r}; there are {', '.join(testbed.devices)}")
    outcome = device.execute(action)
    if pictures and isinstance(action, GuiAction):
        return replace(outcome, screenshot=device.screenshot())
    return outcome


def _strike(testbed: Testbed, instance: Instance, progress: Progress, in_force: list[Strike]) -> list[Strike]:
    """Put perturbations in force whose count of completed steps has come; time plays no part."""
    new = [s for s in instance.strikes if s not in in_force and len(progress.done) >= s.after]
    for strike in new:
        INJECTORS[strike.injector].apply(testbed, target_of(strike))
        in_force.append(strike)
    return new


def target_of(strike: Strike) -> Target:
    """What a strike strikes."""
    return Target(strike.device, strike.service, strike.operation)  # type: ignore[arg-type]


def state_hash(snapshot: Mapping[str, Any]) -> str:
    """SHA-256 of a state: records, files and settings of everything."""
    text = json.dumps(snapshot, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
