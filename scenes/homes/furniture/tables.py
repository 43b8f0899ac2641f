"""Tables and desks. A sitter's place is at -z."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, metal, paint, wood, worktop
from scenes.homes.furniture.parts import board, disc, four_legs, rod, turned


def _top(a: Assembly, b: Brief, thickness: float, stuff: Stuff, *, bevel: float = 0.004) -> None:
    a.add(
        board((b.width, thickness, b.depth), (0, b.height - thickness / 2, 0), stuff, grain="x", bevel=bevel),
        solid=True,
    )


def _apron(a: Assembly, w: float, d: float, y: float, tall: float, stuff: Stuff, inset: float) -> None:
    for sz in (-1, 1):
        a.add(board((w - 2 * inset, tall, 0.02), (0, y, sz * (d / 2 - inset)), stuff))
    for sx in (-1, 1):
        a.add(board((0.02, tall, d - 2 * inset), (sx * (w / 2 - inset), y, 0), stuff))


def _leg_blocks(a: Assembly, w: float, d: float, h: float, inset: float = 0.08, half: float = 0.035) -> None:
    for sx in (-1, 1):
        for sz in (-1, 1):
            x, z = sx * (w / 2 - inset), sz * (d / 2 - inset)
            a.block((x - half, 0, z - half), (x + half, h, z + half))


def _hoops(a: Assembly, b: Brief, top: float, bar: float, inset: float) -> None:
    """Two rectangular hoops of square steel tube, one under each end."""
    steel = metal(b.palette.metal)
    h, d = b.height - top, b.depth - 0.08
    for sx in (-1, 1):
        x = sx * (b.width / 2 - inset)
        for sz in (-1, 1):
            a.add(board((bar, h, bar), (x, h / 2, sz * (d / 2 - bar / 2)), steel, bevel=0.002), solid=True)
        for y in (bar / 2, h - bar / 2):
            a.add(board((bar, bar, d - 2 * bar), (x, y, 0), steel, bevel=0.002))


def dining_table(b: Brief) -> Assembly:
    """A table for four to six."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    if b.style == "round":
        top = disc(0.5, 0.03, (0, h - 0.03, 0), timber, segments=48)
        a.add(top.transformed(np.diag([w, 1.0, d, 1.0])), solid=True)
        profile = [
            (0, 0),
            (0.30, 0),
            (0.30, 0.018),
            (0.10, 0.05),
            (0.05, 0.12),
            (0.042, 0.4),
            (0.055, h - 0.10),
            (0.12, h - 0.03),
            (0, h - 0.03),
        ]
        base = paint(b.palette.paint[0], 0.4) if b.rng.random() < 0.4 else timber
        a.add(turned(profile, (0, 0, 0), base, segments=32))
        a.block((-0.28, 0, -0.28), (0.28, 0.05, 0.28))
        a.block((-0.07, 0, -0.07), (0.07, h - 0.03, 0.07))
    elif b.style == "trestle":
        _top(a, b, 0.04, timber, bevel=0.006)
        for sx in (-1, 1):
            x = sx * w * 0.33
            a.add(board((0.07, h - 0.16, 0.12), (x, h / 2 - 0.02, 0), timber, grain="y"), solid=True)
            a.add(board((0.08, 0.07, d * 0.76), (x, 0.035, 0), timber, bevel=0.012), solid=True)
            a.add(board((0.08, 0.06, d * 0.70), (x, h - 0.07, 0), timber, bevel=0.01))
        a.add(board((w * 0.72, 0.10, 0.03), (0, 0.26, 0), timber), solid=True)
    elif b.style == "mid_century":
        _top(a, b, 0.028, timber, bevel=0.01)
        _apron(a, w, d, h - 0.06, 0.055, timber, 0.13)
        a.add(*four_legs(w, d, h - 0.028, timber, top=0.03, foot=0.015, splay=0.055, inset=0.10))
        _leg_blocks(a, w, d, h - 0.03)
    else:
        _top(a, b, 0.035, timber)
        legs = paint(b.palette.paint[0]) if b.rng.random() < 0.35 else timber
        _apron(a, w, d, h - 0.085, 0.09, legs, 0.075)
        a.add(*four_legs(w, d, h - 0.035, legs, top=0.036, foot=0.036, inset=0.035, square=True))
        _leg_blocks(a, w, d, h - 0.04, inset=0.07, half=0.04)
    return a


