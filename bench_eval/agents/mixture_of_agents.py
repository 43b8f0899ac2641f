"""Mixture-of-Agents: proposals from per-device running summaries, put together by one (paper, appendix D.2)."""

from __future__ import annotations

from collections import Counter

from bench_eval.agents.proposers import PerDevice, proposals_in_words
from bench_eval.agents.registry import agent
from bench_eval.answers import Answers, Observation
from bench_eval.evidence import Evidence, Fact


@agent("mixture_of_agents", "Mixture-of-Agents", "published")
class MixtureOfAgents(PerDevice):
    """The aggregator sees the proposals, not the summaries behind them."""

    def step(self, observation: Observation) -> Answers:
        """Propose, then put together."""
        brief = self.brief
        rows = [(member, member.propose(brief, member.watch(observation))) for member in self.members]
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
        return self.decoder.decode(brief, evidence, observation)
