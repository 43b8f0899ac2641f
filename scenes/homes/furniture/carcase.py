"""Carcases, fronts and handles that cupboards and kitchens are made of."""

from __future__ import annotations

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, paint
from scenes.homes.furniture.parts import board, four_legs, rod

FRONT = 0.018
"""Thickness of doors and drawer fronts, metres."""
_GAP = 0.004


def knob(a: Assembly, x: float, y: float, z: float, stuff: Stuff) -> None:
    """A knob on a front whose face is at `z`."""
    a.add(rod((x, y, z), (x, y, z - 0.022), 0.008, stuff, end_radius=0.013, segments=10))


def bar_handle(
    a: Assembly, x: float, y: float, z: float, length: float, stuff: Stuff, *, upright: bool = False
) -> None:
    """A bar handle on a front whose face is at `z`."""
    size = (0.011, length, 0.011) if upright else (length, 0.011, 0.011)
    a.add(board(size, (x, y, z - 0.022), stuff, bevel=0.002))
    for end in (-1, 1):
        at = (x, y + end * length * 0.4) if upright else (x + end * length * 0.4, y)
        a.add(board((0.009, 0.009, 0.022), (*at, z - 0.011), stuff, bevel=0))


def front(a: Assembly, low: tuple[float, float], high: tuple[float, float], z: float, stuff: Stuff, kind: str) -> None:
    """One door or drawer front between two (x, y) corners, its back at `z`: "flat", "shaker" or "slats"."""
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    w, h = high[0] - low[0] - _GAP, high[1] - low[1] - _GAP
    if kind == "shaker" and min(w, h) > 0.16:
        rim = 0.055
        a.add(board((w - rim, h - rim, 0.010), (x, y, z - 0.005), stuff, grain="y", bevel=0))
        for s in (-1, 1):
            a.add(board((rim, h, FRONT), (x + s * (w - rim) / 2, y, z - FRONT / 2), stuff, grain="y", bevel=0.002))
            a.add(
                board(
                    (w - 2 * rim, rim, FRONT),
                    (x, y + s * (h - rim) / 2, z - FRONT / 2),
                    stuff,
                    grain="x",
                    bevel=0.002,
                )
            )
    elif kind == "slats":
        a.add(board((w, h, 0.008), (x, y, z - 0.004), stuff, grain="y", bevel=0))
        n = max(3, round(w / 0.032))
        for i in range(n):
            a.add(
                board(
                    (w / n - 0.010, h, 0.012),
                    (x - w / 2 + w / n * (i + 0.5), y, z - 0.013),
                    stuff,
                    grain="y",
                    bevel=0.002,
                )
            )
    else:
        a.add(board((w, h, FRONT), (x, y, z - FRONT / 2), stuff, grain="y" if h > w else "x", bevel=0.002))


def case(a: Assembly, w: float, d: float, low: float, high: float, stuff: Stuff, *, thick: float = 0.022) -> None:
    """A closed carcase from `low` to `high` set back behind its fronts, with its top on it."""
    mid = FRONT / 2
    gap = paint("#1c1712", 0.9)  # what shows between the fronts
    a.add(
        board(
            (w - 0.016, high - low - thick - 0.016, 0.001),  # out of sight from the side
            (0, (low + high - thick) / 2, -d / 2 + FRONT + 0.001),
            gap,
            bevel=0,
        )
    )
    a.add(
        board((w, high - low - thick, d - FRONT - 0.002), (0, (low + high - thick) / 2, mid + 0.001), stuff, grain="y"),
        solid=True,
    )
    a.add(board((w, thick, d), (0, high - thick / 2, 0), stuff, grain="x"), solid=True)


def open_case(
    a: Assembly,
    w: float,
    d: float,
    low: float,
    high: float,
    shelves: list[float],
    stuff: Stuff,
    *,
    back: Stuff | None = None,
) -> None:
    """A carcase with its front open: sides, top, bottom, shelves at the given heights (their upper faces), a back."""
    thick = 0.02
    for s in (-1, 1):
        a.add(board((thick, high - low, d), (s * (w - thick) / 2, (low + high) / 2, 0), stuff, grain="y"), solid=True)
    a.add(board((w - 2 * thick, thick, d), (0, high - thick / 2, 0), stuff, grain="x"), solid=True)
    a.add(
        board(
            (w - 2 * thick, high - low - thick, 0.008),
            (0, (low + high) / 2, d / 2 - 0.004),
            back or stuff,
            grain="y",
            bevel=0,
        )
    )
    for y in shelves:
        a.add(
            board((w - 2 * thick, thick, d - 0.010), (0, y - thick / 2, -0.004), stuff, grain="x", bevel=0.002),
            solid=True,
        )


def base(a: Assembly, b: Brief, stuff: Stuff, *, tapered: bool) -> float:
    """Legs or a plinth; returns the height of the carcase's bottom."""
    if tapered:
        a.add(*four_legs(b.width, b.depth, 0.16, stuff, top=0.022, foot=0.012, splay=0.03, inset=0.06))
        a.block((-b.width / 2 + 0.05, 0, -b.depth / 2 + 0.05), (b.width / 2 - 0.05, 0.15, b.depth / 2 - 0.05))
        return 0.15
    a.add(board((b.width - 0.04, 0.06, b.depth - 0.06), (0, 0.03, 0.01), stuff, bevel=0))
    a.block((-b.width / 2 + 0.02, 0, -b.depth / 2 + 0.04), (b.width / 2 - 0.02, 0.06, b.depth / 2 - 0.02))
    return 0.058
