"""Toilets and washbasins. Backs to the wall at +z."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.carcase import bar_handle, case, front
from scenes.homes.furniture.materials import Stuff, ceramic, metal, paint, wood
from scenes.homes.furniture.parts import Vector, bent, board, disc, four_legs, shift, turned

WHITE = "#f3f2ee"
"""Sanitary ware."""


def basin(a: Assembly, size: Vector, hole: Vector, center: Vector, stuff: Stuff, *, rim: float = 0.04) -> None:
    """A (w, depth of the hollow, d) rectangular basin let into a (w, d) slab whose top is at `center`'s height.

    Args:
        a: where the parts go.
        size: width and depth of the slab.
        hole: width, depth below the top, and depth along z of the hollow.
        center: middle of the slab's top.
        stuff: ceramic or enamel.
        rim: thickness of the slab.
    """
    (w, d), (bw, deep, bd) = size, hole
    x, y, z = center
    side, end = (w - bw) / 2, (d - bd) / 2
    for s in (-1, 1):
        a.add(board((side, rim, d), (x + s * (bw + side) / 2, y - rim / 2, z), stuff, bevel=0.008), solid=True)
        a.add(board((bw, rim, end), (x, y - rim / 2, z + s * (bd + end) / 2), stuff, bevel=0.004), solid=True)
        a.add(board((0.012, deep, bd), (x + s * (bw - 0.012) / 2, y - deep / 2 - 0.003, z), stuff, bevel=0))
        a.add(board((bw, deep, 0.012), (x, y - deep / 2 - 0.003, z + s * (bd - 0.012) / 2), stuff, bevel=0))
    a.add(board((bw, 0.014, bd), (x, y - deep, z), stuff, bevel=0), solid=True)
    a.add(disc(0.024, 0.004, (x, y - deep + 0.007, z), metal("chrome"), segments=16))


def tap(a: Assembly, at: Vector, reach: float, height: float) -> None:
    """A chrome mixer that stands at `at` and pours `reach` metres towards -z."""
    x, y, z = at
    chrome = metal("chrome")
    turns = np.linspace(0, np.pi, 10)
    arc = [(x, y, z), (x, y + height - reach / 2, z)]
    arc += [(x, y + height - reach / 2 * (1 - np.sin(t)), z - reach / 2 * (1 - np.cos(t))) for t in turns[1:]]
    a.add(bent([*arc, (x, y + height - reach / 2 - 0.03, z - reach)], 0.011, chrome))
    a.add(turned([(0, 0), (0.025, 0), (0.022, 0.014), (0, 0.014)], (x, y, z), chrome, segments=18))
    a.add(bent([(x + 0.01, y + 0.05, z), (x + 0.06, y + 0.075, z)], 0.007, chrome, segments=6))


def toilet(b: Brief) -> Assembly:
    """A toilet with its lid down, before its cistern or a boxed-in one."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    white = ceramic(WHITE)
    back = 0.17  # depth of the cistern
    long = d - back + 0.03  # of the bowl, its rear under the cistern
    place = shift(0, 0, -d / 2 + long / 2) @ np.diag([w, 1.0, long, 1.0])
    bowl = [(0, 0), (0.30, 0), (0.31, 0.02), (0.27, 0.10), (0.30, 0.22), (0.43, 0.33), (0.475, 0.375), (0.475, 0.40)]
    a.add(turned([*bowl, (0, 0.40)], (0, 0, 0), white, segments=32).transformed(place))
    seat = [(0, 0.402), (0.48, 0.402), (0.485, 0.412), (0.48, 0.424), (0, 0.424)]
    lid = [(0, 0.427), (0.48, 0.427), (0.485, 0.438), (0.46, 0.450), (0.30, 0.455), (0, 0.457)]
    shell = paint(WHITE, 0.3)
    a.add(turned(seat, (0, 0, 0), shell, segments=32).transformed(place))
    a.add(turned(lid, (0, 0, 0), shell, segments=32).transformed(place))
    a.add(board((w * 0.56, 0.38, long * 0.5), (0, 0.19, d / 2 - back - long * 0.12), white, bevel=0.03))
    a.block((-w * 0.46, 0, -d / 2 + 0.02), (w * 0.46, 0.455, d / 2 - back))
    z = d / 2 - back / 2
    if b.style == "boxed":
        a.add(board((w, h - 0.022, back), (0, (h - 0.022) / 2, z), paint(b.palette.paint[0], 0.4)), solid=True)
        a.add(board((w, 0.022, back), (0, h - 0.011, z), wood(b.palette.woods[0]), grain="x"), solid=True)
        a.add(board((0.15, 0.10, 0.006), (0, h - 0.14, d / 2 - back - 0.003), metal("chrome"), bevel=0))
        return a
    a.add(board((w * 0.7, 0.42, back * 0.8), (0, 0.21, d / 2 - back * 0.4), white, bevel=0.02), solid=True)
    soft = 0.05 if b.style == "rounded" else 0.018
    a.add(board((w * 0.96, h - 0.43, back - 0.012), (0, (h + 0.37) / 2, z), white, bevel=soft), solid=True)
    a.add(board((w, 0.035, back), (0, h - 0.0245, z), white, bevel=0.012))
    a.add(disc(0.024, 0.007, (0, h - 0.007, z), metal("chrome"), segments=18))
    return a


