"""Choosing a place for every screen of a shot, so that a person sees at a glance which one is meant.

All rules here are plain geometry on arrays; whether bodies and furniture really leave the view free is checked later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from assets.devices.device import Device
from sim.layout.frame import Shot
from sim.layout.person import Mannequin
from sim.layout.plan import CastMember, Moment, PlacedAt, Role, Standing
from sim.layout.sight import screen_points
from sim.layout.spots import Places, footprints

Points = NDArray[np.float64]

NEAREST, FARTHEST = 0.55, 2.6  # metres from the user to a candidate
SMALLEST = 420.0  # pixels of screen at 640x480
SEPARATION = 17.0  # degrees at the user's shoulder between any two screens
IMAGE_SEPARATION = 9.0  # degrees in the image, at the projected shoulder
_FACING_CAMERA, _FACING_USER = 55.0, 75.0  # degrees from a screen's normal
_MARGIN = 10.0  # pixels between a screen and the image's border, or another screen
_SIDEWAYS = 90.0  # degrees off the user's front
_CAMERA_SHARE = 0.6  # how much of a free device's turn goes to the camera rather than to the user
_BRANCHES, _NODES, _RESTARTS = 9, 160, 3


@dataclass(frozen=True, eq=False)
class Choice:
    """One possible place of one cast member, seen from the camera and from the user."""

    member: CastMember
    device: Device
    place: Standing
    support: str
    outline: shapely.Polygon
    center: Points  # (3,) of the screen
    box: Points  # (4,) pixels: left, top, right, bottom
    bearing: Points  # (3,) unit vector from between the user's shoulders
    ray: Points  # (2,) pixels from the projected shoulders to the screen
    score: float

    @property
    def placed(self) -> PlacedAt:
        """The choice as the layout records it."""
        return PlacedAt(self.member.device_id, self.device.spec.name, self.place, self.support, self.member.role)


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
    pools: list[list[Choice]] = []
    for member in cast:
        if member.role == Role.OBSERVER:
            continue
        pool = _pool(places, shot, member, rng)
        if not pool:
            reasons[f"{member.device_id}: no place in view of camera and user"] += 1
            return None
        pools.append(pool)
    order = sorted(range(len(pools)), key=lambda i: (cast_rank(pools[i][0].member), len(pools[i])))
    observer = _observer_outline(shot)
    best: tuple[float, list[Choice]] | None = None
    for _ in range(_RESTARTS):
        budget = [_NODES]
        chosen = _search([pools[i] for i in order], [], observer, rng, budget)
        if chosen and (best is None or sum(c.score for c in chosen) > best[0]):
            best = (sum(c.score for c in chosen), chosen)
    if best is None:
        reasons["screens too close together for pointing to tell them apart"] += 1
        return None
    user = _turned(shot, best[1])
    if user is None:
        reasons["a screen would be behind the user"] += 1
        return None
    ids = {c.member.device_id: c for c in best[1]}
    ordered = tuple(ids[m.device_id] for m in cast if m.device_id in ids)
    return Composition(shot, ordered, user, best[0] / len(ordered) + _middle(shot, ordered))


def cast_rank(member: CastMember) -> int:
    """Candidates are placed before distractors."""
    return 0 if member.role == Role.CANDIDATE else 1


def image_line_clear(shoulder: Points, target: Points, other: Points) -> bool:
    """Whether an arm drawn from `shoulder` through `target`, (2,) pixels, passes well clear of `other`."""
    along, across = target - shoulder, other - shoulder
    lengths = float(np.linalg.norm(along)), float(np.linalg.norm(across))
    if min(lengths) < 25.0:
        return False
    angle = np.degrees(np.arccos(np.clip(along @ across / (lengths[0] * lengths[1]), -1, 1)))
    return bool(angle >= IMAGE_SEPARATION)


def _pool(places: Places, shot: Shot, member: CastMember, rng: np.random.Generator) -> list[Choice]:
    found: list[Choice] = []
    for rank, device in enumerate(member.options):
        found += _choices(places, shot, member, device, rank, rng)
    found.sort(key=lambda c: -c.score)
    return found[:60]


def _choices(
    places: Places, shot: Shot, member: CastMember, device: Device, rank: int, rng: np.random.Generator
) -> list[Choice]:
    spots = places.spots(device)
    if not len(spots):
        return []
    eye = np.array(shot.camera.pose[:3, 3])
    chest = shot.user + np.array([0.0, 1.35, 0.0])
    yaws = _yaws(spots.positions, spots.normals, eye, chest, rng)
    corners = _placed(device.screen, spots.positions, yaws)
    center = corners.mean(axis=1)
    box, area, inside = _projected(shot, corners)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 0] - corners[:, 3])
    distance = np.hypot(*(center - chest)[:, [0, 2]].T)
    if member.role == Role.CANDIDATE:
        good = inside & (area >= SMALLEST) & (distance <= FARTHEST)
        good &= _angle(normal, eye - center) <= _FACING_CAMERA
        good &= _angle(normal, chest - center) <= _FACING_USER
        good &= _apart(box, _body_box(shot)[None], _MARGIN)[:, 0]
    else:
        good = np.where(inside, _apart(box, _body_box(shot)[None], _MARGIN)[:, 0], True)
    good &= np.hypot(*(spots.positions - shot.user)[:, [0, 2]].T) >= NEAREST
    index = np.flatnonzero(good)
    rectangles = footprints(device, spots.positions[index], yaws[index])
    on = [o is None or bool(o.covers(r)) for o, r in zip(spots.outlines[index], rectangles, strict=True)]
    index, rectangles = index[on], rectangles[on]
    if member.role == Role.CANDIDATE and len(index):
        points = screen_points(corners[index])
        start = eye - 0.05 * shot.camera.pose[:3, 2]
        hidden = places.blockers.blocked(start, points.reshape(-1, 3)).reshape(len(index), -1).mean(axis=1)
        index, rectangles = index[hidden <= 0.1], rectangles[hidden <= 0.1]
    pixels = shot.camera.project(center)[:, :2]
    shoulders = shot.camera.project(chest[None])[0, :2]
    made = []
    for i, rectangle in zip(index, rectangles, strict=True):
        place = Standing(*(round(float(v), 4) for v in (*spots.positions[i], yaws[i])))
        bearing = (center[i] - chest) / np.linalg.norm(center[i] - chest)
        score = min(np.log2(area[i] / SMALLEST), 3.0) * 0.35 if inside[i] else -1.0
        score -= 0.35 * rank + 0.4 * abs(distance[i] - 1.4)
        score += 0.3 * np.cos(np.radians(_angle(normal[i : i + 1], (eye - center)[i : i + 1])[0]))
        score += float(rng.uniform(0, 0.3))
        made.append(Choice(member, device, place, spots.supports[i], rectangle, center[i], box[i], bearing,
                           pixels[i] - shoulders, float(score)))  # fmt: skip
    return made


def _yaws(
    positions: Points, normals: Points, eye: Points, chest: Points, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Free devices turn between camera and user; wall devices face out of the wall."""
    to_eye, to_user = (_flat(p - positions) for p in (eye, chest))
    facing = _CAMERA_SHARE * to_eye + (1 - _CAMERA_SHARE) * to_user
    free = np.arctan2(-facing[:, 0], -facing[:, 1]) + rng.uniform(-0.08, 0.08, len(positions))
    fixed = np.arctan2(-normals[:, 0], -normals[:, 1])
    chosen = np.where(normals.any(axis=1), fixed, free).astype(np.float64)
    return np.asarray(np.round(chosen, 4))


