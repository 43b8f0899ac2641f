"""Living rooms: a sofa faces the TV stand across a coffee table, and there is floor left to stand on."""

from __future__ import annotations

import math

from scenes.homes.along import YAW, from_wall
from scenes.homes.arrange import Arrangement
from scenes.homes.items import Item, rectangle
from scenes.homes.plan import INNER_HALF, Room, Side
from scenes.homes.rooms.finishing import (
    Unfurnishable,
    askew,
    ceiling_lamp,
    curtains,
    need,
    over,
    pictures,
    plants,
    reading_corner,
    shelves,
    side_of,
)

NEAREST, FARTHEST = 2.2, 3.5
"""From the front of the TV stand to the front of the sofa, metres."""

STANDING_FLOOR = 6.0
"""Least floor on which people can stand, square metres."""


def furnish_living_room(a: Arrangement) -> None:
    """Seats around a coffee table, a TV stand opposite, storage, lamps, plants; `STANDING_FLOOR` stays free."""
    curtains(a)
    sofa, stand = _sofa_and_tv(a)
    table = need(_coffee_table(a, sofa, stand), "coffee table")
    _rug(a, sofa, table)
    _beside_sofa(a, sofa)
    _armchair(a, table, sofa)
    if not any(r.kind == "dining_room" for r in a.plan.rooms):
        _dining_corner(a)
    for category in ("bookshelf", "sideboard", "bookshelf"):
        if _roomy(a) and a.rng.random() < 0.75:
            _storage(a, category)
    if _roomy(a, STANDING_FLOOR + 4.0):
        reading_corner(a)
    elif a.rng.random() < 0.8:
        a.against(a.design("floor_lamp"), corner=True, gap=0.06)
    plants(a, 1 + int(a.rng.integers(2)))
    wall = side_of(a, sofa)
    if wall:
        over(a, sofa, wall)
    _tv_wall(a, stand)
    pictures(a, 4)
    shelves(a, 1)
    ceiling_lamp(a)
    _small_things(a, sofa, stand, table)
    if not _roomy(a, STANDING_FLOOR):
        raise Unfurnishable("no floor left to stand on")


def _roomy(a: Arrangement, area: float = STANDING_FLOOR + 1.5) -> bool:
    return float(a.walkway().buffer(0.3).area) >= area


def _sofa_and_tv(a: Arrangement) -> tuple[Item, Item]:
    """Try every wall for the TV stand, and the sofa opposite: against its wall where that is near enough."""
    stand_design, sofa_design = a.design("tv_stand"), a.design("sofa")
    reach = stand_design.depth + sofa_design.depth + 0.03
    options = []
    for side in Side:
        across = (a.room.z1 - a.room.z0) if side in (Side.NORTH, Side.SOUTH) else (a.room.x1 - a.room.x0)
        limit = across - 2 * INNER_HALF - reach
        if limit < NEAREST:
            continue
        low, high = a.room.span(side)
        half = max(stand_design.width, sofa_design.width) / 2 + 0.1
        for along in (low + (high - low) * f for f in (0.5, 0.42, 0.58, 0.34, 0.66, 0.28, 0.72)):
            if along - half > low + INNER_HALF and along + half < high - INNER_HALF:
                wall = limit <= FARTHEST
                curtained = any(s is side and o.start - 0.3 < along < o.end + 0.3 for s, o in a.windows)
                score = abs(along - (low + high) / 2) + (0 if wall else 0.6) + (0.8 if curtained else 0)
                distance = limit - 0.02 if wall else float(a.rng.uniform(2.5, 3.0))
                options.append((score + float(a.rng.uniform(0, 0.9)), side, along, min(distance, FARTHEST)))
                if wall and limit - 0.2 > NEAREST:
                    options.append((score + 0.5, side, along, limit - 0.18))
    for _, side, along, distance in sorted(options, key=lambda o: o[0]):
        for gap in (0.02, 0.14):
            mark = len(a.items)
            x, z = from_wall(a.room, side, along, stand_design.depth / 2 + gap)
            stand = a.place(stand_design, x, z, YAW[side])
            if not stand:
                continue
            far = stand_design.depth + gap + distance + sofa_design.depth / 2
            x, z = from_wall(a.room, side, along, far)
            sofa = a.place(sofa_design, x, z, YAW[side] + math.pi)
            if sofa:
                return sofa, stand
            a.remove(mark)
    raise Unfurnishable("sofa and TV stand")


def _coffee_table(a: Arrangement, sofa: Item, stand: Item) -> Item | None:
    front = abs((stand.x - sofa.x) + (stand.z - sofa.z)) - sofa.design.depth / 2 - stand.design.depth / 2
    for design in (a.design("coffee_table"), a.design("coffee_table", width=0.95, depth=0.5)):
        for gap in (0.42, 0.36, 0.48):
            if front - gap - design.depth < 0.75:
                continue
            spot = sofa.at(0.0, sofa.design.depth / 2 + gap + design.depth / 2)
            table = a.place(design, *spot, sofa.yaw + math.pi)
            if table:
                return table
    return None


def _rug(a: Arrangement, sofa: Item, table: Item) -> None:
    width = round(min(sofa.design.width + 0.5, 2.9), 2)
    depth = round(table.design.depth + 1.1, 2)
    for shrink in (1.0, 0.85):
        design = a.design("rug", shared=False, width=round(width * shrink, 2), depth=round(depth * shrink, 2))
        rug = Item(design, table.x, 0.0, table.z, sofa.yaw, a.room.name)
        if a.room.interior.covers(rug.footprint):
            a.lay(design, table.x, table.z, sofa.yaw)
            return


