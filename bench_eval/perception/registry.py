"""The registry of perceivers. Adding one is a function with `@perceiver` in an imported module, or `module:name`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assets.entries import enter
from bench_eval.episodes import Episode
from bench_eval.records import Record
from bench_eval.resources import Resources

Perceive = Callable[[Episode, Resources], tuple[Record, ...]]


@dataclass(frozen=True)
class Perceiver:
    """A perceiver: its function, and whether it reads what no system may see, so that its scores are an upper bound."""

    perceive: Perceive
    upper_bound: bool = False


PERCEIVERS: dict[str, Perceiver] = {}


def perceiver(name: str, *, upper_bound: bool = False) -> Callable[[Perceive], Perceive]:
    """Register a perceiver.

    Raises:
        ValueError: when the name is taken.
    """

    def register(function: Perceive) -> Perceive:
        enter(PERCEIVERS, name, Perceiver(function, upper_bound))
        return function

    return register
