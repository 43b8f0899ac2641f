"""Mixture-of-Agents: proposals from per-device running summaries, put together by one (paper, appendix D.2)."""

from __future__ import annotations

from collections import Counter

from bench_eval.agents.proposers import Proposer, proposals_in_words
from bench_eval.agents.registry import agent
from bench_eval.answers import Answers, Brief, Observation
from bench_eval.decoders.registry import Decoder
from bench_eval.evidence import Evidence, Fact


@agent("mixture_of_agents", "Mixture-of-Agents", "published")
class MixtureOfAgents:
    """The aggregator sees the proposals, not the summaries behind them."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._brief: Brief | None = None
        self._members: list[Proposer] = []

    def reset(self, brief: Brief) -> None:
        """One proposer for each device that may be engaged."""
        self._brief = brief
        self._members = [Proposer(device, self._decoder) for device in brief.card.answers.eng]

    def step(self, observation: Observation) -> Answers:
        """Propose, then put together."""
        assert self._brief is not None, "reset comes first"
        brief = self._brief
        rows = [(member, member.propose(brief, member.watch(observation))) for member in self._members]
        seen = {member.device: member.support for member, answers in rows if answers.get("eng") == member.device}
        topic = observation.record.topic
        facts = tuple(
            Fact(member.device, topic, str(answers["inf"]))
            for member, answers in rows
            if topic and answers.get("inf") not in (None, "none")
        )
        asked = [str(answers["nxt"]).partition("@")[0] for _, answers in rows if answers.get("nxt")]
        standing = Counter(asked).most_common(1)[0][0] if asked else None
        evidence = Evidence({}, seen, facts, standing, None, proposals_in_words(rows))
        return self._decoder.decode(brief, evidence, observation)

    def carried(self) -> tuple[str, ...]:
        """What every proposer carries."""
        return tuple(value for member in self._members for value in member.carried())

    def shown(self) -> str:
        """Every proposer's summary."""
        return "\n".join(f"[{member.device}]\n{member.summary}" for member in self._members) or "-"