def _beside_sofa(a: Arrangement, sofa: Item) -> None:
    """A side table at one or both arms; a lamp on the first."""
    sides = [1.0, -1.0] if a.rng.random() < 0.5 else [-1.0, 1.0]
    for number, sign in enumerate(sides):
        if number and a.rng.random() < 0.5:
            return
        design = a.design("side_table")
        right = sign * (sofa.design.width / 2 + design.width / 2 + 0.06)
        table = a.place(design, *sofa.at(right, -0.12), sofa.yaw)
        if table and number == 0:
            lamp = a.design("table_lamp", width=0.24, depth=0.24, height=0.44)
            a.put(lamp, table, 0.0, -table.design.depth / 2 + 0.17)


def _tv_wall(a: Arrangement, stand: Item) -> None:
    """A shelf over where a television goes, or pictures to both sides of it; the wall behind it stays bare."""
    side = side_of(a, stand)
    if side is None:
        return
    along = stand.x if side in (Side.NORTH, Side.SOUTH) else stand.z
    a.reserve_wall(stand, 1.68)
    shelf = a.design("wall_shelf", width=1.2)
    if a.rng.random() < 0.5 and a.hang(shelf, side, along, 1.72 + shelf.height / 2):
        return
    look = a.design("picture", shared=False, width=0.5, height=0.68)
    for sign in (1.0, -1.0):
        picture = a.design("picture", shared=False, width=0.5, height=0.68, style=look.style)
        a.hang(picture, side, along + sign * (stand.design.width / 2 + 0.45), 1.5)


def _armchair(a: Arrangement, table: Item, sofa: Item) -> None:
    """One or two armchairs at the ends of the coffee table, turned towards it."""
    design = a.design("armchair")
    wanted = 1 + int(a.rng.random() < 0.35)
    for sign in (1.0, -1.0) if a.rng.random() < 0.5 else (-1.0, 1.0):
        for out in (0.55, 0.75, 0.45):
            right = sign * (table.design.width / 2 + out + design.width / 2)
            # Of the sofa's frame: to its right and a little towards the TV.
            base = sofa.at(right, sofa.design.depth / 2 + 0.42 + table.design.depth / 2 + 0.15)
            turn = sign * math.radians(float(a.rng.integers(55, 76)))
            if a.place(design, *base, sofa.yaw + turn, gap=0.1):
                wanted -= 1
                break
        if wanted == 0:
            return


def _dining_corner(a: Arrangement) -> None:
    """A small dining table where the living room is long enough and there is no dining room."""
    if not _roomy(a, STANDING_FLOOR + 4.5) or any(r.kind == "kitchen" and _big(r) for r in a.plan.rooms):
        return
    design = a.design("dining_table", width=1.2, depth=0.8)
    chair = a.design("dining_chair")
    for _ in range(30):
        x = float(a.rng.uniform(a.room.x0 + 1.2, a.room.x1 - 1.2))
        z = float(a.rng.uniform(a.room.z0 + 1.2, a.room.z1 - 1.2))
        yaw = float(a.rng.choice([0.0, math.pi / 2]))
        zone = rectangle(1.4, 2.0, x, z, yaw)
        if not a.free(zone):
            continue
        table = a.place(design, x, z, yaw)
        if table:
            for front, turn in ((1.0, math.pi), (-1.0, 0.0)):
                spot = table.at(0.0, front * (design.depth / 2 + chair.depth / 2 - 0.2))
                a.place(chair, *spot, table.yaw + turn, ignore=[table], gap=0.0, walkable=True)
            return


def _big(room: Room) -> bool:
    area = float(room.interior.area)
    return area > 14.0


def _storage(a: Arrangement, category: str) -> None:
    item = a.against(a.design(category), front=0.5)
    if item and category == "sideboard":
        _dress(a, item)


def _dress(a: Arrangement, item: Item) -> None:
    """Things at one end of a long top; the rest stays free."""
    sign = 1.0 if a.rng.random() < 0.5 else -1.0
    edge = item.design.width / 2
    for category, inset in (("vase", 0.14), ("book_stack", 0.4)):
        design = a.design(category, shared=False)
        a.put(design, item, sign * (edge - inset), 0.0, float(a.rng.choice([0.0, math.pi])))


def _small_things(a: Arrangement, sofa: Item, stand: Item, table: Item) -> None:
    edge = table.design.width / 2
    small = ["book_stack", "bowl", "mug", "candles", "fruit_bowl"]
    sign = 1.0 if a.rng.random() < 0.5 else -1.0
    pick = small[int(a.rng.integers(len(small)))]
    a.put(a.design(pick, shared=False), table, sign * (edge - 0.2), 0.0, askew(a, 0.4))
    plant = a.design("small_plant", shared=False)
    a.put(plant, stand, sign * (stand.design.width / 2 - plant.width / 2 - 0.03), 0.0)
    half = sofa.design.width / 2
    for place in (half - 0.44, -half + 0.44):
        a.put(a.design("cushion", shared=False), sofa, place, -sofa.design.depth / 2 + 0.46, askew(a, 0.16))
    if a.rng.random() < 0.5:
        a.put(a.design("blanket", shared=False), sofa, 0.25 * half, sofa.design.depth / 2 - 0.3, askew(a, 0.2))
