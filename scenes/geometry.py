"""World-frame triangles of a scene's parts, and what they cover on the floor plan."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely import set_precision, union_all
from shapely.geometry import LineString, MultiPolygon, Polygon

from assets.model import Model
from scenes.scene import Scene

CELL = 0.01
"""Plan resolution in metres; footprints grow by up to one cell, never shrink."""

GRID = 1e-4
"""Coordinates of plan polygons are rounded to this, so that they are the same on every machine."""

Triangles = NDArray[np.float64]

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
    moved: Triangles = corners @ transform[:3, :3].T + transform[:3, 3]
    return moved


def upness(triangles: Triangles) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Normal's y component, (M,), and area, (M,), of each triangle; 0 for degenerate ones."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(normals, axis=1)
    return normals[:, 1] / np.where(length > 1e-12, length, 1.0), length / 2


def _clip(polygon: NDArray[np.float64], level: float, sign: float) -> NDArray[np.float64]:
    """The part of a convex (K, 3) polygon whose height is over (sign 1) or under (sign -1) a level."""
    kept: list[NDArray[np.float64]] = []
    for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        side_a, side_b = sign * (a[1] - level), sign * (b[1] - level)
        if side_a >= 0:
            kept.append(a)
        if side_a * side_b < 0:
            kept.append(a + (b - a) * (side_a / (side_a - side_b)))
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
    start = np.floor(plan.min(axis=(0, 1))) - 2
    columns, rows = (np.ceil(plan.max(axis=(0, 1))) - start + 3).astype(int)
    mask = np.zeros((rows, columns), np.uint8)
    reach = _most(plan) - _least(plan)
    size = reach.max(axis=1)
    drawn = size > _SAMPLED
    for corners in triangles[drawn]:
        inside = _clip(_clip(corners, low, 1.0), high, -1.0)
        if len(inside):
            cv2.fillConvexPoly(mask, np.round(inside[:, [0, 2]] / CELL - start).astype(np.int32), 1)
    smallest = -1.0
    for steps in (2, 4, 8, _SAMPLED):
        chosen = triangles[(size > smallest) & (size <= steps)]
        smallest = steps
        points = np.einsum("kc,mcj->mkj", _barycentric(steps), chosen).reshape(-1, 3)
        points = points[(points[:, 1] >= low) & (points[:, 1] <= high)]
        cells = np.round(points[:, [0, 2]] / CELL - start).astype(np.int64)
        mask[cells[:, 1], cells[:, 0]] = 1
    return outlines_of(mask, start, filled=filled)


def _barycentric(steps: int) -> NDArray[np.float64]:
    """Weights of a triangular lattice, (K, 3): neighbours lie 1 / steps of an edge apart."""
    a, b = np.meshgrid(np.arange(steps + 1), np.arange(steps + 1))
    a, b = a[a + b <= steps], b[a + b <= steps]
    return np.stack([a, b, steps - a - b], axis=1) / steps


def _least(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Minimum over axis 1, which has three entries: several times faster than `min(axis=1)`."""
    return np.minimum(np.minimum(corners[:, 0], corners[:, 1]), corners[:, 2])


def _most(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(np.maximum(corners[:, 0], corners[:, 1]), corners[:, 2])


def outlines_of(mask: NDArray[np.uint8], start: NDArray[np.float64], *, filled: bool) -> Polygon | MultiPolygon:
    """Polygons in (x, z) around the set cells of a (rows = z, columns = x) mask whose corner cell is `start`."""
    mode = cv2.RETR_EXTERNAL if filled else cv2.RETR_CCOMP
    contours, hierarchy = cv2.findContours(mask, mode, cv2.CHAIN_APPROX_SIMPLE)
    rings = [_ring(c, start) for c in contours]
    shapes = []
    for index, ring in enumerate(rings):
        if hierarchy[0][index][3] >= 0:
            continue
        shape: Any = ring.buffer(CELL / 2, join_style="mitre")
        child = hierarchy[0][index][2]
        while child >= 0:  # a hole's contour runs over the set cells around it
            shape = shape.difference(rings[child].buffer(-CELL / 2, join_style="mitre"))
            child = hierarchy[0][child][0]
        shapes.append(shape)
    return rounded(union_all(shapes))


def _ring(contour: NDArray[np.int32], start: NDArray[np.float64]) -> Any:
    points = (contour[:, 0, :] + start) * CELL
    if len(points) < 3:
        return MultiPolygon() if not len(points) else _line(points)
    ring = Polygon(points)
    return ring if ring.is_valid else ring.buffer(0).union(_line(points))


def _line(points: NDArray[np.float64]) -> Any:
    return LineString(np.concatenate([points, points[:1]]))


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
