"""Forward kinematics and the small geometry that poses are made of.

A bone's rotation is relative to the rest shape and written in the body's axes (y up, front -z, left -x), so a pose
needs no bone rolls: identity everywhere is the rest shape.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.user.baked import Adult, Topology

Array = NDArray[np.float64]
Rotations = dict[str, Array]


def unit(vector: Array) -> Array:
    """The vector at length 1."""
    return np.asarray(vector / np.linalg.norm(vector))


def turn(axis: Array | tuple[float, float, float], degrees: float) -> Array:
    """Rotation matrix about an axis by the right-hand rule (Rodrigues)."""
    x, y, z = unit(np.asarray(axis, float))
    angle = np.radians(degrees)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def between(start: Array, end: Array) -> Array:
    """The smallest rotation that takes one unit vector to another."""
    axis = np.cross(start, end)
    sine, cosine = float(np.linalg.norm(axis)), float(start @ end)
    if sine < 1e-9:
        return np.eye(3) if cosine > 0 else turn(np.cross(start, [0.3, 0.5, 0.8]), 180.0)
    return turn(axis, float(np.degrees(np.arctan2(sine, cosine))))


def part_way(rotation: Array, share: float) -> Array:
    """A share of a rotation, about its own axis (under 180 degrees)."""
    axis = np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]])
    sine, cosine = float(np.linalg.norm(axis)) / 2, (float(np.trace(rotation)) - 1) / 2
    return np.eye(3) if sine < 1e-9 else turn(axis, share * float(np.degrees(np.arctan2(sine, cosine))))


def frame(along: Array, side: Array) -> Array:
    """Orthonormal columns: `along`, `side` made square to it, and their cross product."""
    along = unit(along)
    side = unit(side - along * float(side @ along))
    return np.stack([along, side, np.cross(along, side)], axis=1)


def align(rest_along: Array, rest_side: Array, along: Array, side: Array) -> Array:
    """The rotation that takes one pair of directions to another; the first pair of vectors exactly."""
    return np.asarray(frame(along, side) @ frame(rest_along, rest_side).T)


def two_bone(start: Array, end: Array, upper: float, lower: float, pole: Array) -> Array:
    """Where the middle joint goes: (3,) position bent towards `pole`; the end is pulled in when out of reach."""
    line = end - start
    reach = float(np.clip(np.linalg.norm(line), abs(upper - lower) + 1e-6, (upper + lower) * 0.9995))
    along = unit(line)
    bend = unit(pole - along * float(pole @ along))
    cosine = (upper**2 + reach**2 - lower**2) / (2 * upper * reach)
    return np.asarray(start + upper * (along * cosine + bend * np.sqrt(max(0.0, 1 - cosine**2))))


class Skeleton:
    """The bones of one adult, and forward kinematics over them."""

    def __init__(self, shared: Topology, body: Adult) -> None:
        self.bones = shared.bones
        self.index = {name: i for i, name in enumerate(shared.bones)}
        self.parents = shared.parents
        self.heads, self.tails = body.heads, body.tails

    def head(self, bone: str) -> Array:
        """Rest position of a bone's head."""
        return np.asarray(self.heads[self.index[bone]])

    def tail(self, bone: str) -> Array:
        """Rest position of a bone's tail."""
        return np.asarray(self.tails[self.index[bone]])

    def forward(self, local: Rotations, absolute: Rotations, root: Array) -> tuple[Array, Array]:
        """Pose all bones.

        Args:
            local: rotations relative to the parent bone.
            absolute: rotations relative to the body's axes; they win over local ones.
            root: (3,) where the root's head goes.

        Returns:
            (J, 3, 3) rotations and (J, 3) head positions in the body's frame.
        """
        rotations = np.empty((len(self.bones), 3, 3))
        positions = np.empty((len(self.bones), 3))
        for i, (name, parent) in enumerate(zip(self.bones, self.parents, strict=True)):
            if parent < 0:
                rotations[i], positions[i] = np.eye(3), root
            else:
                rotations[i] = rotations[parent]
                positions[i] = positions[parent] + rotations[parent] @ (self.heads[i] - self.heads[parent])
            if name in absolute:
                rotations[i] = absolute[name]
            elif name in local:
                rotations[i] = rotations[i] @ local[name]
        return rotations, positions
