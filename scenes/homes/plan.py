"""Floor plans: two bands of rooms, split at random proportions, with doorways that reach every room and windows.

Plan frame: (x, z) in metres as in the world; "north" is -z, "west" is -x. A plan has no furniture.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from shapely.geometry import Polygon, box

INNER_HALF = 0.06
"""Half of an inner wall; also what an outer wall takes from its room's cell."""

OUTER_REST = 0.19
"""The rest of an outer wall, outside its room's cell: 0.25 m in all."""

DOOR_WIDTH, DOOR_HEIGHT, ENTRANCE_WIDTH = 0.9, 2.05, 0.98
WIDE_OPENING = 1.5

_MARGIN = 0.16  # least wall beside a doorway, centre line to jamb
_EPSILON = 1e-6


class Side(StrEnum):
    """The four walls of a room."""

    NORTH = "north"
    SOUTH = "south"
    WEST = "west"
    EAST = "east"


@dataclass(frozen=True)
class Room:
    """One room: a cell of the plan, up to the centre lines of its inner walls.

    Attributes:
        kind: "living_room", "kitchen", "dining_room", "bedroom", "bathroom", "study", "hall" or "laundry".
        x0, z0, x1, z1: the cell.
    """

    name: str
    kind: str
    x0: float
    z0: float
    x1: float
    z1: float

    @cached_property
    def interior(self) -> Polygon:
        """The floor between the walls, in (x, z)."""
        i = INNER_HALF
        return box(self.x0 + i, self.z0 + i, self.x1 - i, self.z1 - i)

    def line(self, side: Side) -> float:
        """Coordinate of a cell edge: z for north and south, x for west and east."""
        return {Side.NORTH: self.z0, Side.SOUTH: self.z1, Side.WEST: self.x0, Side.EAST: self.x1}[side]

    def span(self, side: Side) -> tuple[float, float]:
        """Where a cell edge runs from and to: x for north and south, z for west and east."""
        return (self.x0, self.x1) if side in (Side.NORTH, Side.SOUTH) else (self.z0, self.z1)


@dataclass(frozen=True)
class Opening:
    """A hole in a wall.

    Attributes:
        kind: "doorway" (inner, cased, without a leaf), "entrance" (outer, with a closed leaf) or "window".
        side: side of `rooms[0]` that it is in.
        line: coordinate of the wall's cell edge.
        start, end: along the wall.
        sill, head: heights above the floor.
        rooms: one room for outer walls, the two it joins for a doorway.
    """

    kind: str
    side: Side
    line: float
    start: float
    end: float
    sill: float
    head: float
    rooms: tuple[str, ...]

    @property
    def along_x(self) -> bool:
        """Whether the wall runs along x."""
        return self.side in (Side.NORTH, Side.SOUTH)

    @property
    def middle(self) -> tuple[float, float]:
        """Centre on the cell edge, (x, z)."""
        along = (self.start + self.end) / 2
        return (along, self.line) if self.along_x else (self.line, along)


@dataclass(frozen=True)
class Plan:
    """Rooms, the holes in their walls, and the ceiling height."""

    rooms: tuple[Room, ...]
    openings: tuple[Opening, ...]
    height: float

    def room(self, name: str) -> Room:
        """The room of that name."""
        return next(r for r in self.rooms if r.name == name)

    def openings_of(self, room: Room) -> tuple[tuple[Side, Opening], ...]:
        """The holes in a room's own walls, with the side of this room that each is in."""
        found = []
        for opening in self.openings:
            if room.name in opening.rooms:
                side = opening.side if opening.rooms[0] == room.name else OPPOSITE[opening.side]
                found.append((side, opening))
        return tuple(found)

    @property
    def area(self) -> float:
        """Floor area between the walls, square metres."""
        return float(sum(r.interior.area for r in self.rooms))


OPPOSITE = {Side.NORTH: Side.SOUTH, Side.SOUTH: Side.NORTH, Side.WEST: Side.EAST, Side.EAST: Side.WEST}

