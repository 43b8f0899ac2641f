"""Bedrooms: the bed's head at a wall between nightstands, a wardrobe, and a dresser or a desk."""

from __future__ import annotations

from scenes.homes.along import YAW, from_wall
from scenes.homes.arrange import Arrangement
from scenes.homes.items import Item
from scenes.homes.plan import INNER_HALF, Side
from scenes.homes.rooms.finishing import Unfurnishable, askew, ceiling_lamp, curtains, need, over, pictures, plants
from scenes.homes.rooms.study import desk_and_chair


def furnish_bedroom(a: Arrangement) -> None:
    """A double bed (a single one in a second bedroom), storage, and a desk where the home has no study."""
    curtains(a)
    double = not a.room.name.endswith("_2")
    bed, side = _bed(a, "double_bed" if double else "single_bed")
    need(_widest(a, "wardrobe", (1.5, 1.2, 0.95)), "wardrobe")
    _nightstands(a, bed, 2 if double else 1)
    _throw(a, bed)
    if not any(r.kind == "study" for r in a.plan.rooms):
        need(desk_and_chair(a), "desk")
    elif not double:
        desk_and_chair(a)
    dresser = _widest(a, "dresser", (1.2, 0.9))
    if dresser:
        edge = dresser.design.width / 2
        a.put(a.design("vase", shared=False), dresser, edge - 0.15, 0.0)
        a.put(a.design("storage_box", shared=False), dresser, edge - 0.5, 0.0)
    _rug(a, bed)
    over(a, bed, side)
    if a.rng.random() < 0.6:
        a.against(a.design("armchair", width=0.74, depth=0.76), corner=True, gap=0.1)
    plants(a, 1)
    if a.rng.random() < 0.5:
        a.against(a.design("laundry_basket"), corner=True)
    pictures(a, 3, mirrors=True)
    ceiling_lamp(a)


def _bed(a: Arrangement, category: str) -> tuple[Item, Side]:
    design, stand = a.design(category), a.design("nightstand")
    room = 2 * (stand.width + 0.06) if category == "double_bed" else 0.0
    options = []
    for side in Side:
        low, high = a.room.span(side)
        reach = design.width / 2 + room / 2 + 0.05 + INNER_HALF
        for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9):
            along = low + reach + (high - low - 2 * reach) * share
            if high - low >= 2 * reach:
                windowed = any(s is side and o.start < along < o.end for s, o in a.windows)
                score = abs(share - 0.5) + (0.7 if windowed else 0.0)
                options.append((score + float(a.rng.uniform(0, 0.3)), side, along))
    for _, side, along in sorted(options, key=lambda o: o[0]):
        for gap in (0.02, 0.15):
            x, z = from_wall(a.room, side, along, design.depth / 2 + gap)
            bed = a.place(design, x, z, YAW[side])
            if bed:
                return bed, side
    raise Unfurnishable("bed")


def _nightstands(a: Arrangement, bed: Item, count: int) -> None:
    design = a.design("nightstand")
    for sign in (1.0, -1.0)[:count] if a.rng.random() < 0.5 else (-1.0, 1.0)[:count]:
        right = sign * (bed.design.width / 2 + design.width / 2 + 0.05)
        stand = a.place(design, *bed.at(right, -bed.design.depth / 2 + design.depth / 2 + 0.01), bed.yaw)
        if stand:
            a.put(a.design("table_lamp", width=0.24, depth=0.24, height=0.42), stand, sign * 0.05, -0.05)


def _throw(a: Arrangement, bed: Item) -> None:
    """A folded blanket near the foot, not quite straight."""
    if a.rng.random() < 0.7:
        right = float(a.rng.uniform(-0.2, 0.2)) * bed.design.width
        a.put(a.design("blanket", shared=False), bed, right, bed.design.depth / 2 - 0.55, askew(a, 0.2))


def _widest(a: Arrangement, category: str, widths: tuple[float, ...]) -> Item | None:
    """The widest of a piece of storage that fits with room to open it."""
    for width in widths:
        item = a.against(a.design(category, width=width), front=0.4, corner=True)
        if item:
            return item
    return None


def _rug(a: Arrangement, bed: Item) -> None:
    design = a.design("rug", shared=False, width=round(bed.design.width + 0.9, 2), depth=1.5)
    x, z = bed.at(0.0, bed.design.depth / 2 - 0.2)
    if a.room.interior.covers(Item(design, x, 0.0, z, bed.yaw, a.room.name).footprint):
        a.lay(design, x, z, bed.yaw)
