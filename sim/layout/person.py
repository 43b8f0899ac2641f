"""The body that layouts are checked with.

A layout must not depend on who plays the user, so it is checked with one mannequin of average build. Any other body
that gives the same things may take its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sim.layout.plan import Moment, Standing

Points = NDArray[np.float64]

BODY_RADIUS = 0.25  # metres of floor that a standing body needs around its middle
ROBOT_RADIUS = 0.3
ROBOT_HEIGHT = 1.32
ROBOT_EYE = 1.25
_RUG = 0.06  # bodies start this high over the floor, so that a foot on a rug is no collision
_SIDES = 12
_RINGS = 5


@dataclass(frozen=True, eq=False)
class Figure:
    """A posed body in the world.

    Attributes:
        triangles: (M, 3, 3) what hides things behind it.
        landmarks: (K, 3) points spread over the body.
        essentials: (6, 3) top of the head, chin, both elbows and both hands: what must be inside the image.
        shoulders: (2, 3) left and right.
        pieces: convex pieces that must not stand in anything.
    """

    triangles: Points
    landmarks: Points
    essentials: Points
    shoulders: Points
    pieces: tuple[Points, ...]


class Person(Protocol):
    """Poses a body for a moment."""

    def figure(self, moment: Moment, place: Standing, target: Points | None = None) -> Figure:
        """The body at `place`; for `Moment.POINTING` at a (3,) world `target`.

        Raises:
            ValueError: when the body cannot point there.
        """
        ...


class Mannequin:
    """A body of capsules, `height` metres tall, origin on the floor between the feet, front -z."""

    def __init__(self, height: float = 1.72) -> None:
        self.height = height

    def figure(self, moment: Moment, place: Standing, target: Points | None = None) -> Figure:
        """See `Person.figure`. Walking up stands like standing does."""
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
        hips = world(np.array([[-0.09, 0.90, 0.0], [0.09, 0.90, 0.0]]) * s)
        knees = world(np.array([[-0.10, 0.5, 0.0], [0.10, 0.5, 0.0]]) * s)
        feet = world(np.array([[-0.10, 0.1, 0.02], [0.10, 0.1, 0.02]]) * s)
        chest, pelvis, head = (world((np.array([[0.0, y, 0.0]])) * s)[0] for y in (1.30, 0.98, 1.60))
        limbs = [(chest, pelvis, 0.15 * s), (head, head + np.array([0.0, 0.02, 0.0]), 0.11 * s)]
        for i in (0, 1):
            limbs += [
                (shoulders[i], elbows[i], 0.055 * s),
                (elbows[i], hands[i], 0.045 * s),
                (hips[i], knees[i], 0.085 * s),
                (knees[i], feet[i], 0.065 * s),
            ]
        rings = [_rings(a, b, r) for a, b, r in limbs]
        top, chin = head + np.array([0.0, 0.12 * s, 0.0]), head - np.array([0.0, 0.11 * s, 0.0])
        return Figure(
            triangles=np.concatenate([_skin(ring) for ring in rings]),
            landmarks=np.concatenate([np.linspace(a, b, _RINGS) for a, b, _ in limbs] + [np.stack([top, chin])]),
            essentials=np.concatenate([np.stack([top, chin]), elbows, hands]),
            shoulders=shoulders,
            pieces=(_column(place, self.height),),
        )


def pointing_side(place: Standing, target: Points) -> int:
    """Index of the arm on the target's side of the body: 0 left, 1 right."""
    local = place.pose[:3, :3].T @ (target - place.position)
    return int(local[0] > 0)


def robot_column(place: Standing) -> Points:
    """Hull of the floor that the robot needs, (2 * sides, 3)."""
    return _column(place, ROBOT_HEIGHT, ROBOT_RADIUS)


def _column(place: Standing, height: float, radius: float = BODY_RADIUS) -> Points:
    angles = np.arange(_SIDES) * (2 * np.pi / _SIDES)
    ring = np.stack([radius * np.cos(angles), np.zeros(_SIDES), radius * np.sin(angles)], axis=1)
    return np.concatenate([ring + place.position + [0, y, 0] for y in (_RUG, height)])


def _rings(a: Points, b: Points, radius: float) -> Points:
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
