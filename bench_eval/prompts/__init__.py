"""Prompt templates, fixed and zero-shot, as text files; slots are `{name}`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from bench_gen.ua.schema import RosterEntry


@lru_cache(maxsize=32)
def _template(name: str) -> str:
    return files(__package__).joinpath(f"{name}.md").read_text(encoding="utf-8")


def roster_in_words(roster: Sequence[RosterEntry]) -> str:
    """The public roster, a line a device."""
    return "\n".join(f"- {e.device}: {e.appearance}, glows {e.glow or 'never'}" for e in roster)


def prompt(name: str, fields: Mapping[str, str]) -> str:
    """A template with its slots filled; what fills a slot is never read as a template."""
    parts = _template(name).split("{")
    text = [parts[0]]
    for part in parts[1:]:
        slot, found, rest = part.partition("}")
        text.append(fields[slot] + rest if found and slot in fields else "{" + part)
    return "".join(text)
