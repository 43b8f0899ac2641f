"""Support surfaces: flat places at furniture height that things may stand on, found in the meshes themselves."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import polygons, union_all
from shapely.geometry import Point, Polygon

from scenes.geometry import CELL, GRID, Part, Triangles, footprint, overlap, parts_of, pieces, rest, rounded, upness
from scenes.scene import Region, Scene, SupportSurface

LOWEST, HIGHEST = 0.15, 1.6  # metres above the floor
MIN_AREA = 0.03  # square metres: a phone and a hand's width around it
OPENING = 0.06  # metres: tongues narrower than twice this are cut off
LOW_CLEARANCE, TALL_CLEARANCE = 0.25, 0.6  # room for a tablet or a book; room for a monitor

_FLATNESS = 0.98  # normal.y of a triangle that things stand on
_THICKNESS = 0.015  # triangles within this height make one surface
_TOUCH = 0.003  # what reaches this far above a surface stands on it
_TALL_SHARE = 0.6  # tall room is preferred when it leaves this much of the low room's area

_EXACT = 300  # up to this many triangles an outline is computed exactly, beyond on a grid of cells

_cache: weakref.WeakKeyDictionary[Scene, tuple[SupportSurface, ...]] = weakref.WeakKeyDictionary()


def support_surfaces(scene: Scene) -> tuple[SupportSurface, ...]:
    """Every support surface of a scene, by owner, then height, then area; computed once per scene.

    A surface is made of an object's (or the stage's) nearly level triangles of one height, 0.15 to 1.6 m above the
    floor. Whatever lies within 0.25 m above is cut out, or within 0.6 m where most of the surface stays. Boards shut in
    by their own object on all sides (the inside of a closed cupboard) are left out. Beds and seats are kept: a placer
    chooses by `category`.
    """
    if scene not in _cache:
        found = [surface for part in parts_of(scene) for surface in _surfaces_of(scene, part)]
        _cache[scene] = tuple(sorted(found, key=lambda s: (s.owner, s.height, -s.polygon.area, s.polygon.bounds)))
    return _cache[scene]


def _surfaces_of(scene: Scene, part: Part) -> list[SupportSurface]:
    size = part.bounds[1] - part.bounds[0]
    if min(size[0], size[2]) < 2 * OPENING or size[0] * size[2] < MIN_AREA:
        return []
    slope, area = upness(part.triangles)
    floors = [r.floor for r in scene.regions] or [0.0]
    top = part.high[:, 1]
    flat = (slope > _FLATNESS) & (area > 1e-10) & (top >= min(floors) + LOWEST) & (top <= max(floors) + HIGHEST)
    found: list[SupportSurface] = []
    for height, triangles in _levels(part.triangles[flat], area[flat]):
        shape = _outline(triangles)
        for patch in _opened(shape):
            center = patch.representative_point()
            region = region_at(scene, center.x, center.y, height)
            floor = region.floor if region else min(floors)
            if LOWEST <= height - floor <= HIGHEST:
                found += _free_patches(scene, part, patch, height, region.name if region else "")
    return found


def _levels(triangles: Triangles, area: NDArray[np.float64]) -> list[tuple[float, Triangles]]:
    """Triangles grouped by height; groups under `MIN_AREA` are dropped. A group's height is its highest corner."""
    height = triangles[:, :, 1].max(axis=1)
    order = np.argsort(height, kind="stable")[::-1]
    groups: list[tuple[float, Triangles]] = []
    start = 0
    ordered = height[order]
    while start < len(order):
        end = int(np.searchsorted(-ordered, -(ordered[start] - _THICKNESS), side="right"))
        chosen = order[start:end]
        if area[chosen].sum() >= MIN_AREA:
            groups.append((round(float(ordered[start]), 4), triangles[chosen]))
        start = end
    return groups


def _outline(triangles: Triangles) -> Any:
    """Union of triangles on the plan; gaps under 2 cm (bevels between boards) are closed."""
    if len(triangles) > _EXACT:
        height = triangles[:, :, 1]
        merged = footprint(triangles, height.min(), height.max(), filled=False).buffer(-CELL / 2, join_style="mitre")
    else:
        merged = union_all(polygons(triangles[:, :, [0, 2]]), grid_size=GRID)
    return merged.buffer(0.01, join_style="mitre").buffer(-0.01, join_style="mitre")


def _opened(shape: Any) -> list[Polygon]:
    """Pieces of a shape without tongues narrower than twice `OPENING`, at least `MIN_AREA` large."""
    opened = overlap(shape.buffer(-OPENING, join_style="mitre").buffer(OPENING, join_style="mitre"), shape)
    return [p for p in pieces(rounded(opened.simplify(0.002))) if p.area >= MIN_AREA]


