"""Halls and laundries."""

from __future__ import annotations

from scenes.homes.arrange import Arrangement
from scenes.homes.plan import Side
from scenes.homes.rooms.finishing import ceiling_lamp, curtains, pictures, side_of, towel_rail


def furnish_hall(a: Arrangement) -> None:
    """A console or shoe rack, something for coats, a mirror; the way through stays free."""
    category = "console_table" if a.rng.random() < 0.5 else "shoe_rack"
    stand = a.against(a.design(category))
    if stand and category == "console_table":
        a.put(a.design("bowl", shared=False), stand, stand.design.width / 2 - 0.2, 0.0)
    a.against(a.design("coat_rack"), corner=True)
    a.against(a.design("bench", width=0.9))
    pictures(a, 3, mirrors=True)
    ceiling_lamp(a)


def furnish_laundry(a: Arrangement) -> None:
    """Washing machine, a counter with a sink under cupboards, a tall cupboard, baskets and towels."""
    curtains(a)
    machine = a.against(a.design("washing_machine"), front=0.5, corner=True)
    if machine:
        a.put(a.design("towels", shared=False), machine, 0.0, 0.0)
    counter = a.against(a.design("kitchen_counter", shared=False, width=1.2, style="sink"), front=0.5, corner=True)
    side = side_of(a, counter) if counter else None
    if counter and side:
        cupboard = a.design("kitchen_cabinet", width=1.2)
        along = counter.x if side in (Side.NORTH, Side.SOUTH) else counter.z
        a.hang(cupboard, side, along, 1.45 + cupboard.height / 2, gap=0.0)
    a.against(a.design("wardrobe", width=0.8, depth=0.5), front=0.4, corner=True)
    for _ in range(2):
        a.against(a.design("laundry_basket"), corner=True)
    towel_rail(a)
    ceiling_lamp(a)
