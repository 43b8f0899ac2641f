"""Convex pieces of a model: given ones, or the mesh cut along its own free spaces.

The cut is axis-aligned and greedy: a part whose hull holds free cells is split at the plane that leaves its cells in
the tightest boxes, and each final piece is the hull of the mesh inside its box. So flat tops keep their exact height
(voxel corners would not), table undersides and shelf bays stay free, and no random choice is made.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull, QhullError

from assets.cache import cache_dir
from assets.model import Model
from sim.physics.voxels import Voxels, voxelize

Points = NDArray[np.float64]

VERSION = 2
_FREE_VOLUME = 0.0008  # cubic metres of free space that a piece may hold ...
_FREE_SHARE = 0.08  # ... or share of its hull, whichever is more
_MOST = 80  # pieces a model
_SHELL = 0.02  # metres behind a stage triangle that count as wall
_FLAT = 0.0015  # metres; flatter pieces are thickened to this


def convex_pieces(model: Model, cache: Path | None = None) -> tuple[Points, ...]:
    """Convex pieces of a model, each a (K, 3) array of hull points in the model's frame.

    The model's own colliders when it has any; else pieces derived from its mesh, cached on disk under its key.

    Args:
        model: what to cut.
        cache: folder for derived pieces; default `cache_dir() / "convex"`.
    """
    if model.colliders:
        return tuple(np.asarray(c, float) for c in model.colliders)
    name = hashlib.sha256(f"{model.key} {VERSION}".encode()).hexdigest()[:24]
    file = (cache or cache_dir() / "convex") / f"{name}.npz"
    if file.is_file():
        with np.load(file, allow_pickle=False) as data:
            return tuple(data[str(i)] for i in range(len(data.files)))
    pieces = decompose(_triangles(model))
    _save(file, pieces)
    return pieces


def decompose(triangles: Points) -> tuple[Points, ...]:
    """Convex pieces, each (K, 3), that together cover (M, 3, 3) triangles."""
    if not len(triangles):
        return ()
    voxels = voxelize(triangles)
    done: list[Points] = []
    open_parts = [_part(triangles, voxels)]
    while open_parts:
        open_parts.sort(key=lambda p: p.free)
        part = open_parts.pop()
        halves = _cut(part, voxels) if part.free > 0 and len(done) + len(open_parts) + 2 <= _MOST else []
        if halves:
            open_parts += [_part(half, voxels) for half in halves]
        else:
            done.append(part.hull)
    return tuple(sorted((np.round(h, 5) for h in done), key=lambda h: h.min(axis=0).tolist() + h.max(axis=0).tolist()))


def prisms(triangles: Points, depth: float = _SHELL) -> tuple[Points, ...]:
    """A thin solid, (6, 3), behind each of (M, 3, 3) triangles: walls and floors, which enclose rooms."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(normals, axis=1)
    sound = length > 1e-9
    back = triangles[sound] - (depth * normals[sound] / length[sound, None])[:, None]
    return tuple(np.concatenate([triangles[sound], back], axis=1))


@dataclass(frozen=True, eq=False)
class _Part:
    triangles: Points
    hull: Points
    free: float  # litres too many of free space inside the hull; 0 when convex enough


def _part(triangles: Points, voxels: Voxels) -> _Part:
    points = np.unique(triangles.reshape(-1, 3).round(6), axis=0)
    try:
        hull = ConvexHull(points)
    except QhullError:
        return _Part(triangles, _thickened(points), 0.0)
    inside, filled = _cells(points, voxels)
    centers = inside[~filled]
    margin = voxels.pitch * 0.9  # cells at the skin are neither free nor solid
    deep = (
        np.all(centers @ hull.equations[:, :3].T + hull.equations[:, 3] < -margin, axis=1).sum() if len(centers) else 0
    )
    volume = float(deep) * voxels.pitch**3
    allowed = max(_FREE_VOLUME, _FREE_SHARE * hull.volume)
    return _Part(triangles, points[hull.vertices], volume if volume > allowed else 0.0)


def _cells(points: Points, voxels: Voxels) -> tuple[Points, NDArray[np.bool_]]:
    """Centres, (N, 3), of the cells in the points' bounds, and which of them are solid."""
    low, high = _cell_range(points, voxels)
    block = voxels.filled[low[0] : high[0], low[1] : high[1], low[2] : high[2]]
    index = np.stack(np.meshgrid(*(np.arange(a, b) for a, b in zip(low, high, strict=True)), indexing="ij"), axis=-1)
    return voxels.origin + (index.reshape(-1, 3) + 0.5) * voxels.pitch, block.ravel()


