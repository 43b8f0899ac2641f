"""What every registry shares: a name is entered once."""

from __future__ import annotations

from typing import TypeVar

E = TypeVar("E")


def enter(registry: dict[str, E], name: str, entry: E) -> None:
    """Enter something under its name.

    Raises:
        ValueError: when the name is taken.
    """
    if name in registry:
        raise ValueError(f"{name!r} is registered already")
    registry[name] = entry
