"""Places along a room's walls and in front of its openings, in the plan's (x, z)."""

from __future__ import annotations

import math

from shapely.geometry import LineString, Polygon

from scenes.homes.plan import INNER_HALF, Opening, Room, Side

YAW = {Side.NORTH: math.pi, Side.SOUTH: 0.0, Side.WEST: -math.pi / 2, Side.EAST: math.pi / 2}
"""Yaw of a thing that has its back to a wall of the room."""


def from_wall(room: Room, side: Side, along: float, distance: float) -> tuple[float, float]:
    """World (x, z) at `along` a wall, `distance` into the room from the wall's inner face."""
    inward = 1.0 if side in (Side.NORTH, Side.WEST) else -1.0
    across = room.line(side) + inward * (INNER_HALF + distance)
    return (along, across) if side in (Side.NORTH, Side.SOUTH) else (across, along)


def inside(room: Room, side: Side, opening: Opening, distance: float) -> tuple[float, float]:
    """World (x, z) in front of an opening's middle."""
    return from_wall(room, side, (opening.start + opening.end) / 2, distance)


def in_front(room: Room, side: Side, opening: Opening, depth: float) -> Polygon:
    """The floor before an opening, as deep as that, and the sill or threshold under it."""
    a = from_wall(room, side, opening.start, -INNER_HALF)
    b = from_wall(room, side, opening.end, depth)
    return LineString([a, b]).envelope
