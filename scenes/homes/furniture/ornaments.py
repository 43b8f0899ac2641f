"""Vases, bowls, crockery, bottles and candles."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, ceramic, glow, metal, paint, wood
from scenes.homes.furniture.parts import bent, board, rod, shift, turn, turned


def _glaze(b: Brief) -> Stuff:
    return ceramic(b.pick((*b.palette.accents, "#e8e3d8", "#d9d2c5", "#3a3d40")))


def _curve(points: list[tuple[float, float]], count: int) -> list[tuple[float, float]]:
    """A smooth profile through a few (radius, height) points (Catmull-Rom, chord by index)."""
    p = np.asarray([points[0], *points, points[-1]], float)
    out = []
    for s in np.linspace(0, len(points) - 1, count):
        i = min(int(s), len(points) - 2)
        t = s - i
        a, q, c, e = p[i : i + 4]
        value = 0.5 * (2 * q + (c - a) * t + (2 * a - 5 * q + 4 * c - e) * t**2 + (3 * q - a - 3 * c + e) * t**3)
        out.append((max(0.0, float(value[0])), float(value[1])))
    return out


def vase_parts(b: Brief, height: float, radius: float, style: str) -> Assembly:
    """A vase of the given height and largest radius about the vertical through the origin."""
    a = Assembly()
    h, r = height, radius
    outline = {
        "bottle": [(0.62, 0.0), (0.98, 0.22), (0.9, 0.45), (0.36, 0.68), (0.30, 0.86), (0.40, 1.0)],
        "urn": [(0.5, 0.0), (0.62, 0.08), (1.0, 0.55), (0.82, 0.84), (0.58, 0.93), (0.66, 1.0)],
        "stems": [(0.66, 0.0), (0.92, 0.2), (0.98, 0.45), (0.62, 0.80), (0.55, 0.92), (0.62, 1.0)],
        "ribbed": [(0.8, 0.0), (0.96, 0.12), (1.0, 0.5), (0.9, 0.86), (0.78, 0.95), (0.8, 1.0)],
    }[style]
    outer = _curve([(x * r, y * h) for x, y in outline], 18)
    lip = outer[-1]
    inner = [(lip[0] - 0.004, lip[1]), (lip[0] - 0.007, lip[1] - 0.02), (0.0, lip[1] - 0.03)]
    stuff = _glaze(b)
    part = turned([(0.0, 0.0), *outer, *inner], (0, 0, 0), stuff, segments=28)
    if style == "ribbed":
        angle = np.arctan2(part.positions[:, 2], part.positions[:, 0])
        part.positions[:, [0, 2]] *= (1 + 0.03 * np.cos(14 * angle))[:, None].astype(np.float32)
    a.add(part)
    return a


def vase(b: Brief) -> Assembly:
    """A vase, or one with dry stems in it."""
    h = b.height * (0.58 if b.style == "stems" else 1.0)
    a = vase_parts(b, h, b.width / 2 * (0.7 if b.style == "stems" else 1.0), b.style)
    if b.style == "stems":
        straw = paint(b.pick(("#b99a5f", "#8f9a63", "#a9764a", "#c9b68a")), 0.9)
        for i in range(9):
            angle = i * 2.4
            reach = b.width * b.between(0.25, 0.47)
            tip = np.array([np.cos(angle) * reach, b.height * b.between(0.84, 0.98), np.sin(angle) * reach])
            path = np.array([[0, h - 0.03, 0], tip * [0.35, 0, 0.35] + [0, (h + tip[1]) / 2, 0], tip])
            a.add(bent(path, 0.0018, straw, segments=5))
            head = turned([(0, -0.03), (0.008, -0.012), (0.009, 0.008), (0, 0.028)], (0, 0, 0), straw, segments=7)
            a.add(head.transformed(shift(*tip)))
    a.block((-b.width / 2, 0, -b.width / 2), (b.width / 2, b.height, b.width / 2))
    return a


def _bowl(a: Assembly, r: float, h: float, stuff: Stuff, *, foot: bool = False) -> None:
    base = 0.45 * r
    wall = [(0, 0), (base, 0), (base, 0.008), (0.74 * r, h * 0.42), (0.93 * r, h * 0.78), (r, h)]
    if foot:
        wall = [
            (0, 0),
            (base, 0),
            (base * 0.8, 0.015),
            (0.2 * r, h * 0.2),
            (0.2 * r, h * 0.36),
            (0.7 * r, h * 0.58),
            (r, h),
        ]
    inner = [
        (r - 0.006, h),
        (0.9 * r - 0.006, h * 0.8),
        (0.68 * r, h * (0.64 if foot else 0.46)),
        (0, h * (0.55 if foot else 0.14)),
    ]
    a.add(turned(_curve(wall, 14) + _curve(inner, 9), (0, 0, 0), stuff, segments=32))


def bowl(b: Brief) -> Assembly:
    """An empty bowl."""
    a = Assembly()
    _bowl(
        a,
        b.width / 2,
        b.height,
        wood(b.palette.woods[-1]) if b.style == "wood" else _glaze(b),
        foot=b.style == "footed",
    )
    a.block((-b.width / 2, 0, -b.depth / 2), (b.width / 2, b.height, b.depth / 2))
    return a


def fruit_bowl(b: Brief) -> Assembly:
    """A bowl of fruit."""
    a = Assembly()
    r = b.width / 2
    _bowl(a, r, b.height * 0.58, wood(b.palette.woods[-1]) if b.rng.random() < 0.5 else _glaze(b))
    colors = {
        "apples": ("#a3282a", "#b8463a", "#8fa341"),
        "oranges": ("#d9822b", "#e0952f"),
        "mixed": ("#a3282a", "#d9822b", "#c9b03a", "#7d9440"),
    }[b.style]
    spots = [(0.52 * r * np.cos(t), b.height * 0.46, 0.52 * r * np.sin(t)) for t in np.arange(6) * np.pi / 3]
    spots += [(0, b.height * 0.36, 0), (0.16 * r, b.height * 0.74, 0.1 * r), (-0.22 * r, b.height * 0.71, -0.16 * r)]
    for x, y, z in spots:
        q = 0.27 * r * b.between(0.93, 1.05)
        profile = [
            (0, -0.86),
            (0.5, -0.84),
            (0.88, -0.5),
            (1.0, 0.05),
            (0.86, 0.55),
            (0.45, 0.88),
            (0.12, 0.84),
            (0, 0.76),
        ]
        skin = paint(b.pick(colors), 0.4)
        fruit = turned(_curve([(u * q, v * q) for u, v in profile], 11), (0, 0, 0), skin, segments=14)
        a.add(fruit.transformed(shift(x, y, z) @ turn(b.between(-0.5, 0.5), "x") @ turn(b.between(-0.5, 0.5), "z")))
    a.block((-r, 0, -r), (r, b.height, r))
    return a


def mug(b: Brief) -> Assembly:
    """A mug with its handle at +x."""
    a = Assembly()
    h = b.height
    r = b.depth / 2
    outline = {
        "straight": [(0.96, 0.0), (1.0, 0.06), (1.0, 1.0)],
        "round": [(0.7, 0.0), (0.97, 0.25), (1.0, 0.55), (0.93, 1.0)],
        "tapered": [(0.68, 0.0), (0.76, 0.08), (1.0, 1.0)],
    }[b.style]
    outer = _curve([(x * r, y * h) for x, y in outline], 9)
    top = outer[-1][0]
    inner = [(top - 0.004, h), (top - 0.006, h * 0.8), (top - 0.008, h * 0.3)]
    glaze = _glaze(b)
    a.add(turned([(0, 0), *outer, *inner], (0, 0, 0), glaze, segments=24))
    a.add(turned([(top - 0.007, h * 0.78), (0, h * 0.78)], (0, 0, 0), paint("#3b2416", 0.3), segments=24))
    t = np.linspace(-np.pi / 2, np.pi / 2, 9)
    reach = b.width - 2 * r
    path = np.stack([r - 0.004 + np.cos(t) * reach, h * 0.5 + np.sin(t) * h * 0.32, np.zeros(9)], axis=1)
    a.add(bent(path, 0.005, glaze, segments=8))
    a.block((-r, 0, -r), (r, h, r))
    return a


def plates(b: Brief) -> Assembly:
    """A stack of plates or bowls."""
    a = Assembly()
    r, h = b.width / 2, b.height
    glaze = _glaze(b)
    n = 5
    for i in range(n):
        y = (h - 0.022) * i / (n - 1)
        small = b.style == "bowls" or (b.style == "mixed" and i >= 3)
        q = r * (1.0 if not small or b.style == "bowls" else 0.62)
        deep = 0.05 if small else 0.022
        y = min(y, h - deep)
        profile = [(0, 0), (q * 0.55, 0), (q * 0.62, 0.006), (q, deep - 0.003), (q, deep), (q * 0.6, 0.011), (0, 0.009)]
        a.add(turned(profile, (0, y, 0), glaze, segments=36))
    a.block((-r, 0, -r), (r, h, r))
    return a


def bottles(b: Brief) -> Assembly:
    """Two or three bottles or jars side by side."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    n = 3
    r = min(w / n, d) / 2 - 0.003
    colors = {
        "oil": ("#5a5f1f", "#8b7a2a", "#3d4a25"),
        "wine": ("#1f2a1c", "#2b1a1a", "#24301f"),
        "jars": ("#a9713b", "#6f8a4a", "#c9b48a"),
    }[b.style]
    for i in range(n):
        x = (i - 1) * (w / n)
        tall = h * (1.0 if i == 1 else b.between(0.72, 0.94))
        glass = ceramic(colors[i % 3])
        if b.style == "jars":
            tall *= 0.62 if i != 1 else 1.0
            a.add(turned([(0, 0), (r, 0), (r, tall * 0.84), (r * 0.9, tall * 0.86)], (x, 0, 0), glass, smooth=False))
            a.add(
                turned(
                    [(r * 0.96, 0), (r * 0.96, tall * 0.14), (0, tall * 0.14)],
                    (x, tall * 0.86, 0),
                    wood("oak"),
                    smooth=False,
                )
            )
        else:
            body = [
                (0, 0),
                (r, 0.0),
                (r, tall * 0.55),
                (r * 0.8, tall * 0.66),
                (r * 0.36, tall * 0.76),
                (r * 0.34, tall * 0.95),
                (r * 0.4, tall * 0.96),
            ]
            a.add(turned([*body, (r * 0.4, tall), (0, tall)], (x, 0, 0), glass, smooth=False, segments=20))
            label = [(r + 0.0006, tall * 0.16), (r + 0.0006, tall * 0.44)]
            a.add(turned(label, (x, 0, 0), paint("#e6dcc2"), smooth=False, segments=20))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def candles(b: Brief) -> Assembly:
    """Candles or a lantern."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    wax = paint(b.pick(("#efe6d2", "#e6d9bd", *b.palette.accents[:2])), 0.7)
    steel = metal(b.palette.metal)
    if b.style == "lantern":
        side = min(w, d)
        for y in (0.008, h * 0.72):
            a.add(board((side, 0.016, side), (0, y, 0), steel))
        for sx in (-1, 1):
            for sz in (-1, 1):
                a.add(
                    rod(
                        (sx * (side / 2 - 0.006), 0, sz * (side / 2 - 0.006)),
                        (sx * (side / 2 - 0.006), h * 0.72, sz * (side / 2 - 0.006)),
                        0.005,
                        steel,
                        segments=6,
                    )
                )
        a.add(rod((0, h * 0.72, 0), (0, h * 0.86, 0), side * 0.42, steel, end_radius=side * 0.12))
        t = np.linspace(0, np.pi, 9)
        a.add(
            bent(
                np.stack([np.cos(t) * side * 0.2, h * 0.85 + np.sin(t) * h * 0.13, 0 * t], 1), 0.004, steel, segments=6
            )
        )
        a.add(
            rod((0, 0.012, 0), (0, h * 0.4, 0), side * 0.22, wax),
            board((w, 0.004, d), (0, 0.002, 0), wood(b.palette.woods[0])),
        )
    else:
        for i, share in enumerate((0.62, 1.0, 0.8)):
            x = (i - 1) * w / 3
            r = min(w / 3, d) * 0.44
            if b.style == "pillars":
                a.add(rod((x, 0, 0), (x, h * share - 0.012, 0), r, wax, segments=20))
            else:
                a.add(
                    turned(
                        [
                            (0, 0),
                            (r, 0),
                            (r * 0.9, 0.012),
                            (0.010, 0.02),
                            (0.009, h * share * 0.45),
                            (0.018, h * share * 0.5),
                            (0, h * share * 0.5),
                        ],
                        (x, 0, 0),
                        steel,
                    )
                )
                a.add(rod((x, h * share * 0.5, 0), (x, h * share - 0.012, 0), 0.010, wax, end_radius=0.008))
            a.add(
                turned(
                    [(0, 0), (0.004, 0.004), (0, 0.012)], (x, h * share - 0.012, 0), glow("#ffb357", 3.0), segments=8
                )
            )
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a