def washbasin(b: Brief) -> Assembly:
    """A washbasin with its tap: on a cupboard, on a pedestal, or in a top on legs. The size includes the tap."""
    a = Assembly()
    w, d = b.width, b.depth
    top = b.height - 0.14
    white = ceramic(WHITE)
    if b.style == "pedestal":
        shell = [(0, 0.0), (0.16, 0.0), (0.34, 0.05), (0.47, 0.14), (0.5, 0.165), (0.49, 0.172), (0.46, 0.168)]
        hollow = [(0.41, 0.13), (0.28, 0.07), (0, 0.055)]
        place = shift(0, top - 0.172, 0) @ np.diag([w, 1.0, d, 1.0])
        a.add(turned([*shell, *hollow], (0, 0, 0), white, segments=36).transformed(place))
        a.add(board((w * 0.5, 0.05, 0.10), (0, top - 0.03, d / 2 - 0.05), white, bevel=0.012))
        foot = [(0, 0), (0.14, 0), (0.13, 0.03), (0.085, 0.12), (0.08, top - 0.3), (0.11, top - 0.15), (0, top - 0.15)]
        a.add(turned(foot, (0, 0, 0.06), white, segments=24))
        a.block((-0.1, 0, -0.04), (0.1, top - 0.15, 0.16))
        a.block((-w / 2, top - 0.15, -d / 2), (w / 2, top, d / 2))
        tap(a, (0, top - 0.006, d / 2 - 0.05), 0.13, 0.145)
        return a
    low = 0.10 if b.style == "vanity" else 0.0
    timber = wood(b.palette.woods[0])
    if b.style == "vanity":
        skin = timber if b.rng.random() < 0.5 else paint(b.palette.paint[-1], 0.4)
        case(a, w - 0.02, d - 0.01, low, top - 0.15, skin)
        a.add(board((w - 0.02, 0.115, 0.02), (0, top - 0.0925, -d / 2 + 0.025), skin, grain="x", bevel=0))
        for s in (-1, 1):
            a.add(board((0.02, 0.115, d - 0.03), (s * (w / 2 - 0.02), top - 0.0925, 0.01), skin, bevel=0))
        a.add(board((w - 0.05, low, d - 0.10), (0, low / 2, 0.04), paint("#2a2a29"), bevel=0), solid=True)
        n = max(1, round(w / 0.45))
        for i in range(n):
            x0, x1 = ((w - 0.02) * (k / n - 0.5) for k in (i, i + 1))
            front(a, (x0, low), (x1, top - 0.036), -d / 2 + 0.023, skin, "flat")
            bar_handle(a, (x0 + x1) / 2, top - 0.09, -d / 2 + 0.023 - 0.018, 0.16, metal(b.palette.metal))
        a.block((-w / 2, low, -d / 2 + 0.02), (w / 2, top - 0.04, d / 2))
    else:
        a.add(*four_legs(w, d, top - 0.03, timber, top=0.018, foot=0.018, inset=0.02, square=True))
        a.add(board((w - 0.06, 0.02, d - 0.06), (0, 0.22, 0), timber, grain="x"), solid=True)
        a.add(board((w - 0.06, 0.07, 0.02), (0, top - 0.075, -d / 2 + 0.04), timber, grain="x"))
        for s in (-1, 1):
            a.block((s * (w / 2 - 0.03) - 0.02, 0, -d / 2 + 0.02), (s * (w / 2 - 0.03) + 0.02, top - 0.04, d / 2))
    hole = min(w - 0.16, 0.56)
    basin(a, (w, d), (hole, 0.12, d - 0.19), (0, top, 0), white)
    tap(a, (0, top, d / 2 - 0.05), 0.13, 0.14)
    return a
