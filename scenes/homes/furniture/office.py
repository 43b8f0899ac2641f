"""Swivel chairs. The sitter's knees point to -z."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, cloth, metal, paint
from scenes.homes.furniture.parts import Points, bent, board, pad, rod, sheet, turn, turned

_RAKE = 0.12
"""How far the back leans, radians."""


def office_chair(b: Brief) -> Assembly:
    """A swivel chair on castors."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    frame = paint("#2a2b2d", 0.5) if b.rng.random() < 0.6 else metal("chrome")
    plastic = paint("#232426", 0.55)
    color = b.pick((*b.palette.upholstery, "#33363a", "#2b2d30"))
    fabric = cloth(color, "leather" if b.style == "executive" else "plain")
    seat = 0.47
    reach = min(w, d) / 2 - 0.03
    for i in range(5):
        angle = 2 * np.pi * i / 5 + 0.3
        x, z = np.sin(angle) * reach, -np.cos(angle) * reach
        a.add(rod((x * 0.08, 0.115, z * 0.08), (x, 0.075, z), 0.026, frame, end_radius=0.016, segments=8))
        wheel = turned(
            [(0, -0.022), (0.024, -0.022), (0.028, -0.016), (0.028, 0.016), (0.024, 0.022), (0, 0.022)],
            (0, 0, 0),
            plastic,
            segments=14,
            smooth=False,
        )
        place = turn(angle + 0.9, "y") @ turn(np.pi / 2, "z")
        place[:3, 3] = x, 0.028, z
        a.add(wheel.transformed(place))
    a.add(
        rod((0, 0.09, 0), (0, 0.26, 0), 0.028, plastic), rod((0, 0.25, 0), (0, seat - 0.06, 0), 0.016, metal("chrome"))
    )
    a.add(board((0.20, 0.035, 0.24), (0, seat - 0.075, 0.01), plastic, bevel=0.01))
    sw, sd = w * 0.78, d * 0.74
    a.add(
        pad((sw, 0.085, sd), (0, seat - 0.012, -0.02), fabric, radius=0.04, bulge=(0.006, 0.012, 0.01), inner=3),
        solid=True,
    )
    z0 = sd / 2 - 0.06
    lean = turn(_RAKE, "x", (0, seat, z0))
    tall = h - seat - (0.06 if b.style != "executive" else 0.0)
    bw = w * (0.72 if b.style == "executive" else 0.68)
    a.add(
        bent(
            [
                (0, seat - 0.08, z0 - 0.10),
                (0, seat - 0.08, z0 + 0.03),
                (0, seat + 0.02, z0 + 0.075),
                (0, seat + tall * 0.5, z0 + 0.06),
            ],
            0.017,
            plastic,
        )
    )
    if b.style == "mesh":
        _mesh_back(a, bw, tall, seat, z0, lean, color, plastic)
    else:
        thick = 0.10 if b.style == "executive" else 0.065
        bulge = (0.004, 0.008, 0.018)
        if b.style == "executive":
            for i in range(3):
                part = pad(
                    (bw, tall * 0.35, thick),
                    (0, seat + 0.05 + tall * (0.17 + 0.315 * i), z0 + 0.02),
                    fabric,
                    radius=0.045,
                    bulge=bulge,
                )
                a.add(part.transformed(lean))
        else:
            a.add(
                pad(
                    (bw, tall * 0.86, thick),
                    (0, h - 0.03 - tall * 0.43, z0 + 0.02),
                    fabric,
                    radius=0.032,
                    bulge=bulge,
                    inner=3,
                ).transformed(lean)
            )
    a.block((-bw / 2, seat, z0 - 0.02), (bw / 2, h, min(d / 2, z0 + 0.14)))
    for sx in (-1, 1):
        x = sx * (w / 2 - 0.035)
        a.add(
            bent(
                [
                    (sx * 0.10, seat - 0.07, 0.03),
                    (x - sx * 0.03, seat - 0.06, 0.03),
                    (x, seat + 0.02, 0.02),
                    (x, seat + 0.19, 0.0),
                ],
                0.013,
                frame,
            )
        )
        a.add(pad((0.07, 0.032, 0.26), (x, seat + 0.20, -0.02), plastic, radius=0.014))
    a.block((-0.3 * w, 0, -0.3 * d), (0.3 * w, seat - 0.1, 0.3 * d))
    return a


def _mesh_back(
    a: Assembly, width: float, tall: float, seat: float, z: float, lean: Points, color: str, frame: Stuff
) -> None:
    """A net stretched in a round-cornered hoop."""
    t = np.linspace(0, 2 * np.pi, 33)
    low, high = seat + 0.10, seat + tall + 0.03
    x = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** 0.45 * width / 2
    y = (low + high) / 2 + np.sign(-np.cos(t)) * np.abs(np.cos(t)) ** 0.45 * (high - low) / 2
    hoop = np.stack([x, y, z + 0.06 - 0.035 * (2 * x / width) ** 2], axis=1)
    a.add(bent(hoop, 0.013, frame).transformed(lean))
    rows = np.linspace(low + 0.01, high - 0.01, 7)
    cols = np.linspace(-1, 1, 7)
    half = width / 2 * (1 - np.abs((rows - (low + high) / 2) / ((high - low) / 2)) ** 4.4) ** (1 / 4.4)
    grid = np.stack(
        [
            np.outer(half, cols),
            np.repeat(rows[:, None], 7, 1),
            z + 0.06 - 0.035 * np.outer((2 * half / width) ** 2, cols**2),
        ],
        axis=-1,
    )
    a.add(sheet(grid, cloth(color, "knit")).transformed(lean))
