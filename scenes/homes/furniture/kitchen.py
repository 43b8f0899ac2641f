"""Kitchen units. Doors open to -z; runs butt together side by side."""

from __future__ import annotations

import numpy as np

from assets.shapes import quad
from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.carcase import bar_handle, front
from scenes.homes.furniture.materials import Stuff, metal, paint, wood, worktop
from scenes.homes.furniture.parts import bent, board, disc, turn, turned

_TOP = 0.038
_PLINTH = 0.10


def _skin(b: Brief) -> Stuff:
    """What the fronts of this home's kitchen are made of: fixed by the palette, so that its units match."""
    return paint(b.palette.paint[1], 0.4)


def _units(a: Assembly, b: Brief, low: float, high: float, z: float, kind: str, *, drawers: bool) -> None:
    """A row of fronts about 60 cm wide between two heights."""
    n = max(1, round(b.width / 0.6))
    steel = metal("steel" if b.palette.metal == "black" else b.palette.metal)
    skin = _skin(b)
    for i in range(n):
        x0, x1 = -b.width / 2 + b.width * i / n, -b.width / 2 + b.width * (i + 1) / n
        x = (x0 + x1) / 2
        if drawers and (i % 3 == 1 or n == 1):
            for j in range(3):
                y0, y1 = low + (high - low) * j / 3, low + (high - low) * (j + 1) / 3
                front(a, (x0, y0), (x1, y1), z, skin, "flat")
                bar_handle(a, x, y1 - 0.05, z - 0.018, 0.16, steel)
        else:
            front(a, (x0, low), (x1, high), z, skin, kind)
            side = x1 - 0.05 if i % 2 == 0 else x0 + 0.05
            bar_handle(a, side, high - 0.14 if drawers else low + 0.14, z - 0.018, 0.16, steel, upright=True)


