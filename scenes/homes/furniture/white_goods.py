"""Fridges, cookers and washing machines. Doors open to -z."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.carcase import bar_handle
from scenes.homes.furniture.materials import metal, paint
from scenes.homes.furniture.parts import board, disc, shift, turn, turned


def refrigerator(b: Brief) -> Assembly:
    """A fridge-freezer."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    color = {"two_door": "#d9dadb", "french": "#c4c6c8", "retro": b.palette.accents[2]}[b.style]
    skin = paint(color, 0.3) if b.style == "retro" or b.rng.random() < 0.5 else metal("steel")
    plain = b.style != "retro" and skin is metal("steel")  # steel handles would vanish on steel doors
    chrome = paint("#3b3d40", 0.35) if plain else metal("chrome" if b.style == "retro" else "steel")
    soft = 0.045 if b.style == "retro" else 0.008
    a.add(board((w, h - 0.04, d - 0.09), (0, h / 2 + 0.02, 0.045), skin, bevel=0.01), solid=True)
    a.add(board((w - 0.05, 0.05, d - 0.14), (0, 0.025, 0.03), paint("#1f2021"), bevel=0), solid=True)
    seal = (w - 0.03, h - 0.09, 0.002)
    a.add(board(seal, (0, h / 2 + 0.022, -d / 2 + 0.0885), paint("#2b2c2e"), bevel=0))
    split = h * (0.36 if b.style != "retro" else 0.68)
    doors: list[tuple[float, float, float, float]] = [(-w / 2, 0.05, w / 2, split), (-w / 2, split, w / 2, h)]
    if b.style == "french":
        doors = [(-w / 2, 0.05, w / 2, split), (-w / 2, split, 0.0, h), (0.0, split, w / 2, h)]
    for i, (x0, y0, x1, y1) in enumerate(doors):
        size = (x1 - x0 - 0.008, y1 - y0 - 0.010, 0.062)
        a.add(board(size, ((x0 + x1) / 2, (y0 + y1) / 2, -d / 2 + 0.056), skin, bevel=soft), solid=i == 0)
        if b.style == "french" and i == 0:
            bar_handle(a, 0, y1 - 0.07, -d / 2 + 0.027, w * 0.7, chrome)
        else:
            x = {1: -0.05, 2: 0.05}.get(i, 0.0) if b.style == "french" else x0 + 0.06
            low = y0 + 0.06 if i else max(y0, y1 - 0.42)
            bar_handle(a, x, (low + min(y1 - 0.05, low + 0.36)) / 2, -d / 2 + 0.027, 0.34, chrome, upright=True)
    a.block((-w / 2, 0.05, -d / 2 + 0.02), (w / 2, h, -d / 2 + 0.1))
    return a


def range_cooker(b: Brief) -> Assembly:
    """A cooker: hob above, oven below."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = {"steel": metal("steel"), "black": paint("#1d1e1f", 0.3), "enamel": paint(b.palette.paint[0], 0.25)}[b.style]
    chrome = metal("chrome")
    zf = -d / 2 + 0.045
    a.add(board((w, h - 0.06, d - 0.045), (0, h / 2 + 0.01, 0.0225), skin, bevel=0.004), solid=True)
    a.add(board((w - 0.06, 0.05, d - 0.12), (0, 0.025, 0.03), paint("#1d1e1f"), bevel=0), solid=True)
    a.add(board((w - 0.01, 0.43, 0.03), (0, 0.47, zf - 0.012), skin, bevel=0.004))
    a.add(board((w - 0.12, 0.26, 0.006), (0, 0.45, zf - 0.028), paint("#0c0d0e", 0.1), bevel=0.001))
    bar_handle(a, 0, 0.65, zf - 0.025, w * 0.8, chrome)
    a.add(board((w - 0.01, 0.16, 0.03), (0, 0.155, zf - 0.012), skin, bevel=0.004))
    knob = [(0, 0), (0.022, 0), (0.02, 0.022), (0, 0.022)]
    for i in range(5):
        x = (i - 2) * w * 0.18
        part = turned(knob, (0, 0, 0), chrome if b.style != "steel" else paint("#1d1e1f"), smooth=False, segments=16)
        a.add(part.transformed(shift(x, h - 0.12, zf) @ turn(-np.pi / 2, "x")))
    a.add(board((w - 0.01, 0.01, d - 0.07), (0, h - 0.022, 0.02), paint("#141516", 0.2), bevel=0.002))
    iron = paint("#0f0f10", 0.7)
    for sx in (-1, 1):
        for sz in (-1, 1):
            x, z = sx * w * 0.24, sz * d * 0.19 + 0.02
            a.add(disc(0.045, 0.012, (x, h - 0.018, z), iron, segments=18))
            for q in (0, 1):
                size = (0.2, 0.008, 0.012) if q else (0.012, 0.008, 0.2)
                a.add(board(size, (x, h - 0.004, z), iron, bevel=0))
                for end in (-1, 1):
                    at = (x + end * 0.094, h - 0.011, z) if q else (x, h - 0.011, z + end * 0.094)
                    a.add(board((0.012, 0.016, 0.012), at, iron, bevel=0))
    return a


def washing_machine(b: Brief) -> Assembly:
    """A front loader."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = {"white": paint("#e9eaea", 0.3), "silver": metal("steel"), "dark": paint("#33363a", 0.35)}[b.style]
    a.add(board((w, h - 0.012, d - 0.03), (0, h / 2 + 0.006, 0.015), skin, bevel=0.008), solid=True)
    a.add(board((w - 0.08, 0.02, d - 0.1), (0, 0.01, 0.02), paint("#1d1e1f"), bevel=0), solid=True)
    flat = shift(0, h * 0.46, -d / 2 + 0.03) @ turn(-np.pi / 2, "x")
    r = w * 0.31
    ring = [(r * 0.7, 0.0), (r, 0.0), (r, 0.012), (r * 0.94, 0.026), (r * 0.74, 0.026), (r * 0.7, 0.015)]
    a.add(turned(ring, (0, 0, 0), metal("chrome"), segments=36).transformed(flat))
    dome = [(r * 0.72, 0.004), (r * 0.66, 0.014), (r * 0.4, 0.022), (0, 0.026)]
    a.add(turned(dome, (0, 0, 0), paint("#17191b", 0.08), segments=32).transformed(flat))
    a.add(
        board(
            (w - 0.02, 0.11, 0.006),
            (0, h - 0.075, -d / 2 + 0.028),
            paint("#dfe1e2" if b.style != "dark" else "#24272a", 0.3),
            bevel=0.001,
        )
    )
    a.add(board((0.15, 0.075, 0.006), (-w / 2 + 0.10, h - 0.075, -d / 2 + 0.025), skin, bevel=0.001))
    dial = turned(
        [(0, 0), (0.03, 0), (0.027, 0.024), (0, 0.024)], (0, 0, 0), metal("chrome"), smooth=False, segments=24
    )
    a.add(dial.transformed(shift(0.02, h - 0.075, -d / 2 + 0.026) @ turn(-np.pi / 2, "x")))
    return a
