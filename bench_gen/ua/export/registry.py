"""The registry of published forms. Adding one is a function with `@export_format` in a module that is imported.

An export reads a set and fills a folder; the command line makes that folder appear whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench_gen.registry import enter


@dataclass(frozen=True)
class Options:
    """What all forms can be asked for.

    Attributes:
        pairs: ids of the pairs to export, sorted.
        width: images are scaled down to it; None keeps them as they are.
        jpeg: JPEG quality, 1 to 95; None keeps PNG.
    """

    pairs: tuple[str, ...]
    width: int | None = None
    jpeg: int | None = None


Write = Callable[[Path, Path, Options, Callable[[], None]], None]
"""(the `ua` folder of a set, an empty folder to fill, options, called after each episode)."""


@dataclass(frozen=True)
class Export:
    """A registered form: its name, one sentence on it, its function."""

    name: str
    says: str
    write: Write


FORMATS: dict[str, Export] = {}


def export_format(name: str, says: str) -> Callable[[Write], Write]:
    """Register a form.

    Raises:
        ValueError: when the name is taken.
    """

    def register(function: Write) -> Write:
        enter(FORMATS, name, Export(name, says, function))
        return function

    return register
