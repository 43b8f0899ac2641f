"""The body that layouts are checked with.

A layout must not depend on who plays the user, so it is checked with one mannequin of average build. Any other body
that gives the same things may take its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sim.layout.plan import Moment, Seat, Standing

Points = NDArray[np.float64]

BODY_RADIUS = 0.25  # metres of floor that a standing body needs around its middle
ROBOT_RADIUS = 0.3
ROBOT_REACH = 0.48  # metres from the robot's middle to its foremost fingertip
ROBOT_EYE = 1.25
_RUG = 0.06  # bodies start this high over the floor, so that a foot on a rug is no collision
_SIDES = 12
_ROBOT_BOXES = (  # lowest and highest corners around the G1's three gestures, measured on its posed meshes
    ((-0.16, _RUG, -0.14), (0.16, 0.35, 0.08)),
    ((-0.28, 0.35, -0.11), (0.28, 0.82, 0.08)),
    ((-0.23, 0.82, -0.11), (0.23, 1.2, 0.08)),
    ((-0.23, 0.82, -0.47), (0.23, 1.1, -0.11)),
    ((-0.08, 1.2, -0.1), (0.08, 1.33, 0.08)),
)
_RINGS = 5
_STANDING_LEGS = (0.09, 0.90, 0.0), (0.10, 0.5, 0.0), (0.10, 0.1, 0.02)  # hips, knees, feet


@dataclass(frozen=True, eq=False)
class Figure:
    """A posed body in the world.

    Attributes:
        triangles: (M, 3, 3) what hides things behind it.
        landmarks: (K, 3) points spread over the body.
        essentials: (6, 3) top of the head, chin, both elbows and both hands: what must be inside the image.
        shoulders, hands: (2, 3) left and right.
        pieces: convex pieces that must not stand in anything.
    """

    triangles: Points
    landmarks: Points
    essentials: Points
    shoulders: Points
    hands: Points
    pieces: tuple[Points, ...]


class Person(Protocol):
    """Poses a body for a moment."""

    def figure(self, moment: Moment, place: Standing | Seat, target: Points | None = None) -> Figure:
        """The body at `place`; for `Moment.POINTING` at a (3,) world `target`; for `Moment.SEATED` on a seat.

        Raises:
            ValueError: when the body cannot point there.
        """
        ...


class Mannequin:
    """A body of capsules, `height` metres tall, origin on the floor between the feet, front -z."""

    def __init__(self, height: float = 1.72) -> None:
        self.height = height

    def figure(self, moment: Moment, place: Standing | Seat, target: Points | None = None) -> Figure:
        """See `Person.figure`. Walking up stands like standing does."""
        if isinstance(place, Seat):
            return self._seated(place)
        pose = place.pose

        def world(points: Points) -> Points:
            return points @ pose[:3, :3].T + pose[:3, 3]

        s = self.height / 1.72
        shoulders = world(np.array([[-0.18, 1.41, 0.0], [0.18, 1.41, 0.0]]) * s)
        elbows = world(np.array([[-0.23, 1.12, 0.02], [0.23, 1.12, 0.02]]) * s)
        hands = world(np.array([[-0.24, 0.82, -0.05], [0.24, 0.82, -0.05]]) * s)
        if moment == Moment.POINTING and target is not None:
            side = pointing_side(place, target)
            reach = target - shoulders[side]
            reach = reach / np.linalg.norm(reach)
            elbows[side], hands[side] = shoulders[side] + 0.29 * s * reach, shoulders[side] + 0.66 * s * reach
        legs = [world(np.array([[-x, y, z], [x, y, z]]) * s) for x, y, z in _STANDING_LEGS]
        trunk = [world(np.array([[0.0, y, 0.0]]) * s)[0] for y in (1.30, 0.98, 1.60)]
        return self._figure(trunk, shoulders, [shoulders, elbows, hands], legs, (_column(place, self.height),))

    def _seated(self, seat: Seat) -> Figure:
        pose, s = seat.place.pose, self.height / 1.72
        sole = seat.floor - seat.place.y

        def both(x: float, y: float, z: float) -> Points:
            return np.array([[-x, y, z], [x, y, z]]) @ pose[:3, :3].T + pose[:3, 3]

        shoulders = both(0.18 * s, 0.55 * s, 0.0)
        arms = [shoulders, both(0.23 * s, 0.27 * s, -0.02), both(0.08 * s, 0.16 * s, -0.27 * s)]
        legs = [both(0.09 * s, 0.09, 0.0), both(0.10 * s, 0.09, -0.42 * s), both(0.10 * s, sole + 0.1, -0.42 * s)]
        trunk = [both(0.0, y * s, 0.0)[0] for y in (0.44, 0.12, 0.74)]
        figure = self._figure(trunk, shoulders, arms, legs, ())
        return replace(figure, pieces=lifted([*figure.pieces], seat.floor))

    def _figure(
        self, trunk: list[Points], shoulders: Points, arms: list[Points], legs: list[Points], pieces: tuple[Points, ...]
    ) -> Figure:
        """A body around the ends of its limbs: chest, pelvis and head; then pairs, left first."""
        s = self.height / 1.72
        (chest, pelvis, head), (_, elbows, hands), (hips, knees, feet) = trunk, arms, legs
        limbs = [(chest, pelvis, 0.15 * s), (head, head + np.array([0.0, 0.02, 0.0]), 0.11 * s)]
        for i in (0, 1):
            limbs += [
                (shoulders[i], elbows[i], 0.055 * s),
                (elbows[i], hands[i], 0.045 * s),
                (hips[i], knees[i], 0.085 * s),
                (knees[i], feet[i], 0.065 * s),
            ]
        rings = [tube(a, b, r) for a, b, r in limbs]
        top, chin = head + np.array([0.0, 0.12 * s, 0.0]), head - np.array([0.0, 0.11 * s, 0.0])
        return Figure(
            triangles=np.concatenate([_skin(ring) for ring in rings]),
            landmarks=np.concatenate([np.linspace(a, b, _RINGS) for a, b, _ in limbs] + [np.stack([top, chin])]),
            essentials=np.concatenate([np.stack([top, chin]), elbows, hands]),
            shoulders=shoulders,
            hands=hands,
            pieces=pieces or tuple(ring.reshape(-1, 3) for ring in rings),
        )


def pointing_side(place: Standing, target: Points) -> int:
    """Index of the arm on the target's side of the body: 0 left, 1 right."""
    local = place.pose[:3, :3].T @ (target - place.position)
    return int(local[0] > 0)


