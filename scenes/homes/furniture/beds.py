"""Beds. The head is at +z, the foot at -z."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, cloth, wood
from scenes.homes.furniture.parts import Points, board, four_legs, pad, sheet, turn


def double_bed(b: Brief) -> Assembly:
    """A bed for two."""
    return _bed(b, pillows=2)


def single_bed(b: Brief) -> Assembly:
    """A bed for one."""
    return _bed(b, pillows=1)


def _bed(b: Brief, pillows: int) -> Assembly:
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    fabric = cloth(b.pick(b.palette.upholstery), b.pick(("plain", "linen", "velvet")))
    rail, mattress = 0.30, 0.52
    head = 0.09 if b.style == "upholstered" else 0.045
    if b.style == "upholstered":
        a.add(pad((w, 0.24, d - head), (0, rail - 0.06, -head / 2), fabric, radius=0.03), solid=True)
        a.add(*four_legs(w, d, 0.10, timber, top=0.03, foot=0.02))
        panels = 5 if pillows == 2 else 3
        for i in range(panels):
            x = (i + 0.5) / panels * w - w / 2
            a.add(
                pad(
                    (w / panels - 0.004, h - 0.06, head),
                    (x, (h + 0.06) / 2, d / 2 - head / 2),
                    fabric,
                    radius=0.035,
                    bulge=(0, 0, 0.008),
                )
            )
    else:
        for sx in (-1, 1):
            a.add(board((0.03, 0.16, d - 0.08), (sx * (w / 2 - 0.02), rail - 0.06, 0), timber), solid=True)
            a.add(
                board(
                    (0.055, h - 0.03, 0.055), (sx * (w / 2 - 0.0275), (h - 0.03) / 2, d / 2 - 0.0275), timber, grain="y"
                )
            )
            a.add(
                board(
                    (0.055, rail + 0.03, 0.055),
                    (sx * (w / 2 - 0.0275), (rail + 0.03) / 2, -d / 2 + 0.0275),
                    timber,
                    grain="y",
                )
            )
        a.add(board((w - 0.11, 0.16, 0.03), (0, rail - 0.06, -d / 2 + 0.03), timber))
        a.add(board((w - 0.06, 0.03, d - 0.12), (0, rail - 0.06, 0), timber))
        a.add(board((w, 0.045, 0.06), (0, h - 0.0225, d / 2 - 0.03), timber, bevel=0.01))
        if b.style == "slatted":
            n = round(w / 0.11)
            for i in range(n):
                x = (i + 0.5) / n * (w - 0.11) - (w - 0.11) / 2
                a.add(
                    board((0.045, h - rail - 0.04, 0.018), (x, (h + rail - 0.04) / 2, d / 2 - 0.03), timber, grain="y")
                )
        else:
            a.add(board((w - 0.11, h - rail, 0.024), (0, (h + rail) / 2 - 0.03, d / 2 - 0.03), timber))
    a.block((-w / 2, 0.1, d / 2 - head), (w / 2, h, d / 2))
    linen = cloth(b.palette.linens[0], "plain")
    length = d - head - 0.05
    front = -d / 2 + 0.035
    mz = front + length / 2
    a.add(
        pad((w - 0.07, mattress - rail + 0.04, length), (0, (mattress + rail - 0.04) / 2, mz), linen, radius=0.05),
        solid=True,
    )
    a.block((-w / 2 + 0.03, 0, -d / 2), (w / 2 - 0.03, rail, d / 2 - head))
    cover = cloth(
        b.pick((*b.palette.linens, b.palette.accents[3], b.palette.upholstery[0])), b.pick(("linen", "plain"))
    )
    _duvet(a, w, mattress, front, front + length * 0.70, cover, b)
    for i in range(pillows):
        x = (i - (pillows - 1) / 2) * w * 0.46
        size = (w * (0.44 if pillows == 2 else 0.66), 0.13, 0.42)
        part = pad(
            size,
            (x, mattress + 0.07, d / 2 - head - 0.27),
            linen,
            radius=0.06,
            bulge=(0.0, 0.035, 0.0),
            wrinkle=0.01,
            inner=3,
        )
        a.add(part.transformed(turn(-0.42, "x", (x, mattress + 0.05, d / 2 - head - 0.2))))
    accent = cloth(b.pick(b.palette.accents), b.pick(("knit", "velvet", "linen")))
    small = pad(
        (0.46, 0.12, 0.32), (0, mattress + 0.10, d / 2 - head - 0.56), accent, radius=0.055, bulge=(0, 0.03, 0), inner=3
    )
    a.add(small.transformed(turn(-0.85, "x", (0, mattress + 0.06, d / 2 - head - 0.50))))
    throw = cloth(b.pick(b.palette.accents), "knit")
    low, high = front + length * 0.10, front + length * 0.34
    _drape(a, w + 0.035, low, high, lambda x, z: _over(x, z, w, mattress) + 0.014, throw, b, fall=0.30)
    return a


def _over(x: Points, z: Points, w: float, mattress: float) -> Points:
    """Height of the duvet's top over the mattress."""
    puff = 0.055 + 0.010 * np.sin(9 * x + 2 * z) * np.sin(7 * z) + 0.006 * np.sin(21 * x + 11 * z)
    return np.asarray(mattress + puff * np.clip(1.2 - np.abs(2 * x / w) ** 4, 0.2, 1))


