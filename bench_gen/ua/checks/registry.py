"""The registry of admission checks. Adding one is a function with `@check` in a module that is imported.

A check takes a pair on disk and the settings, and yields findings: one for each thing wrong (`ok=False`, with frame,
cause and figure), and if it likes one `ok=True` finding with its tightest figure. No finding at all means that all is
well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assets.entries import enter
from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.schema import Finding
from bench_gen.ua.settings import AdmissionSettings

CheckFunction = Callable[[PairOnDisk, AdmissionSettings], Iterator[Finding]]


@dataclass(frozen=True)
class Check:
    """A registered check: its id, one sentence on what it asks, its function."""

    name: str
    asks: str
    run: CheckFunction


CHECKS: dict[str, Check] = {}


def check(name: str, asks: str) -> Callable[[CheckFunction], CheckFunction]:
    """Register a check.

    Raises:
        ValueError: when the id is taken.
    """

    def register(function: CheckFunction) -> CheckFunction:
        enter(CHECKS, name, Check(name, asks, function))
        return function

    return register


def wrong(cause: str, *, episode: str | None = None, frame: int | None = None, figure: float | None = None) -> Finding:
    """A finding that rejects."""
    return Finding.model_validate({"ok": False, "episode": episode, "frame": frame, "cause": cause, "figure": figure})
