"""The registry of judges. Adding one is a function with `@judge` in an imported module, or `module:name`."""

from __future__ import annotations

from collections.abc import Callable

from assets.entries import registers
from bench_eval.resources import Resources
from bench_gen.ua.schema import Intent

Judge = Callable[[str, Intent], bool]
"""(an answer, the authored reference): whether they mean the same."""

MakeJudge = Callable[[Resources], Judge]
JUDGES: dict[str, MakeJudge] = {}


def judge(name: str) -> Callable[[MakeJudge], MakeJudge]:
    """Register what makes a judge.

    Raises:
        ValueError: when the name is taken.
    """
    return registers(JUDGES, name)