def _flat(vectors: Points) -> Points:
    plan = vectors[:, [0, 2]]
    return np.asarray(plan / np.maximum(np.linalg.norm(plan, axis=1, keepdims=True), 1e-6))


def _placed(points: Points, positions: Points, yaws: NDArray[np.float64]) -> Points:
    """(K, 3) device points at N places, (N, K, 3)."""
    c, s = np.cos(yaws)[:, None], np.sin(yaws)[:, None]
    x, y, z = points.T
    return (
        np.stack([c * x + s * z, np.broadcast_to(y, (len(yaws), len(y))), -s * x + c * z], axis=2) + positions[:, None]
    )


def _projected(shot: Shot, corners: Points) -> tuple[Points, Points, NDArray[np.bool_]]:
    """Pixel boxes (N, 4), areas (N,), and whether the (N, 4, 3) screens lie wholly in the image."""
    camera = shot.camera
    flat = camera.project(corners.reshape(-1, 3)).reshape(len(corners), 4, 3)
    xy, depth = flat[:, :, :2], flat[:, :, 2]
    box = np.concatenate([xy.min(axis=1), xy.max(axis=1)], axis=1)
    following = np.roll(xy, -1, axis=1)
    area = np.abs((xy[:, :, 0] * following[:, :, 1] - following[:, :, 0] * xy[:, :, 1]).sum(axis=1)) / 2
    limits = np.array([camera.width, camera.height]) - _MARGIN
    inside = (depth > 0.3).all(axis=1) & (box[:, :2] >= _MARGIN).all(axis=1) & (box[:, 2:] <= limits).all(axis=1)
    return box, area, np.asarray(inside)


