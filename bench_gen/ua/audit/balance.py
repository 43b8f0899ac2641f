"""Balance of a whole set: each check counts something over its pairs and holds the counts to stated shares.

Adding one is a function with `@balance`. It returns (expected share, count) for each option, and the total; a share is
accepted within `SLACK` of the expected one plus 2.576 standard errors of a binomial at the set's size.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assets.entries import enter
from bench_gen.ua.audit.view import View
from bench_gen.ua.cast import ROBOT
from bench_gen.ua.routing import EARLY, FINAL, Pattern
from bench_gen.ua.schema import ROLES

SLACK = 0.05
_Z = 2.576
_FEW = 20

Counts = tuple[dict[str, tuple[float, int]], int]
"""({option: (expected share, count)}, total)."""
Count = Callable[[Sequence[View]], Counts]


@dataclass(frozen=True)
class Balance:
    """A registered balance check."""

    name: str
    asks: str
    count: Count


@dataclass(frozen=True)
class BalanceRow:
    """One option of a balance check: its share, the share expected, and the bounds that it must lie in."""

    check: str
    option: str
    count: int
    share: float
    expected: float
    low: float
    high: float

    @property
    def ok(self) -> bool:
        """Whether the share lies in its bounds."""
        return self.low <= self.share <= self.high


BALANCES: dict[str, Balance] = {}


def balance(name: str, asks: str) -> Callable[[Count], Count]:
    """Register a balance check.

    Raises:
        ValueError: when the id is taken.
    """

    def register(function: Count) -> Count:
        enter(BALANCES, name, Balance(name, asks, function))
        return function

    return register


def audit_balance(views: Sequence[View]) -> tuple[BalanceRow, ...]:
    """Every registered balance check."""
    rows = []
    for name in sorted(BALANCES):
        counts, total = BALANCES[name].count(views)
        for option, (expected, count) in sorted(counts.items()):
            if not total:
                continue
            room = SLACK + _Z * math.sqrt(max(expected * (1 - expected), 0.25 / total) / total)
            low, high = max(0.0, expected - room), min(1.0, expected + room)
            rows.append(BalanceRow(name, option, count, count / total, expected, low, high))
    return tuple(rows)


def _even(counted: Counter[str], options: Sequence[str]) -> Counts:
    return {option: (1 / len(options), counted[option]) for option in options}, sum(counted.values())


def _pairs(views: Sequence[View]) -> list[View]:
    return [view for view in views if view.role == ROLES[0]]


@balance("topics", "topics come up equally often")
def _topics(views: Sequence[View]) -> Counts:
    counted = Counter(view.script.topic for view in _pairs(views))
    return _even(counted, sorted(counted))


@balance("engaged", "a device is engaged as often as it is a candidate, for its share of the candidates")
def _engaged(views: Sequence[View]) -> Counts:
    offered: Counter[str] = Counter()
    for view in views:
        for device in view.candidates:
            offered[device] += 1
    engaged = Counter(view.episode.engaged for view in views)
    total = sum(offered.values())
    return {device: (offered[device] / total, engaged[device]) for device in sorted(offered)}, len(views)


@balance("decoys", "a device is a decoy as often as it is engaged")
def _decoys(views: Sequence[View]) -> Counts:
    engaged = Counter(view.episode.engaged for view in views)
    decoys = Counter(view.episode.decoy for view in views)
    devices = sorted({*engaged, *decoys})
    return {device: (engaged[device] / len(views), decoys[device]) for device in devices}, len(views)


@balance("statement_order", "the engaged device's value is stated first in half of the A episodes")
def _order(views: Sequence[View]) -> Counts:
    pairs = _pairs(views)
    first = sum(view.stated[0][0] == view.episode.engaged for view in pairs)
    return {"engaged first": (0.5, first)}, len(pairs)


@balance("values", "each value of a topic is the target about equally often")
def _values(views: Sequence[View]) -> Counts:
    """By rank of the value in its topic's sorted list, since topics have too few pairs each."""
    ranks: Counter[str] = Counter()
    for view in views:
        values = [value for value in view.script.card.answers.inf if value != "none"]
        place = values.index(dict(view.stated)[view.episode.engaged]) / len(values)
        ranks[("lower third", "middle third", "upper third")[int(3 * place)]] += 1
    return _even(ranks, ["lower third", "middle third", "upper third"])


@balance("final_responders", "at f12 none, one, and several devices respond as often as the dealt patterns say")
def _final(views: Sequence[View]) -> Counts:
    return _sizes(views, 12, FINAL)


@balance("early_responders", "at f9 none, one, and several devices respond as often as the dealt patterns say")
def _early(views: Sequence[View]) -> Counts:
    return _sizes(views, 9, EARLY)


def _sizes(views: Sequence[View], frame: int, patterns: Sequence[Pattern]) -> Counts:
    dealt: Counter[str] = Counter()
    for pattern in patterns:
        for engaged, decoy in ((pattern.engaged, pattern.decoy), (pattern.decoy, pattern.engaged)):
            able = engaged + decoy + pattern.rest
            size = {"any": able, "engaged": int(engaged), "other": able - engaged, "fallback": 1 if engaged else able}
            dealt[_size(size[pattern.scope])] += 1
    found = Counter(_size(len(view.targets[frame - 1].rsp or ())) for view in views)
    names = ("none", "one", "several")
    return {name: (dealt[name] / (2 * len(patterns)), found[name]) for name in names}, len(views)


def _size(number: int) -> str:
    return ("none", "one", "several")[min(number, 2)]


@balance("final_scopes", "the three scopes of f12 come up equally often")
def _scopes(views: Sequence[View]) -> Counts:
    asked = [view.episode.frames[11].request for view in _pairs(views)]
    return _even(Counter(request.scope for request in asked if request), ["engaged", "fallback", "other"])


@balance("request_actions", "about a quarter of the requests at f10, not more, ask for the most common action")
def _actions(views: Sequence[View]) -> Counts:
    asked = Counter(r.action for view in _pairs(views) if (r := view.episode.frames[9].request))
    total = sum(asked.values())
    # The largest of several counts: in few requests it is far from its share by chance alone.
    return ({"most common": (0.25, max(asked.values()))} if total >= _FEW else {}), total


@balance("carrier", "lit screens and pointing carry the lead equally often")
def _carrier(views: Sequence[View]) -> Counts:
    pairs = _pairs(views)
    lit = sum(view.script.stratum["carrier"] == "lit" for view in pairs)
    return {"lit": (0.5, lit)}, len(pairs)


@balance("robot", "the robot takes part in half of the pairs")
def _robot(views: Sequence[View]) -> Counts:
    pairs = _pairs(views)
    fielded = sum(any(entry.device == ROBOT for entry in view.script.roster) for view in pairs)
    return {"fielded": (0.5, fielded)}, len(pairs)
