"""The registry of published forms. Adding one is a function with `@export_format` in a module that is imported.

An export reads a set and fills a folder; the command line makes that folder appear whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from assets.entries import enter
from bench_gen.ua.restage import Sources
from bench_gen.ua.schema import Role


@dataclass(frozen=True)
class Options:
    """What forms can be asked for.

    Attributes:
        pairs: ids of the pairs to export, sorted.
        width: images are scaled down to it; None keeps them as they are.
        jpeg: JPEG quality, 1 to 95; None keeps PNG.
        roles: episodes of each pair, for forms that hold worlds.
        frames: frames of each episode, 1 to 12, for forms that hold worlds; empty for what the form likes best.
        sources: where scenes and devices lie, for forms that hold worlds.
    """

    pairs: tuple[str, ...]
    width: int | None = None
    jpeg: int | None = None
    roles: tuple[Role, ...] = ("A",)
    frames: tuple[int, ...] = ()
    sources: Sources = field(default_factory=Sources)


Write = Callable[[Path, Path, Options, Callable[[], None]], None]
"""(the `ua` folder of a set, an empty folder to fill, options, called after each episode)."""


@dataclass(frozen=True)
class Export:
    """A registered form: its name, one sentence on it, its function, and whether it holds worlds, not pictures."""

    name: str
    says: str
    write: Write
    worlds: bool = False


FORMATS: dict[str, Export] = {}


def export_format(name: str, says: str, *, worlds: bool = False) -> Callable[[Write], Write]:
    """Register a form.

    Raises:
        ValueError: when the name is taken.
    """

    def register(function: Write) -> Write:
        enter(FORMATS, name, Export(name, says, function, worlds))
        return function

    return register
