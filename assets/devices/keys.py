"""Keyboards: rows of keycaps in the widths that real ones have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assets.devices.parts import Part, box_points
from assets.model import Material, Primitive
from assets.shapes import box, primitive

# Widths in key units, back row (function keys) to front row (space bar); each row sums to 15.
ROWS: tuple[tuple[float, ...], ...] = (
    (15 / 14,) * 14,
    (*(1.0,) * 13, 2.0),
    (1.5, *(1.0,) * 12, 1.5),
    (1.75, *(1.0,) * 11, 2.25),
    (2.25, *(1.0,) * 10, 2.75),
    (1.25, 1.25, 1.25, 6.0, 1.25, 1.0, 1.5, 1.5),
)
_DEPTHS = (0.6, 1.0, 1.0, 1.0, 1.0, 1.0)  # the function row is shallower


def keycaps(width: float, depth: float, height: float, material: Material) -> Primitive:
    """Keycaps over a (width, depth) field about the origin, on the plane y = 0; the typist sits towards -z."""
    unit = width / 15
    gap = 0.14 * unit
    low, high = [], []
    back = depth / 2
    for widths, share in zip(ROWS, _DEPTHS, strict=True):
        front = back - depth * share / sum(_DEPTHS)
        left = width / 2  # the typist's left is +x
        for w in widths:
            low.append((left - w * unit + gap / 2, front + gap / 2))
            high.append((left - gap / 2, back - gap / 2))
            left -= w * unit
        back = front
    return _caps(np.array(low), np.array(high), height, material)


def _caps(low: NDArray[np.float64], high: NDArray[np.float64], height: float, material: Material) -> Primitive:
    """Open-bottomed boxes from (N, 2) low to (N, 2) high (x, z) corners, slightly narrower at the top."""
    taper = 0.08 * (high - low).min(axis=1, keepdims=True)
    ring = [(0, 0), (0, 1), (1, 1), (1, 0)]  # counter-clockwise seen from above: (x, z) low/high
    bottom = np.stack([np.stack([(low, high)[i][:, 0], (low, high)[j][:, 1]], axis=1) for i, j in ring], axis=1)
    lo, hi = low + taper, high - taper
    top = np.stack([np.stack([(lo, hi)[i][:, 0], (lo, hi)[j][:, 1]], axis=1) for i, j in ring], axis=1)
    n = len(low)

    def lift(points: NDArray[np.float64], y: float) -> NDArray[np.float64]:
        return np.stack([points[..., 0], np.full(points.shape[:-1], y), points[..., 1]], axis=-1)

    b, t = lift(bottom, 0.0), lift(top, height)
    faces = [t]
    faces += [np.stack([b[:, i], b[:, (i + 1) % 4], t[:, (i + 1) % 4], t[:, i]], axis=1) for i in range(4)]
    corners = np.stack(faces, axis=1).reshape(n * 5, 4, 3)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    start = 4 * np.arange(n * 5)[:, None]
    triangles = np.concatenate([start + np.array([0, 1, 2]), start + np.array([0, 2, 3])])
    points = corners.reshape(-1, 3)
    return primitive(points, np.repeat(normals, 4, axis=0), points[:, [0, 2]], triangles, material)


def keyboard(width: float, depth: float, case: Material, caps: Material) -> Part:
    """A desk keyboard: bottom centre at the origin, the typist towards -z."""
    height = 0.014
    body = box((width, height, depth), (0, height / 2, 0), case, radius=0.004, segments=2)
    field = keycaps(width - 0.016, depth - 0.016, 0.006, caps)
    field = field.transformed(np.array([[1, 0, 0, 0], [0, 1, 0, height], [0, 0, 1, 0], [0, 0, 0, 1.0]]))
    return Part((body, field), (box_points((-width / 2, 0, -depth / 2), (width / 2, height + 0.006, depth / 2)),))
