"""Small kitchen appliances that stand on a worktop. Their displays stay dark: only devices have screens."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, metal, paint
from scenes.homes.furniture.parts import bent, board, rod, shift, turn, turned

_BLACK = "#1b1c1d"


def _tint(b: Brief) -> Stuff:
    return paint(b.pick(b.palette.accents), 0.3)


def microwave(b: Brief) -> Assembly:
    """A microwave oven."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = {"steel": metal("steel"), "black": paint(_BLACK, 0.3), "white": paint("#e9e8e4", 0.35)}[b.style]
    for sx in (-1, 1):
        for sz in (-1, 1):
            a.add(board((0.03, 0.012, 0.03), (sx * (w / 2 - 0.04), 0.006, sz * (d / 2 - 0.05)), paint(_BLACK), bevel=0))
    a.add(board((w, h - 0.012, d - 0.02), (0, h / 2 + 0.006, 0.01), skin, bevel=0.006), solid=True)
    door = w * 0.74
    x = -w / 2 + door / 2 + 0.004
    a.add(board((door, h - 0.024, 0.018), (x, h / 2 + 0.006, -d / 2 + 0.018), skin, bevel=0.003))
    a.add(
        board((door - 0.07, h - 0.10, 0.003), (x - 0.01, h / 2 + 0.006, -d / 2 + 0.008), paint("#0c0d0e", 0.1), bevel=0)
    )
    a.add(
        board(
            (0.012, h - 0.08, 0.012),
            (x + door / 2 - 0.016, h / 2 + 0.006, -d / 2 + 0.006),
            metal("chrome"),
            bevel=0.003,
        )
    )
    px = w / 2 - (w - door) / 2 - 0.002
    a.add(
        board((w - door - 0.016, h - 0.03, 0.005), (px, h / 2 + 0.006, -d / 2 + 0.019), paint("#141516", 0.2), bevel=0)
    )
    for i in range(4):
        for j in range(2):
            at = (px + (j - 0.5) * 0.036, 0.06 + i * (h - 0.14) / 4, -d / 2 + 0.016)
            a.add(board((0.026, 0.016, 0.004), at, paint("#5a5c5e"), bevel=0))
    return a


def kettle(b: Brief) -> Assembly:
    """A kettle, its spout at -x and its handle at +x."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    r = d / 2
    x0 = -w / 2 + 0.05 + r * 0.72
    skin = metal("steel") if b.rng.random() < 0.5 else _tint(b)
    dark = paint(_BLACK, 0.4)
    top = h * (0.86 if b.style == "electric" else 0.72)
    if b.style == "electric":
        body = [
            (0, 0),
            (r, 0),
            (r, 0.018),
            (r * 0.96, 0.024),
            (r * 0.94, 0.03),
            (r * 0.72, top),
            (0.02, top + 0.012),
            (0, top + 0.012),
        ]
        a.add(turned(body, (x0, 0, 0), skin, smooth=False, segments=28))
        a.add(
            turned([(r * 1.0, 0.0), (r * 1.01, 0.001), (r * 1.01, 0.018), (r, 0.019)], (x0, 0, 0), dark, smooth=False)
        )
    else:
        body = [
            (0, 0),
            (r * 0.86, 0),
            (r, 0.02),
            (r, h * 0.14),
            (r * 0.88, h * 0.38),
            (r * 0.5, top * 0.8),
            (r * 0.34, top * 0.84),
            (0, top * 0.86),
        ]
        a.add(turned(body, (x0, 0, 0), skin, segments=28))
    a.add(
        turned(
            [(0, 0), (0.012, 0.004), (0.014, 0.016), (0, 0.024)],
            (x0, top + (0.010 if b.style == "electric" else -top * 0.15), 0),
            dark,
        )
    )
    if b.style == "electric":
        a.add(rod((x0 - r * 0.6, top - 0.05, 0), (-w / 2, top - 0.004, 0), 0.022, skin, end_radius=0.012))
        path = [
            (x0 + r * 0.70, top - 0.01, 0),
            (w / 2 - 0.02, top + 0.01, 0),
            (w / 2 - 0.008, top - 0.05, 0),
            (w / 2 - 0.02, 0.07, 0),
            (x0 + r * 0.9, 0.05, 0),
        ]
        a.add(bent(path, 0.011, dark))
        a.add(rod((x0, top + 0.02, 0), (x0, h, 0), 0.008, dark))
    else:
        neck = [
            (x0 - r * 0.85, h * 0.15, 0),
            (-w / 2 + 0.04, h * 0.22, 0),
            (-w / 2 + 0.02, h * 0.5, 0),
            (-w / 2 + 0.006, h * 0.62, 0),
        ]
        a.add(bent(neck, 0.009 if b.style == "gooseneck" else 0.014, skin))
        t = np.linspace(0.15, np.pi - 0.15, 11)
        loop = np.stack([x0 + np.cos(t) * r * 0.86, h * 0.36 + np.sin(t) * (h * 0.62), 0 * t], axis=1)
        a.add(bent(loop, 0.009, dark))
    a.block((x0 - r, 0, -r), (x0 + r, h, r))
    return a


def toaster(b: Brief) -> Assembly:
    """A two-slice toaster."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = metal("chrome") if b.style == "steel" else _tint(b)
    soft = 0.05 if b.style == "retro" else 0.025
    a.add(board((w - 0.02, 0.02, d - 0.01), (-0.005, 0.01, 0), paint(_BLACK), bevel=0.004))
    a.add(board((w - 0.03, h - 0.017, d), (-0.005, h / 2 + 0.0085, 0), skin, bevel=soft), solid=True)
    for s in (-1, 1):
        a.add(board((w * 0.6, 0.004, 0.026), (-0.005, h - 0.0016, s * d * 0.17), paint("#0d0d0d"), bevel=0))
    a.add(board((0.02, 0.02, 0.035), (w / 2 - 0.014, h * 0.62, 0), paint(_BLACK), bevel=0.004))
    knob = turned(
        [(0, 0), (0.014, 0), (0.012, 0.012), (0, 0.012)], (0, 0, 0), metal("chrome"), smooth=False, segments=16
    )
    a.add(knob.transformed(shift(w / 2 - 0.021, h * 0.3, 0) @ turn(-np.pi / 2, "z")))
    return a


