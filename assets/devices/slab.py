"""Thin plates with rounded corners: what screens, phones and lids are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assets.model import Material, Primitive
from assets.shapes import primitive

_CORNERS = ((1, 1, 0.0), (-1, 1, 0.5), (-1, -1, 1.0), (1, -1, 1.5))  # x sign, y sign, first angle in units of pi


def _outline(width: float, height: float, radius: float, arc: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points (N, 2) and outward unit normals (N, 2) of a rounded rectangle about the origin, counter-clockwise."""
    points, normals = [], []
    for sx, sy, start in _CORNERS:
        angles = np.pi * (start + np.linspace(0, 0.5, arc + 1))
        direction = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        points.append(np.array([sx * (width / 2 - radius), sy * (height / 2 - radius)]) + radius * direction)
        normals.append(direction)
    return np.concatenate(points), np.concatenate(normals)


def slab(
    width: float,
    height: float,
    thickness: float,
    material: Material,
    *,
    corner: float = 0.0,
    edge: float = 0.0,
    arc: int = 5,
) -> Primitive:
    """A plate with its front face in the plane z = 0 (facing -z), its body behind it, its bottom centre at the origin.

    Args:
        width, height, thickness: metres.
        material: of every face.
        corner: radius of the outline's four corners, metres.
        edge: radius that rounds the front and back rims, metres.
        arc: segments a corner.
    """
    corner = float(np.clip(corner, 1e-4, min(width, height) / 2 - 1e-4))
    edge = float(np.clip(edge, 0.0, min(corner, thickness / 2) * 0.98))
    outline, outward = _outline(width, height, corner, arc)
    n = len(outline)
    turns = np.radians([90.0, 45.0, 0.0]) if edge > 0 else np.array([0.0])
    # Rings from the front face to the back face: inset from the outline, depth, and how far the normal leans outward.
    rings = [(edge * (1 - np.cos(t)), edge * (1 - np.sin(t)), np.cos(t), -np.sin(t)) for t in turns]
    rings += [(inset, thickness - depth, out, -axial) for inset, depth, out, axial in reversed(rings)]
    positions = [np.column_stack([outline - inset * outward, np.full(n, depth)]) for inset, depth, _, _ in rings]
    normals = [np.column_stack([outward * out, np.full(n, axial)]) for _, _, out, axial in rings]
    triangles: list[NDArray[np.int64]] = []
    here = np.arange(n)
    there = (here + 1) % n
    for ring in range(len(rings) - 1):
        a, b = here + ring * n, there + ring * n
        c, d = b + n, a + n
        triangles += [np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)]
    fan = np.stack([np.zeros(n - 2, np.int64), np.arange(1, n - 1), np.arange(2, n)], axis=1)
    for rim, facing in ((positions[0], -1.0), (positions[-1], 1.0)):
        offset = n * len(positions)
        positions.append(rim)
        normals.append(np.tile([0.0, 0.0, facing], (n, 1)))
        triangles.append((fan if facing > 0 else fan[:, ::-1]) + offset)
    points = np.concatenate(positions) + np.array([0.0, height / 2, 0.0])
    return primitive(points, np.concatenate(normals), points[:, :2], np.concatenate(triangles), material)