def _cell_range(points: Points, voxels: Voxels) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    low = np.floor((points.min(axis=0) - voxels.origin) / voxels.pitch).astype(np.int64)
    high = np.ceil((points.max(axis=0) - voxels.origin) / voxels.pitch).astype(np.int64)
    return low.clip(0), np.maximum(np.minimum(high, voxels.filled.shape), low + 1)


def _cut(part: _Part, voxels: Voxels) -> list[Points]:
    """The part's triangles on both sides of the plane that leaves its cells in the tightest boxes."""
    low, high = _cell_range(part.hull, voxels)
    block = voxels.filled[low[0] : high[0], low[1] : high[1], low[2] : high[2]]
    best: tuple[float, int, int] | None = None
    for axis in range(3):
        size = block.shape[axis]
        if size < 2:
            continue
        along = np.moveaxis(block, axis, 0)
        before, after = _box_cells(along), _box_cells(along[::-1])[::-1]
        cost = before[:-1] + after[1:]
        at = int(np.argmin(cost))
        if best is None or cost[at] < best[0]:
            best = (float(cost[at]), axis, at + 1)
    if best is None or best[0] >= block.size:
        middle = max(range(3), key=lambda a: block.shape[a])
        if block.shape[middle] < 4:
            return []
        best = (0.0, middle, block.shape[middle] // 2)
    _, axis, at = best
    level = float(voxels.origin[axis] + (low[axis] + at) * voxels.pitch)
    halves = [_clipped(part.triangles, axis, level, side) for side in (-1.0, 1.0)]
    return halves if all(len(h) for h in halves) else []


def _box_cells(along: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Cells in the bounding box of the first n+1 layers' solid cells, for every n."""
    layers = np.asarray(along.any(axis=(1, 2)))
    first = int(np.argmax(layers))
    last = np.maximum.accumulate(np.where(layers, np.arange(len(layers)), -1))
    depth = np.where(last >= 0, last - first + 1, 0)
    return (depth * _span(np.asarray(along.any(axis=2))) * _span(np.asarray(along.any(axis=1)))).astype(np.float64)


def _span(lines: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Width of what the first n+1 rows cover together, for every n."""
    seen = np.logical_or.accumulate(lines, axis=0)
    width = seen.shape[1] - np.argmax(seen, axis=1) - np.argmax(seen[:, ::-1], axis=1)
    return np.where(seen.any(axis=1), width, 0).astype(np.int64)


def _clipped(triangles: Points, axis: int, level: float, side: float) -> Points:
    """The parts of triangles on one side of an axis-aligned plane, as triangles."""
    distance = side * (triangles[:, :, axis] - level)
    count = (distance > 0).sum(axis=1)
    kept = [triangles[count == 3]]
    for n in (1, 2):
        chosen, d = triangles[count == n], distance[count == n]
        if not len(chosen):
            continue
        lone = np.argmax(d > 0, axis=1) if n == 1 else np.argmax(d <= 0, axis=1)
        order = (lone[:, None] + np.arange(3)) % 3
        corners = np.take_along_axis(chosen, order[:, :, None], axis=1)
        d = np.take_along_axis(d, order, axis=1)
        ab = _between(corners[:, 0], corners[:, 1], d[:, 0], d[:, 1])
        ac = _between(corners[:, 0], corners[:, 2], d[:, 0], d[:, 2])
        if n == 1:
            kept.append(np.stack([corners[:, 0], ab, ac], axis=1))
        else:
            kept.append(np.stack([ab, corners[:, 1], corners[:, 2]], axis=1))
            kept.append(np.stack([ab, corners[:, 2], ac], axis=1))
    return np.concatenate(kept)


def _between(a: Points, b: Points, da: NDArray[np.float64], db: NDArray[np.float64]) -> Points:
    return a + (b - a) * (da / (da - db))[:, None]


def _thickened(points: Points) -> Points:
    """Points of a flat part, moved apart along its normal so that they span a volume."""
    centered = points - points.mean(axis=0)
    axes = np.linalg.svd(centered, full_matrices=True)[2] if len(points) > 1 else np.eye(3)
    extents = np.ptp(centered @ axes.T, axis=0) if len(points) > 1 else np.zeros(3)
    for axis in axes[extents < _FLAT]:
        points = np.concatenate([points - axis * _FLAT / 2, points + axis * _FLAT / 2])
    return points


def _triangles(model: Model) -> Points:
    parts = [p.positions.astype(np.float64)[p.triangles] for p in model.primitives]
    return np.concatenate(parts) if parts else np.zeros((0, 3, 3))


def _save(file: Path, pieces: tuple[Points, ...]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".partial")
    try:
        with os.fdopen(handle, "wb") as stream:
            np.savez(stream, allow_pickle=False, **{str(i): p for i, p in enumerate(pieces)})
        Path(name).replace(file)
    finally:
        Path(name).unlink(missing_ok=True)
