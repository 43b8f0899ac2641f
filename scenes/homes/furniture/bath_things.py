"""What hangs and lies about in bathrooms: mirror cabinets, towels and their rails, mats, small things."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, ceramic, cloth, metal, paint, wood
from scenes.homes.furniture.parts import board, pad, rod, sheet, shift, turn, turned


def mirror_cabinet(b: Brief) -> Assembly:
    """A cupboard with mirrors for doors: pale, since renderers trace no reflection."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = {"frameless": paint("#e9e9e6", 0.4), "wood": wood(b.palette.woods[0]), "shelf": paint(b.palette.paint[0])}
    stuff = skin[b.style]
    foot = 0.09 if b.style == "shelf" else 0.0
    a.add(board((w, h - foot, d - 0.022), (0, (h + foot) / 2, 0.011), stuff, grain="y"), solid=True)
    if foot:
        a.add(board((w, 0.016, d - 0.01), (0, 0.008, 0.005), stuff, grain="x"), solid=True)
        for s in (-1, 1):
            a.add(board((0.016, foot, d - 0.03), (s * (w / 2 - 0.008), foot / 2, 0.015), stuff, bevel=0))
    n = 2 if w > 0.5 else 1
    glass = paint("#c2ced2", 0.06)
    for i in range(n):
        x = w * ((i + 0.5) / n - 0.5)
        wide, tall = w / n - 0.004, h - foot - 0.004
        a.add(board((wide, tall, 0.018), (x, (h + foot) / 2, -d / 2 + 0.013), stuff, grain="y", bevel=0))
        rim = 0.03 if b.style == "wood" else 0.004
        a.add(board((wide - 2 * rim, tall - 2 * rim, 0.004), (x, (h + foot) / 2, -d / 2 + 0.002), glass, bevel=0))
    return a


def _draped(a: Assembly, x: float, width: float, top: float, low: tuple[float, float], z: float, stuff: Stuff) -> None:
    """A towel over a bar at (top, z): it hangs to `low[0]` in front and to `low[1]` behind."""
    curl = np.linspace(0, np.pi, 7)
    front_side = [(low[0], z - 0.020), (top - 0.01, z - 0.018)]
    over = [(top + 0.016 * float(np.sin(t)), z - 0.016 * float(np.cos(t))) for t in curl]
    profile = np.array([*front_side, *over, (top - 0.01, z + 0.018), (low[1], z + 0.020)])
    t = np.linspace(-0.5, 0.5, 9)
    wave = 0.003 * np.sin(17 * t)
    grid = np.stack(
        [
            np.broadcast_to(x + t * width, (len(profile), 9)),
            np.broadcast_to(profile[:, :1], (len(profile), 9)),
            profile[:, 1:] + wave * (profile[:, :1] < top - 0.05),
        ],
        axis=-1,
    )
    a.add(sheet(grid[::-1], stuff))


