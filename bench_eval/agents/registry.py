"""The registry of systems. Adding one is a class with `@agent` in a module that is imported, or `module:name`."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Protocol

from assets.entries import enter
from assets.errors import InputError
from bench_eval.agents.process import ProcessAgent
from bench_eval.answers import Answers, Brief, Observation
from bench_eval.decoders.registry import Decoder
from bench_eval.registry import find


class Agent(Protocol):
    """A system under evaluation; one instance sees one episode after another."""

    def reset(self, brief: Brief) -> None:
        """A new episode begins: forget the last one."""
        ...

    def step(self, observation: Observation) -> Answers:
        """One moment: take it in, then answer."""
        ...

    def carried(self) -> tuple[str, ...]:
        """The values carried from here to the next moment, without the words around them (figure 5)."""
        ...

    def shown(self) -> str:
        """What is carried, for people to read."""
        ...


Make = Callable[[Decoder], Agent]
AGENTS: dict[str, Make] = {}
COMMAND = "exec:"
TITLES: dict[str, tuple[str, str]] = {}
"""Name to the paper's title and the family whose contrasts are adjusted together (appendix E)."""


def agent(name: str, title: str, family: str) -> Callable[[Make], Make]:
    """Register what makes a system.

    Args:
        title: as in the paper's tables.
        family: "own", "controls", "published" or "ablations".

    Raises:
        ValueError: when the name is taken.
    """

    def register(make: Make) -> Make:
        enter(AGENTS, name, make)
        TITLES[name] = (title, family)
        return make

    return register


def find_agent(name: str) -> Make:
    """What makes a system: registered, installed, `module:name`, or `exec:COMMAND` for a process of its own.

    Raises:
        InputError: when there is none of that name, or the command is empty.
    """
    if not name.startswith(COMMAND):
        return find(AGENTS, name, "agent")
    command = shlex.split(name.removeprefix(COMMAND))
    if not command:
        raise InputError("no command", field="agent", expected="exec:COMMAND")
    return lambda _: ProcessAgent(command)
