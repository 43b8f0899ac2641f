"""The building: floors, walls with real holes for doors and windows, skirting, casings, sills, ceilings.

Walls are solids, seen from both sides: each room brings its own half of an inner wall, and outer walls get an outer
leaf. Texture coordinates come from world positions, so that finishes run on over openings and corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assets.model import Material, Model, Primitive
from assets.shapes import join, primitive
from scenes.homes.along import YAW
from scenes.homes.furnish import Home
from scenes.homes.furniture import PALETTES
from scenes.homes.plan import INNER_HALF, OUTER_REST, Opening, Plan, Room, Side, outer_walls
from scenes.homes.textures import Finish, finish, linear

Vector = NDArray[np.float64]

_SLAB = 0.12
_SKIRTING = (0.08, 0.012)  # height, depth
_ARCHITRAVE, _REVEAL, _PROUD = 0.06, 0.02, 0.014  # casing: on the wall, in the opening, in front of the wall

_SPLASHBACKS = ("metro_white", "metro_green", "tile_white", "metro_white", "terrazzo", "marble", "tile_slate")
_SPLASH_TOP = {"kitchen_counter": 1.45, "range": 1.55}  # where wall cabinets and hoods start

_AXES = ((2, 1), (0, 2), (0, 1))  # axes of u and v on faces normal to x, y, z


@dataclass
class _Parts:
    """Blocks by material, in order of first use."""

    groups: dict[str, list[Primitive]]

    def block(self, low: Sequence[float], high: Sequence[float], surface: Finish) -> None:
        self.groups.setdefault(surface.material.name, []).append(_block(np.array(low), np.array(high), surface))


def build_stage(home: Home) -> Model:
    """The stage of a home in world coordinates: floor at y = 0, about 3,000 triangles."""
    plan, parts = home.plan, _Parts({})
    palette = PALETTES[home.palette]
    trim = Finish(Material("trim", linear(palette.paint[0]), roughness=0.45), 1.0)
    white = Finish(Material("ceiling", linear("#f6f4ef"), roughness=0.95), 1.0)
    facade = Finish(Material("facade", linear("#d9d2c4"), roughness=0.95), 1.0)
    for room in plan.rooms:
        walls = finish(*home.walls[room.name])
        parts.block((room.x0, -_SLAB, room.z0), (room.x1, 0.0, room.z1), finish(*home.floors[room.name]))
        parts.block((room.x0, plan.height, room.z0), (room.x1, plan.height + _SLAB, room.z1), white)
        for side in Side:
            _wall(parts, plan, room, side, walls)
            _skirting(parts, plan, room, side, trim)
        for side, start, end in outer_walls(room, plan.rooms):
            _outer_leaf(parts, plan, room, side, (start, end), facade)
    _splashbacks(parts, home)
    for opening in plan.openings:
        if opening.kind == "doorway":
            _casing(parts, opening, trim)
        elif opening.kind == "window" and opening.sill > 0.3:
            _sill(parts, opening, trim)
    return Model(f"home/{home.number}/stage", tuple(join(group) for group in parts.groups.values()))


def _block(low: Vector, high: Vector, surface: Finish) -> Primitive:
    """A box with world-aligned uvs."""
    corners: list[Vector] = []
    normals: list[Vector] = []
    uvs: list[Vector] = []
    triangles: list[NDArray[np.int64]] = []
    for axis in range(3):
        u, v = _AXES[axis]
        for sign in (-1.0, 1.0):
            face = np.zeros((4, 3))
            face[:, axis] = high[axis] if sign > 0 else low[axis]
            face[:, u] = [low[u], high[u], high[u], low[u]]
            face[:, v] = [low[v], low[v], high[v], high[v]]
            normal = np.zeros(3)
            normal[axis] = sign
            order = [0, 1, 2, 3] if np.dot(np.cross(face[1] - face[0], face[3] - face[0]), normal) > 0 else [0, 3, 2, 1]
            base = 4 * len(corners)
            corners.append(face[order])
            normals.append(np.tile(normal, (4, 1)))
            uvs.append(np.stack([face[order][:, u], -face[order][:, v]], axis=1) / surface.tile)
            triangles.append(np.array([[0, 1, 2], [0, 2, 3]]) + base)
    return primitive(
        np.concatenate(corners), np.concatenate(normals), np.concatenate(uvs), np.concatenate(triangles),
        surface.material,
    )  # fmt: skip


def _slab(
    parts: _Parts, side: Side, along: tuple[float, float], across: tuple[float, float], y: tuple[float, float],
    surface: Finish,
) -> None:  # fmt: skip
    """A block given along and across a wall, which runs along x for north and south walls."""
    if along[1] - along[0] < 1e-6 or y[1] - y[0] < 1e-6:
        return
    a, c = sorted(along), sorted(across)
    if side in (Side.NORTH, Side.SOUTH):
        parts.block((a[0], y[0], c[0]), (a[1], y[1], c[1]), surface)
    else:
        parts.block((c[0], y[0], a[0]), (c[1], y[1], a[1]), surface)


def _pierced(
    parts: _Parts, side: Side, span: tuple[float, float], across: tuple[float, float], height: float,
    holes: list[Opening], surface: Finish,
) -> None:  # fmt: skip
    """A wall leaf from floor to ceiling with holes."""
    cursor = span[0]
    for hole in sorted(holes, key=lambda h: h.start):
        _slab(parts, side, (cursor, hole.start), across, (0.0, height), surface)
        _slab(parts, side, (hole.start, hole.end), across, (0.0, hole.sill), surface)
        _slab(parts, side, (hole.start, hole.end), across, (hole.head, height), surface)
        cursor = hole.end
    _slab(parts, side, (cursor, span[1]), across, (0.0, height), surface)


def _inward(side: Side) -> float:
    return 1.0 if side in (Side.NORTH, Side.WEST) else -1.0


def _wall(parts: _Parts, plan: Plan, room: Room, side: Side, surface: Finish) -> None:
    holes = [o for s, o in plan.openings_of(room) if s is side]
    low, high = room.span(side)
    if side in (Side.WEST, Side.EAST):  # north and south walls take the corners
        low, high = low + INNER_HALF, high - INNER_HALF
    line = room.line(side)
    _pierced(parts, side, (low, high), (line, line + _inward(side) * INNER_HALF), plan.height, holes, surface)


def _outer_leaf(
    parts: _Parts, plan: Plan, room: Room, side: Side, span: tuple[float, float], surface: Finish
) -> None:  # fmt: skip
    holes = [o for s, o in plan.openings_of(room) if s is side and o.kind != "doorway"]
    line, low, high = room.line(side), *span
    if side in (Side.NORTH, Side.SOUTH):  # close the building's corners
        edges = room.span(side)
        low -= OUTER_REST if low == edges[0] and _corner(plan, room, side, Side.WEST) else 0.0
        high += OUTER_REST if high == edges[1] and _corner(plan, room, side, Side.EAST) else 0.0
    _pierced(parts, side, (low, high), (line, line - _inward(side) * OUTER_REST), plan.height, holes, surface)


def _corner(plan: Plan, room: Room, side: Side, beside: Side) -> bool:
    """Whether the end of a room's outer wall is a convex corner of the building."""
    x, z = room.line(beside), room.line(side)
    x, z = x - _inward(beside) * 0.1, z + _inward(side) * 0.1
    return not any(r.x0 < x < r.x1 and r.z0 < z < r.z1 for r in plan.rooms)


