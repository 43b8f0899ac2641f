"""Debate-or-vote: agents for each device revise after hearing their peers, then vote field by field (appendix D.2)."""

from __future__ import annotations

from collections import Counter

from bench_eval.agents.proposers import PerDevice, proposals_in_words
from bench_eval.agents.registry import agent
from bench_eval.answers import NOTHING, Answer, Answers, Observation


@agent("debate_or_vote", "Debate-or-vote", "published")
class DebateOrVote(PerDevice):
    """One round of revision.

    With a decoder that reads, every agent revises; else each takes over the answers of whoever saw most of its own
    device, which peers say with their proposals.
    """

    def step(self, observation: Observation) -> Answers:
        """Propose, revise, vote."""
        brief = self.brief
        seen = [member.watch(observation) for member in self.members]
        first = [member.propose(brief, view) for member, view in zip(self.members, seen, strict=True)]
        heard = proposals_in_words(list(zip(self.members, first, strict=True)))
        strongest = max(range(len(first)), key=lambda i: (self.members[i].support, -i), default=0)
        revised = []
        for member, view, own in zip(self.members, seen, first, strict=True):
            if self.decoder.reads:
                revised.append(member.propose(brief, view, heard))
            else:
                revised.append(own if member.support == self.members[strongest].support else first[strongest])
        return {field: _vote([answers.get(field) for answers in revised]) for field in NOTHING}


def _vote(answers: list[Answer]) -> Answer:
    """The most frequent; among equals the first."""
    counts = Counter(answer for answer in answers if answer is not None)
    return max(counts, key=lambda answer: counts[answer]) if counts else None
