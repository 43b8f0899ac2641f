"""Request scopes: who responds, as a small closed algebra, and the patterns that a pair's requests are dealt.

With `can` the devices whose card covers the action and `e` the engaged device:

* any:      can
* engaged:  can & {e}
* other:    can - {e}
* fallback: {e} if e in can, else can
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bench_gen.ua.cast import Cast
from bench_gen.ua.schema import Scope
from bench_gen.ua.vocabulary import Action, Vocabulary

SCOPE_RULE = (
    "A device supports a request exactly when its abilities hold the requested action. "
    "A request for anything that can do it is answered by every device that supports it. "
    "A request for only the device used most is answered by the engaged device if it supports it, otherwise by none. "
    "A request for anything but the device used most is answered by every supporting device except the engaged one. "
    "A request that prefers the device used most is answered by the engaged device alone if it supports it, otherwise "
    "by every supporting device. The set of responding devices may be empty."
)


@dataclass(frozen=True)
class Pattern:
    """Who can do a requested action: episode A's engaged device, its decoy, and how many of the rest."""

    scope: Scope
    engaged: bool
    decoy: bool
    rest: int


# f12: the responding set differs between the episodes of a pair. f9 also holds the sets that don't.
FINAL = (
    Pattern("engaged", True, True, 1),
    Pattern("engaged", True, False, 1),
    Pattern("engaged", False, True, 2),
    Pattern("engaged", False, True, 0),
    Pattern("other", True, True, 0),
    Pattern("other", True, False, 1),
    Pattern("other", False, True, 0),
    Pattern("other", True, True, 1),
    Pattern("fallback", True, False, 2),
    Pattern("fallback", False, True, 1),
    Pattern("fallback", True, True, 1),
    Pattern("fallback", True, False, 1),
)
EARLY = (
    Pattern("any", True, True, 0),
    Pattern("any", False, False, 0),
    Pattern("any", False, False, 1),
    Pattern("engaged", False, False, 1),
    Pattern("engaged", True, False, 2),
    Pattern("engaged", False, True, 1),
    Pattern("engaged", True, True, 1),
    Pattern("other", True, False, 0),
    Pattern("other", False, True, 0),
    Pattern("other", True, True, 1),
    Pattern("fallback", True, False, 2),
    Pattern("fallback", False, True, 1),
)


def able_devices(
    action: Action,
    pattern: Pattern,
    engaged: str,
    decoy: str,
    cast: Cast,
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> tuple[str, ...] | None:
    """Devices that shall be able to do the action, sorted; None when the cast cannot show the pattern with it."""
    small = {m.entry.device for m in cast.distractors}
    may = sorted(
        m.entry.device
        for m in cast.members
        if action.label in vocabulary.may(m.entry.category, distractor=m.entry.device in small)
    )
    chosen = [device for device, able in ((engaged, pattern.engaged), (decoy, pattern.decoy)) if able]
    rest = [device for device in may if device not in (engaged, decoy)]
    if any(device not in may for device in chosen) or len(rest) < pattern.rest:
        return None
    picks = rng.permutation(len(rest))[: pattern.rest]
    return tuple(sorted([*chosen, *(rest[i] for i in picks)]))
