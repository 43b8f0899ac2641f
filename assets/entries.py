"""What every registry shares: a name is entered once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

E = TypeVar("E")


def registers(registry: dict[str, E], name: str) -> Callable[[E], E]:
    """A decorator that enters what it decorates under a name; raises like `enter`."""

    def register(entry: E) -> E:
        enter(registry, name, entry)
        return entry

    return register


def enter(registry: dict[str, E], name: str, entry: E) -> None:
    """Enter something under its name.

    Raises:
        ValueError: when the name is taken.
    """
    if name in registry:
        raise ValueError(f"{name!r} is registered already")
    registry[name] = entry
