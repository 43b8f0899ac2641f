"""The registry of judges. Adding one is a function with `@judge` in an imported module, or `module:name`."""

from __future__ import annotations

from collections.abc import Callable

from bench_gen.registry import enter
from bench_gen.ua.schema import Intent

Judge = Callable[[str, Intent], bool]
"""(an answer, the authored reference): whether they mean the same."""

JUDGES: dict[str, Callable[[], Judge]] = {}


def judge(name: str) -> Callable[[Callable[[], Judge]], Callable[[], Judge]]:
    """Register what makes a judge.

    Raises:
        ValueError: when the name is taken.
    """

    def register(make: Callable[[], Judge]) -> Callable[[], Judge]:
        enter(JUDGES, name, make)
        return make

    return register
