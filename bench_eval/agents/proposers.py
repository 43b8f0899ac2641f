"""Agents that stand for one device each: what the two multi-agent baselines are made of (paper, appendix D.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bench_eval.answers import Answers, Brief, Observation, checked
from bench_eval.decoders.registry import Decoder
from bench_eval.evidence import Evidence
from bench_eval.state import State, fold

SUMMARY: Final = 300  # characters of one proposer's running summary, when a model writes it


class Proposer:
    """Sees the shared record as its own device would: its own activity, attention to it, and what is said then."""

    def __init__(self, device: str, decoder: Decoder) -> None:
        self.device = device
        self._decoder = decoder
        self._state = State()
        self._summary = ""
        self._wrote = False

    def watch(self, observation: Observation) -> Observation:
        """Take one moment in; returns it as this proposer saw it."""
        record = observation.record
        meant = record.attended == self.device
        theirs = record.model_copy(
            update={
                "attended": self.device if meant else None,
                "attending": meant,
                "value": record.value if meant else None,
                "topic": record.topic if meant or record.value is None else None,
            }
        )
        self._state = fold(self._state, theirs, (self.device,))
        seen = theirs.model_copy(update={"active": (self.device,) if self.device in record.active else ()})
        fields = {"device": self.device, "summary": self._summary or "(empty)", "moment": str(seen.model_dump())}
        written = self._decoder.compose("proposer_summary", fields, SUMMARY)
        self._wrote = written is not None
        self._summary = str(self._state) if written is None else written[:SUMMARY]
        return Observation(seen, observation.utterance, observation.image)

    def propose(self, brief: Brief, seen: Observation, peers: str = "") -> Answers:
        """Its answers; `peers` are the others', for a second round."""
        carried = self._state.evidence()
        text = f"{self._summary}\n{peers}".strip()
        evidence = Evidence(carried.activity, carried.pointing, carried.facts, carried.standing, None, text)
        return checked(self._decoder.decode(brief, evidence, seen))[0]

    @property
    def support(self) -> int:
        """How much it saw of its own device."""
        return sum(count for _, count in (*self._state.lit, *self._state.pointing))

    def carried(self) -> tuple[str, ...]:
        """The values it carries: of its counts, or the summary that a model wrote."""
        return (self._summary,) if self._wrote else self._state.retained()

    @property
    def summary(self) -> str:
        """What it carries."""
        return self._summary


class PerDevice:
    """A proposer for each device that may be engaged; subclasses say what comes of their proposals."""

    def __init__(self, decoder: Decoder) -> None:
        self.decoder = decoder
        self.members: list[Proposer] = []
        self._brief: Brief | None = None

    @property
    def brief(self) -> Brief:
        """The episode's, once `reset` was called."""
        assert self._brief is not None, "reset comes first"
        return self._brief

    def reset(self, brief: Brief) -> None:
        """A fresh proposer for each device."""
        self._brief = brief
        self.members = [Proposer(device, self.decoder) for device in brief.card.answers.eng]

    def carried(self) -> tuple[str, ...]:
        """What every proposer carries."""
        return tuple(value for member in self.members for value in member.carried())

    def shown(self) -> str:
        """Every proposer's summary."""
        return "\n".join(f"[{member.device}]\n{member.summary}" for member in self.members) or "-"


def proposals_in_words(rows: Sequence[tuple[Proposer, Answers]]) -> str:
    """Proposals, one a line, each with how often its proposer saw its own device in use."""
    return "\n".join(f"{m.device} (in use {m.support} times) proposes {dict(answers)}" for m, answers in rows)