def coffee_table(b: Brief) -> Assembly:
    """A low table before the sofa."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    if b.style == "slab":
        _top(a, b, 0.05, timber, bevel=0.008)
        for sx in (-1, 1):
            a.add(
                board((0.05, h - 0.05, d - 0.04), (sx * (w / 2 - 0.12), (h - 0.05) / 2, 0), timber, grain="y"),
                solid=True,
            )
        a.add(board((w - 0.29, 0.025, d - 0.10), (0, 0.12, 0), timber), solid=True)
    elif b.style == "metal_frame":
        _top(a, b, 0.03, worktop("marble") if b.palette.metal == "brass" else timber)
        _hoops(a, b, 0.03, 0.025, 0.06)
    else:
        mid = b.style == "mid_century"
        _top(a, b, 0.026, timber, bevel=0.009 if mid else 0.004)
        if mid:
            a.add(*four_legs(w, d, h - 0.026, timber, top=0.024, foot=0.012, splay=0.05, inset=0.09))
            _apron(a, w, d, h - 0.045, 0.035, timber, 0.12)
        else:
            a.add(*four_legs(w, d, h - 0.026, timber, top=0.022, foot=0.022, inset=0.02, square=True))
            a.add(board((w - 0.08, 0.02, d - 0.08), (0, 0.13, 0), timber), solid=True)
            _apron(a, w, d, h - 0.055, 0.055, timber, 0.04)
        _leg_blocks(a, w, d, h - 0.03, inset=0.06)
    return a


def side_table(b: Brief) -> Assembly:
    """A small table beside a sofa."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    if b.style == "drawer":
        _top(a, b, 0.022, timber)
        a.add(board((w - 0.03, 0.13, d - 0.03), (0, h - 0.087, 0.004), timber, grain="x"), solid=True)
        a.add(board((w - 0.06, 0.10, 0.016), (0, h - 0.085, -d / 2 + 0.012), timber))
        a.add(
            rod(
                (0, h - 0.085, -d / 2 + 0.006),
                (0, h - 0.085, -d / 2 - 0.016),
                0.009,
                metal(b.palette.metal),
                end_radius=0.012,
            )
        )
        a.add(*four_legs(w, d, h - 0.15, timber, top=0.02, foot=0.013, inset=0.02))
        _leg_blocks(a, w, d, h - 0.15, inset=0.05)
        return a
    surface = {"tray": paint(b.pick(b.palette.accents), 0.4), "round": timber}[b.style]
    scale = np.diag([w, 1.0, d, 1.0])
    a.add(disc(0.5, 0.022, (0, h - 0.022, 0), surface, segments=40).transformed(scale), solid=True)
    steel = metal(b.palette.metal)
    if b.style == "tray":
        a.add(rod((0, 0.01, 0), (0, h - 0.022, 0), 0.014, steel), disc(min(w, d) * 0.36, 0.014, (0, 0, 0), steel))
        a.block((-w * 0.34, 0, -d * 0.34), (w * 0.34, 0.02, d * 0.34))
    else:
        for i in range(3):
            angle = 2 * np.pi * i / 3 + 0.52
            c, s = np.cos(angle), np.sin(angle)
            a.add(
                rod(
                    (c * w * 0.44, 0, s * d * 0.44),
                    (c * w * 0.28, h - 0.022, s * d * 0.28),
                    0.012,
                    timber,
                    end_radius=0.018,
                )
            )
    a.block((-w * 0.2, 0, -d * 0.2), (w * 0.2, h - 0.022, d * 0.2))
    return a


