"""Where people could sit in a region: found from the furniture's own meshes, before anyone asks who looks."""

from __future__ import annotations

import weakref

import numpy as np
import shapely
from numpy.typing import NDArray

from scenes.facing import facing
from scenes.geometry import world_triangles
from scenes.scene import Region, Scene, SceneObject
from sim.layout.plan import Seat, Standing
from sim.layout.sight import Blockers

Points = NDArray[np.float64]

SEATS = frozenset(
    {"sofa", "couch", "loveseat", "armchair", "chair", "recliner", "bench", "stool", "ottoman", "pouf", "bed"}
)
"""Categories, or their last word, that people sit on."""

LOWEST, HIGHEST = 0.38, 0.52  # metres from the floor to the seat
_STEP = 0.03  # metres between the rays that feel the seat
_WIDTH = 0.42  # metres of seat that a person fills
_BESIDE = 0.65  # metres between places on a sofa
_LEVEL = 0.06  # metres by which a cushion may bulge or sag
_BACK, _FRONT = 0.17, 0.36  # metres from the pelvis to the backrest, and at most to the seat's front edge
_SHALLOWEST = 0.30  # metres from back to front
_NEAR = 1.0  # metres from a region to the origin of furniture that may reach into it

_known: weakref.WeakKeyDictionary[Scene, dict[str, tuple[Seat, ...]]] = weakref.WeakKeyDictionary()


def seats(scene: Scene, region: Region) -> tuple[Seat, ...]:
    """Every place to sit on furniture of a region, whether or not a person would fit there; in the scene's order.

    Rays from above feel each thing's surface along its depth: the seat is the level part 38 to 52 cm over the floor
    that reaches its front edge. The pelvis goes against the backrest, or as far from the edge as the thighs are long.
    """
    known = _known.setdefault(scene, {})
    if region.name not in known:
        items = [o for o in scene.objects if o.category in SEATS or o.category.split("_")[-1] in SEATS]
        near = region.polygon.buffer(_NEAR)
        items = [o for o in items if near.covers(shapely.Point(o.transform[0, 3], o.transform[2, 3]))]
        known[region.name] = tuple(seat for item in items for seat in _places(item, region))
    return known[region.name]


def _places(item: SceneObject, region: Region) -> list[Seat]:
    triangles = world_triangles(item.model, item.transform)
    if not len(triangles):
        return []
    ahead = facing(item)
    aside = np.array([-ahead[1], ahead[0]])
    plan = triangles[..., [0, 2]].reshape(-1, 2)
    depth, width = plan @ ahead, plan @ aside
    rows = np.arange(depth.max() - _STEP / 2, depth.min(), -_STEP)  # from the front edge back
    columns = np.arange(width.min() + _STEP / 2, width.max(), _STEP)
    if len(rows) < 3 or len(columns) < 3:
        return []
    heights = _felt(triangles, rows[:, None, None] * ahead + columns[None, :, None] * aside, region.floor)
    found = []
    for middle in _middles(float(width.min()), float(width.max())):
        place = _seat(heights[:, np.abs(columns - middle) <= _WIDTH / 2])
        if place is None:
            continue
        back, height = place
        x, z = (depth.max() - back) * ahead + middle * aside
        if not region.polygon.covers(shapely.Point(x, z)):
            continue
        yaw = float(np.arctan2(-ahead[0], -ahead[1]))
        at = Standing(*(round(float(v), 4) for v in (x, region.floor + height, z, yaw)))
        found.append(Seat(item.name, at, round(float(region.floor), 4)))
    return found


def _felt(triangles: Points, plan: Points, floor: float) -> Points:
    """Height over the floor of the topmost surface at (R, C, 2) plan positions; nan beside the thing."""
    top = float(triangles[..., 1].max()) + 0.1
    starts = np.insert(plan.reshape(-1, 2), 1, top, axis=1)
    distance, _ = Blockers(triangles).first(starts, np.broadcast_to([0.0, -1.0, 0.0], starts.shape))
    heights = np.where(np.isfinite(distance), top - distance - floor, np.nan)
    return np.asarray(heights.reshape(plan.shape[:2]))


def _middles(low: float, high: float) -> list[float]:
    """Middles of the places beside each other between two ends."""
    count = max(1, int((high - low - 0.2) / _BESIDE))
    edges = np.linspace(low, high, count + 1) if count == 1 else np.linspace(low + 0.1, high - 0.1, count + 1)
    return [float(v) for v in (edges[:-1] + edges[1:]) / 2]


def _seat(heights: Points) -> tuple[float, float] | None:
    """Metres from the front of the thing to the pelvis, and the seat's height, from (R, C) felt heights."""
    level = np.full(len(heights), np.nan)
    known = np.isfinite(heights).mean(axis=1) > 0.6
    level[known] = np.nanmedian(heights[known], axis=1)
    sat = (level >= LOWEST - _LEVEL) & (level <= HIGHEST + _LEVEL)
    front = int(np.argmax(sat))
    if not sat[front] or front * _STEP > 0.2:
        return None
    length = int(np.argmin(sat[front:])) if not sat[front:].all() else len(sat) - front
    deep = length * _STEP
    backed = front + length < len(sat) and bool(level[front + length] > HIGHEST)
    pelvis = min(deep - _BACK if backed else 0.6 * deep, _FRONT)
    if deep < _SHALLOWEST or pelvis < 0.12:
        return None
    under = slice(front, front + int((pelvis + 0.1) / _STEP) + 1)
    height = float(np.nanmedian(level[under]))
    if not LOWEST <= height <= HIGHEST:
        return None
    ragged = np.abs(heights[front : front + length] - height)  # arms, pillows, a folded blanket
    if np.nanmean(ragged > _LEVEL) > 0.1:
        return None
    return front * _STEP + pelvis, height
