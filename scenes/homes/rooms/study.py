"""Studies: a desk at a wall or a window with its chair tucked in, shelves, a place to read."""

from __future__ import annotations

import math

from scenes.homes.along import YAW, from_wall
from scenes.homes.arrange import Arrangement
from scenes.homes.items import Item, rectangle
from scenes.homes.plan import INNER_HALF, Side
from scenes.homes.rooms.finishing import askew, ceiling_lamp, curtains, need, pictures, plants, reading_corner, shelves

TUCK = 0.25
"""How far an office chair goes under the desk, metres."""

_SIT = 0.9  # free floor behind a desk's front edge


def furnish_study(a: Arrangement) -> None:
    """A desk first, then bookshelves, an armchair with a lamp, a rug."""
    curtains(a)
    need(desk_and_chair(a, width=1.5), "desk")
    for _ in range(2):
        a.against(a.design("bookshelf"), front=0.4)
    reading_corner(a)
    sideboard = a.against(a.design("console_table"), front=0.4)
    if sideboard:
        a.put(a.design("book_row", shared=False), sideboard, sideboard.design.width / 2 - 0.24, 0.0)
    middle = ((a.room.x0 + a.room.x1) / 2, (a.room.z0 + a.room.z1) / 2)
    a.lay(a.design("rug", shared=False, width=2.0, depth=1.4), *middle, 0.0)
    plants(a, 1)
    pictures(a, 3)
    shelves(a, 1)
    ceiling_lamp(a)


def desk_and_chair(a: Arrangement, *, width: float | None = None) -> Item | None:
    """Stand a desk so that its sitter faces the wall or the window, with a chair tucked in and a desk lamp."""
    for wide in (width, 1.3, 1.15):
        design = a.design("desk") if wide is None else a.design("desk", width=wide)
        for side, along in _spots(a, design.width):
            for gap in (0.02, 0.14):
                x, z = from_wall(a.room, side, along, design.depth / 2 + gap)
                ahead = from_wall(a.room, side, along, design.depth + gap + _SIT / 2)
                zone = rectangle(0.8, _SIT - 0.02, *ahead, YAW[side])
                desk = a.place(design, x, z, YAW[side]) if a.free(zone) else None
                if not desk:
                    continue
                if _chair(a, desk):
                    _desk_things(a, desk)
                    return desk
                a.remove(len(a.items) - 1)
    return None


def _spots(a: Arrangement, width: float) -> list[tuple[Side, float]]:
    """Under windows first, then along walls, in a random order."""
    spots = [(s, (o.start + o.end) / 2) for s, o in a.windows if o.sill > 0.8]
    rest = []
    for side in Side:
        low, high = a.room.span(side)
        low, high = low + INNER_HALF + width / 2 + 0.05, high - INNER_HALF - width / 2 - 0.05
        steps = int(max(0.0, high - low) / 0.2) + 1
        rest += [(side, low + (high - low) * i / max(1, steps - 1)) for i in range(steps) if high >= low]
    order = [rest[i] for i in a.rng.permutation(len(rest))]
    return spots + order if a.rng.random() < 0.6 else order + spots


def _chair(a: Arrangement, desk: Item) -> Item | None:
    chair = a.design("office_chair")
    spot = desk.at(0.0, desk.design.depth / 2 + chair.depth / 2 - TUCK)
    return a.place(chair, *spot, desk.yaw + math.pi, gap=0.0, walkable=True, ignore=[desk])


def _desk_things(a: Arrangement, desk: Item) -> None:
    sign = 1.0 if a.rng.random() < 0.5 else -1.0
    edge, back = desk.design.width / 2, -desk.design.depth / 2
    lamp = a.design("desk_lamp")
    a.put(lamp, desk, sign * (edge - lamp.width / 2 - 0.04), back + lamp.depth / 2 + 0.03)
    books = a.design("book_stack", shared=False)
    a.put(books, desk, -sign * (edge - books.width / 2 - 0.06), back + books.depth / 2 + 0.06, askew(a, 0.25))