def _free_patches(scene: Scene, part: Part, patch: Polygon, height: float, region: str) -> list[SupportSurface]:
    low = _opened(rest(patch, _above(scene, part, patch, height, 0.0, LOW_CLEARANCE)))
    if not low:
        return []
    higher = _above(scene, part, patch, height, LOW_CLEARANCE, TALL_CLEARANCE)
    tall = _opened(rest(union_all(low), higher))
    chosen = tall if sum(p.area for p in tall) >= _TALL_SHARE * sum(p.area for p in low) else low
    found = []
    for polygon in chosen:
        clearance = _clearance(scene, polygon, height)
        if clearance >= LOW_CLEARANCE and (np.isinf(clearance) or _reachable(part, polygon, height)):
            found.append(SupportSurface(part.index, part.category, polygon, height, clearance, region))
    return found


def _near(scene: Scene, patch: Polygon, low: float, high: float) -> list[Part]:
    """Parts whose bounds meet a patch between two heights."""
    x0, z0, x1, z1 = patch.bounds
    return [
        other
        for other in parts_of(scene)
        if other.bounds[0, 0] <= x1 and other.bounds[1, 0] >= x0 and other.bounds[0, 2] <= z1
        and other.bounds[1, 2] >= z0 and other.bounds[0, 1] <= high and other.bounds[1, 1] >= low
    ]  # fmt: skip


def _over(part: Part, patch: Polygon) -> Triangles:
    """Triangles of a part whose plan bounds meet a patch's bounds."""
    x0, z0, x1, z1 = patch.bounds
    meets = (part.low[:, 0] <= x1) & (part.high[:, 0] >= x0) & (part.low[:, 2] <= z1) & (part.high[:, 2] >= z0)
    return np.asarray(part.triangles[meets])


def _above(scene: Scene, part: Part, patch: Polygon, height: float, start: float, end: float) -> Any:
    """What covers a patch between two heights above it, on the plan."""
    covers = []
    for other in _near(scene, patch, height + max(start, _TOUCH), height + end):
        own = other.index == part.index
        low = height + max(start, _THICKNESS + 0.005 if own else _TOUCH)  # over the surface's own bumps
        covers.append(footprint(_over(other, patch), low, height + end, filled=not own and other.index >= 0))
    return union_all(covers)


def _clearance(scene: Scene, polygon: Polygon, height: float) -> float:
    """Height of the lowest thing over a free patch above it, inf under the open ceiling."""
    inner = polygon.buffer(-0.02)
    lowest = np.inf
    for other in _near(scene, polygon, height + LOW_CLEARANCE, np.inf):
        triangles = _over(other, polygon)
        bottom = triangles[:, :, 1].min(axis=1)
        order = np.argsort(bottom, kind="stable")
        for index in order[bottom[order] >= height + LOW_CLEARANCE - 1e-6]:
            if bottom[index] - height >= lowest or (other.index < 0 and bottom[index] - height > 1.2):
                break  # ceilings do not limit anything that stands on furniture
            if Polygon(triangles[index][:, [0, 2]]).intersects(inner):
                lowest = float(bottom[index] - height)
                break
    return round(lowest, 4)


def _reachable(part: Part, polygon: Polygon, height: float) -> bool:
    """Whether some level line from above the patch's middle leaves the object that owns it."""
    center = polygon.representative_point()
    origin = np.array([center.x, height + LOW_CLEARANCE / 2, center.y])
    level = part.triangles[(part.high[:, 1] >= origin[1]) & (part.low[:, 1] <= origin[1])]
    angles = np.arange(16) * (2 * np.pi / 16) + 0.1
    return sum(not _hits(level, origin, np.array([np.cos(a), 0.0, np.sin(a)])) for a in angles) >= 2


def _hits(triangles: Triangles, origin: NDArray[np.float64], direction: NDArray[np.float64]) -> bool:
    """Whether a ray meets any triangle (Moeller and Trumbore)."""
    a, edge1, edge2 = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    p = np.cross(direction, edge2)
    determinant = np.einsum("ij,ij->i", edge1, p)
    inverse = 1.0 / np.where(np.abs(determinant) > 1e-12, determinant, np.inf)
    to = origin - a
    u = np.einsum("ij,ij->i", to, p) * inverse
    q = np.cross(to, edge1)
    v = q @ direction * inverse
    t = np.einsum("ij,ij->i", edge2, q) * inverse
    return bool(((u >= 0) & (v >= 0) & (u + v <= 1) & (t > 1e-6)).any())


def region_at(scene: Scene, x: float, z: float, height: float) -> Region | None:
    """The region that holds a world position: the highest floor not above it, the smaller one in a tie."""
    point = Point(x, z)
    under = [r for r in scene.regions if r.floor <= height + 0.05 and r.polygon.covers(point)]
    return max(under, key=lambda r: (r.floor, -r.polygon.area), default=None)
