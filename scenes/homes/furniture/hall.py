"""Racks for shoes and coats, in use."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import cloth, metal, paint, wood
from scenes.homes.furniture.parts import bent, board, pad, rod, shift, turn, turned


def shoe_rack(b: Brief) -> Assembly:
    """Shelves for shoes, with shoes."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    levels = (0.07, 0.07 + (h - 0.09) / 2)
    if b.style == "bench":
        a.add(
            pad((w, 0.06, d), (0, h - 0.03, 0), cloth(b.pick(b.palette.upholstery)), radius=0.025, bulge=(0, 0.006, 0)),
            solid=True,
        )
        levels = (0.07, 0.07 + (h - 0.12) / 2)
    else:
        a.add(board((w, 0.022, d), (0, h - 0.011, 0), timber, grain="x"), solid=True)
    side = metal(b.palette.metal) if b.style == "metal_frame" else timber
    for s in (-1, 1):
        if b.style == "metal_frame":
            for z in (-1, 1):
                a.add(
                    board(
                        (0.02, h - 0.022, 0.02),
                        (s * (w / 2 - 0.01), (h - 0.022) / 2, z * (d / 2 - 0.01)),
                        side,
                        bevel=0.002,
                    )
                )
            a.block((s * (w / 2 - 0.01) - 0.01, 0, -d / 2), (s * (w / 2 - 0.01) + 0.01, h, d / 2))
        else:
            a.add(
                board((0.02, h - 0.05, d - 0.01), (s * (w / 2 - 0.012), (h - 0.05) / 2, 0), side, grain="y"), solid=True
            )
    for y in levels:
        for i in range(4):
            a.add(
                board((w - 0.03, 0.014, d * 0.15), (0, y - 0.007, (i - 1.5) * d * 0.24), timber, grain="x", bevel=0.002)
            )
        a.block((-w / 2 + 0.01, y - 0.014, -d / 2), (w / 2 - 0.01, y, d / 2))
    for y in levels:
        x = -w / 2 + 0.09
        while x < w / 2 - 0.2:
            if b.rng.random() < 0.75:
                _shoes(a, b, x + 0.06, y, min(0.27, d - 0.03))
            x += 0.24
    return a


def _shoes(a: Assembly, b: Brief, x: float, y: float, length: float) -> None:
    leather = cloth(b.pick(("#2a2522", "#5a3a26", "#e6e3dc", "#3b4a5a", "#7a2f2a", "#8b8378")), "leather")
    sole = paint("#d8d4cb" if b.rng.random() < 0.5 else "#1f1d1b")
    for s in (-1, 1):
        foot = x + s * 0.05
        a.add(board((0.085, 0.022, length), (foot, y + 0.011, 0), sole, bevel=0.008))
        a.add(board((0.08, 0.06, length * 0.95), (foot, y + 0.05, 0), leather, bevel=0.02))
        a.add(board((0.075, 0.05, length * 0.42), (foot, y + 0.085, length * 0.25), leather, bevel=0.017))


def coat_rack(b: Brief) -> Assembly:
    """A stand for coats, one or two hanging."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    stuff = wood(b.palette.woods[0]) if b.style != "pole" else metal(b.palette.metal)
    reach = min(w, d) / 2
    a.add(rod((0, 0.02, 0), (0, h, 0), 0.02, stuff, end_radius=0.014))
    if b.style == "pole":
        a.add(
            turned(
                [(0, 0), (reach * 0.7, 0), (reach * 0.7, 0.012), (0.03, 0.03), (0, 0.03)],
                (0, 0, 0),
                stuff,
                smooth=False,
                segments=32,
            )
        )
    else:
        for i in range(3 if b.style == "tripod" else 4):
            angle = 2 * np.pi * i / (3 if b.style == "tripod" else 4)
            a.add(
                rod(
                    (np.cos(angle) * reach * 0.96, 0.012, np.sin(angle) * reach * 0.96),
                    (0, 0.24, 0),
                    0.013,
                    stuff,
                    end_radius=0.016,
                )
            )
    for i in range(6):
        angle = 2 * np.pi * i / 6 + 0.3
        c, s = np.cos(angle), np.sin(angle)
        y = h - 0.10 - 0.09 * (i % 2)
        a.add(
            bent(
                [(0, y - 0.04, 0), (c * 0.10, y, s * 0.10), (c * (reach - 0.02), y + 0.07, s * (reach - 0.02))],
                0.009,
                stuff,
            )
        )
    for i in range(int(b.rng.integers(1, 3))):
        angle = 2 * np.pi * (2 * i + 1) / 6 + 0.3
        coat = cloth(b.pick((*b.palette.accents, "#2d3136", "#6b5d4b")), "twill")
        part = pad(
            (0.36, 0.92, 0.13),
            (0, h - 0.19 - 0.47, 0),
            coat,
            radius=0.06,
            bulge=(0.02, 0.0, 0.02),
            wrinkle=0.02,
            inner=4,
        )
        a.add(part.transformed(turn(-angle + np.pi / 2, "y") @ shift(0, 0, 0.085)))
    a.block((-reach, 0, -reach), (reach, 0.05, reach))
    a.block((-0.12, 0, -0.12), (0.12, h, 0.12))
    return a