def _duvet(a: Assembly, w: float, mattress: float, low: float, high: float, stuff: Stuff, b: Brief) -> None:
    """A quilt over the mattress that hangs down at both sides, with a turned-back edge."""
    _drape(a, w, low + 0.005, high, lambda x, z: _over(x, z, w, mattress), stuff, b, fall=0.24, foot=True)
    roll = cloth(b.palette.linens[1], "plain")
    a.add(
        pad(
            (w - 0.03, 0.10, 0.20),
            (0, mattress + 0.045, high + 0.02),
            roll,
            radius=0.045,
            bulge=(0, 0.01, 0),
            wrinkle=0.012,
        )
    )


def _drape(
    a: Assembly,
    w: float,
    low: float,
    high: float,
    height: Callable[[Points, Points], Points],
    stuff: Stuff,
    b: Brief,
    *,
    fall: float,
    foot: bool = False,
) -> None:
    """A cloth across the bed from z = low to high, falling over its sides (and its foot)."""
    half = w / 2 - 0.004
    across = np.concatenate([np.linspace(-1, -0.06, 5) - 1, np.linspace(-1, 1, 15), 1 + np.linspace(0.06, 1, 5)])
    rows = np.linspace(low, high, 15)
    phase = b.between(0, 6)
    xx, zz = np.meshgrid(across, rows)
    side = np.clip(np.abs(xx) - 1, 0, 1)
    x = np.clip(xx, -1, 1) * half * (1 - 0.03 * (side == 0) * np.abs(xx) ** 8)
    y = height(np.clip(xx, -0.97, 0.97) * half, zz)
    drop = fall * side + 0.02 * side * np.sin(zz * 8 + phase)
    x = x + np.sign(xx) * side * (0.004 + 0.010 * (1 + np.sin(zz * 26 + phase)))
    y = y - drop - 0.02 * np.clip((np.abs(xx) - 0.9) * 10, 0, 1)
    grid = np.stack([x, y, zz], axis=-1)
    if foot:
        tail = grid[0].copy()
        steps = []
        for s in (1.0, 0.6, 0.25):
            row = tail.copy()
            row[:, 1] -= fall * s
            row[:, 2] -= 0.012 + 0.006 * np.sin(row[:, 0] * 24 + phase) * s
            row[:, 1] = np.maximum(row[:, 1], tail[:, 1].min())
            steps.append(row)
        grid = np.concatenate([np.stack(steps), grid])
    a.add(sheet(grid[::-1], stuff))
