"""What a system answers at a moment, and what it sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench_eval.records import Record
from bench_gen.ua.schema import DeviceCard, RosterEntry

Answer = str | tuple[str, ...] | None
"""A closed answer, a sentence, or a set of devices; None where the system gives none."""

Answers = Mapping[str, Answer]
"""Decision to answer: "eng", "int", "inf", "rsp", "nxt"."""

NOTHING: Answers = {"eng": None, "int": None, "inf": None, "rsp": None, "nxt": None}


@dataclass(frozen=True)
class Brief:
    """What is public about an episode: handed over before its first moment."""

    episode: str
    roster: tuple[RosterEntry, ...]
    card: DeviceCard


@dataclass(frozen=True)
class Observation:
    """One moment: the shared record, the user's words, and where the image lies for systems that look themselves."""

    record: Record
    utterance: str
    image: Path | None = None

    @property
    def frame(self) -> int:
        """Position in the episode, 1 to 12."""
        return self.record.frame


def checked(answers: Mapping[str, object]) -> tuple[dict[str, Answer], tuple[str, ...]]:
    """Answers in their proper forms, and the names of those that had none (these become None).

    A set may come as a list, a tuple or a set of strings; everything else must be a string or None.
    """
    good: dict[str, Answer] = {}
    bad = []
    for name, value in answers.items():
        if value is None or isinstance(value, str):
            good[name] = value
        elif isinstance(value, (list, tuple, set, frozenset)) and all(isinstance(v, str) for v in value):
            good[name] = tuple(sorted(set(value)))
        else:
            good[name] = None
            bad.append(name)
    return good, tuple(sorted(bad))
