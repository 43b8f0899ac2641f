"""World-frame triangles of a scene's parts, and what they cover on the floor plan."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely import box, difference, intersection, set_precision, union_all
from shapely.geometry import MultiPolygon, Polygon

from assets.model import Model
from scenes.scene import Scene

CELL = 0.01
"""Plan resolution in metres; footprints grow by up to one cell, never shrink."""

GRID = 1e-4
"""Coordinates of plan polygons are rounded to this, so that they are the same on every machine."""

Triangles = NDArray[np.float64]

_PHASE = 0.137
"""The cells' offset from round numbers, so that a corner at a multiple of 5 mm never lies between two cells."""

_SAMPLED = 16
"""Triangles up to this many cells across are drawn all at once as lattices of points, larger ones one by one."""


@dataclass(frozen=True, eq=False)
class Part:
    """The stage or one object as world triangles.

    Attributes:
        index: `SceneObject.index`, or -1 for the stage.
        category: object category, "stage" for the stage.
        triangles: (M, 3, 3) world corners, counter-clockwise from outside.
        low, high: (M, 3) bounds of each triangle.
    """

    index: int
    category: str
    triangles: Triangles
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    @cached_property
    def bounds(self) -> NDArray[np.float64]:
        """(2, 3) world bounds."""
        return np.stack([self.low.min(axis=0), self.high.max(axis=0)])


_parts: weakref.WeakKeyDictionary[Scene, tuple[Part, ...]] = weakref.WeakKeyDictionary()


def parts_of(scene: Scene) -> tuple[Part, ...]:
    """Stage (first, when it has triangles) and objects of a scene; computed once per scene."""
    if scene not in _parts:
        things = [(-1, "stage", scene.stage, scene.stage_transform)]
        things += [(o.index, o.category, o.model, o.transform) for o in scene.objects]
        made = [(i, c, world_triangles(m, t)) for i, c, m, t in things]
        _parts[scene] = tuple(Part(i, c, t, _least(t), _most(t)) for i, c, t in made if len(t))
    return _parts[scene]


def world_triangles(model: Model, transform: NDArray[np.float64]) -> Triangles:
    """World corners of every triangle of a model, (M, 3, 3)."""
    parts = [p.positions.astype(np.float64)[p.triangles] for p in model.primitives]
    if not parts:
        return np.zeros((0, 3, 3))
    corners = np.concatenate(parts)
    if np.linalg.det(transform[:3, :3]) < 0:
        corners = corners[:, ::-1]
    columns = transform[:3, :3].T  # summed by hand: a matrix product's last bits depend on the machine
    moved: Triangles = corners[..., :1] * columns[0] + corners[..., 1:2] * columns[1] + corners[..., 2:] * columns[2]
    return moved + transform[:3, 3]


def upness(triangles: Triangles) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Normal's y component, (M,), and area, (M,), of each triangle; 0 for degenerate ones."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(normals, axis=1)
    return normals[:, 1] / np.where(length > 1e-12, length, 1.0), length / 2


def _clip(polygon: NDArray[np.float64], level: float, sign: float) -> NDArray[np.float64]:
    """The part of a convex (K, 3) polygon whose height is over (sign 1) or under (sign -1) a level."""
    kept: list[NDArray[np.float64]] = []
    sides = sign * (polygon[:, 1] - level)
    for i in range(len(polygon)):
        if sides[i] >= 0:
            kept.append(polygon[i])
        if sides[i] * sides[i - 1] < 0:
            cut = polygon[i] + (polygon[i - 1] - polygon[i]) * (sides[i] / (sides[i] - sides[i - 1]))
            kept.insert(len(kept) - 1 if sides[i] >= 0 else len(kept), cut)
    return np.array(kept).reshape(-1, 3)