def kitchen_counter(b: Brief) -> Assembly:
    """A run of base units with a worktop; a sink left of the middle and a hob right of it where the style says."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    body, zf = d - 0.05, -d / 2 + 0.05
    a.add(board((w, _PLINTH, body - 0.05), (0, _PLINTH / 2, 0.05), paint("#2a2a29"), bevel=0), solid=True)
    under = h - _TOP - (0.19 if "sink" in b.style else 0.0)  # the basin hangs in the open top of the carcase
    a.add(board((w, under - _PLINTH, body), (0, (under + _PLINTH) / 2, 0.025), _skin(b), bevel=0), solid=True)
    if under < h - _TOP:
        tall, y = h - _TOP - under, (h - _TOP + under) / 2
        for s in (-1, 1):
            a.add(board((0.018, tall, body), (s * (w / 2 - 0.009), y, 0.025), _skin(b), bevel=0))
        for z in (zf + 0.009, d / 2 - 0.009):
            a.add(board((w - 0.036, tall, 0.018), (0, y, z), _skin(b), bevel=0))
    gap = paint("#1d1c1b")  # what shows between the fronts
    a.add(board((w - 0.006, h - _TOP - _PLINTH, 0.002), (0, (h - _TOP + _PLINTH) / 2, zf - 0.001), gap, bevel=0))
    zf -= 0.002
    _units(
        a,
        b,
        _PLINTH,
        h - _TOP,
        zf - 0.002,
        "shaker" if b.palette.metal in ("bronze", "steel") else "flat",
        drawers=True,
    )
    stone = worktop(b.palette.worktop)
    sink_x = -w / 4 if b.style == "sink_hob" else 0.0
    hob_x = w / 4 if b.style == "sink_hob" else 0.0
    if "sink" in b.style and w > 0.8:
        _sink(a, w, d, h, sink_x, stone)
    else:
        a.add(board((w, _TOP, d), (0, h - _TOP / 2, 0), stone, grain="x"), solid=True)
    if "hob" in b.style and w > 0.7:
        _hob(a, h, hob_x)
    return a


def _sink(a: Assembly, w: float, d: float, h: float, x: float, stone: Stuff) -> None:
    """A worktop with a basin let in, and its tap."""
    steel = metal("steel")
    bw, bd, deep = 0.50, d - 0.22, 0.17
    z0, z1 = -d / 2 + 0.08, -d / 2 + 0.08 + bd
    y = h - _TOP / 2
    left, right = x - bw / 2, x + bw / 2
    a.add(board((left + w / 2, _TOP, d), ((left - w / 2) / 2, y, 0), stone, grain="x"), solid=True)
    a.add(board((w / 2 - right, _TOP, d), ((right + w / 2) / 2, y, 0), stone, grain="x"), solid=True)
    for low, high in ((-d / 2, z0), (z1, d / 2)):
        a.add(board((bw, _TOP, high - low), (x, y, (low + high) / 2), stone, grain="x", bevel=0), solid=True)
    t = 0.008
    zc = (z0 + z1) / 2
    for s in (-1, 1):
        a.add(board((t, deep, bd), (x + s * (bw - t) / 2, h - deep / 2 - 0.002, zc), steel, bevel=0))
        a.add(board((bw, deep, t), (x, h - deep / 2 - 0.002, zc + s * (bd - t) / 2), steel, bevel=0))
    a.add(
        board((bw, t, bd), (x, h - deep, zc), steel, bevel=0),
        disc(0.03, 0.003, (x, h - deep + t / 2, zc), metal("bronze"), segments=16),
    )
    a.block((left, h - deep - 0.01, z0), (right, h - deep + t, z1))
    tap = metal("chrome")
    t0 = np.linspace(0, np.pi, 10)
    arc = [(x, h, z1 + 0.06), (x, h + 0.20, z1 + 0.06)]
    arc += [(x, h + 0.20 + 0.08 * np.sin(s), z1 + 0.06 - 0.08 * (1 - np.cos(s))) for s in t0[1:]]
    a.beyond.extend(
        [
            bent([*arc, (x, h + 0.16, z1 - 0.10)], 0.011, tap),
            turned([(0, 0), (0.026, 0), (0.022, 0.012), (0, 0.012)], (x, h, z1 + 0.06), tap),
        ]
    )
    a.beyond.append(bent([(x + 0.015, h + 0.06, z1 + 0.06), (x + 0.07, h + 0.09, z1 + 0.05)], 0.007, tap))


def _hob(a: Assembly, h: float, x: float) -> None:
    """A glass hob with four zones, let in flush but for 3 mm."""
    a.beyond.append(board((0.56, 0.006, 0.48), (x, h + 0.0005, -0.01), paint("#111213", 0.12), bevel=0.002))
    for sx, sz, r in ((-1, -1, 0.09), (1, -1, 0.075), (-1, 1, 0.075), (1, 1, 0.105)):
        ring = turned(
            [(r - 0.006, 0), (r, 0.0006), (r - 0.006, 0.0006)],
            (x + sx * 0.13, h + 0.0036, sz * 0.105 - 0.01),
            paint("#4a4c4e", 0.3),
            smooth=False,
        )
        a.beyond.append(ring)


def kitchen_cabinet(b: Brief) -> Assembly:
    """Wall cupboards."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    a.add(board((w, h, d - 0.045), (0, h / 2, 0.0225), _skin(b), bevel=0), solid=True)
    a.add(board((w - 0.01, h - 0.01, 0.004), (0, h / 2, -d / 2 + 0.0435), paint("#1d1c1b"), bevel=0))
    if b.style == "glazed":
        n = max(1, round(w / 0.6))
        for i in range(n):
            x = -w / 2 + w * (i + 0.5) / n
            bw = w / n - 0.004
            for s in (-1, 1):
                a.add(
                    board(
                        (0.05, h - 0.004, 0.019),
                        (x + s * (bw - 0.05) / 2, h / 2, -d / 2 + 0.0315),
                        _skin(b),
                        bevel=0.002,
                    )
                )
                a.add(
                    board(
                        (bw - 0.1, 0.05, 0.019),
                        (x, h / 2 + s * (h - 0.054) / 2, -d / 2 + 0.0315),
                        _skin(b),
                        bevel=0.002,
                    )
                )
            a.add(board((bw - 0.1, h - 0.104, 0.004), (x, h / 2, -d / 2 + 0.034), paint("#8d9da3", 0.08), bevel=0))
            a.add(board((0.018, h - 0.104, 0.012), (x, h / 2, -d / 2 + 0.030), _skin(b), bevel=0))
    else:
        _units(a, b, 0.0, h, -d / 2 + 0.041, b.style, drawers=False)
    return a


