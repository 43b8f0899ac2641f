"""The five downstream decisions: what is scored where, and how (paper, appendices C.4 and E)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assets.entries import enter
from bench_eval.answers import Answer
from bench_eval.judges.registry import Judge
from bench_gen.ua.schema import Targets
from bench_gen.ua.set_f1 import set_f1

Score = Callable[[Answer, Targets, Judge], float | None]


@dataclass(frozen=True)
class Decision:
    """A decision: its name in answers, its title in tables, and its score on a frame, None where it isn't scored."""

    name: str
    title: str
    score: Score


DECISIONS: dict[str, Decision] = {}


def decision(name: str, title: str) -> Callable[[Score], Score]:
    """Register a decision; Overall is the macro-average over all that are registered.

    Raises:
        ValueError: when the name is taken.
    """

    def register(function: Score) -> Score:
        enter(DECISIONS, name, Decision(name, title, function))
        return function

    return register


@decision("eng", "Eng")
def engaged(answer: Answer, target: Targets, _: Judge) -> float | None:
    """Exact match, on f10 to f12."""
    return None if target.eng is None else float(answer == target.eng)


@decision("int", "Int")
def intent(answer: Answer, target: Targets, judge: Judge) -> float | None:
    """Same meaning, by a judge, on f9 to f12; an empty or malformed answer scores zero."""
    if target.int_ is None:
        return None
    return float(isinstance(answer, str) and bool(answer.strip()) and judge(answer, target.int_))


@decision("inf", "Inf")
def recalled(answer: Answer, target: Targets, _: Judge) -> float | None:
    """Exact match whatever the case, on f11 and f12; "none" only where it is the target."""
    if target.inf is None:
        return None
    return float(isinstance(answer, str) and answer.strip().casefold() == target.inf.casefold())


@decision("rsp", "Rsp")
def responding(answer: Answer, target: Targets, _: Judge) -> float | None:
    """Set-F1, on f9 and f12; the empty set is matched by the empty set alone, and no answer is not the empty set."""
    if target.rsp is None:
        return None
    return set_f1(answer, target.rsp) if isinstance(answer, tuple) else 0.0


@decision("nxt", "Nxt")
def next_action(answer: Answer, target: Targets, _: Judge) -> float | None:
    """Exact match, on f10 to f12."""
    return None if target.nxt is None else float(answer == target.nxt)
