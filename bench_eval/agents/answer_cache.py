"""Answer cache: carries only the most recent answers, without counts (paper, appendix D.2)."""

from __future__ import annotations

from bench_eval.agents.registry import agent
from bench_eval.answers import NOTHING, Answers, Brief, Observation, checked
from bench_eval.decoders.registry import Decoder
from bench_eval.evidence import Evidence


@agent("answer_cache", "Answer cache", "controls")
class AnswerCache:
    """Answers from what is seen now and from its own last answers."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._brief: Brief | None = None
        self._last: Answers = NOTHING

    def reset(self, brief: Brief) -> None:
        """Start with no answers."""
        self._brief, self._last = brief, NOTHING

    def step(self, observation: Observation) -> Answers:
        """Decode with the last answers at hand; an empty answer leaves the last one in its place."""
        assert self._brief is not None, "reset comes first"
        action = str(self._last["nxt"] or "").partition("@")[0]
        evidence = Evidence(standing=action or None, cached=self._last, text=self.shown())
        if observation.record.requested_action is not None:
            evidence = Evidence(cached=self._last, text=self.shown())
        answers, _ = checked(self._decoder.decode(self._brief, evidence, observation))
        self._last = {name: self._last[name] if answers.get(name) is None else answers[name] for name in NOTHING}
        return answers

    def carried(self) -> tuple[str, ...]:
        """The last answers."""
        return tuple(_text(value) for value in self._last.values())

    def shown(self) -> str:
        """The last answers, one a line."""
        return "\n".join(f"{name}: {_text(value) or '-'}" for name, value in self._last.items())


def _text(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value or "")