# Width ranges along a band, metres; a "void" is left out and makes the home L-shaped.
_WIDTHS = {
    "living_room": (5.0, 6.6), "kitchen": (2.9, 3.7), "dining_room": (3.0, 3.7), "bedroom": (3.5, 4.3),
    "study": (3.0, 3.7), "hall": (1.8, 2.2), "laundry": (2.0, 2.4), "bathroom": (1.9, 2.3), "void": (2.4, 3.4),
}  # fmt: skip
_TEMPLATES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("living_room", "kitchen"), ("bedroom", "bathroom", "hall", "study")),
    (("kitchen", "living_room"), ("study", "hall", "bathroom", "bedroom")),
    (("living_room", "dining_room", "kitchen"), ("bedroom", "bathroom", "hall", "study")),
    (("dining_room", "living_room"), ("kitchen", "bathroom", "hall", "bedroom")),
    (("living_room", "kitchen", "laundry"), ("void", "bathroom", "hall", "bedroom")),
    (("living_room", "bathroom"), ("bedroom", "kitchen")),
    (("living_room", "study"), ("bedroom", "bathroom", "hall", "kitchen")),
    (("kitchen", "living_room", "bathroom"), ("bedroom", "hall", "bedroom")),
    (("dining_room", "living_room", "bedroom"), ("kitchen", "hall", "bathroom", "study")),
)
_PASSAGE = {"hall": 0, "living_room": 1, "dining_room": 2, "kitchen": 3, "study": 6, "bedroom": 8, "laundry": 9,
            "bathroom": 12}  # fmt: skip


def draw_plan(rng: np.random.Generator, template: int) -> Plan:
    """Draw a plan after one of `TEMPLATE_COUNT` templates (taken modulo)."""
    upper, lower = _TEMPLATES[template % TEMPLATE_COUNT]
    deep, shallow = _near(rng, 4.2, 5.1), _near(rng, 3.3, 3.9)
    width = max(_natural(rng, upper), _natural(rng, lower))
    cells = _band(rng, upper, width, 0.0, deep) + _band(rng, lower, width, deep, deep + shallow)
    if rng.random() < 0.5:
        cells = [(k, width - x1, z0, width - x0, z1) for k, x0, z0, x1, z1 in cells]
    if rng.random() < 0.5:
        cells = [(k, z0, x0, z1, x1) for k, x0, z0, x1, z1 in cells]
    middle_x, middle_z = max(c[3] for c in cells) / 2, max(c[4] for c in cells) / 2
    rooms: list[Room] = []
    for kind, x0, z0, x1, z1 in cells:
        if kind != "void":
            number = sum(r.kind == kind for r in rooms) + 1
            name = kind if number == 1 else f"{kind}_{number}"
            edges = (round(v, 2) for v in (x0 - middle_x, z0 - middle_z, x1 - middle_x, z1 - middle_z))
            rooms.append(Room(name, kind, *edges))
    height = round(float(rng.uniform(2.5, 2.8)), 2)
    doors = _doorways(rng, rooms)
    entrance = _entrance(rooms)
    windows = _windows(rng, rooms, entrance, height)
    return Plan(tuple(rooms), (*doors, entrance, *windows), height)


TEMPLATE_COUNT = len(_TEMPLATES)


def _near(rng: np.random.Generator, low: float, high: float) -> float:
    return round(float(rng.uniform(low, high)), 1)


def _natural(rng: np.random.Generator, kinds: tuple[str, ...]) -> float:
    return round(sum(_near(rng, *_WIDTHS[k]) for k in kinds), 1)


def _band(
    rng: np.random.Generator, kinds: tuple[str, ...], width: float, z0: float, z1: float
) -> list[tuple[str, float, float, float, float]]:
    """Split a band into cells; living rooms and bedrooms take what is over, halls, baths and laundries keep theirs."""
    widths = [_near(rng, *_WIDTHS[k]) for k in kinds]
    share = [0.0 if k in ("hall", "laundry", "bathroom") else 1.0 for k in kinds]
    spare = width - sum(widths)
    widths = [w + spare * s / sum(share) for w, s in zip(widths, share, strict=True)]
    edges = [round(float(e), 2) for e in np.concatenate([[0.0], np.cumsum(widths)])]
    edges[-1] = width
    return [(k, edges[i], z0, edges[i + 1], z1) for i, k in enumerate(kinds)]


def shared_wall(a: Room, b: Room) -> tuple[Side, float, float, float] | None:
    """Side of `a` that touches `b`, its line, and where the common wall starts and ends; None when they don't touch."""
    for side in Side:
        if abs(a.line(side) - b.line(OPPOSITE[side])) < _EPSILON:
            low, high = max(a.span(side)[0], b.span(side)[0]), min(a.span(side)[1], b.span(side)[1])
            if high - low > 0.2:
                return side, a.line(side), low, high
    return None


def outer_walls(room: Room, rooms: tuple[Room, ...] | list[Room]) -> list[tuple[Side, float, float]]:
    """The parts of a room's edges that no other room touches: side, start, end."""
    found = []
    for side in Side:
        low, high = room.span(side)
        pieces = [(low, high)]
        for other in rooms:
            wall = shared_wall(room, other) if other is not room else None
            if wall and wall[0] is side:
                pieces = [p for s, e in pieces for p in ((s, min(e, wall[2])), (max(s, wall[3]), e)) if p[1] > p[0]]
        found += [(side, s, e) for s, e in pieces if e - s > 0.05]
    return found


