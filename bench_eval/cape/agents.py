"""What acts in CAPEBench episodes: the four controls, and agents of one's own.

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
from typing import Any

from assets.errors import InputError
from bench_eval.registry import find
from bench_gen.cape.disk import brief_of
from bench_gen.cape.episode import Player
from bench_gen.cape.players import PLAYERS
from bench_gen.cape.schema import Instance
from testbed.actions import Outcome

Make = Callable[[Instance], Player]
CONTROLS = tuple(PLAYERS)


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


def find_player(name: str, adb: Collection[str] = ()) -> Make:
    """What makes the player of an episode.

    Args:
        adb: devices that are Android ones, on which the controls' plans have no ways.

    Raises:
        InputError: when there is no agent of that name, or it cannot play on these devices.
    """
    if name in ("scripted", "fixed_plan") and adb:
        raise InputError(f"{name} plans for sandboxed devices alone", field="agent", remedy="leave it out with adb")
    if name in PLAYERS:
        return PLAYERS[name]
    try:
        make: Any = find(dict[str, Any](), name, "agent")
    except InputError:
        raise InputError(
            f"no agent {name!r}", field="agent", expected=", ".join(CONTROLS) + ", or package.module:Class"
        ) from None
    return lambda instance: OwnAgent(make(), instance, adb)
