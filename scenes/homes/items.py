"""What a home is furnished with: a design says which thing, an item says where it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from shapely.geometry import Polygon

from scenes.homes.furniture import CATEGORIES


@dataclass(frozen=True)
class Design:
    """Which thing: equal designs become one object template. Sizes in metres."""

    category: str
    width: float
    depth: float
    height: float
    style: str
    seed: int


@dataclass(frozen=True)
class Item:
    """A placed thing.

    Attributes:
        design: what it is.
        x, z: world position of the model's origin.
        y: its height; for things on furniture, the nominal top of what they stand on.
        yaw: radians about +y; 0 faces -z.
        room: room name.
        on: index in the home's items of what it stands on, -1 for floor, walls and ceilings.
    """

    design: Design
    x: float
    y: float
    z: float
    yaw: float
    room: str
    on: int = -1

    @cached_property
    def footprint(self) -> Polygon:
        """What it covers on the plan, (x, z)."""
        d = self.design
        back = 0.0 if CATEGORIES[d.category].placement == "wall" else d.depth / 2
        return rectangle(d.width, d.depth, *self.at(0.0, d.depth / 2 - back), self.yaw)

    def at(self, right: float, front: float) -> tuple[float, float]:
        """World (x, z) of a point given in metres to the thing's own right (+x) and to its front (-z)."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        return round(self.x + c * right - s * front, 4), round(self.z - s * right - c * front, 4)


def rectangle(width: float, depth: float, x: float, z: float, yaw: float) -> Polygon:
    """A rectangle about (x, z), turned as `sim.world.upright` turns things."""
    c, s = math.cos(yaw), math.sin(yaw)
    corners = ((-width / 2, -depth / 2), (width / 2, -depth / 2), (width / 2, depth / 2), (-width / 2, depth / 2))
    return Polygon([(x + c * a + s * b, z - s * a + c * b) for a, b in corners])
