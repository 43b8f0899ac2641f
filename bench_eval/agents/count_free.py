"""Count-free evidence: activity and pointing are kept as present or not, without how often (paper, appendix D.3)."""

from __future__ import annotations

from dataclasses import replace

from bench_eval.agents.registry import agent
from bench_eval.agents.unified import UnifiedAgent
from bench_eval.state import State, Tally


@agent("count_free", "Count-free evidence", "ablations")
class CountFree(UnifiedAgent):
    """Unified Agent whose tallies never exceed one."""

    def after(self, state: State) -> State:
        """The state without multiplicities."""
        return replace(state, observations=0, lit=_present(state.lit), pointing=_present(state.pointing))


def _present(tally: Tally) -> Tally:
    return tuple((device, 1) for device, _ in tally)
