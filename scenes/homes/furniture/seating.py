"""Sofas, armchairs and ottomans. The sitter's knees point to -z."""

from __future__ import annotations

import numpy as np

from assets.model import Primitive
from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, cloth, metal, wood
from scenes.homes.furniture.parts import Points, board, four_legs, pad, rod, sheet, turn, turned


def _upholstery(b: Brief) -> Stuff:
    color = b.pick(b.palette.upholstery)
    if b.style == "chesterfield":
        return cloth(b.pick(("#5a3222", "#3f2a20", "#2f4238", "#6d2f26")), "leather")
    return cloth(color, b.pick(("plain", "linen", "twill", "boucle", "velvet")))


def sofa(b: Brief) -> Assembly:
    """A two- or three-seat sofa."""
    return _upholstered(b, seats=3 if b.width > 1.85 else 2)


def armchair(b: Brief) -> Assembly:
    """An armchair."""
    if b.style == "wood_frame":
        return _wood_frame(b)
    if b.style == "barrel":
        return _barrel(b)
    return _upholstered(b, seats=1)


def _upholstered(b: Brief, seats: int) -> Assembly:
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    stuff = _upholstery(b)
    chesterfield, slim = b.style == "chesterfield", b.style == "mid_century"
    classic = b.style == "classic"
    arm = {"chesterfield": 0.20, "classic": 0.18, "mid_century": 0.09}.get(b.style, b.between(0.13, 0.19))
    leg = {"mid_century": 0.17, "modern": 0.09}.get(b.style, 0.07)
    arm_top = h - 0.02 if chesterfield else h * (0.76 if slim else 0.78)
    back = 0.17
    seat_top = min(0.44, h * 0.56)
    legs = wood(b.palette.woods[0]) if b.style != "modern" or b.rng.random() < 0.5 else metal(b.palette.metal)
    a.add(*four_legs(w, d, leg + 0.02, legs, top=0.024, foot=0.014, splay=0.02 if slim else 0.0, inset=0.05))
    a.block((-w / 2 + 0.03, 0, -d / 2 + 0.03), (w / 2 - 0.03, leg, d / 2 - 0.03))
    inside = w - 2 * arm
    a.add(pad((w - 0.02, 0.15, d - 0.03), (0, leg + 0.075, 0), stuff, radius=0.02))
    for side in (-1, 1):
        x = side * (w / 2 - arm / 2)
        if classic or chesterfield:
            roll = 0.09 if chesterfield else 0.08
            a.add(
                pad(
                    (arm - 0.04, arm_top - leg - roll, d - 0.03),
                    (x - side * 0.01, (arm_top + leg - roll) / 2, 0.0),
                    stuff,
                    radius=0.03,
                )
            )
            a.add(_roll(roll, d - 0.02, (x, arm_top - roll, 0), stuff))
            a.block((x - arm / 2, leg, -d / 2), (x + arm / 2, arm_top, d / 2))
        else:
            a.add(
                pad(
                    (arm, arm_top - leg, d - 0.02),
                    (x, (arm_top + leg) / 2, 0),
                    stuff,
                    radius=0.045,
                    bulge=(0.006, 0.01, 0.006),
                ),
                solid=True,
            )
    back_top = arm_top if chesterfield else h - 0.05
    rear = pad(
        (inside + 0.03, back_top - leg, back),
        (0, (back_top + leg) / 2, d / 2 - back / 2),
        stuff,
        radius=0.05,
        bulge=(0, 0.01, 0.0),
    )
    a.add(rear, solid=True)
    if chesterfield:
        a.add(_roll(0.085, w - 0.06, (0, h - 0.105, d / 2 - 0.10), stuff, along="x"))
        _buttons(a, inside, seat_top, h - 0.2, d / 2 - back - 0.052, stuff)
        a.add(
            pad(
                (inside, h - 0.12 - seat_top, 0.08),
                (0, (h - 0.14 + seat_top) / 2, d / 2 - back - 0.02),
                stuff,
                radius=0.035,
                bulge=(0, 0, 0.012),
            )
        )
    each = inside / seats
    depth = d - back + (0.0 if chesterfield else -0.02)
    thick = seat_top - leg - 0.15
    for i in range(seats):
        x = -inside / 2 + each * (i + 0.5)
        a.add(
            pad((each - 0.008, thick + 0.03, depth), (x, leg + 0.15 + thick / 2, -d / 2 + depth / 2 + 0.002), stuff,
                radius=0.05, bulge=(0.004, 0.022, 0.012), wrinkle=0.006, inner=3)
        )  # fmt: skip
        if not chesterfield:
            tall = h - seat_top + 0.01
            cushion = pad((each - 0.012, tall, 0.19), (x, seat_top + tall / 2 - 0.02, d / 2 - back - 0.085), stuff,
                          radius=0.06, bulge=(0.004, 0.012, 0.035), wrinkle=0.008, inner=3)  # fmt: skip
            a.add(cushion.transformed(turn(0.14, "x", (x, seat_top, d / 2 - back))))
    a.block((-inside / 2, leg, -d / 2), (inside / 2, seat_top, d / 2 - back))
    return a


