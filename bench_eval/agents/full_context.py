"""Full context: the complete history of records and utterances (paper, appendix D.2)."""

from __future__ import annotations

from bench_eval.agents.registry import agent
from bench_eval.answers import Answers, Brief, Observation
from bench_eval.decoders.registry import Decoder
from bench_eval.evidence import Evidence
from bench_eval.state import State, fold


@agent("full_context", "Full context", "controls")
class FullContext:
    """Keeps everything that Unified Agent's state is derived from.

    A decoder that reads gets the history in words; one that counts gets what counting over all of it gives.
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._brief: Brief | None = None
        self._history: list[Observation] = []

    def reset(self, brief: Brief) -> None:
        """Start with no history."""
        self._brief, self._history = brief, []

    def step(self, observation: Observation) -> Answers:
        """Append, then decode from all."""
        assert self._brief is not None, "reset comes first"
        self._history.append(observation)
        state = State()
        for moment in self._history:
            state = fold(state, moment.record, self._brief.card.answers.eng)
        counted = state.evidence()
        evidence = Evidence(counted.activity, counted.pointing, counted.facts, counted.standing, None, self.shown())
        return self._decoder.decode(self._brief, evidence, observation)

    def carried(self) -> tuple[str, ...]:
        """Every value of every record, and every utterance."""
        return tuple(value for moment in self._history for value in values_of(moment))

    def shown(self) -> str:
        """The history, a line a moment."""
        return "\n".join(line_of(moment) for moment in self._history)


def values_of(moment: Observation) -> tuple[str, ...]:
    """What one moment adds to a history."""
    record = moment.record
    said = (record.action, record.value, record.topic, record.requested_action)
    return (*record.active, record.attended or "", *(text or "" for text in said), moment.utterance)


def line_of(moment: Observation) -> str:
    """One moment in words."""
    record = moment.record
    parts = [f"active {', '.join(record.active) or 'none'}", f"attended {record.attended or 'none'}"]
    said = (("states", record.value), ("asks to", record.requested_action))
    parts += [f"{what} {value}" for what, value in said if value]
    return f'moment {record.frame}: {"; ".join(parts)}; says "{moment.utterance}"'