def kitchen_island(b: Brief) -> Assembly:
    """A free-standing unit with a worktop."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    body = Brief(w - 0.08, d - 0.30, h, b.style, b.palette, b.rng)
    zf = -d / 2 + 0.06
    depth = d - 0.26
    a.add(
        board((w - 0.12, _PLINTH, depth - 0.06), (0, _PLINTH / 2, zf + depth / 2), paint("#2a2a29"), bevel=0),
        solid=True,
    )
    if b.style == "open_shelf":
        timber = wood(b.palette.woods[0])
        for sx in (-1, 1):
            a.add(
                board(
                    (0.03, h - _TOP, depth), (sx * (w / 2 - 0.06), (h - _TOP) / 2, zf + depth / 2), timber, grain="y"
                ),
                solid=True,
            )
        for y in (0.14, 0.47):
            a.add(board((w - 0.15, 0.025, depth - 0.02), (0, y, zf + depth / 2), timber, grain="x"), solid=True)
        a.add(board((w - 0.15, 0.14, depth - 0.02), (0, h - _TOP - 0.07, zf + depth / 2), timber, grain="x"))
    else:
        tall = h - _TOP - _PLINTH
        a.add(
            board((w - 0.08, tall, depth), (0, _PLINTH + tall / 2, zf + depth / 2), _skin(b), bevel=0.002), solid=True
        )
        a.add(board((w - 0.09, tall - 0.01, 0.004), (0, _PLINTH + tall / 2, zf - 0.002), paint("#1d1c1b"), bevel=0))
        _units(a, body, _PLINTH, h - _TOP, zf - 0.004, b.style, drawers=True)
    a.add(board((w, _TOP, d), (0, h - _TOP / 2, 0), worktop(b.palette.worktop), grain="x"), solid=True)
    return a


def range_hood(b: Brief) -> Assembly:
    """An extractor over the hob, hung on the wall."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    steel = metal("steel") if b.style != "angled" else paint("#1f2021", 0.25)
    a.add(board((w, 0.05, d), (0, 0.025, 0), steel, bevel=0.004), solid=True)
    if b.style == "chimney":
        low, high = np.array([w, d]) * 0.98 / 2, np.array([0.14, 0.13])
        ring_l = [(-low[0], -low[1]), (low[0], -low[1]), (low[0], low[1]), (-low[0], low[1])]
        ring_h = [(-high[0], d / 2 - 2 * high[1]), (high[0], d / 2 - 2 * high[1]), (high[0], d / 2), (-high[0], d / 2)]
        for i in range(4):
            j = (i + 1) % 4
            corners = [
                (ring_h[j][0], h * 0.42, ring_h[j][1]), (ring_h[i][0], h * 0.42, ring_h[i][1]),
                (ring_l[i][0], 0.05, ring_l[i][1]), (ring_l[j][0], 0.05, ring_l[j][1]),
            ]  # fmt: skip
            a.add(quad(corners, steel.material))
        a.add(board((0.28, h * 0.6, 0.26), (0, h * 0.7, d / 2 - 0.13), steel), solid=True)
    elif b.style == "angled":
        glass = board((w, 0.03, d * 1.05), (0, 0.19, -0.03), steel, bevel=0.003).transformed(
            turn(0.55, "x", (0, 0.16, 0))
        )
        a.add(glass, board((0.28, h - 0.05, 0.22), (0, (h + 0.05) / 2, d / 2 - 0.11), steel), solid=True)
    else:  # built into a cupboard like those beside it
        a.add(board((w - 0.004, h - 0.05, d - 0.14), (0, (h + 0.05) / 2, 0.07), _skin(b), bevel=0.004), solid=True)
        front(a, (-w / 2 + 0.004, 0.06), (w / 2 - 0.004, h), -d / 2 + 0.139, _skin(b), "flat")
    a.add(board((w * 0.3, 0.02, 0.002), (0, 0.026, -d / 2 - 0.0005), paint("#141516", 0.2), bevel=0))
    for s in (-1, 1):
        a.add(board((w * 0.42, 0.004, d * 0.7), (s * w * 0.23, 0.001, 0), paint("#7d8083", 0.4), bevel=0))
    return a
