"""The registry of decoders. Adding one is a class with `@decoder` in a module that is imported, or `module:name`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from assets.entries import registers
from bench_eval.answers import Answers, Brief, Observation
from bench_eval.evidence import Evidence
from bench_eval.resources import Resources


class Decoder(Protocol):
    """D(S, O): equation 2. The same for every system of a run.

    `reads` says whether it reads the carried text; one that doesn't goes by tallies, facts and the standing request.
    """

    reads: bool

    def decode(self, brief: Brief, evidence: Evidence, observation: Observation) -> Answers:
        """Answers at one moment."""
        ...

    def compose(self, template: str, fields: Mapping[str, str], limit: int) -> str | None:
        """Text of at most `limit` characters, written after a template, for systems that carry text.

        None from a decoder that writes nothing: the system then falls back on its own fixed wording.
        """
        ...


D = Callable[[Resources], Decoder]
DECODERS: dict[str, D] = {}


def decoder(name: str) -> Callable[[D], D]:
    """Register what makes a decoder.

    Raises:
        ValueError: when the name is taken.
    """
    return registers(DECODERS, name)
