"""Engagement schedules: who is lit and who is pointed at in f2 to f9, in terms of roles.

The *joint tally* of a candidate is the number of engagement frames in which its screen is lit plus the number in which
the user points at it. The engaged device has the largest joint tally, at least `MARGIN_DECOY` above the decoy's.

A schedule is drawn at random from those that meet a `Stratum`. The family is chosen so that every cheap cue is
uninformative between the engaged device and the decoy:

* The two channels always disagree: one of them (`carrier`) favours the engaged device, the other favours the decoy by
  less. Pointing tallies alone are right in half of the pairs at most; lit tallies alone in a third, and in another
  third a third device leads them.
* First and last cues of either channel fall on the engaged device, on the decoy and on another one equally often, and
  the first never agrees with the last.
* Frames in which a device is lit and pointed at together favour engaged device and decoy about equally often, and so
  do the last four frames alone. Not every stratum can show these three as dealt; the schedule that shows most is taken.
* Both devices are lit and pointed at, so presence without counts says nothing.
* At each of the two statements exactly the device pointed at is lit. The two statement frames change places between the
  episodes of a pair, so an utterance, and whom it binds to, is the same in both: only counts tell A from B.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bench_gen.ua.seeds import dealt

Channel = Literal["lit", "pointing"]
ENGAGED, DECOY, OTHER = 0, 1, 2
FRAMES = 8
MARGIN_DECOY = 2
MARGIN_OTHERS = 1
MOST_AHEAD = 4
_BATCH = 2048
_MAX_BATCHES = 200
_PATIENCE = 12
_STEER = 0.75
_FULL_AGREEMENT = 7

_CARRIERS: tuple[Channel, Channel] = ("lit", "pointing")
# Fewer schedules can favour the decoy in these, so it is dealt to it more often: what comes out is near balance.
_CHANNELS = tuple(
    (carrier, third, together)
    for carrier in _CARRIERS
    for third in (False, False, True)
    for together in (ENGAGED, DECOY, DECOY)
)
_LATE = ((ENGAGED, ENGAGED), (DECOY, DECOY), (DECOY, DECOY))
_ENDS = tuple((a, b) for a in (ENGAGED, DECOY, OTHER) for b in (ENGAGED, DECOY, OTHER) if a != b) * 2


@dataclass(frozen=True)
class Stratum:
    """The cues that a schedule must show; dealt so that each misleads on a balanced share of pairs.

    Attributes:
        carrier: the channel that favours the engaged device over the decoy; the other favours the decoy.
        third_leads: whether a third device has the largest lit tally.
        pointing_ends: roles pointed at in f2 and in f9.
        lit_ends: which of engaged and decoy is lit in f2 and in f9 (OTHER: neither).
        together: which of engaged and decoy is more often lit and pointed at in one frame.
        late: which of them leads the joint tally of f6 to f9; `late_pointing`: which leads the pointing there.
        engaged_first: whether episode A's engaged device is stated first.
    """

    carrier: Channel
    third_leads: bool
    pointing_ends: tuple[int, int]
    lit_ends: tuple[int, int]
    together: int
    late: int
    late_pointing: int
    engaged_first: bool


@dataclass(frozen=True)
class Schedule:
    """Rows are f2 to f9. Roles: 0 engaged, 1 decoy, 2 and up the remaining candidates.

    Attributes:
        lit: (8,) sets of roles.
        pointed: (8,) the role pointed at.
        statements: row of the engaged device's statement, row of the decoy's.
    """

    lit: tuple[frozenset[int], ...]
    pointed: tuple[int, ...]
    statements: tuple[int, int]

    def tallies(self, roles: int) -> NDArray[np.int64]:
        """(2, roles): lit counts and pointing counts."""
        counts = np.zeros((2, roles), dtype=np.int64)
        for lit, pointed in zip(self.lit, self.pointed, strict=True):
            counts[0, sorted(lit)] += 1
            counts[1, pointed] += 1
        return counts

    def partner(self) -> Schedule:
        """Episode B's schedule in B's own roles: the two statement rows change places."""
        order = list(range(FRAMES))
        a, b = self.statements
        order[a], order[b] = b, a
        return Schedule(tuple(self.lit[i] for i in order), tuple(self.pointed[i] for i in order), (b, a))


def stratum(seed: int, name: str, index: int) -> Stratum:
    """The stratum of pair `index` of a set: balanced over every 36 consecutive pairs."""
    carrier, third, together = dealt(seed, name, "channels", index, _CHANNELS)
    late, late_pointing = dealt(seed, name, "late", index, _LATE)
    return Stratum(
        carrier=carrier,
        third_leads=third,
        pointing_ends=dealt(seed, name, "pointing ends", index, _ENDS),
        lit_ends=dealt(seed, name, "lit ends", index, _ENDS),
        together=together,
        late=late,
        late_pointing=late_pointing,
        engaged_first=dealt(seed, name, "engaged first", index, (True, False)),
    )


def draw_schedule(wanted: Stratum, candidates: int, rng: np.random.Generator) -> Schedule:
    """A schedule drawn at random from those of the stratum (proposals lean, acceptance decides).

    Args:
        candidates: number of candidate devices, at least 3.

    Raises:
        RuntimeError: when no schedule was found (a stratum that cannot be met is a defect, not bad input).
    """
    if candidates < OTHER + 1:
        raise ValueError(f"a schedule needs at least 3 candidates, got {candidates}")
    best: tuple[int, Schedule] | None = None
    for batch in range(_MAX_BATCHES):
        lit, pointed, rows = _propose(wanted, candidates, rng)
        fit = np.flatnonzero(_fits(wanted, lit, pointed))
        if len(fit):
            agrees = _agreement(wanted, lit[fit], pointed[fit])
            one = int(fit[agrees.argmax()])
            if best is None or agrees.max() > best[0]:
                found = Schedule(
                    lit=tuple(frozenset(int(r) for r in np.flatnonzero(row)) for row in lit[one]),
                    pointed=tuple(int(p) for p in pointed[one]),
                    statements=(int(rows[one, 0]), int(rows[one, 1])),
                )
                best = (int(agrees.max()), found)
        if best is not None and (best[0] == _FULL_AGREEMENT or batch >= _PATIENCE):
            return best[1]
    raise RuntimeError(f"no schedule for {wanted} with {candidates} candidates")


def _propose(
    wanted: Stratum, n: int, rng: np.random.Generator
) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
    """Random lit (B, 8, n), pointed (B, 8) and statement rows (B, 2) that already show the ends and the statements."""
    # Proposals lean towards what the tallies need, so that few batches are tried.
    decoy_pointed, lit_gain = (0.42, 0.8) if wanted.carrier == "lit" else (0.15, 0.45)
    lit_chance = np.full(n, 0.35)
    lit_chance[ENGAGED], lit_chance[DECOY] = lit_gain, 0.25 if wanted.carrier == "lit" else 0.6
    if wanted.third_leads:
        lit_chance[OTHER] = 0.75
    engaged_pointed = 0.7 - decoy_pointed
    if wanted.carrier == "lit" and wanted.together == DECOY:
        engaged_pointed, decoy_pointed = 0.15, 0.35
    weights = np.full(n, (1 - engaged_pointed - decoy_pointed) / (n - 2))
    weights[ENGAGED], weights[DECOY] = engaged_pointed, decoy_pointed
    pointed = rng.choice(n, size=(_BATCH, FRAMES), p=weights).astype(np.int64)
    lit = rng.random((_BATCH, FRAMES, n)) < lit_chance
    loser, winner = (ENGAGED, DECOY) if wanted.together == DECOY else (DECOY, ENGAGED)
    steer = rng.random((_BATCH, FRAMES)) < _STEER
    lit[:, :, loser] &= ~(steer & (pointed == loser))
    lit[:, :, winner] |= steer & (pointed == winner)
    for row, point, light in zip((0, FRAMES - 1), wanted.pointing_ends, wanted.lit_ends, strict=True):
        pointed[:, row] = rng.integers(OTHER, n, _BATCH) if point == OTHER else point
        lit[:, row, ENGAGED], lit[:, row, DECOY] = light == ENGAGED, light == DECOY
    pairs = np.array([(i, j) for i in range(1, FRAMES - 1) for j in range(1, FRAMES - 1) if i < j])
    rows = pairs[rng.integers(0, len(pairs), _BATCH)]
    rows = rows if wanted.engaged_first else rows[:, ::-1]
    batch = np.arange(_BATCH)
    for role in (ENGAGED, DECOY):
        pointed[batch, rows[:, role]] = role
        lit[batch, rows[:, role]] = np.arange(n) == role
    return lit, pointed, rows


def _fits(wanted: Stratum, lit: NDArray[np.bool_], pointed: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(B,) whether each proposal meets the stratum."""
    n = lit.shape[2]
    lit_tally = lit.sum(axis=1)
    point_tally = _counts(pointed, n)
    joint = lit_tally + point_tally
    lit_lead = lit_tally[:, ENGAGED] - lit_tally[:, DECOY]
    point_lead = point_tally[:, ENGAGED] - point_tally[:, DECOY]
    channels = (lit_lead > 0) & (point_lead < 0) if wanted.carrier == "lit" else (lit_lead < 0) & (point_lead > 0)
    best_two = lit_tally[:, :OTHER].max(axis=1)
    best_third = lit_tally[:, OTHER:].max(axis=1)
    third = best_third > best_two if wanted.third_leads else best_third < best_two
    ahead = joint[:, ENGAGED] - joint[:, DECOY]
    clear = (ahead >= MARGIN_DECOY) & (ahead <= MOST_AHEAD)
    clear &= joint[:, ENGAGED] - joint[:, OTHER:].max(axis=1) >= MARGIN_OTHERS
    sizes = lit.sum(axis=2)
    fits = channels & third & clear & (sizes >= 1).all(axis=1) & (sizes <= 3).all(axis=1)
    return np.asarray(fits, dtype=np.bool_)


