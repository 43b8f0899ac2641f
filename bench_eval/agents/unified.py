"""Unified Agent: perceive, fold, act (paper, section 4 and appendix A)."""

from __future__ import annotations

from bench_eval.agents.registry import agent
from bench_eval.answers import Answers, Brief, Observation
from bench_eval.decoders.registry import Decoder
from bench_eval.records import Record
from bench_eval.state import State, fold


@agent("unified", "Unified Agent", "own")
class UnifiedAgent:
    """Folds each observation into one small state before it answers from both.

    Ablations override the hooks `brief_of`, `before`, `after` and `seen`, each changing one factor (appendix D.3).
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._brief: Brief | None = None
        self.state = State()

    def reset(self, brief: Brief) -> None:
        """Start with nothing carried."""
        self._brief, self.state = self.brief_of(brief), State()

    def step(self, observation: Observation) -> Answers:
        """Fold, then act: what is seen now can affect the answer."""
        assert self._brief is not None, "reset comes first"
        seen = Observation(self.seen(observation.record), observation.utterance, observation.image)
        self.state = self.after(fold(self.before(self.state), seen.record, self._brief.card.answers.eng))
        return self._decoder.decode(self._brief, self.state.evidence(), seen)

    def carried(self) -> tuple[str, ...]:
        """The state's values."""
        return self.state.retained()

    def shown(self) -> str:
        """The state."""
        return str(self.state)

    def brief_of(self, brief: Brief) -> Brief:
        """The public description as the decoder gets it."""
        return brief

    def before(self, state: State) -> State:
        """The prior state that the observation is folded into."""
        return state

    def after(self, state: State) -> State:
        """What is kept of the folded state, before anything is decided on it."""
        return state

    def seen(self, record: Record) -> Record:
        """The record as this system gets it."""
        return record
