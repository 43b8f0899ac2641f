"""Every place where one screen of the cast would show well in a shot.

All rules here are plain geometry on arrays; whether bodies and furniture really leave the view free is checked later.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from assets.devices.device import Device, Support
from sim.layout.frame import Shot
from sim.layout.plan import CastMember, PlacedAt, Role, Standing
from sim.layout.sight import screen_points
from sim.layout.spots import Places, footprints

Points = NDArray[np.float64]

NEAREST, FARTHEST = 0.8, 2.6  # metres from the user's chest to a candidate: beyond the fingertips, within the room
STEP = 0.55  # metres of floor between the user and anything placed
SMALLEST = 420.0  # pixels of screen at 640x480
BEYOND = 8.0  # times the way to a screen: a second screen behind it is as misleading as one before it
MARGIN = 10.0  # pixels between a screen and the image's border, the user, or another screen
SIDEWAYS, TURN = 90.0, 40.0  # degrees off the user's front; that the user may turn away from the camera
_FACING_CAMERA, _FACING_USER = 55.0, 75.0  # degrees from a screen's normal
_CAMERA_SHARE = 0.6  # how much of a free device's turn goes to the camera rather than to the user
_UNSEEN = -3.0  # score of a distractor outside the picture
_STAND = 0.8  # how much a stand of its own costs: furniture is more natural
_KEPT = 60  # best choices a member
_CHEST = np.array([0.0, 1.35, 0.0])
_ARM = 0.7  # metres from shoulder to fingertip
ARM_SHOWN = 0.27  # of the standing body's height in the image: an arm that comes at the camera says little


@dataclass(frozen=True, eq=False)
class Choice:
    """One possible place of one cast member.

    Attributes:
        center: (3,) middle of the screen.
        outline: plan rectangle of the footprint.
        box: (4,) pixels around the screen: left, top, right, bottom.
        score: higher is better: large, facing, near the user, on furniture rather than on its own stand.
    """

    member: CastMember
    device: Device
    place: Standing
    support: str
    center: Points
    outline: shapely.Polygon
    box: Points
    score: float

    @property
    def placed(self) -> PlacedAt:
        """The choice as the layout records it."""
        return PlacedAt(self.member.device_id, self.device.spec.name, self.place, self.support, self.member.role)


@dataclass(frozen=True, eq=False)
class Pool:
    """Choices of one member with what comparing them needs, as arrays over the choices.

    Attributes:
        boxes: (N, 4) pixels: left, top, right, bottom.
        bearings: (N, 3) unit vectors from the user's chest to the screens.
        rays: (N, 2) pixels from the projected chest to the screens.
        offsets: (N,) radians on the plan, seen from the user, from the camera to the screens.
    """

    choices: tuple[Choice, ...]
    boxes: Points
    bearings: Points
    rays: Points
    offsets: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.choices)

    @property
    def role(self) -> Role:
        """What these choices are for."""
        return self.choices[0].member.role

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """(N,) scores of the choices."""
        return np.array([c.score for c in self.choices])

    @cached_property
    def ways(self) -> NDArray[np.object_]:
        """(N,) lines in the image from the projected chest through the screens and far beyond."""
        middles = (self.boxes[:, :2] + self.boxes[:, 2:]) / 2
        return np.asarray(shapely.linestrings(np.stack([middles - self.rays, middles + BEYOND * self.rays], axis=1)))

    @cached_property
    def rectangles(self) -> NDArray[np.object_]:
        """(N,) the pixel boxes as shapes."""
        return np.asarray(shapely.box(*self.boxes.T))

    @cached_property
    def outlines(self) -> NDArray[np.object_]:
        """(N,) plan rectangles."""
        return np.array([c.outline for c in self.choices], object)

    def taken(self, indices: NDArray[np.intp]) -> Pool:
        """Only these choices."""
        kept = tuple(self.choices[i] for i in indices)
        return Pool(kept, self.boxes[indices], self.bearings[indices], self.rays[indices], self.offsets[indices])


def pool(places: Places, shot: Shot, member: CastMember, rng: np.random.Generator) -> Pool:
    """The best choices for a member in a shot, best first; empty when it fits nowhere."""
    pools = [_choices(places, shot, member, device, rank, rng) for rank, device in enumerate(member.options)]
    merged = Pool(
        tuple(c for p in pools for c in p.choices),
        np.concatenate([p.boxes for p in pools]),
        np.concatenate([p.bearings for p in pools]),
        np.concatenate([p.rays for p in pools]),
        np.concatenate([p.offsets for p in pools]),
    )
    return merged.taken(np.argsort(-merged.scores, kind="stable")[:_KEPT])


def _choices(
    places: Places, shot: Shot, member: CastMember, device: Device, rank: int, rng: np.random.Generator
) -> Pool:
    spots = places.spots(device)
    candidate = member.role == Role.CANDIDATE
    eye, chest = np.array(shot.camera.pose[:3, 3]), shot.user + _CHEST
    yaws = _yaws(spots.positions, spots.normals, eye, chest, rng)
    corners = _placed(device.screen, spots.positions, yaws)
    center = corners.mean(axis=1)
    boxes, area, inside = _projected(shot, corners)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 0] - corners[:, 3])
    distance = np.linalg.norm(center - chest, axis=1)
    offsets = _offsets(shot, center)
    clear = apart(boxes, shot.body_box[None], MARGIN)[:, 0]
    good = np.hypot(*(spots.positions - shot.user)[:, [0, 2]].T) >= STEP
    if candidate:
        good &= inside & clear & (area >= SMALLEST) & (distance >= NEAREST) & (distance <= FARTHEST)
        good &= _angle(normal, eye - center) <= _FACING_CAMERA
        good &= _angle(normal, chest - center) <= _FACING_USER
        good &= np.abs(offsets) <= np.radians(SIDEWAYS + TURN - 5)
        good &= _arm_shown(shot, chest, center, distance) >= ARM_SHOWN
    else:
        good &= clear | ~inside
    index = np.flatnonzero(good)
    rectangles = footprints(device, spots.positions[index], yaws[index])
    on = [o is None or bool(o.covers(r)) for o, r in zip(spots.outlines[index], rectangles, strict=True)]
    index, rectangles = index[on], rectangles[on]
    if candidate and len(index):
        points = screen_points(corners[index]).reshape(-1, 3)
        hidden = places.blockers.blocked(shot.lens, points).reshape(len(index), -1).mean(axis=1)
        index, rectangles = index[hidden <= 0.1], rectangles[hidden <= 0.1]
    scores = np.where(inside, 0.35 * np.clip(np.log2(np.maximum(area, 1.0) / SMALLEST), -2, 3), _UNSEEN)
    scores += 0.7 * np.cos(np.radians(_angle(normal, eye - center))) - 0.4 * np.abs(distance - 1.4)
    scores -= 0.15 * min(rank, 2) + (_STAND if device.spec.support == Support.FLOOR else 0.0)
    scores += rng.uniform(0, 0.3, len(scores))
    made = tuple(
        Choice(
            member,
            device,
            Standing(*(round(float(v), 4) for v in (*spots.positions[i], yaws[i]))),
            spots.supports[i],
            center[i],
            rectangle,
            boxes[i],
            float(scores[i]),
        )
        for i, rectangle in zip(index, rectangles, strict=True)
    )
    bearings = (center - chest)[index] / np.maximum(distance[index], 1e-6)[:, None]
    rays = shot.camera.project(center[index])[:, :2] - shot.camera.project(chest[None])[0, :2]
    return Pool(made, boxes[index], bearings, rays, offsets[index])


def _arm_shown(shot: Shot, chest: Points, centers: Points, distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) how long an arm looks that points at each centre, as a share of the body's height in the image."""
    hands = chest + _ARM * (centers - chest) / np.maximum(distances, 1e-6)[:, None]
    flat = shot.camera.project(np.concatenate([chest[None], hands]))
    lengths = np.linalg.norm(flat[1:, :2] - flat[0, :2], axis=1)
    return np.asarray(lengths / max(float(shot.body_box[3] - shot.body_box[1]), 1.0))


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
    limits = np.array([camera.width, camera.height]) - MARGIN
    inside = (depth > 0.3).all(axis=1) & (box[:, :2] >= MARGIN).all(axis=1) & (box[:, 2:] <= limits).all(axis=1)
    return box, area, np.asarray(inside)


def apart(a: Points, b: Points, gap: float) -> NDArray[np.bool_]:
    """Whether (N, 4) and (M, 4) pixel boxes keep `gap` pixels apart, (N, M)."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    return np.asarray(((high - low) < -gap).any(axis=2))


def _angle(a: Points, b: Points) -> NDArray[np.float64]:
    cosine = np.sum(a * b, axis=1) / np.maximum(np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1), 1e-9)
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def _offsets(shot: Shot, centers: Points) -> NDArray[np.float64]:
    """Plan angles, (N,) radians, from the user's line to the camera to (N, 3) points."""
    to_eye = _flat((np.array(shot.camera.pose[:3, 3]) - shot.user)[None])[0]
    away = _flat(centers - shot.user)
    return (
        np.asarray(np.arctan2(-away[:, 0], -away[:, 1]) - np.arctan2(-to_eye[0], -to_eye[1]) + np.pi) % (2 * np.pi)
        - np.pi
    )
