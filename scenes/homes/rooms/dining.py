"""Dining rooms, and the table with its chairs that other rooms use too."""

from __future__ import annotations

import math

from scenes.homes.arrange import Arrangement
from scenes.homes.items import Design, Item, rectangle
from scenes.homes.rooms.finishing import askew, ceiling_lamp, curtains, need, over, pictures, plants, side_of

_TUCK = 0.22  # metres of a chair under the table
_ROOM = 0.36  # metres a chair sticks out, with room for a back


def furnish_dining_room(a: Arrangement) -> None:
    """A table in the middle with chairs around, a lamp over it, a sideboard."""
    curtains(a)
    table = need(dining_set(a, seats=4 if a.rng.random() < 0.4 else 6), "dining table")
    ceiling_lamp(a, table.x, table.z)
    sideboard = a.against(a.design("sideboard"))
    if sideboard:
        a.put(a.design("vase", shared=False), sideboard, sideboard.design.width / 2 - 0.16, 0.0)
        wall = side_of(a, sideboard)
        if wall:
            over(a, sideboard, wall)
    plants(a, 1)
    pictures(a, 3)


def dining_set(a: Arrangement, *, seats: int) -> Item | None:
    """Place a table with chairs tucked in at its long sides (and ends): first near the middle, then anywhere."""
    chair = a.design("dining_chair")
    room = a.room
    for width, depth, count in ((1.8, 0.9, 6), (1.5, 0.85, 4), (1.2, 0.8, 4), (0.9, 0.8, 2)):
        if count > seats:
            continue
        design = a.design("dining_table", width=width, depth=depth)
        middle = ((room.x0 + room.x1) / 2, (room.z0 + room.z1) / 2)
        along_x = room.x1 - room.x0 >= room.z1 - room.z0
        for attempt in range(24):
            spread = min(1.4, 0.07 * attempt)
            x = middle[0] + float(a.rng.uniform(-spread, spread))
            z = middle[1] + float(a.rng.uniform(-spread, spread))
            yaw = 0.0 if along_x == (attempt % 4 != 3) else math.pi / 2
            zone = rectangle(width, depth + 2 * _ROOM, x, z, yaw)
            if not a.free(zone):
                continue
            table = a.place(design, round(x, 2), round(z, 2), yaw)
            if table:
                _chairs(a, table, chair, count)
                middle_thing = a.design(str(a.rng.choice(["fruit_bowl", "vase", "candles"])), shared=False)
                a.put(middle_thing, table, 0.34 * width * float(a.rng.choice([-1.0, 1.0])), 0.0)
                return table
    return None


def _chairs(a: Arrangement, table: Item, chair: Design, count: int) -> None:
    width, depth = table.design.width, table.design.depth
    per_side = {6: 2, 4: 2, 2: 1}[count]
    spots = [
        (width * ((i + 0.5) / per_side - 0.5) * 0.92, front) for i in range(per_side) for front in (1.0, -1.0)
    ]  # fmt: skip
    for right, front in spots:
        out = front * (depth / 2 + chair.depth / 2 - _TUCK)
        turn = math.pi if front > 0 else 0.0
        _seat(a, table, chair, (right, out), turn)
    if count == 6:
        for sign in (1.0, -1.0):
            _seat(a, table, chair, (sign * (width / 2 + chair.depth / 2 - _TUCK), 0.0), sign * math.pi / 2)


def _seat(a: Arrangement, table: Item, chair: Design, spot: tuple[float, float], turn: float) -> None:
    """A chair as somebody left it, a little askew; straight where that does not fit."""
    for yaw in (turn + askew(a, 0.14), turn):
        if a.place(chair, *table.at(*spot), table.yaw + yaw, gap=0.0, walkable=True, ignore=[table]):
            return