def towel_rail(b: Brief) -> Assembly:
    """Towels on a heated ladder, a bar or a wooden rack."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    bar = wood(b.palette.woods[0]) if b.style == "rack" else metal("chrome" if b.style == "ladder" else b.palette.metal)
    z = -d / 2 + 0.03
    towel = cloth(b.pick((*b.palette.accents, *b.palette.linens)), "knit")
    rungs = np.linspace(0.06, h - 0.02, {"ladder": 12, "rack": 3, "bar": 2}[b.style])
    post = 0.016 if b.style == "ladder" else 0.013
    for s in (-1, 1):
        x = s * (w / 2 - post)
        a.add(rod((x, 0, z), (x, h, z), post, bar, segments=10))
        for y in (0.1, h - 0.1):
            a.add(rod((x, y, z), (x, y, d / 2), 0.009, bar, segments=8))
    for y in rungs.tolist():
        a.add(rod((-w / 2 + post, y, z), (w / 2 - post, y, z), 0.010, bar, segments=8))
    high = float(rungs[-1])
    _draped(a, 0.0, w * 0.72, high, (high - 0.46 * h, high - 0.36 * h), z, towel)
    if b.style != "bar":
        middle = float(rungs[len(rungs) // 3])
        other = cloth(b.pick(b.palette.linens), "knit")
        _draped(a, w * 0.06, w * 0.5, middle, (max(0.01, middle - 0.25), max(0.03, middle - 0.2)), z, other)
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def bath_mat(b: Brief) -> Assembly:
    """A thick mat before a bath or a basin."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    color = b.pick((*b.palette.linens, b.palette.accents[1]))
    stuff = (
        wood(b.palette.woods[0]) if b.style == "slatted" else cloth(color, "carpet" if b.style == "tufted" else "knit")
    )
    if b.style == "slatted":
        n = 9
        for i in range(n):
            x = w * ((i + 0.5) / n - 0.5)
            a.add(board((w / n - 0.012, h * 0.6, d), (x, h * 0.7, 0), stuff, grain="z", bevel=0))
        for s in (-1, 1):
            a.add(board((w - 0.02, h * 0.5, 0.03), (0, h * 0.25, s * d * 0.36), stuff, grain="x", bevel=0))
    else:
        a.add(pad((w, h, d), (0, h / 2, 0), stuff, radius=h * 0.45))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def towels(b: Brief) -> Assembly:
    """Folded or rolled towels."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    colors = list(b.palette.linens if b.style == "plain" else (*b.palette.linens[:2], b.palette.accents[0]))
    if b.style == "rolled":
        r = w / 6
        squash = np.diag([1.0, h / (r * (2 + np.sqrt(3))), 1.0, 1.0])  # towels are soft
        coil = [(0, 0), (r * 0.9, 0), (r, 0.012), (r, d - 0.012), (r * 0.9, d), (0, d)]
        for i, (x, y) in enumerate(((-2 * r, r), (0.0, r), (2 * r, r), (-r, r * 2.732), (r, r * 2.732))):
            part = turned(coil, (0, 0, 0), cloth(colors[i % len(colors)], "knit"), segments=18)
            a.add(part.transformed(squash @ shift(x, y, -d / 2) @ turn(np.pi / 2, "x")))
    else:
        n = 3
        for i in range(n):
            size = (w - 0.012 * (i % 2), h / n + 0.002, d - 0.010 * i)
            stuff = cloth(colors[i % len(colors)], "knit")
            middle = (0.003 * (-1) ** i, h * (i + 0.5) / n, 0)
            part = pad(size, middle, stuff, radius=h / n * 0.48, wrinkle=0.002, bulge=(0, 0.002, 0))
            a.add(part)
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def toiletries(b: Brief) -> Assembly:
    """A soap dispenser and a beaker with toothbrushes."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    body = {"ceramic": ceramic(b.palette.linens[0]), "colour": ceramic(b.pick(b.palette.accents)),
            "stone": paint("#77797a", 0.6)}[b.style]  # fmt: skip
    r = min(d / 2, w / 4 - 0.004)
    x, tall = -w / 2 + r, h * 0.72
    profile = [(0, 0), (r * 0.95, 0), (r, 0.005), (r, tall * 0.85), (r * 0.5, tall), (0, tall)]
    a.add(turned(profile, (x, 0, 0), body, segments=24))
    steel = metal("chrome")
    a.add(rod((x, tall, 0), (x, tall + 0.022, 0), 0.006, steel, segments=10))
    a.add(board((0.014, 0.010, 0.05), (x, tall + 0.026, -0.018), steel, bevel=0))
    x, tall = w / 2 - r, h * 0.55
    cup = [(0, 0), (r * 0.9, 0), (r, tall), (r * 0.88, tall), (r * 0.8, 0.01), (0, 0.01)]
    a.add(turned(cup, (x, 0, 0), body, segments=24))
    for s, color in ((-1, b.palette.accents[0]), (1, b.palette.accents[1])):
        start, end = (x - s * r * 0.4, 0.012, 0.0), (x + s * r * 0.75, h - 0.004, s * r * 0.3)
        a.add(rod(start, end, 0.0045, paint(color, 0.3), segments=8))
        a.add(board((0.011, 0.024, 0.011), (end[0], h - 0.012, end[2]), paint("#f4f4f2"), bevel=0))
    a.block((-w / 2, 0, -d / 2), (w / 2, h * 0.7, d / 2))
    return a


def paper_holder(b: Brief) -> Assembly:
    """A roll of toilet paper on its holder."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    steel = metal({"chrome": "chrome", "black": "black", "brass": "brass"}[b.style])
    r, y = min(h * 0.5, d * 0.5) - 0.004, h * 0.5
    z = d / 2 - r - 0.006
    roll = [(0, 0), (r, 0), (r, w - 0.03), (0, w - 0.03)]
    tube = turned(roll, (0, 0, 0), paint("#f4f2ee", 0.9), segments=24, smooth=False)
    a.add(tube.transformed(shift(w / 2 - 0.015, y, z) @ turn(np.pi / 2, "z")))
    a.add(rod((-w / 2, y, z), (w / 2, y, z), 0.006, steel, segments=8))
    a.add(board((0.012, 0.012, d - r - 0.006), (-w / 2 + 0.006, y, (d / 2 + z) / 2), steel, bevel=0))
    a.add(board((0.05, h, 0.008), (-w / 2 + 0.025, h / 2, d / 2 - 0.004), steel, bevel=0))
    a.add(board((w - 0.04, y, 0.002), (0, y / 2, z - r - 0.0015), paint("#f4f2ee", 0.9), bevel=0))
    a.add(board((w * 0.7, 0.008, d), (0, h - 0.004, 0), steel, bevel=0))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a
