"""The shortcut audit: what each cheap strategy scores on the four closed decisions, against a coin.

The *coin* knows everything but which of the two devices with a stated value was engaged: that is as much as can be
known without counting, since the words of a pair's episodes are the same. Its expected score is chance. A strategy's
guess is turned into all four answers by the card's own rules, so a strategy that guesses right is right everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench_gen.ua.audit.strategies import STRATEGIES, most
from bench_gen.ua.audit.view import View
from bench_gen.ua.schema import NONE
from bench_gen.ua.set_f1 import set_f1
from bench_gen.ua.targets import next_action, responding

DECISIONS = ("eng", "inf", "rsp", "nxt")
MARGIN = 0.05
_Z = 2.576  # a fair set of any size fails one strategy in 200


@dataclass(frozen=True)
class Shortcut:
    """What a strategy scores on one decision: mean over pairs, chance, the most it may score, and where it is right.

    `leaks` tells whether it scores more; `pairs` names those on which it beats the coin, worst first.
    """

    strategy: str
    decision: str
    score: float
    chance: float
    limit: float
    leaks: bool
    pairs: tuple[str, ...]


def audit_shortcuts(views: Sequence[View], *, margin: float = MARGIN) -> tuple[Shortcut, ...]:
    """Every registered strategy on every decision.

    A score may exceed chance by `margin` plus 2.576 standard errors over pairs, so that small sets aren't failed by
    noise and large ones are held tightly.
    """
    pairs = sorted({view.pair for view in views})
    coin = _by_pair(views, pairs, lambda view, _: [device for device, _value in view.stated])
    found = []
    for name in sorted(STRATEGIES):
        scores = _by_pair(views, pairs, STRATEGIES[name].guess)
        for column, decision in enumerate(DECISIONS):
            known = ~np.isnan(scores[:, column])
            if not known.any():
                continue
            gain = scores[known, column] - coin[known, column]
            chance, score = float(coin[known, column].mean()), float(scores[known, column].mean())
            # The spread under fairness, where a pair is gained or lost alike: not that of a leak, which is small.
            error = math.sqrt(float(np.mean(gain**2)) / len(gain))
            limit = min(chance + margin + STRATEGIES[name].partial + _Z * error, 1.0) if len(gain) > 1 else 1.0
            order = [i for i in np.argsort(-gain, kind="stable") if gain[i] > 0]
            named = tuple(np.array(pairs)[known][order].tolist())
            found.append(Shortcut(name, decision, score, chance, limit, score > limit, named))
    return tuple(found)


def full_evidence(views: Sequence[View]) -> tuple[float, ...]:
    """Mean scores on the four decisions of whoever counts both channels on all frames: 1.0 each in a sound set."""
    counted = [most([*view.pointed, *(device for row in view.lit for device in row)]) for view in views]
    rows = [
        np.mean([score(v, device) for device in devices], axis=0) for v, devices in zip(views, counted, strict=True)
    ]
    return tuple(float(figure) for figure in np.mean(rows, axis=0))


def _by_pair(
    views: Sequence[View], pairs: Sequence[str], guess: Callable[[View, Sequence[View]], list[str]]
) -> NDArray[np.float64]:
    """(pairs, decisions) mean scores; NaN where the strategy has no guess."""
    rows: dict[str, list[list[float]]] = {pair: [] for pair in pairs}
    for view in views:
        guesses = guess(view, [other for other in views if other.pair != view.pair])
        if guesses:
            rows[view.pair].append(np.mean([score(view, device) for device in guesses], axis=0).tolist())
    return np.array([np.mean(rows[pair], axis=0) if rows[pair] else [math.nan] * 4 for pair in pairs])


def score(view: View, device: str) -> list[float]:
    """Scores of Eng, Inf, Rsp and Nxt over an episode's designated frames, for whoever takes `device` as engaged."""
    values = dict(view.stated)
    eng: list[float] = []
    inf: list[float] = []
    rsp: list[float] = []
    nxt: list[float] = []
    standing = ""
    for frame, target in zip(view.episode.frames, view.targets, strict=True):
        standing = frame.request.action if frame.request else standing
        if target.eng is not None:
            eng.append(float(device == target.eng))
        if target.inf is not None:
            inf.append(float(values.get(device, NONE) == target.inf))
        if target.rsp is not None and frame.request is not None:
            said = responding(frame.request.action, frame.request.scope, device, view.script.card.abilities)
            rsp.append(set_f1(said, target.rsp))
        if target.nxt is not None:
            nxt.append(float(next_action(standing, device) == target.nxt))
    return [float(np.mean(column)) for column in (eng, inf, rsp, nxt)]
