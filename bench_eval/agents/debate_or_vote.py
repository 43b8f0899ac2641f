"""Debate-or-vote: agents for each device revise after hearing their peers, then vote field by field (appendix D.2)."""

from __future__ import annotations

from collections import Counter

from bench_eval.agents.proposers import Proposer, proposals_in_words
from bench_eval.agents.registry import agent
from bench_eval.answers import NOTHING, Answer, Answers, Brief, Observation
from bench_eval.decoders.registry import Decoder


@agent("debate_or_vote", "Debate-or-vote", "published")
class DebateOrVote:
    """One round of revision.

    With a decoder that reads, every agent revises; else each takes over the answers of whoever saw most of its own
    device, which peers say with their proposals.
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._brief: Brief | None = None
        self._members: list[Proposer] = []

    def reset(self, brief: Brief) -> None:
        """One agent for each device that may be engaged."""
        self._brief = brief
        self._members = [Proposer(device, self._decoder) for device in brief.card.answers.eng]

    def step(self, observation: Observation) -> Answers:
        """Propose, revise, vote."""
        assert self._brief is not None, "reset comes first"
        brief = self._brief
        seen = [member.watch(observation) for member in self._members]
        first = [member.propose(brief, view) for member, view in zip(self._members, seen, strict=True)]
        heard = proposals_in_words(list(zip(self._members, first, strict=True)))
        strongest = max(range(len(first)), key=lambda i: (self._members[i].support, -i), default=0)
        revised = []
        for member, view, own in zip(self._members, seen, first, strict=True):
            if self._decoder.reads:
                revised.append(member.propose(brief, view, heard))
            else:
                revised.append(own if member.support == self._members[strongest].support else first[strongest])
        return {field: _vote([answers.get(field) for answers in revised]) for field in NOTHING}

    def carried(self) -> tuple[str, ...]:
        """What every member carries."""
        return tuple(value for member in self._members for value in member.carried())

    def shown(self) -> str:
        """Every member's summary."""
        return "\n".join(f"[{member.device}]\n{member.summary}" for member in self._members) or "-"


def _vote(answers: list[Answer]) -> Answer:
    """The most frequent; among equals the first."""
    counts = Counter(answer for answer in answers if answer is not None)
    return max(counts, key=lambda answer: counts[answer]) if counts else None