def coffee_machine(b: Brief) -> Assembly:
    """A coffee machine with its jug or cup stand at -z."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = metal("steel") if b.style == "espresso" else paint(_BLACK, 0.35) if b.rng.random() < 0.5 else _tint(b)
    dark = paint("#141414", 0.4)
    a.add(board((w, 0.04, d), (0, 0.02, 0), skin, bevel=0.006), solid=True)
    a.add(board((w, h - 0.04, d * 0.42), (0, h / 2 + 0.02, d * 0.29), skin, bevel=0.008), solid=True)
    a.add(board((w, h * 0.28, d * 0.9), (0, h * 0.86, d * 0.05), skin, bevel=0.012), solid=True)
    a.add(board((w * 0.8, 0.004, d * 0.42), (0, 0.041, -d * 0.22), dark, bevel=0))
    z = -d * 0.18
    if b.style == "filter":
        r = w * 0.36
        jug = [(0, 0), (r, 0), (r * 1.04, 0.05), (r * 0.8, h * 0.36), (r * 0.86, h * 0.38), (0, h * 0.385)]
        a.add(turned(jug, (0, 0.043, z), paint("#2a1c14", 0.1)))
        a.add(
            bent(
                [(0, h * 0.42, z - r * 0.8), (0, h * 0.40, z - r * 1.5), (0, h * 0.2, z - r * 1.45), (0, 0.09, z - r)],
                0.008,
                dark,
            )
        )
    else:
        a.add(rod((0, h * 0.72, z), (0, h * 0.60, z), w * 0.16, metal("chrome"), end_radius=w * 0.13))
        if b.style == "espresso":
            a.add(rod((0, h * 0.63, z - 0.02), (0, h * 0.60, -d / 2), 0.012, dark))
        a.add(
            turned(
                [(0, 0), (0.026, 0), (0.034, 0.06), (0.031, 0.06), (0.025, 0.008), (0, 0.008)],
                (0, 0.043, z),
                paint("#e8e3d8", 0.3),
                smooth=False,
            )
        )
    for s in (-1, 0, 1):
        knob = turned(
            [(0, 0), (0.011, 0), (0.009, 0.01), (0, 0.01)], (0, 0, 0), metal("chrome"), smooth=False, segments=14
        )
        a.add(knob.transformed(shift(s * w * 0.25, h * 0.88, -d * 0.40) @ turn(-np.pi / 2, "x")))
    return a