def robot_pieces(place: Standing) -> tuple[Points, ...]:
    """Boxes, each (8, 3), around the robot at `place` in any of its gestures: standing, holding, offering a hand."""
    signs = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    pose = place.pose
    return tuple(
        (np.array(low) + signs * (np.array(high) - np.array(low))) @ pose[:3, :3].T + pose[:3, 3]
        for low, high in _ROBOT_BOXES
    )


def lifted(pieces: Sequence[Points], floor: float) -> tuple[Points, ...]:
    """Pieces with what is under the height of a rug pressed up to it, so that feet on a rug are no collision."""
    return tuple(np.column_stack([p[:, 0], np.maximum(p[:, 1], floor + _RUG), p[:, 2]]) for p in pieces)


def _column(place: Standing, height: float) -> Points:
    angles = np.arange(_SIDES) * (2 * np.pi / _SIDES)
    ring = np.stack([BODY_RADIUS * np.cos(angles), np.zeros(_SIDES), BODY_RADIUS * np.sin(angles)], axis=1)
    return np.concatenate([ring + place.position + [0, y, 0] for y in (_RUG, height)])


def tube(a: Points, b: Points, radius: float) -> Points:
    """(4, sides, 3): a closed tube with blunt ends around the segment from a to b."""
    axis = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
    seed = np.array([1.0, 0, 0]) if abs(axis[0]) < 0.9 else np.array([0, 0, 1.0])
    u = np.cross(axis, seed)
    u /= np.linalg.norm(u)
    v = np.cross(axis, u)
    angles = np.arange(_SIDES) * (2 * np.pi / _SIDES)
    circle = np.cos(angles)[:, None] * u + np.sin(angles)[:, None] * v
    cap = 0.8 * radius * axis
    return np.stack([a - cap + 0.4 * radius * circle, a + radius * circle, b + radius * circle,
                     b + cap + 0.4 * radius * circle])  # fmt: skip


def _skin(rings: Points) -> Points:
    a, b = rings[:-1], rings[1:]
    c, d = np.roll(b, -1, axis=1), np.roll(a, -1, axis=1)
    return np.concatenate(
        [np.stack([a, b, c], axis=2).reshape(-1, 3, 3), np.stack([a, c, d], axis=2).reshape(-1, 3, 3)]
    )
