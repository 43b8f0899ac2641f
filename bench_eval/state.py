"""The carried state of Unified Agent, S = (C, P, K, r), and its update (paper, appendix A)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bench_eval.evidence import Evidence, Fact
from bench_eval.records import Record

Tally = tuple[tuple[str, int], ...]
"""Device to count, sorted by device; devices without any are left out."""


@dataclass(frozen=True)
class State:
    """S_t: engagement evidence C and P, stated facts K, the standing request r. It prints itself.

    Attributes:
        observations: m, the number of nonempty activity observations.
        lit: how many of them hold each device that may be engaged.
        pointing: attended-device cues, as tallies.
        facts: the first stated fact of each device and topic, or of each topic where the device is not known.
        standing: the latest requested action.
    """

    observations: int = 0
    lit: Tally = ()
    pointing: Tally = ()
    facts: tuple[Fact, ...] = ()
    standing: str | None = None

    def __str__(self) -> str:
        facts = ", ".join(f"{f.topic} on {f.device or 'some device'} = {f.value}" for f in self.facts)
        return (
            f"C: {self.observations} observations, lit {_shown(self.lit)}\n"
            f"P: {_shown(self.pointing)}\n"
            f"K: {facts or '-'}\n"
            f"r: {self.standing or '-'}"
        )

    def retained(self) -> tuple[str, ...]:
        """The values that are carried, without the words around them (figure 5)."""
        counts = [part for device, count in (*self.lit, *self.pointing) for part in (device, str(count))]
        facts = [part for fact in self.facts for part in (fact.device or "", fact.topic, fact.value)]
        return (str(self.observations), *counts, *facts, self.standing or "")

    def evidence(self) -> Evidence:
        """What the decoder is handed."""
        return Evidence(dict(self.lit), dict(self.pointing), self.facts, self.standing, None, str(self))


def fold(state: State, record: Record, candidates: Sequence[str]) -> State:
    """U(S, O): equation 4.

    Args:
        candidates: the devices that may be engaged; evidence for others is not kept.
    """
    if record.active:
        state = replace(
            state,
            observations=state.observations + 1,
            lit=_counted(state.lit, [device for device in record.active if device in candidates]),
        )
        if record.value is not None and record.topic is not None:
            device = record.attended if record.attended in candidates else None
            if not any((fact.device, fact.topic) == (device, record.topic) for fact in state.facts):
                state = replace(state, facts=(*state.facts, Fact(device, record.topic, record.value)))
    if record.attended in candidates:
        state = replace(state, pointing=_counted(state.pointing, [str(record.attended)]))
    if record.requested_action is not None:
        state = replace(state, standing=record.requested_action)
    return state


def _counted(tally: Tally, devices: Sequence[str]) -> Tally:
    counts = dict(tally)
    for device in devices:
        counts[device] = counts.get(device, 0) + 1
    return tuple(sorted(counts.items()))


def _shown(tally: Tally) -> str:
    return ", ".join(f"{device} {count}" for device, count in tally) or "-"
