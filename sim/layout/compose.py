"""Choosing a place for every screen of a shot, so that a person sees at a glance which one is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.layout.choices import MARGIN, SIDEWAYS, TURN, Choice, Pool, apart, pool
from sim.layout.frame import Shot, crowd
from sim.layout.plan import CastMember, Role, Standing
from sim.layout.spots import Places, footprints

Points = NDArray[np.float64]

SEPARATION = 17.0  # degrees at the user's shoulder between any two screens
IMAGE_SEPARATION = 9.0  # degrees in the image, at the projected shoulder
IMAGE_REACH = 25.0  # pixels from the projected shoulder, under which a direction says nothing
_ELBOW_ROOM = 0.04  # metres between footprints
_CROWDED = 3.0  # how much a foreground full of furniture costs
_BRANCHES, _NODES, _RESTARTS = 8, 120, 3


@dataclass(frozen=True, eq=False)
class Composition:
    """A shot with every screen placed and the user turned; higher scores look better."""

    shot: Shot
    choices: tuple[Choice, ...]
    user: Standing
    score: float


def compose(
    places: Places, shot: Shot, cast: Sequence[CastMember], rng: np.random.Generator, reasons: Counter[str]
) -> Composition | None:
    """Place candidates and distractors for a shot; None, and a reason counted, when they do not fit."""
    pools: list[Pool] = []
    for member in cast:
        if member.role == Role.OBSERVER:
            continue
        found = pool(places, shot, member, rng)
        found = found.taken(np.flatnonzero(shapely.distance(found.outlines, _observer_outline(shot)) > _ELBOW_ROOM))
        if not len(found):
            reasons[f"{member.device_id}: no place in view of camera and user"] += 1
            return None
        pools.append(found)
    pools.sort(key=lambda p: (p.role != Role.CANDIDATE, len(p)))
    best: list[Pool] | None = None
    for _ in range(_RESTARTS):
        chosen = _search(pools, [], rng, [_NODES])
        if chosen is None:  # the next search would hardly do better
            break
        if best is None or _total(chosen) > _total(best):
            best = chosen
    if best is None:
        reasons["screens too close together for pointing to tell them apart"] += 1
        return None
    user = _turned(shot, [float(p.offsets[0]) for p in best if p.role == Role.CANDIDATE])
    if user is None:
        reasons["a screen would be behind the user"] += 1
        return None
    by_id = {p.choices[0].member.device_id: p.choices[0] for p in best}
    ordered = tuple(by_id[m.device_id] for m in cast if m.device_id in by_id)
    score = _total(best) / len(best) + _balance(shot, best) - _CROWDED * crowd(places, shot)
    return Composition(shot, ordered, user, score)


def image_line_clear(shoulder: Points, target: Points, other: Points) -> bool:
    """Whether an arm drawn from `shoulder` through `target`, (2,) pixels, passes well clear of `other`."""
    return bool(_rays_apart((target - shoulder)[None], other - shoulder)[0])


def _rays_apart(rays: Points, other: Points) -> NDArray[np.bool_]:
    """Whether (N, 2) image rays and another one are long enough and far enough from parallel."""
    lengths, length = np.linalg.norm(rays, axis=1), float(np.linalg.norm(other))
    cosine = rays @ other / np.maximum(lengths * length, 1e-9)
    apart_ = cosine <= np.cos(np.radians(IMAGE_SEPARATION))
    return np.asarray(apart_ & (lengths >= IMAGE_REACH) & (length >= IMAGE_REACH))


def _search(pools: list[Pool], chosen: list[Pool], rng: np.random.Generator, budget: list[int]) -> list[Pool] | None:
    """Depth first, best first with a little chance, until every pool has given a choice that fits the others."""
    if not pools:
        return chosen
    first = pools[0]
    fits = np.ones(len(first), bool)
    for other in chosen:
        fits &= _fit(first, other)
    index = np.flatnonzero(fits)
    weights = first.scores[index] + _spread(first.rays[index], chosen) + rng.gumbel(0, 0.15, len(index))
    for i in index[np.argsort(-weights, kind="stable")[:_BRANCHES]]:
        budget[0] -= 1
        if budget[0] <= 0:
            return None
        found = _search(pools[1:], [*chosen, first.taken(np.array([i]))], rng, budget)
        if found:
            return found
    return None


def _fit(options: Pool, other: Pool) -> NDArray[np.bool_]:
    """Which options can be told from one chosen screen by where the user points, and stand clear of it, (N,)."""
    good = options.bearings @ other.bearings[0] <= np.cos(np.radians(SEPARATION))
    good &= apart(options.boxes, other.boxes, MARGIN)[:, 0]
    good &= _rays_apart(options.rays, other.rays[0])
    good &= _ways_free(options, other)
    good &= shapely.distance(options.outlines, other.choices[0].outline) > _ELBOW_ROOM
    if options.role == other.role == Role.CANDIDATE:  # some way to turn has both before the user
        good &= np.abs(options.offsets - other.offsets[0]) <= np.radians(2 * SIDEWAYS - 5)
    return np.asarray(good)


def _ways_free(options: Pool, other: Pool) -> NDArray[np.bool_]:
    """Whether, in the image, the ways from the user to either screen keep clear of the other one's box, (N,)."""
    crossed = shapely.intersects(options.ways, shapely.box(*other.boxes[0]))
    crossed |= shapely.intersects(other.ways[0], options.rectangles)
    return np.asarray(~crossed)


def _spread(rays: Points, chosen: list[Pool]) -> NDArray[np.float64]:
    """A bonus for screens on the emptier side of the user."""
    if not chosen:
        return np.zeros(len(rays))
    crowd = float(np.mean([np.sign(c.rays[0, 0]) for c in chosen]))
    return np.asarray(-0.5 * crowd * np.sign(rays[:, 0]))


def _total(chosen: list[Pool]) -> float:
    return float(sum(p.scores[0] for p in chosen))


def _observer_outline(shot: Shot) -> shapely.Geometry:
    if shot.observer is None:
        return shapely.Point(shot.place.x, shot.place.z).buffer(0.35)
    return footprints(shot.observer, shot.place.position[None], np.array([shot.place.yaw]))[0]


def _turned(shot: Shot, offsets: list[float]) -> Standing | None:
    """The user turned between the camera and the candidates; None when one of those stays behind."""
    sideways, turn = np.radians(SIDEWAYS), np.radians(TURN)
    low = max([o - sideways for o in offsets] + [-turn])
    high = min([o + sideways for o in offsets] + [turn])
    if low > high:
        return None
    away = np.array(shot.camera.pose[:3, 3]) - shot.user
    yaw = float(np.arctan2(-away[0], -away[2])) + float(np.clip(np.mean([*offsets, 0.0, 0.0]), low, high))
    return Standing(*(round(float(v), 4) for v in (*shot.user, yaw)))


def _balance(shot: Shot, chosen: list[Pool]) -> float:
    """A penalty for frames whose user and screens together lie to one side."""
    boxes = np.concatenate([shot.body_box[None]] + [p.boxes for p in chosen if p.role == Role.CANDIDATE])
    middle = float(boxes[:, 0].min() + boxes[:, 2].max()) / 2
    return -1.5 * abs(middle / shot.camera.width - 0.5)
