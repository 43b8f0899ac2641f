"""Observation only: the current record, and nothing carried (paper, appendix D.2)."""

from __future__ import annotations

from bench_eval.agents.registry import agent
from bench_eval.answers import Answers, Brief, Observation
from bench_eval.decoders.registry import Decoder
from bench_eval.evidence import Evidence


@agent("observation_only", "Observation only", "controls")
class ObservationOnly:
    """Answers from what is seen now."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._brief: Brief | None = None

    def reset(self, brief: Brief) -> None:
        """Nothing to forget."""
        self._brief = brief

    def step(self, observation: Observation) -> Answers:
        """Decode the current record."""
        assert self._brief is not None, "reset comes first"
        return self._decoder.decode(self._brief, Evidence(), observation)

    def carried(self) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def shown(self) -> str:
        """Nothing."""
        return "-"
