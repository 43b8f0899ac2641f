"""Cheap strategies: each guesses the engaged device without doing what the task asks for, counting both channels.

Adding one is a function with `@strategy`. It yields equally good guesses; their scores are averaged, so that no luck is
involved. No guess at all means that the strategy does not apply to this episode (nothing was rendered, say).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from assets.entries import enter
from bench_gen.ua.audit.view import View

Guess = Callable[[View, Sequence[View]], list[str]]
"""(episode, all episodes of other pairs) -> devices, each as good a guess as the others."""


@dataclass(frozen=True)
class Strategy:
    """A registered strategy: its id, what it does in words, its function.

    `partial` is what it may score over chance beyond the margin, for one that does what the task asks for on a part of
    the frames: such a strategy is no shortcut, but shows that all frames are needed.
    """

    name: str
    says: str
    guess: Guess
    partial: float = 0.0


HALF = 0.15  # counting both channels right on half of the frames is half of the task
STRATEGIES: dict[str, Strategy] = {}


def strategy(name: str, says: str, *, partial: float = 0.0) -> Callable[[Guess], Guess]:
    """Register a strategy.

    Raises:
        ValueError: when the id is taken.
    """

    def register(function: Guess) -> Guess:
        enter(STRATEGIES, name, Strategy(name, says, function, partial))
        return function

    return register


def most(devices: Iterable[str]) -> list[str]:
    """The devices that come up most often, sorted."""
    counts = Counter(devices)
    return sorted(device for device, n in counts.items() if n == max(counts.values()))


@strategy("last_pointed", "the device pointed at last")
def _last_pointed(view: View, _: Sequence[View]) -> list[str]:
    return view.pointed[-1:]


@strategy("first_pointed", "the device pointed at first")
def _first_pointed(view: View, _: Sequence[View]) -> list[str]:
    return view.pointed[:1]


@strategy("most_pointed", "the device pointed at most, lit screens ignored")
def _most_pointed(view: View, _: Sequence[View]) -> list[str]:
    return most(view.pointed)


@strategy("last_lit", "a candidate lit in the last frame that lights one")
def _last_lit(view: View, _: Sequence[View]) -> list[str]:
    return [row for row in view.lit if row][-1]


@strategy("first_lit", "a candidate lit in the first frame that lights one")
def _first_lit(view: View, _: Sequence[View]) -> list[str]:
    return next(row for row in view.lit if row)


@strategy("most_lit", "the candidate lit most, pointing ignored")
def _most_lit(view: View, _: Sequence[View]) -> list[str]:
    return most(device for row in view.lit for device in row)


@strategy("presence", "a candidate both lit and pointed at at some time, however often")
def _presence(view: View, _: Sequence[View]) -> list[str]:
    return sorted(set(view.pointed) & {device for row in view.lit for device in row})


@strategy("at_once", "the candidate most often lit and pointed at in one frame")
def _at_once(view: View, _: Sequence[View]) -> list[str]:
    return most(device for device, row in zip(view.pointed, view.lit, strict=True) if device in row)


@strategy("late_joint", "the joint tally over the last four engagement frames alone", partial=HALF)
def _late_joint(view: View, _: Sequence[View]) -> list[str]:
    return most([*view.pointed[4:], *(device for row in view.lit[4:] for device in row)])


@strategy("early_joint", "the joint tally over the first four engagement frames alone", partial=HALF)
def _early_joint(view: View, _: Sequence[View]) -> list[str]:
    return most([*view.pointed[:4], *(device for row in view.lit[:4] for device in row)])


@strategy("first_stated", "the device whose value is stated first")
def _first_stated(view: View, _: Sequence[View]) -> list[str]:
    return [view.stated[0][0]]


@strategy("last_stated", "the device whose value is stated last")
def _last_stated(view: View, _: Sequence[View]) -> list[str]:
    return [view.stated[-1][0]]


@strategy("category_prior", "the candidate whose category is engaged most often in the other pairs")
def _category_prior(view: View, others: Sequence[View]) -> list[str]:
    engaged = Counter(other.episode.engaged for other in others)
    offered = Counter(device for other in others for device in other.candidates)
    share = {device: engaged[device] / max(offered[device], 1) for device in view.candidates}
    return sorted(device for device, value in share.items() if value == max(share.values()))


@strategy("constant", "the first candidate of the card")
def _constant(view: View, _: Sequence[View]) -> list[str]:
    return [view.candidates[0]]


@strategy("widest_abilities", "the candidate with the most abilities on the card")
def _widest(view: View, _: Sequence[View]) -> list[str]:
    count = {device: len(view.script.card.abilities[device]) for device in view.candidates}
    return sorted(device for device, n in count.items() if n == max(count.values()))


@strategy("can_do_request", "a candidate whose abilities cover the last request")
def _can_do(view: View, _: Sequence[View]) -> list[str]:
    request = view.episode.frames[-1].request
    able = view.script.card.abilities
    return [d for d in view.candidates if request is not None and request.action in able[d]]


@strategy("largest_in_view", "the candidate whose screen covers most pixels")
def _largest(view: View, _: Sequence[View]) -> list[str]:
    return sorted(view.areas, key=lambda device: -view.areas[device])[:1]


@strategy("nearest", "the candidate nearest to the user in the picture")
def _nearest(view: View, _: Sequence[View]) -> list[str]:
    return sorted(view.distances, key=lambda device: view.distances[device])[:1]
