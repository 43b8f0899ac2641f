"""Text only: reads the utterances, with no visual input (paper, appendix D.2)."""

from __future__ import annotations

from bench_eval.agents.registry import agent
from bench_eval.agents.unified import UnifiedAgent
from bench_eval.records import Record


@agent("text_only", "Text only", "controls")
class TextOnly(UnifiedAgent):
    """Unified Agent with its eyes closed: a fact stated while nothing is seen to be active is not kept (A.2)."""

    def seen(self, record: Record) -> Record:
        """The record without what is seen."""
        return record.model_copy(update={"active": (), "attended": None, "attending": False})
