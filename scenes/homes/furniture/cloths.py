"""Rugs, curtains, cushions and blankets."""

from __future__ import annotations

import numpy as np

from assets.shapes import quad
from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import cloth, metal, printed, wood
from scenes.homes.furniture.parts import Points, bent, board, pad, rod, sheet, turn, turned
from scenes.homes.textures.pictures import rug_pattern


def rug(b: Brief) -> Assembly:
    """A rug lying flat."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    accents = list(b.palette.accents)
    b.rng.shuffle(accents)
    ground = {
        "plain": b.pick((*b.palette.linens, b.palette.upholstery[0])),
        "persian": b.pick(("#7d2f2c", "#2f3f5a", "#8a5a3a", "#5b2f33")),
    }.get(b.style, b.palette.linens[int(b.rng.integers(len(b.palette.linens)))])
    image = rug_pattern(b.style, (ground, *accents[:3], "#e4d9c0"), int(b.rng.integers(8)), round(w / d, 3))
    pile = printed(f"rug_{b.style}", image, 0.98)
    x, z = w / 2, d / 2
    a.add(quad([(-x, h, -z), (x, h, -z), (x, h, z), (-x, h, z)], pile.material))
    side = cloth(ground, "carpet")
    a.add(board((w, h * 0.98, d), (0, h * 0.49, 0), side, bevel=0), solid=True)
    return a


def curtain(b: Brief) -> Assembly:
    """Curtains drawn open on a rod, or a blind half down. Hangs on the wall, front to the room."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    steel = metal(b.palette.metal) if b.rng.random() < 0.6 else wood(b.palette.woods[0])
    if b.style == "blind":
        _blind(a, b)
        return a
    y = h - 0.035
    off = -0.48 * d / 2  # folds keep to the front half: a window board reaches under them
    a.add(rod((-w / 2 + 0.03, y, off), (w / 2 - 0.03, y, off), 0.012, steel))
    for s in (-1, 1):
        ball = turned(
            [(0, -0.03), (0.02, -0.022), (0.03, 0.0), (0.02, 0.022), (0, 0.03)],
            (s * (w / 2 - 0.03), y, off),
            steel,
            segments=14,
        )
        a.add(ball, rod((s * (w / 2 - 0.08), y, off), (s * (w / 2 - 0.08), y, d / 2), 0.008, steel))
    color = b.pick((*b.palette.linens, *b.palette.upholstery[:2])) if b.style == "pair" else b.palette.linens[0]
    stuff = cloth(color, "linen" if b.style == "sheer" else b.pick(("linen", "plain", "velvet")))
    share = 0.21 if b.style == "pair" else 0.28
    for s in (-1, 1):
        span = w * share
        folds = max(3, round(span / 0.11))
        columns = folds * 8 + 1
        t = np.linspace(0, 1, columns)
        rows = np.linspace(0, 1, 6)
        tt, rr = np.meshgrid(t, rows)
        swing = 0.5 + 0.5 * rr**0.6
        wave = np.sin(2 * np.pi * folds * tt + 0.35 * np.sin(5 * tt + 3 * rr + s))
        z = off + d * 0.2 * wave * swing
        narrow = 1 - 0.06 * np.sin(np.pi * rr)
        x = s * (w / 2 - 0.05 - tt * span * narrow)
        yy = (y - 0.016) * (1 - rr)
        a.add(sheet(np.stack([x, yy, z], axis=-1), stuff))
        for i in range(folds):
            at = s * (w / 2 - 0.05 - span * (i + 0.25) / folds)
            loop = np.linspace(0, 2 * np.pi, 9)
            a.add(
                bent(
                    np.stack([0 * loop + at, y - 0.003 + np.sin(loop) * 0.018, off + np.cos(loop) * 0.018], 1),
                    0.0025,
                    steel,
                    segments=3,
                )
            )
        edge = s * (w / 2 - 0.05)
        a.block((min(edge, edge - s * span), 0, -d / 2), (max(edge, edge - s * span), y, d / 2))
    return a


