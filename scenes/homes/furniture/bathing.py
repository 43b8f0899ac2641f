"""Baths and showers. Backs to the wall at +z."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, ceramic, cloth, metal, paint, wood
from scenes.homes.furniture.parts import bent, board, disc, rod, sheet, turned
from scenes.homes.furniture.sanitary import WHITE, basin

_FROSTED = "#c3d3d2"
_TRAY = 0.06


def bathtub(b: Brief) -> Assembly:
    """A bath along a wall, its taps at the right end: panelled in, free-standing, or on feet."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    white, chrome = ceramic(WHITE), metal("chrome")
    rim = h - 0.10  # the mixer stands above it
    if b.style == "panelled":
        skin = wood(b.palette.woods[0]) if b.rng.random() < 0.5 else paint(b.palette.paint[0], 0.4)
        for s in (-1, 1):
            size, inset = (0.02, rim - 0.05, d - 0.02), s * (w / 2 - 0.02)
            a.add(board(size, (inset, (rim - 0.05) / 2, 0), skin, grain="z", bevel=0))
            a.add(board((w - 0.04, rim - 0.05, 0.02), (0, (rim - 0.05) / 2, s * (d / 2 - 0.02)), skin, grain="x"))
        basin(a, (w, d), (w - 0.2, rim - 0.13, d - 0.16), (0, rim, 0), white, rim=0.05)
        a.block((-w / 2 + 0.02, 0, -d / 2 + 0.02), (w / 2 - 0.02, 0.12, d / 2 - 0.02))
        for s in (-1, 1):
            a.block((-w / 2, 0, s * (d / 2 - 0.04) - 0.04), (w / 2, rim, s * (d / 2 - 0.04) + 0.04))
    else:
        lift = 0.12 if b.style == "clawfoot" else 0.0
        deep = rim - lift
        outside = [(0, 0.0), (0.36, 0.0), (0.42, 0.05), (0.465, deep * 0.6), (0.485, deep - 0.02), (0.5, deep - 0.012)]
        inside = [(0.497, deep), (0.47, deep), (0.44, deep * 0.7), (0.39, 0.12), (0.30, 0.07), (0, 0.06)]
        skin = white if b.style == "freestanding" else paint(b.palette.accents[1], 0.3)
        shape = np.diag([w, 1.0, d, 1.0])
        for profile, stuff in (([*outside, *inside[:2]], skin), (inside[1:], white)):
            a.add(turned(profile, (0, lift, 0), stuff, segments=40).transformed(shape))
        if lift:
            for sx in (-1, 1):
                for sz in (-1, 1):
                    x, z = sx * w * 0.27, sz * d * 0.24
                    foot = [(0, 0), (0.035, 0), (0.04, 0.02), (0.022, 0.06), (0.03, lift + 0.03), (0, lift + 0.03)]
                    a.add(turned(foot, (x, 0, z), metal(b.palette.metal), segments=14))
        a.block((-w * 0.42, 0, -d * 0.42), (w * 0.42, lift + 0.1, d * 0.42))
        for s in (-1, 1):
            a.block((-w * 0.4, lift, s * d * 0.4 - 0.05), (w * 0.4, rim, s * d * 0.4 + 0.05))
            a.block((s * w * 0.44 - 0.08, lift, -d * 0.3), (s * w * 0.44 + 0.08, rim, d * 0.3))
    x = w / 2 - 0.045 if b.style == "panelled" else w / 2 - 0.025
    a.add(rod((x, rim - 0.01, 0), (x, h - 0.015, 0), 0.013, chrome))
    a.add(bent([(x, h - 0.02, 0), (x - 0.05, h - 0.011, 0), (x - 0.14, h - 0.015, 0), (x - 0.15, h - 0.05, 0)],
               0.011, chrome))  # fmt: skip
    for s in (-1, 1):
        a.add(rod((x, rim + 0.035, s * 0.015), (x, rim + 0.035, s * 0.075), 0.014, chrome, segments=10))
    return a


