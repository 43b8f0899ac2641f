"""Reduced-ability routing: only the per-device ability clauses are removed from the card (paper, appendix D.3)."""

from __future__ import annotations

from dataclasses import replace

from bench_eval.agents.registry import agent
from bench_eval.agents.unified import UnifiedAgent
from bench_eval.answers import Brief


@agent("reduced_abilities", "Reduced-ability routing", "ablations")
class ReducedAbilities(UnifiedAgent):
    """Unified Agent that isn't told what each device can do."""

    def brief_of(self, brief: Brief) -> Brief:
        """The card without abilities."""
        return replace(brief, card=brief.card.model_copy(update={"abilities": {}}))
