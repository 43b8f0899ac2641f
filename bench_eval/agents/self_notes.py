"""Self-notes: a free-text memo of at most 600 characters, rewritten at each frame (paper, appendix D.2)."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from bench_eval.agents.full_context import line_of
from bench_eval.agents.registry import agent
from bench_eval.answers import Answers, Brief, Observation
from bench_eval.decoders.registry import Decoder
from bench_eval.evidence import Evidence, Fact

LIMIT: Final = 600
_ACTIVE = re.compile(r"([\w, ]+?) (?:was|were) active")
_ATTENDED = re.compile(r"the user turned to the (\w+)")
_STATED = re.compile(r"and said that the (\w+) on the (\w+) has (.+?)(?=\. |\.$)")
_ASKED = re.compile(r"asked to (\w+)")


@agent("self_notes", "Self-notes", "controls")
class SelfNotes:
    """Keeps a memo. A decoder that writes rewrites it; else it gets one sentence a moment, and the oldest fall away."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._brief: Brief | None = None
        self._memo = ""

    def reset(self, brief: Brief) -> None:
        """Start with an empty memo."""
        self._brief, self._memo = brief, ""

    def step(self, observation: Observation) -> Answers:
        """Rewrite the memo, then decode from it."""
        assert self._brief is not None, "reset comes first"
        fields = {"memo": self._memo or "(empty)", "moment": line_of(observation)}
        written = self._decoder.compose("self_notes", fields, LIMIT)
        self._memo = _appended(self._memo, observation) if written is None else written[:LIMIT]
        return self._decoder.decode(self._brief, _read(self._memo), observation)

    def carried(self) -> tuple[str, ...]:
        """The memo."""
        return (self._memo,)

    def shown(self) -> str:
        """The memo."""
        return self._memo or "-"


def _appended(memo: str, observation: Observation) -> str:
    """The memo with a sentence more; whole sentences fall away at the beginning until it fits."""
    record, parts = observation.record, []
    if record.active:
        parts.append(f"{', '.join(record.active)} {'was' if len(record.active) == 1 else 'were'} active")
    if record.attended:
        stated = (
            f" and said that the {record.topic} on the {record.attended} has {record.value}" if record.value else ""
        )
        parts.append(f"the user turned to the {record.attended}{stated}")
    if record.requested_action:
        parts.append(f"the user asked to {record.requested_action}")
    if parts:
        memo = f"{memo} At moment {record.frame}, {', '.join(parts)}.".strip()
    while len(memo) > LIMIT:
        cut = memo.find(" At moment ")
        memo = memo[cut + 1 :] if cut >= 0 else memo[-LIMIT:]
    return memo


def _read(memo: str) -> Evidence:
    """What can be read off the memo again."""
    activity: Counter[str] = Counter()
    for sentence in memo.split("At moment "):
        _, _, said = sentence.partition(", ")
        if match := _ACTIVE.match(said):
            activity.update(match[1].split(", "))
    facts = tuple(Fact(device, topic, value) for topic, device, value in _STATED.findall(memo))
    asked = _ASKED.findall(memo)
    return Evidence(activity, Counter(_ATTENDED.findall(memo)), facts, asked[-1] if asked else None, None, memo)