def shower(b: Brief) -> Assembly:
    """A shower on its tray, open at the front right: frosted or framed screens, or a curtain drawn aside."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    white, chrome = ceramic(WHITE), metal("chrome")
    frame = metal("black" if b.style == "framed" else "chrome")
    a.add(board((w, _TRAY, d), (0, _TRAY / 2, 0), white, bevel=0.012), solid=True)
    a.add(disc(0.05, 0.004, (0, _TRAY, 0.08), chrome, segments=20))
    top = h - 0.03
    if b.style == "curtain":
        z = -d / 2 + 0.04
        a.add(rod((-w / 2 + 0.01, top, z), (w / 2 - 0.01, top, z), 0.012, chrome))
        for s in (-1, 1):
            a.add(rod((s * (w / 2 - 0.012), top, z), (s * (w / 2 - 0.012), top, d / 2), 0.012, chrome))
        _cloth_aside(a, b, top, z)
        a.block((-w / 2, 0, z - 0.04), (-w / 2 + w * 0.3, top, z + 0.04))
    else:
        _screen(a, (-w / 2 + 0.016, -d / 2 + 0.03), (-w / 2 + 0.016, d / 2 - 0.02), top, frame, b.style)
        _screen(a, (-w / 2 + 0.03, -d / 2 + 0.016), (w * 0.08, -d / 2 + 0.016), top, frame, b.style)
        a.add(board((w - 0.02, 0.024, 0.024), (0, top, -d / 2 + 0.016), frame, bevel=0))
    x, back = w * 0.12, d / 2 - 0.03
    a.add(bent([(x, 0.95, back), (x, h - 0.06, back), (x, h - 0.025, back - 0.04), (x, h - 0.02, back - 0.12),
                (x, h - 0.02, back - 0.26), (x, h - 0.06, back - 0.30)], 0.010, chrome))  # fmt: skip
    a.add(turned([(0, 0), (0.09, 0), (0.085, 0.012), (0.02, 0.03), (0, 0.03)], (x, h - 0.085, back - 0.3), chrome))
    a.add(rod((x - 0.11, 1.05, back), (x + 0.11, 1.05, back), 0.020, chrome))
    for y in (1.05, h - 0.30):
        a.add(rod((x, y, back - 0.005), (x, y, d / 2), 0.012, chrome, segments=8))
    a.add(board((0.26, 0.012, 0.09), (-w * 0.2, 1.15, d / 2 - 0.045), chrome, bevel=0))
    for i, color in enumerate((b.palette.accents[0], WHITE, b.palette.accents[1])):
        bottle = [(0, 0), (0.026, 0), (0.026, 0.13), (0.012, 0.15), (0.012, 0.17), (0, 0.17)]
        a.add(turned(bottle, (-w * 0.2 + (i - 1) * 0.075, 1.156, d / 2 - 0.045), paint(color, 0.35), segments=14))
    a.block((x - 0.03, 0.9, back - 0.02), (x + 0.03, h, d / 2))
    return a


def _screen(a: Assembly, start: tuple[float, float], end: tuple[float, float], top: float, frame: Stuff,
            style: str) -> None:  # fmt: skip
    """A glass screen between two plan points along one axis, standing on the tray."""
    (x0, z0), (x1, z1) = start, end
    low, tall = _TRAY, top - _TRAY
    x, z, y = (x0 + x1) / 2, (z0 + z1) / 2, low + tall / 2
    wide, deep = max(abs(x1 - x0), 0.008), max(abs(z1 - z0), 0.008)
    a.add(board((wide, tall, deep), (x, y, z), paint(_FROSTED, 0.08), bevel=0))
    a.block((x - wide / 2, low, z - deep / 2), (x + wide / 2, top, z + deep / 2))
    along_x = wide > deep
    heights = (low + 0.012, top - 0.012, *((low + tall * k / 4 for k in (1, 2, 3)) if style == "framed" else ()))
    for level in heights:
        a.add(board((wide if along_x else 0.024, 0.022, 0.024 if along_x else deep), (x, level, z), frame, bevel=0))
    for px, pz in (start, end):
        a.add(board((0.024, tall, 0.024), (px, y, pz), frame, bevel=0))


def _cloth_aside(a: Assembly, b: Brief, top: float, z: float) -> None:
    """A curtain pushed together at the left end of its rail."""
    w, folds, span = b.width, 6, b.width * 0.3
    t, r = np.meshgrid(np.linspace(0, 1, folds * 6 + 1), np.linspace(0, 1, 5))
    x = -w / 2 + 0.02 + t * span
    wave = 0.028 * np.sin(2 * np.pi * folds * t + 0.4 * np.sin(4 * t + 3 * r))
    stuff = cloth(b.pick((*b.palette.linens, b.palette.accents[2])), "linen")
    a.add(sheet(np.stack([x, top - 0.01 - r * (top - 0.13), z + wave], axis=-1), stuff))
