"""Baskets, boxes and bins."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import cloth, metal, paint, wicker, wood
from scenes.homes.furniture.parts import bent, board, turned


def laundry_basket(b: Brief) -> Assembly:
    """A basket for washing."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    if b.style == "slatted":
        timber = wood(b.palette.woods[0])
        a.add(
            board((w - 0.03, h - 0.06, d - 0.03), (0, h / 2 - 0.01, 0), cloth(b.palette.linens[0], "linen"), bevel=0.01)
        )
        for s in (-1, 1):
            for t in (-1, 1):
                a.add(
                    board(
                        (0.03, h - 0.02, 0.03),
                        (s * (w / 2 - 0.015), h / 2 - 0.01, t * (d / 2 - 0.015)),
                        timber,
                        grain="y",
                    )
                )
        a.add(board((w, 0.02, d), (0, h - 0.01, 0), timber, grain="x"))
    else:
        stuff = wicker() if b.style == "wicker" else cloth(b.pick(b.palette.linens), "linen")
        profile = [
            (0, 0.0),
            (0.40, 0.0),
            (0.43, 0.02),
            (0.49, h - 0.03),
            (0.50, h - 0.012),
            (0.485, h),
            (0.46, h - 0.01),
            (0.44, h * 0.82),
        ]
        body = turned(profile, (0, 0, 0), stuff, segments=28)
        a.add(body.transformed(np.diag([w, 1.0, d, 1.0])))
        heap = turned(
            [(0.44, 0.0), (0.38, 0.05), (0.2, 0.08), (0, 0.09)],
            (0, h * 0.82, 0),
            cloth(b.pick(b.palette.linens), "plain"),
            segments=20,
        )
        a.add(heap.transformed(np.diag([w, 1.0, d, 1.0])))
        for s in (-1, 1):
            x = s * w * 0.475
            a.add(
                bent(
                    [
                        (x, h - 0.06, -0.06),
                        (x + s * 0.01, h - 0.03, -0.05),
                        (x + s * 0.012, h - 0.02, 0),
                        (x + s * 0.01, h - 0.03, 0.05),
                        (x, h - 0.06, 0.06),
                    ],
                    0.007,
                    wood("oak"),
                )
            )
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def storage_box(b: Brief) -> Assembly:
    """A lidded box."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    stuff = {
        "fabric": cloth(b.pick((*b.palette.linens, *b.palette.accents)), "linen"),
        "wood": wood(b.palette.woods[-1]),
        "wicker": wicker(),
    }[b.style]
    a.add(board((w - 0.012, h - 0.04, d - 0.012), (0, (h - 0.04) / 2, 0), stuff, bevel=0.006), solid=True)
    a.add(board((w, 0.045, d), (0, h - 0.0225, 0), stuff, bevel=0.006), solid=True)
    a.add(
        bent(
            [
                (-0.05, h * 0.58, -d / 2 + 0.006),
                (-0.03, h * 0.54, -d / 2 - 0.004),
                (0.03, h * 0.54, -d / 2 - 0.004),
                (0.05, h * 0.58, -d / 2 + 0.006),
            ],
            0.005,
            cloth("#5a3a26", "leather"),
        )
    )
    return a


def waste_bin(b: Brief) -> Assembly:
    """A bin."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    stuff = {"pedal": metal("steel"), "paper": paint(b.pick((*b.palette.accents, "#2b2d2f"))), "wicker": wicker()}[
        b.style
    ]
    scale = np.diag([w, 1.0, d, 1.0])
    if b.style == "pedal":
        a.add(
            turned(
                [(0, 0), (0.47, 0), (0.48, 0.03), (0.48, h - 0.06), (0, h - 0.06)], (0, 0, 0), stuff, smooth=False
            ).transformed(scale)
        )
        lid = [(0, 0), (0.5, 0), (0.5, 0.02), (0.44, 0.045), (0.2, 0.06), (0, 0.06)]
        a.add(turned(lid, (0, h - 0.06, 0), paint("#2b2d2f")).transformed(scale))
        a.add(board((0.10, 0.012, 0.04), (0, 0.02, -d / 2), paint("#2b2d2f")))
    else:
        profile = [(0, 0.0), (0.40, 0.0), (0.50, h), (0.475, h), (0.38, 0.02), (0, 0.02)]
        a.add(turned(profile, (0, 0, 0), stuff, smooth=False).transformed(scale))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a
