"""What acts in CAPEBench episodes: the four controls, built-in agents, and agents of one's own.

An agent of one's own is a class, named as `module:Class`:

    class MyAgent:
        tokens = 0                      # count what your model uses
        def reset(self, brief): ...     # brief.request, brief.devices (name to kind), brief.modalities
        def act(self, last): ...        # last: None, or the outcome of the last action (with a screenshot, a PNG, after
                                        # an act on a screen); returns an action or None

Actions are JSON objects as `testbed.actions` describes them. Controls know the answer key; agents get the brief alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from assets.entries import registers
from assets.errors import InputError
from bench_eval.registry import find
from bench_eval.resources import Resources
from bench_gen.cape.disk import brief_of
from bench_gen.cape.episode import Player
from bench_gen.cape.players import PLAYERS
from bench_gen.cape.schema import Instance
from testbed.actions import Outcome

Make = Callable[[Instance], Player]
CONTROLS = tuple(PLAYERS)
REPLAY = "evaluate it with python -m bench_eval, then give its trace with --trace"
MakeAgent = Callable[[Resources, int], Any]
AGENTS: dict[str, MakeAgent] = {}


def cape_agent(name: str) -> Callable[[MakeAgent], MakeAgent]:
    """Register what makes a built-in agent from resources and a budget of actions.

    Raises:
        ValueError: when the name is taken.
    """
    return registers(AGENTS, name)


class OwnAgent:
    """An agent that is shown the brief and outcomes, and nothing else."""

    def __init__(self, agent: Any, instance: Instance, adb: Collection[str] = ()) -> None:
        self._agent = agent
        agent.reset(brief_of(instance, adb))

    @property
    def tokens(self) -> int:
        """What the agent says it has used."""
        return int(getattr(self._agent, "tokens", 0))

    def next(self, last: Outcome | None) -> Mapping[str, Any] | None:
        """The agent's next action."""
        found = self._agent.act(last)
        if found is not None and not isinstance(found, Mapping):
            return {"not": "an action"}
        return found


@dataclass(frozen=True)
class Setting:
    """What agents are made with.

    Attributes:
        adb: devices that are Android ones, on which the controls' plans have no ways.
        resources: of agents that ask a model; None where no model can be asked.
        budget: the most actions of an episode.
    """

    adb: Collection[str] = ()
    resources: Resources | None = None
    budget: int = 200


def find_player(name: str, setting: Setting = Setting()) -> Make:
    """What makes the player of an episode.

    Raises:
        InputError: when there is no agent of that name, or it cannot play in this setting.
    """
    if name in ("scripted", "fixed_plan") and setting.adb:
        raise InputError(f"{name} plans for sandboxed devices alone", field="agent", remedy="leave it out with adb")
    if name in PLAYERS:
        return PLAYERS[name]
    if name in AGENTS:
        resources = setting.resources
        if resources is None:
            raise InputError(f"{name} asks a model, which it cannot here", field="agent", remedy=REPLAY)
        resources.client()  # its settings are wrong now or never
        return lambda instance: OwnAgent(AGENTS[name](resources, setting.budget), instance, setting.adb)
    try:
        make: Any = find(dict[str, Any](), name, "agent")
    except InputError:
        known = ", ".join([*CONTROLS, *sorted(AGENTS)])
        raise InputError(f"no agent {name!r}", field="agent", expected=f"{known}, or package.module:Class") from None
    return lambda instance: OwnAgent(make(), instance, setting.adb)
