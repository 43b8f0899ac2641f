"""Which way furniture faces, from its own shape.

A dataset's `front` is no proof: files of the same dataset disagree with it. What has a back (sofas, chairs, beds) shows
it in its mesh; for the rest the model frame's front, -z, is all there is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scenes.geometry import upness, world_triangles
from scenes.scene import SceneObject

BACKED = frozenset(
    {
        "armchair",
        "bed",
        "bench",
        "chair",
        "couch",
        "crib",
        "daybed",
        "loveseat",
        "recliner",
        "sectional",
        "settee",
        "sofa",
    }
)
"""Categories (or their last word) that have a back: the front is the side away from their upper part."""

_UPPER = 0.6  # share of the height over which the back rises
_CLEAR = 0.06  # share of the depth by which the upper part must lie off the middle


def facing(item: SceneObject) -> NDArray[np.float64]:
    """Unit vector on the floor, (x, z), that an object faces.

    For a category in `BACKED` whose upper part lies clearly off the middle: away from it, along the nearer of the
    object's own axes. Otherwise the world direction of the model's -z.
    """
    axes = item.transform[[0, 2]][:, [0, 2]]  # columns: the model's x and z on the world's floor
    lengths = np.linalg.norm(axes, axis=0)
    if lengths.min() < 1e-6:
        return np.array([0.0, -1.0])
    axes = axes / lengths
    words = item.category.split("_")
    if item.category in BACKED or words[-1] in BACKED:
        away = -_upper_offset(item) @ axes
        axis = int(np.argmax(np.abs(away)))
        if abs(away[axis]) > 0:
            return np.asarray(np.sign(away[axis]) * axes[:, axis])
    return np.asarray(-axes[:, 1])


def _upper_offset(item: SceneObject) -> NDArray[np.float64]:
    """From the middle of an object's plan to the middle of its upper part's area, (x, z); zero when unclear."""
    triangles = world_triangles(item.model, item.transform)
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    centers = triangles.mean(axis=1)
    upper = centers[:, 1] > low[1] + _UPPER * (high[1] - low[1])
    area = upness(triangles)[1] * upper
    if area.sum() <= 0:
        return np.zeros(2)
    offset = np.average(centers[:, [0, 2]], axis=0, weights=area) - (low + high)[[0, 2]] / 2
    clear = np.linalg.norm(offset) > _CLEAR * (high - low)[[0, 2]].min()
    return np.asarray(offset if clear else np.zeros(2))