def _doorways(rng: np.random.Generator, rooms: list[Room]) -> list[Opening]:
    """A spanning tree over common walls that passes through halls and living rooms first, bathrooms last."""
    edges = []
    for i, a in enumerate(rooms):
        for b in rooms[i + 1 :]:
            wall = shared_wall(a, b)
            if wall and wall[3] - wall[2] >= DOOR_WIDTH + 2 * _MARGIN:
                first, second = sorted((_PASSAGE[a.kind], _PASSAGE[b.kind]))
                last = 100.0 * ("bathroom" in (a.kind, b.kind))  # nobody walks through it
                edges.append((first + 0.1 * second + last, a, b, wall))
    group = {r.name: r.name for r in rooms}
    doors = []
    for _, a, b, (side, line, low, high) in sorted(edges, key=lambda e: (e[0], e[1].name, e[2].name)):
        if group[a.name] == group[b.name]:
            continue
        old, new = group[b.name], group[a.name]
        group = {name: new if root == old else root for name, root in group.items()}
        public = {a.kind, b.kind} <= {"living_room", "kitchen", "dining_room"}
        width = WIDE_OPENING if public and high - low > WIDE_OPENING + 0.8 else DOOR_WIDTH
        # Towards one end of the wall, which leaves the other end whole for furniture.
        room = high - low - width - 2 * _MARGIN
        inset = min(room, float(rng.choice([0.2, 0.3])))
        start = low + _MARGIN + (inset if rng.random() < 0.5 else room - inset)
        start = round(start, 2)
        head = DOOR_HEIGHT if width == DOOR_WIDTH else DOOR_HEIGHT + 0.1
        doors.append(Opening("doorway", side, line, start, round(start + width, 2), 0.0, head, (a.name, b.name)))
    return doors


def _entrance(rooms: list[Room]) -> Opening:
    """The front door: in the hall where it has an outer wall, else in the living room."""
    for room in sorted(rooms, key=lambda r: _PASSAGE[r.kind]):
        walls = [w for w in outer_walls(room, rooms) if w[2] - w[1] >= ENTRANCE_WIDTH + 0.5]
        if walls:
            side, low, high = min(walls, key=lambda w: w[2] - w[1])
            middle = (low + high) / 2 if room.kind == "hall" else low + 0.25 + ENTRANCE_WIDTH / 2
            start = round(middle - ENTRANCE_WIDTH / 2, 2)
            end = round(start + ENTRANCE_WIDTH, 2)
            return Opening("entrance", side, room.line(side), start, end, 0.0, DOOR_HEIGHT + 0.05, (room.name,))
    raise ValueError("a plan without outer walls")


def _windows(rng: np.random.Generator, rooms: list[Room], entrance: Opening, height: float) -> list[Opening]:
    """One window to an outer wall, two to a long one; one of the living room's reaches nearly to the floor."""
    found: list[Opening] = []
    for room in rooms:
        tall = room.kind == "living_room" and rng.random() < 0.6
        walls = [w for w in outer_walls(room, rooms) if w[2] - w[1] >= 1.8 and room.kind != "hall"]
        if room.kind in ("kitchen", "bathroom"):  # the longer wall stays whole: for units and a hood, for tiles
            walls = sorted(walls, key=lambda w: w[2] - w[1])[:1]
        for side, low, high in walls:
            count = 2 if high - low > 5.6 else 1
            width = round(min(float(rng.uniform(1.3, 1.9)), (high - low) / count - 0.9), 1)
            sill = {"kitchen": 1.15, "laundry": 1.15, "bathroom": 1.4}.get(room.kind, 0.9)
            if room.kind == "bathroom":
                width = 0.7
            if tall:
                sill, tall = 0.1, False
            shares = [(i + 0.5) / count for i in range(count)]
            if room.kind == "kitchen" and count == 1:  # to one end: the other holds the range and its hood
                width, shares = min(width, 1.2), [float(rng.choice([0.34, 0.66]))]
            for share in shares:
                middle = low + (high - low) * share
                start = round(middle - width / 2, 2)
                window = Opening(
                    "window", side, room.line(side), start, round(start + width, 2), sill, min(2.2, height - 0.3),
                    (room.name,),
                )  # fmt: skip
                if not _collides(window, entrance):
                    found.append(window)
    return found


def _collides(a: Opening, b: Opening) -> bool:
    same_wall = a.rooms[0] == b.rooms[0] and a.side is b.side
    return same_wall and a.start < b.end + 0.3 and b.start < a.end + 0.3