def _agreement(wanted: Stratum, lit: NDArray[np.bool_], pointed: NDArray[np.int64]) -> NDArray[np.int64]:
    """(B,) how much of `together`, `late_pointing` and `late` each proposal shows, the first counting most."""
    half = FRAMES // 2
    late_pointing = _counts(pointed[:, half:], lit.shape[2])
    late = late_pointing + lit[:, half:].sum(axis=1)
    together = _leader(_together(lit, pointed))
    return np.asarray(
        4 * (together == wanted.together)
        + 2 * (together == OTHER)
        + 2 * (_leader(late_pointing) == wanted.late_pointing)
        + (_leader(late) == wanted.late)
    )


def _counts(pointed: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """(B, n) how often each role is pointed at."""
    return np.asarray((pointed[:, :, None] == np.arange(n)).sum(axis=1))


def _together(lit: NDArray[np.bool_], pointed: NDArray[np.int64]) -> NDArray[np.int64]:
    """(B, n) frames in which each role is lit and pointed at."""
    return np.asarray((lit & (pointed[:, :, None] == np.arange(lit.shape[2]))).sum(axis=1))


def _leader(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """(B,) ENGAGED or DECOY, whichever has more; OTHER when they are equal."""
    lead = counts[:, ENGAGED] - counts[:, DECOY]
    return np.where(lead > 0, ENGAGED, np.where(lead < 0, DECOY, OTHER))