def _roll(
    radius: float, length: float, center: tuple[float, float, float], stuff: Stuff, along: str = "z"
) -> Primitive:
    """A rolled arm or back: a bolster with rounded ends."""
    r, half = radius, length / 2
    profile = [
        (0.0, -half),
        (r * 0.82, -half),
        (r, -half + r * 0.18),
        (r, half - r * 0.18),
        (r * 0.82, half),
        (0.0, half),
    ]
    part = turned(profile, (0, 0, 0), stuff, segments=20, smooth=False)
    matrix = turn(np.pi / 2, "x" if along == "z" else "z")
    matrix[:3, 3] = center
    return part.transformed(matrix)


def _buttons(a: Assembly, width: float, low: float, high: float, z: float, stuff: Stuff) -> None:
    """Rows of covered buttons on a tufted back."""
    rows, columns = 2, max(3, round(width / 0.22))
    for r in range(rows):
        for c in range(columns - r % 2):
            x = (c + 0.5 + 0.5 * (r % 2)) / columns * width - width / 2
            y = low + (r + 0.8) / (rows + 0.6) * (high - low)
            button = turned([(0, -0.006), (0.012, 0.0), (0.008, 0.006), (0, 0.008)], (0, 0, 0), stuff, segments=8)
            a.add(button.transformed(_facing(x, y, z)))


def _facing(x: float, y: float, z: float) -> Points:
    """Turn a piece made upright to look towards -z, and move it."""
    matrix = turn(-np.pi / 2, "x")
    matrix[:3, 3] = x, y, z
    return matrix


