"""Kitchens: a run of units along a wall with a sink, a range and its hood, cabinets above, a table if there is room."""

from __future__ import annotations

from scenes.homes.along import YAW, from_wall
from scenes.homes.arrange import Arrangement
from scenes.homes.items import Item
from scenes.homes.plan import INNER_HALF, Opening, Side
from scenes.homes.rooms.dining import dining_set
from scenes.homes.rooms.finishing import Unfurnishable, ceiling_lamp, curtains, need, pictures, plants

_RUN = 2.6  # shortest run that holds a sink, a range and worktop


def furnish_kitchen(a: Arrangement) -> None:
    """Units along the longest wall without a door, a refrigerator at the end, things on the worktop."""
    curtains(a)
    _run(a)
    seats = 4 if a.room.interior.area > 12.0 else 2
    table = dining_set(a, seats=seats)
    ceiling_lamp(a, table.x, table.z) if table else ceiling_lamp(a)
    a.against(a.design("waste_bin"), corner=True)
    if not table:
        a.against(a.design("sideboard", width=1.1))
    plants(a, 1)
    pictures(a, 2)


def _free_spans(a: Arrangement, side: Side) -> list[tuple[float, float]]:
    """Stretches of a wall clear of this wall's doors and of the door zones of the walls beside it."""
    low, high = a.room.span(side)
    low, high = low + INNER_HALF + 0.01, high - INNER_HALF - 0.01
    cuts = [(o.start - 0.08, o.end + 0.08) for s, o in a.doors if s is side]
    along_x = side in (Side.NORTH, Side.SOUTH)
    x, z = from_wall(a.room, side, low, 0.35)
    for zone in a.zones:
        x0, z0, x1, z1 = zone.bounds
        if along_x and z0 < z < z1:
            cuts.append((x0 - 0.03, x1 + 0.03))
        elif not along_x and x0 < x < x1:
            cuts.append((z0 - 0.03, z1 + 0.03))
    spans = [(low, high)]
    for start, end in cuts:
        spans = [p for s, e in spans for p in ((s, min(e, start)), (max(s, end), e)) if p[1] > p[0]]
    return spans


def _run(a: Arrangement) -> None:
    """The range where a hood can hang over it; the refrigerator in the run where that is long enough."""
    spans = [(e - s, side, s, e) for side in Side for s, e in _free_spans(a, side)]
    spans = [s for s in sorted(spans, key=lambda t: -round(t[0], 2)) if s[0] >= _RUN]
    for cold in (True, False):
        for length, side, start, end in spans:
            run = min(length, 4.4 if cold else 3.6)
            for first in (start, end - run):
                mark = len(a.items)
                if _units(a, side, first, first + run, cold=cold):
                    if cold or a.against(a.design("refrigerator"), front=0.4, corner=True):
                        return
                    a.remove(mark)
    raise Unfurnishable("kitchen units")


def _units(a: Arrangement, side: Side, start: float, end: float, *, cold: bool) -> bool:
    """Refrigerator, counter with sink, range, counter: from `start` to `end` along a wall, or reversed."""
    fridge, cooker = a.design("refrigerator"), a.design("range")
    rest = end - start - cooker.width - (fridge.width + 0.02 if cold else 0.0)
    if rest < 1.3:
        return False
    plain = round(min(1.0, rest - 0.9) if rest > 1.7 else rest - 0.9, 2)
    sink, oven, bare = ("sink", round(rest - plain, 2)), ("range", cooker.width), ("plain", plain)
    cooled = [("refrigerator", fridge.width + 0.02)] if cold else []
    orders = [[*cooled, sink, oven, bare], [*cooled, bare, oven, sink]]
    windows = [o for s, o in a.windows if s is side]
    rows = [row for order in orders for row in (order, order[::-1])]
    for row in rows:
        if _cooks_at_window(row, start, windows):
            continue
        mark, cursor, counters = len(a.items), start, []
        for name, width in row:
            along = cursor + width / 2
            cursor += width
            if width < 0.25:
                continue
            if name in ("refrigerator", "range"):
                design = a.design(name)
            else:
                design = a.design("kitchen_counter", shared=False, width=width, style=name)
                counters.append((along, width))
            x, z = from_wall(a.room, side, along, design.depth / 2 + 0.01)
            if not a.place(design, x, z, YAW[side], gap=-0.005):
                break
        else:
            _above(a, side, counters, mark, windows)
            _worktop(a, mark)
            return True
        a.remove(mark)
    return False


def _cooks_at_window(row: list[tuple[str, float]], start: float, windows: list[Opening]) -> bool:
    """Whether a row of units from `start` has its range before a window, where no hood can hang."""
    names = [name for name, _ in row]
    low = start + sum(width for _, width in row[: names.index("range")])
    high = low + row[names.index("range")][1]
    return any(w.start - 0.14 < high and low < w.end + 0.14 for w in windows)


def _above(a: Arrangement, side: Side, counters: list[tuple[float, float]], mark: int, windows: list[Opening]) -> None:
    """Cabinets over counters and a hood over the range, where there is no window."""
    for along, width in counters:
        for piece in _beside(along - width / 2, along + width / 2, windows):
            wide = round(piece[1] - piece[0] - 0.01, 2)
            if wide >= 0.5:
                design = a.design("kitchen_cabinet", width=wide)
                a.hang(design, side, (piece[0] + piece[1]) / 2, 1.45 + design.height / 2, gap=0.0)
    cooker = next((i for i in a.items[mark:] if i.design.category == "range"), None)
    if cooker:
        hood = a.design("range_hood")
        along = cooker.x if side in (Side.NORTH, Side.SOUTH) else cooker.z
        need(a.hang(hood, side, along, 1.55 + hood.height / 2, gap=0.0), "range hood")


def _beside(start: float, end: float, windows: list[Opening]) -> list[tuple[float, float]]:
    pieces = [(start, end)]
    for window in windows:
        pieces = [
            p
            for s, e in pieces
            for p in ((s, min(e, window.start - 0.16)), (max(s, window.end + 0.16), e))
            if p[1] > p[0]
        ]
    return pieces


def _worktop(a: Arrangement, mark: int) -> None:
    """Small appliances at the ends, away from the sink; most of the worktop stays free."""
    counters = sorted(
        (i for i in a.items[mark:] if i.design.category == "kitchen_counter"), key=lambda i: i.design.style
    )
    for item in counters:
        edge = item.design.width / 2
        if item.design.style == "plain":
            microwave = a.design("microwave")
            if edge * 2 > microwave.width + 0.3:
                a.put(microwave, item, edge - microwave.width / 2 - 0.03, -0.08)
            else:
                a.put(a.design("kettle"), item, edge - 0.16, -0.1)
        else:
            _put_in_row(a, item, ["coffee_machine", "toaster", "bottles"])


def _put_in_row(a: Arrangement, item: Item, names: list[str]) -> None:
    """From the left end inwards, back against the wall, over at most a fifth of the top."""
    cursor = -item.design.width / 2 + 0.05
    for name in names:
        design = a.design(name)
        if cursor + design.width > -item.design.width / 2 + max(0.35, item.design.width * 0.22):
            return
        a.put(design, item, cursor + design.width / 2, -item.design.depth / 2 + design.depth / 2 + 0.06)
        cursor += design.width + 0.06
