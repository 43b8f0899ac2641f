"""Solids: named sets of convex pieces in the world, and the MuJoCo model that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import mujoco
import numpy as np
from numpy.typing import NDArray

from assets.model import Model
from sim.physics.convex import Points, convex_pieces

_DENSITY = 400.0  # kg per cubic metre: electronics with air inside
_FRICTION = (0.8, 0.005, 0.0001)  # rubber feet on wood


@dataclass(frozen=True, eq=False)
class Solid:
    """A thing made of convex pieces.

    Attributes:
        name: unique among the solids that are compared.
        pieces: each (K, 3) hull points, world frame.
    """

    name: str
    pieces: tuple[Points, ...]

    @cached_property
    def bounds(self) -> NDArray[np.float64]:
        """World bounds of each piece, (N, 2, 3): lowest and highest corner."""
        if not self.pieces:
            return np.zeros((0, 2, 3))
        return np.stack([np.stack([p.min(axis=0), p.max(axis=0)]) for p in self.pieces])

    def near(self, others: Sequence[Solid], margin: float) -> Solid:
        """The pieces whose bounds come within `margin` metres of a piece of any other solid."""
        boxes = np.concatenate([o.bounds for o in others]) if others else np.zeros((0, 2, 3))
        if not len(self.pieces) or not len(boxes):
            return Solid(self.name, ())
        low, high = self.bounds[:, None, 0] - margin, self.bounds[:, None, 1] + margin
        touch = np.any(np.all((low <= boxes[None, :, 1]) & (high >= boxes[None, :, 0]), axis=2), axis=1)
        return Solid(self.name, tuple(p for p, t in zip(self.pieces, touch, strict=True) if t))


def solid_of(name: str, model: Model, pose: NDArray[np.float64]) -> Solid:
    """A model's convex pieces moved to the world by a (4, 4) affine pose."""
    return Solid(name, tuple(p @ pose[:3, :3].T + pose[:3, 3] for p in convex_pieces(model)))


def compile_model(fixed: Sequence[Solid], movers: Sequence[Solid]) -> mujoco.MjModel:
    """A MuJoCo model, y up: fixed solids on the world body, each mover a free body whose frame starts at the world's.

    Geom names are "<solid>|<piece number>". Fixed solids never collide with each other.
    """
    spec = mujoco.MjSpec()
    spec.option.gravity = [0.0, -9.81, 0.0]
    spec.option.timestep = 0.002
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    for solid in fixed:
        _add(spec, spec.worldbody, solid)
    for solid in movers:
        body = spec.worldbody.add_body(name=solid.name)
        body.add_freejoint()
        _add(spec, body, solid)
    return spec.compile()


def _add(spec: mujoco.MjSpec, body: mujoco.MjsBody, solid: Solid) -> None:
    for index, points in enumerate(solid.pieces):
        name = f"{solid.name}|{index}"
        box = as_box(points)
        if box is not None:
            center, rotation, half = box
            quat = np.zeros(4)
            mujoco.mju_mat2Quat(quat, rotation.ravel())
            geom = body.add_geom(name=name, type=mujoco.mjtGeom.mjGEOM_BOX, pos=center, quat=quat, size=half)
        else:
            spec.add_mesh(name=name, uservert=points.ravel(), inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX)
            geom = body.add_geom(name=name, type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name)
        geom.density = _DENSITY
        geom.friction = list(_FRICTION)


def as_box(points: Points) -> tuple[Points, Points, Points] | None:
    """Centre (3,), rotation (3, 3) and half sizes (3,) when eight points are a box's corners, turned any way."""
    if len(points) != 8:
        return None
    offsets = points[1:] - points[0]
    for triple in combinations(range(7), 3):
        edges = offsets[list(triple)]
        length = np.linalg.norm(edges, axis=1)
        if length.min() < 1e-6:
            return None
        gram = (edges @ edges.T) / np.outer(length, length)
        if np.abs(gram - np.eye(3)).max() > 1e-3:
            continue
        corners = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)]) @ edges + points[0]
        gaps = np.linalg.norm(corners[:, None] - points[None], axis=2)
        if gaps.min(axis=1).max() > 1e-4 or gaps.min(axis=0).max() > 1e-4:
            return None
        rotation = (edges / length[:, None]).T
        if np.linalg.det(rotation) < 0:
            rotation = rotation * np.array([1, 1, -1.0])
        return points[0] + edges.sum(axis=0) / 2, rotation, length / 2
    return None
