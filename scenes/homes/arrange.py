"""One room while it is furnished: what stands where, and whether one more thing fits without closing a way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from shapely.geometry import Polygon

from scenes.homes.along import YAW, from_wall, in_front, inside
from scenes.homes.furniture import CATEGORIES
from scenes.homes.items import Design, Item, rectangle
from scenes.homes.plan import INNER_HALF, Plan, Room, Side
from scenes.homes.walkway import Walkway

DOOR_CLEARANCE = 0.85
"""Free depth in front of every door."""

_HEADROOM = 1.8  # what hangs higher is walked under
_GAP = 0.02  # between furniture and walls or other furniture


@dataclass(frozen=True)
class _Solid:
    """What an item (by its index) takes: a plan shape from one height to another."""

    index: int
    shape: Polygon
    low: float
    high: float


@dataclass
class Arrangement:
    """A room being furnished.

    Attributes:
        items: what stands in it so far.
        mood: style and seed of a category, drawn once for a home so that, say, all dining chairs match.
    """

    plan: Plan
    room: Room
    rng: np.random.Generator
    mood: dict[str, tuple[str, int]]
    items: list[Item] = field(default_factory=list)
    zones: list[Polygon] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.openings = self.plan.openings_of(self.room)
        self.doors = [(s, o) for s, o in self.openings if o.kind != "window"]
        self.windows = [(s, o) for s, o in self.openings if o.kind == "window"]
        self.zones += [in_front(self.room, side, door, DOOR_CLEARANCE) for side, door in self.doors]
        self._blocked: list[_Solid] = []
        self._inner = self.room.interior.buffer(1e-6 - _GAP / 2, join_style="mitre")
        self._lights = [(o, in_front(self.room, s, o, 0.5)) for s, o in self.windows]
        self._walkway = Walkway(self.room.interior, [inside(self.room, s, d, 0.5) for s, d in self.doors])

    def design(self, category: str, *, shared: bool = True, **fixed: float | str) -> Design:
        """Draw one thing; `shared` gives all of a category one look, `fixed` sets width, depth, height or style."""
        kind = CATEGORIES[category]
        if shared and category in self.mood:
            style, seed = self.mood[category]
        else:
            style = kind.styles[int(self.rng.integers(len(kind.styles)))]
            seed = int(self.rng.integers(2**31))
            if shared:
                self.mood[category] = style, seed
        style = str(fixed.get("style", style))
        # Sizes come from the look's own seed: the same look is the same size.
        look = np.random.default_rng(seed)
        sizes = {}
        for axis, typical in zip(("width", "depth", "height"), kind.size, strict=True):
            drawn = typical * (1 + kind.spread * float(look.uniform(-1, 1)))
            sizes[axis] = round(float(fixed.get(axis, drawn)), 2 if typical > 0.05 else 3)
        return Design(category, sizes["width"], sizes["depth"], sizes["height"], style, seed)

    def place(
        self,
        design: Design,
        x: float,
        z: float,
        yaw: float,
        *,
        gap: float = _GAP,
        walkable: bool = False,
        ignore: Iterable[Item] = (),
    ) -> Item | None:
        """Stand a thing on the floor if it fits: inside the room, off others and door zones, all doors still joined.

        Args:
            design: what to place.
            x, z, yaw: its pose.
            gap: metres to keep from other furniture.
            walkable: it may stand in a walkway without closing it (a chair that is pushed aside).
            ignore: things that it may overlap (a chair and its table).
        """
        item = Item(design, round(x, 4), 0.0, round(z, 4), round(yaw, 4), self.room.name)
        shape = item.footprint
        if not self._inner.covers(shape):
            return None
        skip = [self.items.index(i) for i in ignore]
        wide = rectangle(design.width + 2 * gap, design.depth + 2 * gap, x, z, yaw)
        for other in self._blocked:
            if other.low < design.height and other.index not in skip and wide.intersects(other.shape):
                return None
        if any(zone.intersection(shape).area > 1e-4 for zone in self.zones):
            return None
        if design.height > 1.1 and any(o.sill < design.height and z.intersects(shape) for o, z in self._lights):
            return None
        if not walkable and not self._walkway.joins_doors(shape):
            return None
        self._stand(item, 0.0, design.height)
        return item

    def against(
        self,
        design: Design,
        sides: Iterable[Side] | None = None,
        *,
        gap: float = 0.02,
        corner: bool = False,
        front: float = 0.0,
        middle: float | None = None,
    ) -> Item | None:
        """Stand a thing with its back to a wall, where it fits.

        Args:
            design: what to place.
            sides: walls in order of preference; default all, in a random order.
            gap: metres between its back and the wall.
            corner: prefer the ends of the wall to any place along it.
            front: metres in front of it that must be free (to open it, to sit at it).
            middle: coordinate along the wall to stay close to.
        """
        order = list(sides) if sides is not None else [list(Side)[i] for i in self.rng.permutation(4)]
        for side in order:
            low, high = self.room.span(side)
            low, high = low + INNER_HALF + design.width / 2 + 0.03, high - INNER_HALF - design.width / 2 - 0.03
            if high < low:
                continue
            places = [float(v) for v in np.linspace(low, high, max(2, int((high - low) / 0.15) + 1))]
            if middle is not None:
                places.sort(key=lambda p: abs(p - middle))
            elif corner:
                places.sort(key=lambda p: (round(min(p - low, high - p), 3), self.rng.random()))
            else:
                places = [places[i] for i in self.rng.permutation(len(places))]
            for along in places:
                x, z = from_wall(self.room, side, along, design.depth / 2 + gap)
                if front > 0:
                    ahead = from_wall(self.room, side, along, design.depth + gap + front / 2)
                    zone = rectangle(design.width, front - 0.02, *ahead, YAW[side])
                    if not self.free(zone):
                        continue
                item = self.place(design, x, z, YAW[side])
                if item:
                    return item
        return None

    def free(self, zone: Polygon) -> bool:
        """Whether an area of floor is inside the room and nothing stands on it."""
        return self.room.interior.covers(zone) and not any(
            other.low < _HEADROOM and zone.intersects(other.shape) for other in self._blocked
        )

    def hang(self, design: Design, side: Side, along: float, y: float, *, gap: float = 0.02) -> Item | None:
        """Hang a thing on a wall, its middle at height `y`, `gap` clear of all else there and of openings."""
        x, z = from_wall(self.room, side, along, 0.0)
        item = Item(design, round(x, 4), round(y, 4), round(z, 4), round(YAW[side], 4), self.room.name)
        low, high = y - design.height / 2, y + design.height / 2
        start, end = along - design.width / 2, along + design.width / 2
        span = self.room.span(side)
        if (
            start < span[0] + INNER_HALF + gap / 2
            or end > span[1] - INNER_HALF - gap / 2
            or high > self.plan.height - 0.05
        ):
            return None
        for other, opening in self.openings:
            if other is side and opening.start - 0.12 < end and opening.end + 0.12 > start:
                return None
        shape = item.footprint.buffer(gap - 1e-3, join_style="mitre")
        if any(o.low < high + gap and o.high > low - gap and shape.intersects(o.shape) for o in self._blocked):
            return None
        self._stand(item, low, high)
        return item

    def lay(self, design: Design, x: float, z: float, yaw: float) -> Item:
        """Put down something flat that others stand on (a rug)."""
        item = Item(design, round(x, 4), 0.0, round(z, 4), round(yaw, 4), self.room.name)
        self.items.append(item)
        return item

    def curtain(self, design: Design, side: Side, along: float, y: float) -> Item:
        """Hang a curtain in front of a window; furniture keeps off it."""
        x, z = from_wall(self.room, side, along, 0.0)
        item = Item(design, round(x, 4), round(y, 4), round(z, 4), round(YAW[side], 4), self.room.name)
        self._stand(item, y - design.height / 2, y + design.height / 2)
        return item

    def hook(self, design: Design, x: float, z: float, yaw: float = 0.0) -> Item:
        """Hang something from the ceiling."""
        item = Item(design, round(x, 4), self.plan.height, round(z, 4), round(yaw, 4), self.room.name)
        self.items.append(item)
        return item

    def put(self, design: Design, owner: Item, right: float, front: float, turn: float = 0.0) -> Item | None:
        """Put a thing on another, in the owner's frame, when nothing is there yet and it does not stick out."""
        index = self.items.index(owner)
        x, z = owner.at(right, front)
        item = Item(
            design, x, owner.y + owner.design.height, z, round(owner.yaw + turn, 4), self.room.name, on=index
        )  # fmt: skip
        inside = owner.footprint.buffer(0.005).covers(item.footprint)
        if not inside or any(i.on == index and i.footprint.intersects(item.footprint) for i in self.items):
            return None
        self.items.append(item)
        return item

    def reserve_wall(self, item: Item, top: float) -> None:
        """Keep the wall behind a thing bare from its top up to a height, for what will stand on it."""
        shape = item.footprint.buffer(0.15, join_style="mitre")  # reaches the wall behind
        self._blocked.append(_Solid(self.items.index(item), shape, item.design.height, top))

    def keep_clear(self, item: Item, depth: float) -> None:
        """Keep the floor in front of a thing free of what comes later, for those who step up to it."""
        ahead = item.at(0.0, (item.design.depth + depth) / 2)
        self.zones.append(rectangle(max(item.design.width, 0.5), depth, *ahead, item.yaw))

    def remove(self, mark: int) -> None:
        """Take away everything placed since `items` was `mark` long."""
        del self.items[mark:]
        self._blocked = [b for b in self._blocked if b.index < mark]
        self._walkway.clear()
        for other in self._blocked:
            self._narrow(other)

    def walkway(self) -> Polygon:
        """Where the centre of a body as wide as a way may be: the largest connected part."""
        return self._walkway.largest()

    def doors_joined(self) -> bool:
        """Whether every door opens on one connected walkway, chairs and all in their places."""
        return self._walkway.joins_doors()

    def _stand(self, item: Item, low: float, high: float) -> None:
        solid = _Solid(len(self.items), item.footprint, low, high)
        self.items.append(item)
        self._blocked.append(solid)
        self._narrow(solid)

    def _narrow(self, solid: _Solid) -> None:
        if solid.low < _HEADROOM:
            self._walkway.narrow(solid.shape)