def _wood_frame(b: Brief) -> Assembly:
    """A lounge chair: loose cushions in a timber frame."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    fabric = cloth(b.pick(b.palette.upholstery), b.pick(("plain", "linen", "boucle")))
    arm_y = h * 0.66
    for side in (-1, 1):
        x = side * (w / 2 - 0.035)
        a.add(rod((x, 0, -d / 2 + 0.06), (x, arm_y, -d / 2 + 0.10), 0.014, timber, end_radius=0.022))
        a.add(rod((x, 0, d / 2 - 0.05), (x, arm_y - 0.02, d / 2 - 0.20), 0.014, timber, end_radius=0.022))
        arm = board((0.07, 0.026, d * 0.78), (x, arm_y, -d * 0.09), timber, bevel=0.009)
        a.add(arm.transformed(turn(0.04, "x", (x, arm_y, 0))), solid=True)
        a.add(board((0.03, 0.05, d - 0.2), (x - side * 0.02, 0.27, 0.0), timber))
    for z in (-d / 2 + 0.09, d / 2 - 0.16):
        a.add(board((w - 0.1, 0.05, 0.03), (0, 0.27, z), timber))
    slats = [
        board((w - 0.13, h * 0.055, 0.02), (0, 0.36 + i * (h - 0.42) / 4, d / 2 - 0.105), timber) for i in range(5)
    ]
    for part in slats:
        a.add(part.transformed(turn(0.22, "x", (0, 0.3, d / 2 - 0.16))))
    seat = pad(
        (w - 0.13, 0.14, d * 0.74),
        (0, 0.355, -d * 0.08),
        fabric,
        radius=0.05,
        bulge=(0.004, 0.02, 0.01),
        wrinkle=0.005,
        inner=3,
    )
    a.add(seat, solid=True)
    tall = h - 0.36
    back = pad(
        (w - 0.15, tall, 0.14),
        (0, 0.38 + tall / 2, d / 2 - 0.20),
        fabric,
        radius=0.05,
        bulge=(0.004, 0.01, 0.025),
        wrinkle=0.005,
        inner=3,
    )
    a.add(back.transformed(turn(0.22, "x", (0, 0.3, d / 2 - 0.16))), solid=True)
    a.block((-w / 2, 0, -d / 2 + 0.03), (w / 2, 0.3, d / 2 - 0.03))
    return a


def _barrel(b: Brief) -> Assembly:
    """A tub chair: a round shell about a round seat."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    fabric = cloth(b.pick(b.palette.upholstery + b.palette.accents[:2]), b.pick(("velvet", "boucle", "plain")))
    a.add(turned([(0, 0), (0.30, 0), (0.30, 0.03), (0, 0.03)], (0, 0, 0), metal(b.palette.metal), smooth=False))
    angles = np.linspace(-np.pi * 0.82, np.pi * 0.82, 25)
    thick = 0.055
    top = h - (h - 0.60) * np.clip((np.abs(angles) - 0.9) / 1.6, 0, 1) ** 1.2
    rows = []
    for offset, tall, drop in ((-1, 0, 0), (-1, 1, -0.8), (-0.7, 1, 0), (0.7, 1, 0), (1, 1, -0.8), (1, 0, 0)):
        r = 1.0 + (offset - 1.0) * thick / (w / 2)
        y = 0.04 + (top - 0.04) * tall + drop * thick
        rows.append(np.stack([np.sin(angles) * r * w / 2, y, np.cos(angles) * r * d / 2], axis=1))
    a.add(sheet(np.stack(rows), fabric))
    for end in (0, -1):  # close the shell's two ends, beside the knees
        a.add(sheet(np.stack([np.stack([r[end] for r in rows[:3]]), np.stack([r[end] for r in rows[:2:-1]])]), fabric))
    r = w / 2 - 1.5 * thick
    seat = [
        (0, 0.05),
        (r, 0.05),
        (r, 0.30),
        (r + 0.004, 0.36),
        (r, 0.415),
        (r * 0.93, 0.445),
        (r * 0.6, 0.455),
        (0, 0.46),
    ]
    a.add(turned(seat, (0, 0, 0), fabric, segments=32))
    a.block((-w / 2, 0, -d / 2), (w / 2, 0.46, d / 2))
    a.block((-w / 2, 0.4, d / 2 - 0.2), (w / 2, h, d / 2))
    return a


def ottoman(b: Brief) -> Assembly:
    """A footstool or pouffe."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    fabric = cloth(
        b.pick(b.palette.upholstery + b.palette.accents), b.pick(("plain", "boucle", "velvet", "knit", "leather"))
    )
    if b.style == "round":
        r = w / 2
        profile = [
            (0, 0),
            (r * 0.86, 0.0),
            (r * 0.97, 0.04),
            (r, h * 0.3),
            (r, h * 0.7),
            (r * 0.96, h * 0.9),
            (r * 0.8, h * 0.97),
            (0, h),
        ]
        a.add(turned(profile, (0, 0, 0), fabric, segments=32), solid=True)
    else:
        leg = 0.16 if b.style == "footstool" else 0.06
        a.add(*four_legs(w, d, leg + 0.02, wood(b.palette.woods[0]), top=0.022, foot=0.014, splay=0.015))
        a.block((-w / 2 + 0.03, 0, -d / 2 + 0.03), (w / 2 - 0.03, leg, d / 2 - 0.03))
        thick = h - leg
        a.add(pad((w, thick * 0.55, d), (0, leg + thick * 0.275, 0), fabric, radius=0.02), solid=True)
        a.add(
            pad((w, thick * 0.52, d), (0, h - thick * 0.26, 0), fabric, radius=0.045, bulge=(0, 0.015, 0), inner=3),
            solid=True,
        )
    return a
