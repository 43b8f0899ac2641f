"""Windows and doors, built to fill their opening in the wall. The room is at -z."""

from __future__ import annotations

import numpy as np

from assets.model import Material
from assets.shapes import quad
from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, metal, paint, wood
from scenes.homes.furniture.parts import bent, board, shift, turn, turned
from scenes.homes.textures.pictures import outdoors

_DAYLIGHT = 1.5
"""Radiance of the view outside, relative to a white wall in the room."""


def _outside(seed: int) -> Stuff:
    image = outdoors(seed)
    glow = (_DAYLIGHT, _DAYLIGHT, _DAYLIGHT)
    return Stuff(Material("outdoors", (0.05, 0.05, 0.05, 1.0), roughness=0.1, emissive=glow, emissive_texture=image))


def _bars(
    a: Assembly, low: tuple[float, float], high: tuple[float, float], bar: float, deep: float, z: float, stuff: Stuff
) -> None:
    """A rectangular frame between two (x, y) corners."""
    w, h = high[0] - low[0], high[1] - low[1]
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    for s in (-1, 1):
        a.add(board((bar, h, deep), (x + s * (w - bar) / 2, y, z), stuff, grain="y", bevel=0.003))
        a.add(board((w - 2 * bar, bar, deep), (x, y + s * (h - bar) / 2, z), stuff, grain="x", bevel=0.003))


