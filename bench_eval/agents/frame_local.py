"""Frame-local state: the carried state is reset before each frame (paper, appendix D.3)."""

from __future__ import annotations

from bench_eval.agents.registry import agent
from bench_eval.agents.unified import UnifiedAgent
from bench_eval.state import State


@agent("frame_local", "Frame-local state", "ablations")
class FrameLocal(UnifiedAgent):
    """Unified Agent without prior state."""

    def before(self, state: State) -> State:
        """Nothing."""
        del state
        return State()