def footprint(triangles: Triangles, low: float, high: float, *, filled: bool) -> Polygon | MultiPolygon:
    """What the triangles cover on the plan between two heights, grown by up to a cell.

    Args:
        triangles: (M, 3, 3) world corners.
        low, high: heights in metres.
        filled: whether closed outlines are solid (furniture) or stay open (the walls of a room).
    """
    triangles = triangles[(_least(triangles[..., 1]) <= high) & (_most(triangles[..., 1]) >= low)]
    if not len(triangles):
        return Polygon()
    plan = triangles[..., [0, 2]] / CELL
    start = np.floor(plan.min(axis=(0, 1))) - 2 - _PHASE
    columns, rows = (np.ceil(plan.max(axis=(0, 1)) - start) + 3).astype(int)
    mask = np.zeros((rows, columns), np.uint8)
    size = (_most(plan) - _least(plan)).max(axis=1)
    whole = (_least(triangles[..., 1]) >= low) & (_most(triangles[..., 1]) <= high)
    for cells in np.round(plan[(size > _SAMPLED) & whole] - start).astype(np.int32):
        cv2.fillConvexPoly(mask, cells, 1)
    for corners in triangles[(size > _SAMPLED) & ~whole]:
        inside = _clip(_clip(corners, low, 1.0), high, -1.0)
        if len(inside):
            cv2.fillConvexPoly(mask, np.round(inside[:, [0, 2]] / CELL - start).astype(np.int32), 1)
    smallest = -1.0
    for steps in (2, 4, 8, _SAMPLED):
        chosen = triangles[(size > smallest) & (size <= steps)]
        smallest = steps
        a, b, c = (chosen[:, None, i] for i in range(3))
        u, v, w = (weight[:, None] for weight in _barycentric(steps))
        points = (a * u + b * v + c * w).reshape(-1, 3)
        points = points[(points[:, 1] >= low) & (points[:, 1] <= high)]
        x, z = (np.round(points[:, axis] / CELL - start[axis // 2]).astype(np.int64) for axis in (0, 2))
        mask[z, x] = 1
    return outlines_of(mask, start, filled=filled)


def _barycentric(steps: int) -> NDArray[np.float64]:
    """Weights of a triangular lattice, (3, K): neighbours lie 1 / steps of an edge apart."""
    a, b = np.meshgrid(np.arange(steps + 1), np.arange(steps + 1))
    a, b = a[a + b <= steps], b[a + b <= steps]
    return np.stack([a, b, steps - a - b]) / steps


def _least(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Minimum over axis 1, which has three entries: several times faster than `min(axis=1)`."""
    return np.minimum(np.minimum(corners[:, 0], corners[:, 1]), corners[:, 2])


def _most(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(np.maximum(corners[:, 0], corners[:, 1]), corners[:, 2])


def outlines_of(mask: NDArray[np.uint8], start: NDArray[np.float64], *, filled: bool) -> Polygon | MultiPolygon:
    """Polygons in (x, z) of the set cells of a (rows = z, columns = x) mask whose first cell lies at `start` cells."""
    steps = np.diff(np.pad(mask.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    rows, first = np.nonzero(steps == 1)
    last = np.nonzero(steps == -1)[1]
    order = np.lexsort((rows, last, first))  # equal runs of neighbouring rows make one box
    rows, first, last = rows[order], first[order], last[order]
    begins = np.ones(len(rows) + 1, bool)
    begins[1:-1] = (np.diff(rows) != 1) | (np.diff(first) != 0) | (np.diff(last) != 0)
    top, bottom = rows[begins[:-1]], rows[begins[1:]]
    left, right = first[begins[:-1]], last[begins[:-1]]
    x0, x1 = ((edge - 0.5 + start[0]) * CELL for edge in (left, right))
    z0, z1 = ((edge - 0.5 + start[1]) * CELL for edge in (top, bottom + 1))
    shape = rounded(union_all(box(x0, z0, x1, z1)))
    return rounded(union_all([Polygon(p.exterior) for p in pieces(shape)])) if filled else shape


def overlap(shape: Any, other: Any) -> Any:
    """What two shapes share, computed on `GRID`: floating overlay loses whole areas whose edges almost coincide."""
    return intersection(shape, other, grid_size=GRID)


def rest(shape: Any, other: Any) -> Any:
    """The part of a shape outside another one, computed on `GRID` (see `overlap`)."""
    return difference(shape, other, grid_size=GRID)


def rounded(shape: Any) -> Polygon | MultiPolygon:
    """The polygons of a shape with coordinates on `GRID`."""
    found = pieces(set_precision(shape, GRID))
    return found[0] if len(found) == 1 else MultiPolygon(found)


def pieces(shape: Any) -> list[Polygon]:
    """The polygons of any shapely geometry, largest first."""
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    found = [p for part in getattr(shape, "geoms", ()) for p in pieces(part)]
    return sorted(found, key=lambda p: (-p.area, p.bounds))
