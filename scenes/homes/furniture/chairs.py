"""Chairs, stools and benches. The sitter's knees point to -z."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import cloth, metal, paint, wood
from scenes.homes.furniture.parts import bent, board, disc, four_legs, pad, rod, sheet, turn


def dining_chair(b: Brief) -> Assembly:
    """A chair for the table."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    seat = 0.455
    if b.style == "shell":
        _shell_chair(a, b, seat)
        return a
    front = -d / 2 + 0.03
    rear = d / 2 - 0.075
    for sx in (-1, 1):
        x = sx * (w / 2 - 0.032)
        a.add(rod((x + sx * 0.012, 0, front), (x, seat - 0.022, front + 0.015), 0.013, timber, end_radius=0.018))
        a.add(rod((x + sx * 0.012, 0, rear + 0.045), (x, seat - 0.022, rear), 0.013, timber, end_radius=0.018))
        a.add(rod((x, seat - 0.02, rear), (x - sx * 0.01, h - 0.01, d / 2 - 0.016), 0.018, timber, end_radius=0.013))
        a.add(rod((x, 0.18, front + 0.008), (x, 0.18, rear + 0.028), 0.009, timber))
    a.add(rod((-w / 2 + 0.04, 0.18, 0), (w / 2 - 0.04, 0.18, 0), 0.009, timber))
    for z in (front + 0.015, rear):
        a.add(board((w - 0.08, 0.05, 0.02), (0, seat - 0.045, z), timber))
    for sx in (-1, 1):
        a.add(board((0.02, 0.05, rear - front), (sx * (w / 2 - 0.034), seat - 0.045, (front + rear) / 2), timber))
    depth = rear - front + 0.06
    if b.style == "upholstered" or b.rng.random() < 0.35:
        fabric = cloth(b.pick(b.palette.upholstery), b.pick(("plain", "linen", "leather", "velvet")))
        a.add(
            pad(
                (w - 0.02, 0.055, depth),
                (0, seat, (front + rear) / 2 - 0.012),
                fabric,
                radius=0.022,
                bulge=(0, 0.01, 0),
            ),
            solid=True,
        )
    else:
        a.add(
            board(
                (w - 0.012, 0.026, depth), (0, seat - 0.006, (front + rear) / 2 - 0.012), timber, grain="z", bevel=0.009
            ),
            solid=True,
        )
    lean = turn(np.arctan2(d / 2 - 0.016 - rear, h - seat), "x", (0, seat, rear))
    back = h - seat
    if b.style == "slat_back":
        for share in (0.45, 0.68, 0.91):
            a.add(
                board((w - 0.09, back * 0.13, 0.016), (0, seat + back * share, rear), timber, bevel=0.006).transformed(
                    lean
                )
            )
    elif b.style == "spindle":
        a.add(board((w - 0.07, 0.07, 0.024), (0, h - 0.055, rear), timber, bevel=0.008).transformed(lean))
        for i in range(6):
            x = (i - 2.5) * (w - 0.14) / 5.6
            a.add(
                rod(
                    (x, seat - 0.005, rear - 0.005),
                    (x * 1.05, h - 0.08, rear),
                    0.007,
                    timber,
                    end_radius=0.006,
                    segments=8,
                ).transformed(lean)
            )
    else:
        cushion = pad(
            (w - 0.075, back * 0.66, 0.05),
            (0, seat + back * 0.63, rear - 0.004),
            fabric,
            radius=0.022,
            bulge=(0, 0.004, 0.008),
        )
        a.add(cushion.transformed(lean))
    a.block((-w / 2 + 0.02, seat, rear - 0.03), (w / 2 - 0.02, h, d / 2))
    a.block((-w / 2 + 0.01, 0, front - 0.02), (w / 2 - 0.01, seat - 0.06, rear + 0.05))
    return a


