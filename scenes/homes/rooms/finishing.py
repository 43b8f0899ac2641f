"""What every room gets: a ceiling lamp, curtains, pictures on bare walls, plants near windows."""

from __future__ import annotations

import math

from scenes.homes.along import YAW, from_wall
from scenes.homes.arrange import Arrangement
from scenes.homes.items import Item
from scenes.homes.plan import INNER_HALF, Side


class Unfurnishable(Exception):  # noqa: N818 - a draw that did not work out, not an error of anyone's
    """What the room is for does not fit; the home draws another plan."""


def need(item: Item | None, what: str) -> Item:
    """The item, or `Unfurnishable` when it was not placed."""
    if item is None:
        raise Unfurnishable(what)
    return item


def ceiling_lamp(a: Arrangement, x: float | None = None, z: float | None = None) -> None:
    """Hang the room's lamp: over (x, z), else in the middle; long rooms get two."""
    room = a.room
    drop = round(min(0.55, a.plan.height - 2.05), 2)
    design = a.design("ceiling_lamp", height=drop)
    middle = ((room.x0 + room.x1) / 2, (room.z0 + room.z1) / 2)
    if x is not None and z is not None:
        a.hook(design, x, z)
        return
    long_x, length = room.x1 - room.x0 >= room.z1 - room.z0, max(room.x1 - room.x0, room.z1 - room.z0)
    for offset in (-length / 4, length / 4) if length > 5.4 else (0.0,):
        a.hook(design, middle[0] + (offset if long_x else 0), middle[1] + (0 if long_x else offset))


def curtains(a: Arrangement) -> None:
    """Curtains on every window that has wall beside it; to be called before furniture, which keeps off them."""
    for side, window in a.windows:
        low, high = a.room.span(side)
        middle = (window.start + window.end) / 2
        reach = min(middle - low, high - middle) - INNER_HALF - 0.03
        blind = a.room.kind in ("kitchen", "laundry", "bathroom")  # which leaves the wall beside it to cupboards
        wide = window.end - window.start + (0.24 if blind else 0.5)
        width = round(min(2 * reach, wide), 2)
        if width < window.end - window.start + 0.2 or any(
            s is side and d.start < middle + width / 2 and d.end > middle - width / 2 for s, d in a.doors
        ):
            continue
        if blind:
            height = round(window.head - window.sill + 0.2, 2)
            design = a.design("curtain", shared=False, style="blind", width=width, height=height, depth=0.08)
            a.curtain(design, side, middle, window.head + 0.12 - height / 2)
        else:
            height = round(a.plan.height - 0.1, 2)
            a.curtain(a.design("curtain", width=width, height=height, depth=0.12), side, middle, height / 2 + 0.01)


def askew(a: Arrangement, most: float) -> float:
    """A small turn, radians: things that people use seldom stand quite straight."""
    return round(float(a.rng.uniform(-most, most)), 2)


def shelves(a: Arrangement, count: int) -> None:
    """Hang up to `count` shelves with a few things on them on bare wall, over heads of those who sit there."""
    for side in (list(Side)[i] for i in a.rng.permutation(4)):
        if count == 0:
            return
        low, high = a.room.span(side)
        for along in a.rng.uniform(low + 0.6, high - 0.6, 4):
            if a.hang(a.design("wall_shelf", width=0.8), side, round(float(along), 2), 1.62, gap=0.15):
                count -= 1
                break


def pictures(a: Arrangement, count: int, *, mirrors: bool = False) -> None:
    """Hang up to `count` pictures (or mirrors, clocks) at eye level on free wall, not crowded."""
    hung: list[tuple[Side, float]] = []
    for _ in range(count * 16):
        if len(hung) >= count:
            return
        side = list(Side)[int(a.rng.integers(4))]
        low, high = a.room.span(side)
        along = float(a.rng.uniform(low + 0.5, high - 0.5))
        if any(s is side and abs(p - along) < 1.1 for s, p in hung):
            continue
        category = "picture"
        if mirrors and not hung:
            category = "mirror"
        elif len(hung) == count - 1 and a.rng.random() < 0.35:
            category = "clock"
        design = a.design(category, shared=False)
        if a.hang(design, side, along, 1.8 if category == "clock" else 1.52):
            hung.append((side, along))


def over(a: Arrangement, owner: Item, side: Side, clearance: float = 0.25) -> None:
    """Hang one wide or two narrow pictures above a thing that stands against a wall."""
    along = owner.x if side in (Side.NORTH, Side.SOUTH) else owner.z
    base = max(owner.design.height + clearance, 1.15)
    room = min(owner.design.width * 0.8, 1.6)
    if a.rng.random() < 0.5:
        height = round(float(a.rng.uniform(0.55, 0.75)), 2)
        wide = a.design("picture", shared=False, width=round(min(room, 1.15), 2), height=height)
        a.hang(wide, side, along, base + height / 2)
        return
    width = round(room / 2 - 0.12, 2)
    pair = a.design("picture", shared=False, width=width, height=round(min(width * 1.35, 0.85), 2))
    for offset in (-room / 4, room / 4):
        look = a.design("picture", shared=False, width=width, height=pair.height, style=pair.style)
        a.hang(look, side, along + offset, base + pair.height / 2)


def plants(a: Arrangement, count: int) -> None:
    """Stand potted plants beside windows, else in corners."""
    placed = 0
    spots = [from_wall(a.room, s, along, 0.5) for s, w in a.windows for along in (w.start - 0.45, w.end + 0.45)]
    for _ in range(len(spots)):
        if placed >= count:
            return
        x, z = spots[int(a.rng.integers(len(spots)))]
        design = a.design("plant", shared=False)
        yaw = round(float(a.rng.uniform(-math.pi, math.pi)), 2)
        if design.height <= 1.6 and a.place(design, x, z, round(yaw / (math.pi / 2)) * math.pi / 2):
            placed += 1
    while placed < count and a.against(a.design("plant", shared=False), corner=True, gap=0.05):
        placed += 1


def reading_corner(a: Arrangement) -> None:
    """An armchair in a corner with a side table and a lamp to read by."""
    chair = a.against(a.design("armchair"), corner=True, gap=0.12)
    if chair:
        table = a.design("side_table")
        for sign in (1.0, -1.0):
            right = sign * (chair.design.width / 2 + table.width / 2 + 0.06)
            if a.place(table, *chair.at(right, 0.0), chair.yaw):
                break
    a.against(a.design("floor_lamp"), corner=True, gap=0.05)


def towel_rail(a: Arrangement) -> None:
    """Hang a rail with towels on bare wall."""
    design = a.design("towel_rail")
    for side in (list(Side)[i] for i in a.rng.permutation(4)):
        low, high = a.room.span(side)
        for along in a.rng.uniform(low + 0.4, high - 0.4, 6):
            if a.hang(design, side, round(float(along), 2), 1.15, gap=0.04):
                return


def side_of(a: Arrangement, item: Item) -> Side | None:
    """The wall that a thing has its back to, when it stands within 0.3 m of it."""
    for side in Side:
        line = a.room.line(side)
        across = item.z if side in (Side.NORTH, Side.SOUTH) else item.x
        near = abs(abs(across - line) - INNER_HALF - item.design.depth / 2) < 0.3
        if near and abs(math.remainder(item.yaw - YAW[side], 2 * math.pi)) < 0.1:
            return side
    return None
