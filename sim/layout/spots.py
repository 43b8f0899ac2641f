"""Where one build of a device could stand or hang in a region, before anyone asks who looks at it."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from assets.devices.device import Device, Support
from scenes.floor import free_floor
from scenes.scene import Region, Scene, SupportSurface
from scenes.surfaces import support_surfaces
from sim.layout.seats import seats
from sim.layout.sight import scene_blockers

Points = NDArray[np.float64]

LOWEST, HIGHEST = 0.35, 1.3  # heights over the floor of surfaces that screens stand on
WALL_LOW, WALL_HIGH = 1.2, 1.55  # heights over the floor of the middle of wall devices
_NO_SCREENS = (
    "bed", "sofa", "couch", "chair", "armchair", "stool", "bench", "ottoman", "pouf", "toilet", "bathtub", "sink",
    "rug", "lamp", "plant", "hob", "stove", "oven", "cooktop", "washing_machine", "radiator", "pillow", "cushion",
    "picture", "curtain", "window", "door", "stage", "unknown_part", "basket", "bin", "fridge", "range", "cooker",
    "dishwasher", "microwave", "machine", "toaster", "kettle", "book", "books", "book_stack", "shoe_rack", "box",
)  # fmt: skip
_LOW_OR_WET = ("coffee_table", "side_table", "nightstand", "kitchen_counter", "counter", "bookshelf", "bookcase")
_UNFIT = {
    "tv": (*_LOW_OR_WET, "dining_table", "desk"),
    "desktop computer": (*_LOW_OR_WET, "tv_stand"),
}  # big screens by their category: furniture that nobody would put them on
_PER_SURFACE, _PER_REGION = 14, 120
_FLUSH = 0.004  # metres by which a wall may leave the plane of a device's back
_SMOOTHED = 0.015  # metres by which outlines of the free floor may be smoothed
_GAP = 0.002  # metres between a wall and a device's back


@dataclass(frozen=True, eq=False)
class Spots:
    """Places for one build of a device.

    Attributes:
        device: what would be placed.
        positions: (N, 3) of the device's origin, metres.
        normals: (N, 2) direction (x, z) out of the wall; zeros where the device may be turned freely.
        supports: (N,) names: an object's, "floor" or "wall".
        outlines: (N,) shapely polygons that the footprint must stay on; None where that is already known.
    """

    device: Device
    positions: Points
    normals: Points
    supports: tuple[str, ...]
    outlines: NDArray[np.object_]

    def __len__(self) -> int:
        return len(self.positions)


_floors: weakref.WeakKeyDictionary[Scene, dict[tuple[str, float], Any]] = weakref.WeakKeyDictionary()


class Places:
    """The free places of one region, worked out once for each build of a device."""

    def __init__(self, scene: Scene, region: Region, rng: np.random.Generator) -> None:
        self.scene, self.region, self._rng = scene, region, rng
        self.blockers = scene_blockers(scene)
        self.names = {o.index: o.name for o in scene.objects}
        self.seats = seats(scene, region)
        self._known: dict[tuple[Support, str, tuple[float, float], float], Spots] = {}

    def floor(self, clearance: float) -> Any:
        """Free floor of the region for a disc of radius `clearance`."""
        known = _floors.setdefault(self.scene, {})
        key = (self.region.name, clearance)
        if key not in known:  # cell outlines have thousands of corners: smoothed before they are shrunk
            if (self.region.name, 0.0) not in known:
                whole = free_floor(self.scene, self.region, clearance=0.0)
                known[self.region.name, 0.0] = whole.simplify(_SMOOTHED)
            known[key] = known[self.region.name, 0.0].buffer(-clearance - _SMOOTHED, quad_segs=4)
        return known[key]

    def ground(self, plan: Points) -> tuple[Points, NDArray[np.bool_]]:
        """Height of what a foot rests on at (N, 2) plan positions, and whether it is floor (or a rug)."""
        start = np.insert(plan, 1, self.region.floor + 0.3, axis=1)
        distance, _ = self.blockers.first(start, np.broadcast_to([0.0, -1.0, 0.0], start.shape))
        height = self.region.floor + 0.3 - distance
        good = np.abs(height - self.region.floor) < 0.04
        return np.where(good, height, self.region.floor), good

    def spots(self, device: Device) -> Spots:
        """Places for a device, by its own support class."""
        high = device.body.bounds()[1]
        key = (device.spec.support, device.spec.category, device.footprint, float(round(high[1], 4)))
        if key not in self._known:
            if device.spec.support == Support.WALL:
                self._known[key] = self._walls(device)
            elif device.spec.support == Support.FLOOR:
                self._known[key] = self._floor_spots(device)
            else:
                self._known[key] = self._surfaces(device)
        found = self._known[key]
        return Spots(device, found.positions, found.normals, found.supports, found.outlines)

    def _surfaces(self, device: Device) -> Spots:
        height = float(device.body.bounds()[1, 1])
        inner = min(device.footprint) / 2
        positions, supports, outlines = [], [], []
        for surface in support_surfaces(self.scene):
            if not self._fits(surface, height) or surface.category in _UNFIT.get(device.spec.category, ()):
                continue
            plan = scattered(surface.polygon.buffer(-inner), _PER_SURFACE, self._rng)
            positions.append(np.insert(plan, 1, surface.height, axis=1))
            supports += [self.names[surface.owner]] * len(plan)
            outlines += [surface.polygon] * len(plan)
        found = np.concatenate(positions) if positions else np.zeros((0, 3))
        return Spots(device, np.round(found, 4), np.zeros((len(found), 2)), tuple(supports), _objects(outlines))

    def _fits(self, surface: SupportSurface, height: float) -> bool:
        return (
            surface.region == self.region.name
            and surface.owner >= 0
            and LOWEST <= surface.height - self.region.floor <= HIGHEST
            and surface.clearance > height + 0.02
            and not seat_or_fixture(surface.category)
        )

    def _floor_spots(self, device: Device) -> Spots:
        radius = float(np.hypot(*device.footprint)) / 2
        plan = np.round(scattered(self.floor(round(radius + 0.03, 3)), _PER_REGION, self._rng), 4)
        angles = np.arange(8) * (np.pi / 4)
        feet = plan[:, None] + 0.7 * radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        heights, good = self.ground(feet.reshape(-1, 2))
        heights, good = heights.reshape(len(plan), 8), good.reshape(len(plan), 8)
        level = good.all(axis=1) & (np.ptp(heights, axis=1) < 0.002) if len(plan) else np.zeros(0, bool)
        found = np.insert(plan[level], 1, heights[level].max(axis=1, initial=-np.inf), axis=1)
        count = len(found)
        return Spots(device, np.round(found, 4), np.zeros((count, 2)), ("floor",) * count, _objects([None] * count))

    def _walls(self, device: Device) -> Spots:
        width, height = device.footprint
        plan = scattered(self.region.polygon.buffer(-0.2), _PER_REGION * 2, self._rng)
        heights = self.region.floor + self._rng.uniform(WALL_LOW, WALL_HIGH, len(plan))
        quarter = self._rng.integers(0, 4, len(plan)) * (np.pi / 2) + _axis(self.region.polygon)
        ways = np.stack([np.cos(quarter), np.zeros(len(plan)), np.sin(quarter)], axis=1)
        aside = np.stack([-ways[:, 2], ways[:, 1], ways[:, 0]], axis=1)
        middle = np.insert(plan, 1, heights, axis=1)
        offsets = np.array([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)]) * [width / 2 + 0.02, height / 2 + 0.02]
        starts = middle[:, None] + offsets[:, :1] * aside[:, None] + offsets[:, 1:] * np.array([0.0, 1.0, 0.0])
        distance, owner = self.blockers.first(
            starts.reshape(-1, 3), np.repeat(ways, len(offsets), axis=0)
        )  # nine rays against the wall: flat, bare wall over the whole back
        distance, owner = distance.reshape(len(plan), -1), owner.reshape(len(plan), -1)
        with np.errstate(invalid="ignore"):
            good = (owner == -1).all(axis=1) & (np.ptp(distance, axis=1) < _FLUSH) & (distance[:, 0] < 6)
        found = middle[good] + (distance[good].min(axis=1, initial=np.inf) - _GAP)[:, None] * ways[good]
        count = len(found)
        return Spots(device, np.round(found, 4), -ways[good][:, [0, 2]], ("wall",) * count, _objects([None] * count))


def seat_or_fixture(category: str) -> bool:
    """Whether people keep screens off it: seats, beds, sinks, plants."""
    words = category.lower().replace("-", "_").replace(" ", "_").split("_")
    return words[-1] in _NO_SCREENS or category in _NO_SCREENS


def scattered(shape: Any, count: int, rng: np.random.Generator) -> Points:
    """Up to `count` uniform points, (N, 2), inside a shapely shape; none when it is empty."""
    if shape.is_empty:
        return np.zeros((0, 2))
    x0, z0, x1, z1 = shape.bounds
    points = rng.uniform([x0, z0], [x1, z1], (count * 4, 2))
    shapely.prepare(shape)
    return np.asarray(points[shapely.contains_xy(shape, points[:, 0], points[:, 1])][:count])


def footprints(device: Device, positions: Points, yaws: NDArray[np.float64]) -> NDArray[np.object_]:
    """Plan rectangles of a device that stands at (N, 3) positions turned by (N,) yaws."""
    w, d = device.footprint
    corners = np.array([[-w, -d], [w, -d], [w, d], [-w, d]]) / 2
    c, s = np.cos(yaws)[:, None], np.sin(yaws)[:, None]
    x, z = corners[:, 0], corners[:, 1]
    plan = np.stack([c * x + s * z, -s * x + c * z], axis=2) + positions[:, None, [0, 2]]
    return np.asarray(shapely.polygons(plan), object)


def _axis(polygon: Any) -> float:
    """Direction, radians, of a polygon's longest edge: rooms have walls along it and across."""
    edges = np.diff(np.asarray(polygon.exterior.coords), axis=0)
    longest = edges[int(np.argmax(np.linalg.norm(edges, axis=1)))]
    return float(np.arctan2(longest[1], longest[0]))


def _objects(values: list[Any]) -> NDArray[np.object_]:
    found = np.empty(len(values), object)
    found[:] = values
    return found