def console_table(b: Brief) -> Assembly:
    """A narrow table for a hall."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    if b.style == "metal_frame":
        _top(a, b, 0.03, timber)
        _hoops(a, b, 0.03, 0.025, 0.05)
        a.add(board((w - 0.125, 0.02, d - 0.13), (0, 0.16, 0), timber), solid=True)
        return a
    _top(a, b, 0.026, timber)
    if b.style == "drawer":
        a.add(board((w - 0.06, 0.12, d - 0.04), (0, h - 0.086, 0.006), timber, grain="x"), solid=True)
        for i in (-1, 1):
            x = i * (w - 0.06) / 4
            a.add(board((w / 2 - 0.06, 0.095, 0.016), (x, h - 0.086, -d / 2 + 0.02), timber))
            a.add(
                rod(
                    (x, h - 0.086, -d / 2 + 0.013),
                    (x, h - 0.086, -d / 2 - 0.008),
                    0.008,
                    metal(b.palette.metal),
                    end_radius=0.012,
                )
            )
    else:
        _apron(a, w, d, h - 0.06, 0.06, timber, 0.04)
    a.add(*four_legs(w, d, h - 0.026, timber, top=0.02, foot=0.012, inset=0.015))
    _leg_blocks(a, w, d, h - 0.03, inset=0.05)
    return a


def desk(b: Brief) -> Assembly:
    """A writing desk; the sitter is at -z, so drawers open to -z."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    steel = metal(b.palette.metal)
    _top(a, b, 0.028, timber, bevel=0.005)
    under = h - 0.028
    if b.style == "pedestal":
        front = paint(b.palette.paint[0]) if b.rng.random() < 0.5 else timber
        side = 1 if b.rng.random() < 0.5 else -1
        x, pw = side * (w / 2 - 0.22), 0.40
        a.add(board((pw, under - 0.04, d - 0.06), (x, (under + 0.04) / 2, 0.01), front, grain="y"), solid=True)
        for i in range(3):
            tall = (under - 0.06) / 3
            y = 0.05 + tall * (i + 0.5)
            a.add(board((pw - 0.012, tall - 0.008, 0.018), (x, y, -d / 2 + 0.031), front, grain="x"))
            a.add(board((0.12, 0.012, 0.014), (x, y + tall * 0.25, -d / 2 + 0.016), steel))
        a.add(board((0.03, under, d - 0.06), (-side * (w / 2 - 0.03), under / 2, 0.01), front, grain="y"), solid=True)
        a.add(board((w - pw - 0.08, 0.30, 0.018), (-side * 0.2, under - 0.15, d / 2 - 0.06), front))
    elif b.style == "trestle":
        for sx in (-1, 1):
            x = sx * (w / 2 - 0.24)
            for sz in (-1, 1):
                for lean in (-1, 1):
                    a.add(
                        rod(
                            (x + lean * 0.11, 0, sz * (d / 2 - 0.10)),
                            (x + lean * 0.02, under, sz * (d / 2 - 0.16)),
                            0.014,
                            timber,
                        )
                    )
            a.add(board((0.05, 0.05, d - 0.26), (x, under - 0.025, 0), timber))
            for lean in (-1, 1):
                a.add(
                    rod(
                        (x + lean * 0.075, 0.26, -d / 2 + 0.115), (x + lean * 0.075, 0.26, d / 2 - 0.115), 0.010, timber
                    )
                )
            a.block((x - 0.12, 0, -d / 2 + 0.08), (x + 0.12, under, d / 2 - 0.08))
    elif b.style == "metal_frame":
        _hoops(a, b, 0.028, 0.035, 0.06)
        a.add(board((w - 0.155, 0.05, 0.02), (0, under - 0.06, d / 2 - 0.07), steel))
    else:
        a.add(board((w - 0.12, 0.11, d - 0.10), (0, under - 0.055, 0.02), timber, grain="x"), solid=True)
        for i in (-1, 0, 1):
            x = i * (w - 0.12) / 3
            a.add(board(((w - 0.12) / 3 - 0.008, 0.095, 0.016), (x, under - 0.056, -d / 2 + 0.065), timber))
            a.add(
                rod(
                    (x, under - 0.056, -d / 2 + 0.058),
                    (x, under - 0.056, -d / 2 + 0.036),
                    0.008,
                    steel,
                    end_radius=0.012,
                )
            )
        a.add(*four_legs(w, d, under - 0.05, timber, top=0.025, foot=0.013, splay=0.05, inset=0.10))
        _leg_blocks(a, w, d, under, inset=0.09)
    return a