def _shell_chair(a: Assembly, b: Brief, seat: float) -> None:
    """A moulded shell on splayed timber legs."""
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    color = b.pick((*b.palette.paint[:2], *b.palette.upholstery[:2], "#5c6062"))
    shell = paint(color, 0.5)
    s = np.linspace(0, 1, 17)  # from the front lip over the seat up the back
    bend = 0.56
    along = np.clip((s - bend) / (1 - bend), 0, 1)
    z = np.where(s < bend, -d / 2 + 0.03 + (d - 0.13) * s / bend, d / 2 - 0.10 + 0.085 * along)
    y = seat - 0.012 * np.sin(np.pi * np.clip(s / bend, 0, 1)) + (h - seat - 0.005) * along**1.25
    y = y - 0.03 * np.clip(1 - s / 0.12, 0, 1) ** 2
    t = np.linspace(-1, 1, 11)
    width = w * (0.47 + 0.03 * np.sin(np.pi * s)) * (1 - 0.16 * along**2)
    cup = 0.055 * np.sin(np.pi * np.clip(s, 0.05, 0.95))
    points = np.stack(
        [
            np.outer(width, t),
            y[:, None] + np.outer(cup * (1 - along), np.abs(t) ** 3),
            z[:, None] - np.outer(0.055 * along, np.abs(t) ** 2.5),
        ],
        axis=-1,
    )
    below = points + np.array([0, -0.007, 0.004]) + np.array([0, 0.005, 0.004]) * along[:, None, None]
    a.add(sheet(points, shell), sheet(below[:, ::-1], shell))
    for ring_a, ring_b in (
        (points[0], below[0]),
        (points[-1, ::-1], below[-1, ::-1]),
        (points[::-1, 0], below[::-1, 0]),
        (points[:, -1], below[:, -1]),
    ):
        a.add(sheet(np.stack([ring_b, ring_a]), shell))
    for sx in (-1, 1):
        for sz in (-1, 1):
            a.add(
                rod(
                    (sx * (w / 2 - 0.03), 0, sz * (d / 2 - 0.05) - 0.01),
                    (sx * w * 0.24, seat - 0.03, sz * d * 0.2 - 0.01),
                    0.011,
                    timber,
                    end_radius=0.017,
                )
            )
    for z0 in (-0.19, 0.19):
        a.add(
            rod(
                (-w * 0.27, seat - 0.06, z0 * d * 1.15),
                (w * 0.27, seat - 0.06, -z0 * d * 1.15),
                0.006,
                metal("black"),
                segments=6,
            )
        )
    a.block((-w / 2, 0, -d / 2), (w / 2, seat - 0.03, d / 2 - 0.02))
    a.block((-w / 2, seat - 0.03, -d / 2), (w / 2, seat + 0.03, d / 2))
    a.block((-w / 2 + 0.04, seat, d / 2 - 0.16), (w / 2 - 0.04, h, d / 2))


def stool(b: Brief) -> Assembly:
    """A low stool."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    if b.style == "metal":
        legs = metal(b.palette.metal)
        a.add(*four_legs(w * 0.8, d * 0.8, h - 0.03, legs, top=0.011, foot=0.011, splay=min(w, d) * 0.15, inset=0.02))
        t = np.linspace(0, 2 * np.pi, 25)
        ring = np.stack([np.cos(t) * w * 0.40, np.full(25, 0.16), np.sin(t) * d * 0.40], axis=1)
        a.add(bent(ring, 0.008, legs, segments=6))
        a.add(disc(min(w, d) * 0.47, 0.03, (0, h - 0.03, 0), timber), solid=True)
    elif b.style == "saddle":
        a.add(*four_legs(w, d, h - 0.03, timber, top=0.018, foot=0.013, splay=0.02, inset=0.045))
        a.add(board((w, 0.036, d), (0, h - 0.018, 0), timber, bevel=0.012), solid=True)
        for z in (-1, 1):
            a.add(
                rod(
                    (-w / 2 + 0.05, 0.17, z * (d / 2 - 0.055)), (w / 2 - 0.05, 0.17, z * (d / 2 - 0.055)), 0.009, timber
                )
            )
    else:
        for i in range(3):
            angle = 2 * np.pi * i / 3 + 0.5
            c, s = np.cos(angle), np.sin(angle)
            a.add(
                rod(
                    (c * w * 0.46, 0, s * d * 0.46),
                    (c * w * 0.26, h - 0.03, s * d * 0.26),
                    0.013,
                    timber,
                    end_radius=0.02,
                )
            )
        a.add(disc(min(w, d) / 2, 0.034, (0, h - 0.034, 0), timber), solid=True)
    a.block((-w * 0.4, 0, -d * 0.4), (w * 0.4, h - 0.04, d * 0.4))
    return a


def bench(b: Brief) -> Assembly:
    """A bench for two."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    if b.style == "padded":
        fabric = cloth(b.pick(b.palette.upholstery), b.pick(("plain", "velvet", "leather")))
        a.add(*four_legs(w, d, h - 0.10, timber, top=0.022, foot=0.014, splay=0.02, inset=0.05))
        a.add(board((w - 0.04, 0.04, d - 0.04), (0, h - 0.10, 0), timber))
        a.add(pad((w, 0.09, d), (0, h - 0.045, 0), fabric, radius=0.035, bulge=(0, 0.01, 0), inner=3), solid=True)
    else:
        a.add(board((w, 0.036, d), (0, h - 0.018, 0), timber, bevel=0.006), solid=True)
        if b.style == "metal_leg":
            bar = metal(b.palette.metal)
            for sx in (-1, 1):
                x = sx * (w / 2 - 0.16)
                for z in (-1, 1):
                    a.add(board((0.03, h - 0.036, 0.03), (x, (h - 0.036) / 2, z * (d / 2 - 0.03)), bar, bevel=0.002))
                a.add(board((0.03, 0.03, d - 0.09), (x, 0.015, 0), bar, bevel=0.002))
        else:
            for sx in (-1, 1):
                a.add(board((0.04, h - 0.036, d - 0.03), (sx * (w / 2 - 0.09), (h - 0.036) / 2, 0), timber, grain="y"))
            a.add(board((w - 0.22, 0.08, 0.025), (0, h - 0.10, 0), timber))
    for sx in (-1, 1):
        a.block((sx * (w / 2 - 0.12) - 0.08, 0, -d / 2 + 0.02), (sx * (w / 2 - 0.12) + 0.08, h - 0.04, d / 2 - 0.02))
    return a
