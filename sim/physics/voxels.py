"""Where a mesh is solid: surface cells and everything they enclose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

_PITCH = 0.02  # metres; free spaces narrower than two cells count as solid
_LONGEST = 96  # cells along the longest side


@dataclass(frozen=True, eq=False)
class Voxels:
    """A solid's cells.

    Attributes:
        filled: (X, Y, Z) bool; the outermost layer is always empty.
        origin: (3,) lowest corner of cell (0, 0, 0), metres.
        pitch: side of a cell, metres.
    """

    filled: NDArray[np.bool_]
    origin: NDArray[np.float64]
    pitch: float


def voxelize(triangles: NDArray[np.float64]) -> Voxels:
    """Cells touched or enclosed by (M, 3, 3) triangles. Open meshes are only as thick as their surface."""
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    pitch = max(_PITCH, float((high - low).max()) / _LONGEST)
    origin = low - 1.5 * pitch
    shape = np.ceil((high - origin) / pitch).astype(int) + 2
    surface = np.zeros(shape, bool)
    for points in _samples(triangles, pitch * 0.6):
        cells = np.floor((points - origin) / pitch).astype(int)
        surface[cells[:, 0], cells[:, 1], cells[:, 2]] = True
    return Voxels(ndimage.binary_fill_holes(surface), origin, pitch)


def _samples(triangles: NDArray[np.float64], step: float) -> list[NDArray[np.float64]]:
    """Points on the triangles no further apart than `step`."""
    edges = triangles - np.roll(triangles, 1, axis=1)
    counts = np.ceil(np.linalg.norm(edges, axis=2).max(axis=1) / step).astype(int).clip(1)
    found = []
    for count in np.unique(counts):
        i, j = np.meshgrid(np.arange(count + 1), np.arange(count + 1), indexing="ij")
        keep = i + j <= count
        weights = np.stack([i[keep], j[keep], count - i[keep] - j[keep]], axis=1) / count
        found.append((weights @ triangles[counts == count]).reshape(-1, 3))
    return found
