"""Free floor: where a body may stand."""

from __future__ import annotations

import weakref

from shapely import union_all

from scenes.geometry import footprint, parts_of, rest, rounded
from scenes.scene import FreeFloor, Region, Scene

LOW, HIGH = 0.05, 1.8
"""Heights above the floor between which things block: rugs lie under, ceiling lamps hang over."""

_cache: weakref.WeakKeyDictionary[Scene, dict[float, FreeFloor]] = weakref.WeakKeyDictionary()


def free_floor(scene: Scene, region: Region, *, clearance: float) -> FreeFloor:
    """The part of a region's floor where a disc of radius `clearance` stands free of everything.

    Args:
        scene: the scene.
        region: one of its regions.
        clearance: metres to keep from walls, furniture and the region's border.

    Returns:
        Polygons in world (x, z), coordinates rounded to 1e-4; empty when nothing is free.
    """
    open_floor = rest(region.polygon, blocked(scene, region.floor))
    return rounded(open_floor.buffer(-clearance) if clearance > 0 else open_floor)


def blocked(scene: Scene, floor: float) -> FreeFloor:
    """Everything that stands between `LOW` and `HIGH` above a floor height, as plan polygons; cached per scene."""
    known = _cache.setdefault(scene, {})
    if floor not in known:
        prints = [
            footprint(part.triangles, floor + LOW, floor + HIGH, filled=part.index >= 0)
            for part in parts_of(scene)
            if part.bounds[0, 1] <= floor + HIGH and part.bounds[1, 1] >= floor + LOW
        ]
        known[floor] = rounded(union_all(prints))
    return known[floor]
