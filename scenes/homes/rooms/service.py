"""Halls and laundries."""

from __future__ import annotations

from scenes.homes.arrange import Arrangement
from scenes.homes.rooms.finishing import ceiling_lamp, curtains, pictures


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
    """Washing machine, a counter with a sink, baskets."""
    curtains(a)
    a.against(a.design("washing_machine"), corner=True)
    a.against(a.design("kitchen_counter", shared=False, width=1.2, style="sink"), corner=True)
    a.against(a.design("laundry_basket"), corner=True)
    a.against(a.design("bookshelf", width=0.7), corner=True)
    pictures(a, 1, mirrors=True)
    ceiling_lamp(a)
