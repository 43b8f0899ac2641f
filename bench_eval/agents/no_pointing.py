"""No pointing channel: pointing is removed from carried and current-frame inputs (paper, appendix D.3)."""

from __future__ import annotations

from bench_eval.agents.registry import agent
from bench_eval.agents.unified import UnifiedAgent
from bench_eval.records import Record


@agent("no_pointing", "No pointing channel", "ablations")
class NoPointing(UnifiedAgent):
    """Unified Agent that sees activity alone."""

    def seen(self, record: Record) -> Record:
        """The record without who is attended to."""
        return record.model_copy(update={"attended": None, "attending": False})