def _body_box(shot: Shot) -> Points:
    """Pixel box of the standing user, arms down."""
    x, y, z = (float(v) for v in shot.user)
    figure = Mannequin().figure(Moment.STANDING, Standing(x, y, z, shot.place.yaw + np.pi))
    xy = shot.camera.project(figure.triangles.reshape(-1, 3))[:, :2]
    return np.concatenate([xy.min(axis=0), xy.max(axis=0)])


def _apart(a: Points, b: Points, gap: float) -> NDArray[np.bool_]:
    """Whether (N, 4) and (M, 4) pixel boxes keep `gap` pixels apart, (N, M)."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    return np.asarray(((high - low) < -gap).any(axis=2))


def _angle(a: Points, b: Points) -> NDArray[np.float64]:
    cosine = np.sum(a * b, axis=1) / np.maximum(np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1), 1e-9)
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def _observer_outline(shot: Shot) -> shapely.Polygon | None:
    if shot.observer is None:
        return shapely.Point(shot.place.x, shot.place.z).buffer(0.35)
    outline: shapely.Polygon = footprints(shot.observer, shot.place.position[None], np.array([shot.place.yaw]))[0]
    return outline


def _search(
    pools: list[list[Choice]], chosen: list[Choice], observer: shapely.Polygon | None, rng: np.random.Generator,
    budget: list[int],
) -> list[Choice] | None:  # fmt: skip
    """Depth first, best first with a little chance, until every pool has given a choice that fits the others."""
    if not pools:
        return chosen
    fitting = [c for c in pools[0] if all(_fit(c, other) for other in chosen) and _off(c.outline, observer)]
    weights = np.array([c.score + _spread(c, chosen) for c in fitting]) + rng.gumbel(0, 0.15, len(fitting))
    for index in np.argsort(-weights, kind="stable")[:_BRANCHES]:
        budget[0] -= 1
        if budget[0] <= 0:
            return None
        found = _search(pools[1:], [*chosen, fitting[index]], observer, rng, budget)
        if found:
            return found
    return None


def _off(outline: shapely.Polygon, other: shapely.Polygon | None) -> bool:
    return other is None or bool(outline.distance(other) > 0.04)


def _fit(a: Choice, b: Choice) -> bool:
    """Whether two screens can be told apart by where the user points, and stand clear of each other."""
    if np.degrees(np.arccos(np.clip(a.bearing @ b.bearing, -1, 1))) < SEPARATION:
        return False
    if not _apart(a.box[None], b.box[None], _MARGIN)[0, 0]:
        return False
    origin = np.zeros(2)
    return image_line_clear(origin, a.ray, origin + b.ray) and _off(a.outline, b.outline)


def _spread(choice: Choice, chosen: list[Choice]) -> float:
    """A bonus for screens on both sides of the user."""
    if not chosen:
        return 0.0
    mean = float(np.mean([np.sign(c.ray[0]) for c in chosen]))
    return -0.5 * mean * float(np.sign(choice.ray[0]))


def _turned(shot: Shot, chosen: list[Choice]) -> Standing | None:
    """The user turned between the camera and the candidates; None when one of those is behind."""
    eye = np.array(shot.camera.pose[:3, 3])
    ahead = _flat((eye - shot.user)[None])[0] * 2.0
    candidates = [c for c in chosen if c.member.role == Role.CANDIDATE]
    toward = _flat(np.stack([c.center - shot.user for c in candidates])) if candidates else np.zeros((0, 2))
    base = float(np.arctan2(-ahead[0], -ahead[1]))
    offsets = [float((np.arctan2(-t[0], -t[1]) - base + np.pi) % (2 * np.pi) - np.pi) for t in toward]
    limit = np.radians(_SIDEWAYS)
    low = max([o - limit for o in offsets], default=0.0)
    high = min([o + limit for o in offsets], default=0.0)
    if low > high or low > np.radians(50) or high < -np.radians(50):
        return None
    wanted = float(np.mean([*offsets, 0.0, 0.0])) if offsets else 0.0
    yaw = base + float(np.clip(np.clip(wanted, -np.radians(50), np.radians(50)), low, high))
    return Standing(*(round(float(v), 4) for v in (*shot.user, yaw)))


def _middle(shot: Shot, chosen: tuple[Choice, ...]) -> float:
    """A bonus for frames whose user and screens together are centred."""
    left = min(min(c.box[0] for c in chosen), _body_box(shot)[0])
    right = max(max(c.box[2] for c in chosen), _body_box(shot)[2])
    return -abs(float(left + right) / 2 / shot.camera.width - 0.5)