def _skirting(parts: _Parts, plan: Plan, room: Room, side: Side, surface: Finish) -> None:
    height, depth = _SKIRTING
    face = room.line(side) + _inward(side) * INNER_HALF
    cursor, end = room.span(side)[0] + INNER_HALF, room.span(side)[1] - INNER_HALF
    if side in (Side.WEST, Side.EAST):
        cursor, end = cursor + depth, end - depth
    across = (face, face + _inward(side) * depth)
    for hole in sorted((o for s, o in plan.openings_of(room) if s is side), key=lambda o: o.start):
        if hole.sill < height:
            frame = _ARCHITRAVE if hole.kind == "doorway" else 0.0
            _slab(parts, side, (cursor, hole.start - frame), across, (0.0, height), surface)
            cursor = hole.end + frame
    _slab(parts, side, (cursor, end), across, (0.0, height), surface)


def _splashbacks(parts: _Parts, home: Home) -> None:
    """Tiles on the wall behind worktops and ranges, from the top up to the wall cabinets, round windows."""
    tiles = finish(_SPLASHBACKS[home.number % len(_SPLASHBACKS)])
    for item in home.items:
        if item.design.category not in ("kitchen_counter", "range"):
            continue
        room = home.plan.room(item.room)
        side = next(s for s in Side if abs(math.remainder(item.yaw - YAW[s], 2 * math.pi)) < 1e-3)
        middle = item.x if side in (Side.NORTH, Side.SOUTH) else item.z
        start, end = middle - item.design.width / 2, middle + item.design.width / 2
        face = room.line(side) + _inward(side) * INNER_HALF
        across, low = (face, face + _inward(side) * 0.008), item.design.height - 0.02
        top = _SPLASH_TOP["range" if item.design.category == "range" else "kitchen_counter"]
        cursor = start
        for hole in sorted((o for s, o in home.plan.openings_of(room) if s is side), key=lambda o: o.start):
            left, right = max(cursor, hole.start - 0.04), min(end, hole.end + 0.04)
            if right <= left:
                continue
            _slab(parts, side, (cursor, left), across, (low, top), tiles)
            _slab(parts, side, (left, right), across, (low, min(top, max(low, hole.sill - 0.025))), tiles)
            cursor = right
        _slab(parts, side, (cursor, end), across, (low, top), tiles)


def _casing(parts: _Parts, opening: Opening, surface: Finish) -> None:
    """Lining and architraves of a doorway: two jambs and a head that straddle the wall's edges."""
    reach = INNER_HALF + _PROUD
    across = (opening.line - reach, opening.line + reach)
    head = opening.head - _REVEAL
    for outer, inner in (
        (opening.start - _ARCHITRAVE, opening.start + _REVEAL),
        (opening.end + _ARCHITRAVE, opening.end - _REVEAL),
    ):
        _slab(parts, opening.side, (min(outer, inner), max(outer, inner)), across, (0.0, head), surface)
    along = (opening.start - _ARCHITRAVE, opening.end + _ARCHITRAVE)
    _slab(parts, opening.side, along, across, (head, opening.head + _ARCHITRAVE), surface)


def _sill(parts: _Parts, opening: Opening, surface: Finish) -> None:
    """An inner window board, flush with the bottom of the hole."""
    inward = _inward(opening.side)
    across = (opening.line - inward * 0.02, opening.line + inward * (INNER_HALF + 0.05))
    along = (opening.start - 0.04, opening.end + 0.04)
    _slab(parts, opening.side, along, across, (opening.sill - 0.025, opening.sill + 0.004), surface)