def _blind(a: Assembly, b: Brief) -> None:
    """A folded (Roman) blind with its cord."""
    w, d, h = b.width, b.depth, b.height
    stuff = cloth(b.pick(b.palette.linens), "linen")
    a.add(board((w, 0.04, d * 0.6), (0, h - 0.02, d * 0.2), wood(b.palette.woods[0])))
    drop = min(0.42, h * 0.24)
    pleats = 4
    for i in range(pleats):
        low = h - 0.04 - drop * (i + 1) / pleats
        part = pad(
            (w - 0.02, drop / pleats + 0.02, d * 0.34),
            (0, low + drop / pleats / 2, d * (0.12 - 0.06 * i)),
            stuff,
            radius=0.02,
            bulge=(0, 0, 0.008),
            inner=1,
        )
        a.add(part)
    a.block((-w / 2, h - 0.04 - drop, -d / 2), (w / 2, h, d / 2))
    a.add(rod((w / 2 - 0.05, 0.0, d * 0.1), (w / 2 - 0.05, h - 0.04, d * 0.1), 0.002, cloth("#d8d2c4"), segments=5))
    a.add(rod((w / 2 - 0.05, 0.0, d * 0.1), (w / 2 - 0.05, 0.05, d * 0.1), 0.007, wood(b.palette.woods[0]), segments=8))
    a.add(board((0.05, 0.03, d), (-w / 2 + 0.06, h - 0.016, 0), metal(b.palette.metal)))


def _pillow_face(u: Points, v: Points, size: tuple[float, float, float], raised: float, side: float) -> Points:
    """Points of a stuffed cushion's face at (u, v) in -1 to 1: fat in the middle, thin at seams, with ears."""
    w, d, h = size
    x = u * (1 - 0.07 * (1 - v**2) * np.abs(u) ** 3) * w / 2
    y = v * (1 - 0.07 * (1 - u**2) * np.abs(v) ** 3) * h / 2
    fat = d / 2 * np.clip((1 - u**2) * (1 - v**2), 0, 1) ** 0.42 * (1 + 0.05 * np.sin(5 * u + 3 * v))
    return np.stack([x, y + h / 2, side * (fat + raised)], axis=-1)


def cushion(b: Brief) -> Assembly:
    """A cushion that leans back against whatever is behind it."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    color = b.pick(b.palette.accents)
    stuff = cloth(color, b.pick(("linen", "velvet", "plain", "knit")))
    thin = min(d * 0.72, 0.15)
    u, v = np.meshgrid(np.linspace(-1, 1, 13), np.linspace(1, -1, 13))
    body = Assembly()
    body.add(sheet(_pillow_face(u, v, (w, thin, h), 0.0, 1.0), stuff))
    body.add(sheet(_pillow_face(u, v, (w, thin, h), 0.0, -1.0)[:, ::-1], stuff))
    if b.style != "plain":
        trim = cloth(b.pick(b.palette.linens), "plain")
        k = np.linspace(-1, 1, 13)
        if b.style == "piped":
            ring = (
                [(u, -1.0) for u in k]
                + [(1.0, u) for u in k[1:]]
                + [(-u, 1.0) for u in k[1:]]
                + [(-1.0, -u) for u in k[1:]]
            )
            edge = np.array(ring)
            pts = _pillow_face(edge[:, 0], edge[:, 1], (w, thin, h), 0.0, 1.0)
            body.add(bent(pts, 0.005, trim, segments=6))
        else:
            for s in (-0.45, 0.0, 0.45):
                u, v = np.meshgrid(np.linspace(-0.985, 0.985, 21), [s + 0.06, s, s - 0.06])
                body.add(sheet(_pillow_face(u, v, (w, thin, h), 0.0015, -1.0)[:, ::-1], trim))
    lean = np.arctan2(max(d - 0.13, 0.0), h)
    a.merge(body, turn(float(lean), "x"))
    low, high = a.bounds()
    a.block(low, high)
    return a


def blanket(b: Brief) -> Assembly:
    """A folded blanket."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    color = b.pick(b.palette.accents)
    stuff = cloth(color, "knit" if b.style == "knit" else "twill")
    n = 4
    for i in range(n):
        y = h * (i + 0.5) / n
        part = pad(
            (w - 0.012 * i, h / n + 0.004, d - 0.010 * (i % 2)),
            (0.003 * (-1) ** i, y, 0),
            stuff,
            radius=h / n * 0.48,
            wrinkle=0.002,
            bulge=(0, 0.001, 0),
        )
        a.add(part)
    if b.style == "striped":
        trim = cloth(b.pick(b.palette.linens), "twill")
        for x in (-0.3, 0.3):
            a.add(board((w * 0.08, h + 0.003, d + 0.004), (x * w, h * 0.5 + 0.001, 0), trim, bevel=0.012))
    elif b.style == "fringe":
        for i in range(18):
            x = (i + 0.5) / 18 * (w - 0.05) - (w - 0.05) / 2
            a.add(rod((x, h * 0.2, -d / 2 + 0.004), (x, 0.003, -d / 2 - 0.03), 0.003, stuff, segments=5))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a
