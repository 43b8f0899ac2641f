"""Bathrooms: a bath or a shower, a basin under a mirror, a toilet, and what hangs and lies there."""

from __future__ import annotations

import math

from scenes.homes.along import from_wall
from scenes.homes.arrange import Arrangement
from scenes.homes.items import Item
from scenes.homes.plan import Side
from scenes.homes.rooms.finishing import ceiling_lamp, curtains, need, side_of, towel_rail

_STEP = 0.55
"""Free floor in front of what people step up to, metres."""

_MIRROR_LOW = 1.20
"""Where a mirror over a basin starts: clear of its tap."""


def furnish_bathroom(a: Arrangement) -> None:
    """Bath or shower in a corner, toilet and basin where one can step up to them; raises `Unfurnishable` without."""
    curtains(a)
    tub = need(_bath(a), "bath or shower")
    bowl = need(a.against(a.design("toilet"), front=_STEP, corner=True), "toilet")
    a.keep_clear(bowl, _STEP)
    basin = need(_basin(a), "bathroom_sink")
    a.keep_clear(basin, _STEP)
    _mirror(a, basin)
    _paper(a, bowl)
    if not any(r.kind == "laundry" for r in a.plan.rooms):
        machine = a.against(a.design("washing_machine"), front=_STEP, corner=True)
        if machine:
            a.put(a.design("towels", shared=False), machine, 0.0, 0.0)
    towel_rail(a)
    a.against(a.design("laundry_basket"), corner=True, gap=0.04)
    a.against(a.design("waste_bin", width=0.22, depth=0.22, height=0.28), corner=True, gap=0.03)
    if a.rng.random() < 0.4:
        a.against(a.design("plant", shared=False, width=0.4, depth=0.4, height=0.8), corner=True, gap=0.05)
    _mat(a, tub)
    ceiling_lamp(a)


def _bath(a: Arrangement) -> Item | None:
    """A bath where one fits and is wanted, else a shower; large bathrooms have both."""
    tub = None
    if a.rng.random() < 0.6:
        tub = a.against(a.design("bathtub"), front=_STEP, corner=True)
    if tub is None or (a.room.interior.area > 8.5 and a.rng.random() < 0.6):
        cabin = a.against(a.design("shower"), front=_STEP, corner=True)
        return tub or cabin
    return tub


def _basin(a: Arrangement) -> Item | None:
    """The widest basin that fits, preferably where a mirror can hang over it."""
    for windowless in (True, False):
        sides = [s for s in Side if not windowless or all(s is not w for w, _ in a.windows)]
        order = [sides[i] for i in a.rng.permutation(len(sides))]
        for width in (0.9, 0.7, 0.55):
            basin = a.against(a.design("bathroom_sink", width=width), order, front=_STEP, gap=0.01)
            if basin:
                things = a.design("toiletries", shared=False)
                if basin.design.style != "pedestal" and width > 0.6:
                    back = -basin.design.depth / 2 + 0.06
                    a.put(things, basin, basin.design.width / 2 - things.width / 2 - 0.02, back)
                return basin
    return None


def _mirror(a: Arrangement, basin: Item) -> None:
    side = side_of(a, basin)
    if side is None:
        return
    along = basin.x if side in (Side.NORTH, Side.SOUTH) else basin.z
    cabinet = a.design("mirror_cabinet", width=round(min(0.8, basin.design.width), 2))
    if not a.hang(cabinet, side, along, _MIRROR_LOW + cabinet.height / 2, gap=0.0):
        mirror = a.design("mirror", width=0.5, height=0.7)
        a.hang(mirror, side, along, _MIRROR_LOW + mirror.height / 2, gap=0.0)


def _paper(a: Arrangement, bowl: Item) -> None:
    """On the wall beside the bowl where it stands near one, else on the wall behind it."""
    design = a.design("paper_holder")
    for side in Side:
        along = bowl.at(0.0, 0.1)[0 if side in (Side.NORTH, Side.SOUTH) else 1]
        near = from_wall(a.room, side, along, 0.0)
        beside = 0.1 < math.dist(near, bowl.at(0.0, 0.1)) < 0.7 and side is not side_of(a, bowl)
        if beside and a.hang(design, side, along, 0.72, gap=0.0):
            return
    behind = side_of(a, bowl)
    for right in (0.32, -0.32, 0.42, -0.42):
        x, z = bowl.at(right, -bowl.design.depth / 2)
        if behind and a.hang(design, behind, x if behind in (Side.NORTH, Side.SOUTH) else z, 0.72, gap=0.0):
            return


def _mat(a: Arrangement, tub: Item) -> None:
    design = a.design("bath_mat", shared=False)
    x, z = tub.at(0.0, tub.design.depth / 2 + design.depth / 2 + 0.06)
    mat = Item(design, x, 0.0, z, tub.yaw, a.room.name)
    if a.room.interior.covers(mat.footprint) and not any(
        mat.footprint.intersects(i.footprint) for i in a.items if i.y == 0.0 and i is not tub
    ):
        a.lay(design, x, z, tub.yaw)
