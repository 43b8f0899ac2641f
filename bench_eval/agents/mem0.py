"""Mem0: a memory of extracted facts, consolidated and retrieved by words (paper, appendix D.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bench_eval.agents.full_context import line_of
from bench_eval.agents.registry import agent
from bench_eval.answers import Answers, Brief, Observation
from bench_eval.decoders.registry import Decoder
from bench_eval.evidence import Evidence, Fact
from bench_eval.records import Record

RETRIEVED: Final = 5
LIMIT: Final = 4000
WRITTEN: Final = "written"
_WORD = re.compile(r"[a-z0-9:]+")
_COMMON = frozenset(
    ("a", "an", "and", "for", "had", "has", "i", "in", "is", "it", "me", "of", "on", "one", "or", "the", "to", "was")
)


@dataclass(frozen=True)
class Memory:
    """One remembered sentence; `subject` is what it is about: another about the same takes its place."""

    subject: tuple[str, ...]
    text: str


@agent("mem0", "Mem0", "published")
class Mem0:
    """Extract, consolidate, retrieve.

    A decoder that writes extracts the facts of a moment and consolidates them with those that it has, one a line; else
    a fact takes the place of the one about the same subject. At most five memories are retrieved, those that share most
    words with the utterance; with none, the latest.
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._brief: Brief | None = None
        self._memories: list[Memory] = []

    def reset(self, brief: Brief) -> None:
        """Start with an empty memory."""
        self._brief, self._memories = brief, []

    def step(self, observation: Observation) -> Answers:
        """Remember what is new, retrieve what fits the words, decode from that."""
        assert self._brief is not None, "reset comes first"
        written = self._decoder.compose(
            "mem0", {"memo": "\n".join(self.carried()) or "(none)", "moment": line_of(observation)}, LIMIT
        )
        if written is None:
            for memory in _extracted(observation.record):
                self._memories = [old for old in self._memories if old.subject != memory.subject] + [memory]
        else:
            self._memories = [Memory((WRITTEN,), line) for line in _lines(written)]
        found = _retrieved(self._memories, observation.utterance)
        return self._decoder.decode(self._brief, _evidence(found), observation)

    def carried(self) -> tuple[str, ...]:
        """Every memory."""
        return tuple(memory.text for memory in self._memories)

    def shown(self) -> str:
        """Every memory, one a line."""
        return "\n".join(self.carried()) or "-"


def _extracted(record: Record) -> list[Memory]:
    found = [Memory(("active", device), f"The screen of the {device} was active.") for device in record.active]
    if record.attended:
        found.append(Memory(("attended", ""), f"The user attended to the {record.attended}."))
    if record.value is not None and record.topic is not None:
        where = f" on the {record.attended}" if record.attended else ""
        subject = ("fact", record.topic, record.attended or "", record.value)
        found.append(Memory(subject, f"For the {record.topic}{where} the user said {record.value}."))
    if record.requested_action:
        found.append(Memory(("request", record.requested_action), f"The user asked to {record.requested_action}."))
    return found


def _lines(text: str) -> list[str]:
    found = [line.strip().removeprefix("- ").strip() for line in text.splitlines()]
    return [line for line in found if line and line != "(none)"]


def _retrieved(memories: list[Memory], utterance: str) -> list[Memory]:
    """The best by shared words, later ones first; without any shared word the latest (recency fallback)."""
    wanted = _words(utterance)
    scores = [(len(wanted & _words(memory.text)), number) for number, memory in enumerate(memories)]
    best = sorted((row for row in scores if row[0] > 0), reverse=True) or sorted(scores, reverse=True)
    return [memories[number] for number in sorted(number for _, number in best[:RETRIEVED])]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower().replace("_", " "))) - _COMMON


def _evidence(memories: list[Memory]) -> Evidence:
    of_kind = {
        kind: [m for m in memories if m.subject[0] == kind] for kind in ("active", "attended", "fact", "request")
    }
    activity = {memory.subject[1]: 1 for memory in of_kind["active"]}
    pointing = {memory.text.split()[-1].rstrip("."): 1 for memory in of_kind["attended"]}
    facts = tuple(Fact(m.subject[2] or None, m.subject[1], m.subject[3]) for m in of_kind["fact"])
    standing = of_kind["request"][-1].subject[1] if of_kind["request"] else None
    return Evidence(activity, pointing, facts, standing, None, "\n".join(memory.text for memory in memories) or "-")