def window(b: Brief) -> Assembly:
    """A window: frame, sashes with glazing bars, a sill board, and the bright outdoors behind its glass."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = paint("#f0eee8", 0.4) if b.palette.metal != "black" or b.style != "picture" else paint("#2a2b2c", 0.4)
    frame, sash = 0.045, 0.042
    z = d * 0.1
    _bars(a, (-w / 2, 0), (w / 2, h), frame, d * 0.8, d * 0.1, skin)
    a.add(board((w, 0.024, d * 0.55), (0, 0.012, -d * 0.225), skin, grain="x", bevel=0.006), solid=True)
    inner = (-w / 2 + frame, frame, w / 2 - frame, h - frame)
    panes: list[tuple[float, float, float, float]]
    if b.style == "sash":
        middle = h / 2
        panes = [(inner[0], inner[1], inner[2], middle + sash / 2), (inner[0], middle - sash / 2, inner[2], inner[3])]
    else:
        n = max(1, round(w / 0.75)) if b.style == "casement" else max(1, round(w / 1.6))
        edges = np.linspace(inner[0], inner[2], n + 1)
        panes = [(float(edges[i]), inner[1], float(edges[i + 1]), inner[3]) for i in range(n)]
    for i, (x0, y0, x1, y1) in enumerate(panes):
        zz = z + (0.022 * (1 if i else -1) if b.style == "sash" else 0.0)
        _bars(a, (x0, y0), (x1, y1), sash, 0.04, zz, skin)
        columns = 2 if b.style == "casement" and x1 - x0 > 0.4 else 3 if b.style == "sash" and w > 0.9 else 1
        rows = {"casement": max(1, round((y1 - y0) / 0.55)), "sash": 2 if y1 - y0 > 0.5 else 1, "picture": 1}[b.style]
        for j in range(1, columns if b.style != "casement" or rows > 1 else 1):
            a.add(
                board(
                    (0.02, y1 - y0 - 2 * sash, 0.024),
                    (x0 + (x1 - x0) * j / columns, (y0 + y1) / 2, zz),
                    skin,
                    bevel=0.002,
                )
            )
        for j in range(1, rows):
            a.add(
                board(
                    (x1 - x0 - 2 * sash, 0.02, 0.022), ((x0 + x1) / 2, y0 + (y1 - y0) * j / rows, zz), skin, bevel=0.002
                )
            )
    if b.style == "casement":
        handle = metal(b.palette.metal)
        a.add(
            bent(
                [
                    (panes[0][2] - sash / 2, h * 0.45, z - 0.02),
                    (panes[0][2] - sash / 2, h * 0.45, z - 0.05),
                    (panes[0][2] - sash / 2, h * 0.39, z - 0.05),
                ],
                0.007,
                handle,
            )
        )
    view = _outside(int(b.rng.integers(6)))
    x, y0, y1 = w / 2 - frame, frame, h - frame
    zb = z + 0.046 if b.style == "sash" else z + 0.024
    a.add(quad([(x, y1, zb), (-x, y1, zb), (-x, y0, zb), (x, y0, zb)], view.material))
    a.add(
        quad(
            [(-x, y1, zb + 0.004), (x, y1, zb + 0.004), (x, y0, zb + 0.004), (-x, y0, zb + 0.004)],
            paint("#9fb4c0", 0.1).material,
        )
    )
    a.block((-w / 2, 0, -d * 0.3), (w / 2, h, d / 2))
    return a


def door(b: Brief) -> Assembly:
    """A closed door in its frame, handles on both sides, hinges at +x."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = paint(b.palette.paint[0], 0.4) if b.style != "flat" or b.rng.random() < 0.5 else wood(b.palette.woods[0])
    jamb = 0.04
    for s in (-1, 1):
        a.add(board((jamb, h, d), (s * (w - jamb) / 2, h / 2, 0), skin, grain="y"), solid=True)
    a.add(board((w - 2 * jamb, jamb, d), (0, h - jamb / 2, 0), skin, grain="x"), solid=True)
    lw, lh, thick = w - 2 * jamb - 0.006, h - jamb - 0.010, 0.042
    y = 0.006 + lh / 2
    if b.style == "flat":
        a.add(board((lw, lh, thick), (0, y, 0), skin, grain="y"), solid=True)
    else:
        stile = 0.11
        rails = [0.006, 0.006 + lh * 0.42, 0.006 + lh - stile] if b.style == "panelled" else [0.006, 0.006 + lh - stile]
        for s in (-1, 1):
            a.add(board((stile, lh, thick), (s * (lw - stile) / 2, y, 0), skin, grain="y"))
        for i, low in enumerate(rails):
            tall = stile * (1.7 if i == 0 else 1.0)
            a.add(board((lw - 2 * stile, tall, thick), (0, low + tall / 2, 0), skin, grain="x"))
        if b.style == "panelled":
            a.add(board((lw - 2 * stile, lh - stile, 0.018), (0, y, 0), skin, grain="y", bevel=0))
            for low, high in ((rails[0] + stile * 1.7, rails[1]), (rails[1] + stile, rails[2])):
                a.add(
                    board(
                        (lw - 2 * stile - 0.09, high - low - 0.09, 0.034),
                        (0, (low + high) / 2, 0),
                        skin,
                        grain="y",
                        bevel=0.008,
                    )
                )
        else:
            pane = paint("#b7c6c9", 0.08)
            a.add(board((lw - 2 * stile, lh - stile, 0.012), (0, y, 0), pane, bevel=0))
            for j in range(1, 4):
                a.add(
                    board(
                        (lw - 2 * stile, 0.022, 0.03),
                        (0, rails[0] + stile * 1.7 + (rails[1] - stile * 1.7) * j / 4, 0),
                        skin,
                        bevel=0.002,
                    )
                )
        a.block((-lw / 2, 0.006, -thick / 2), (lw / 2, 0.006 + lh, thick / 2))
    steel = metal(b.palette.metal)
    for s in (-1, 1):
        x = -lw / 2 + 0.065
        rose = turned([(0, 0), (0.026, 0), (0.024, 0.008), (0, 0.008)], (0, 0, 0), steel, segments=20, smooth=False)
        a.add(rose.transformed(shift(x, 1.02, s * thick / 2) @ turn(s * np.pi / 2, "x")))
        z = s * thick / 2
        reach = min(d / 2 - thick / 2 - 0.004, 0.055)
        a.add(
            bent(
                [
                    (x, 1.02, z),
                    (x, 1.02, z + s * reach * 0.8),
                    (x + 0.02, 1.02, z + s * reach * 0.85),
                    (x + 0.12, 1.02, z + s * reach * 0.85),
                ],
                0.008,
                steel,
            )
        )
    return a
