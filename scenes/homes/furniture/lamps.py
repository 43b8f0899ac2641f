"""Lamps. Shades and bulbs are emissive, so that they read as lit; the light itself is the renderer's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, ceramic, glow, lit_shade, metal, paint, wood
from scenes.homes.furniture.parts import bent, board, rod, turned

_WARM = "#ffdfb0"
_BULB = "#fff0d6"


def _shade(a: Assembly, low_r: float, high_r: float, low: float, high: float, at: tuple[float, float] = (0.0, 0.0), *,
           stuff: Stuff | None = None) -> None:  # fmt: skip
    """A cloth shade: an open cone with a rim, glowing, and a bulb inside."""
    cloth = stuff or lit_shade()
    x, z = at
    t = 0.003
    profile = [(low_r - t, low), (low_r, low), (high_r, high), (high_r - t, high), (low_r - t, low + 0.002)]
    part = turned(profile, (x, 0, z), cloth, segments=32, smooth=False)
    v = 1 - (part.positions[:, 1] - low) / (high - low)
    a.add(replace(part, uvs=np.stack([part.uvs[:, 0], np.clip(v, 0.02, 0.98)], axis=1).astype(np.float32)))
    for r, y in ((low_r, low), (high_r, high)):
        band = [(r - 0.001, y - 0.004), (r + 0.0015, y - 0.004), (r + 0.0015, y + 0.004), (r - 0.001, y + 0.004)]
        a.add(turned(band, (x, 0, z), paint("#cbb894", 0.9), segments=32, smooth=False))
    _bulb(a, (x, (low + high) / 2 - 0.03, z), 0.03)


def _bulb(a: Assembly, at: tuple[float, float, float], r: float) -> None:
    angles = np.linspace(-np.pi / 2, np.pi / 2, 9)
    a.add(turned([(float(np.cos(s)) * r, float(np.sin(s)) * r) for s in angles], at, glow(_BULB, 4.0), segments=14))


def _globe(a: Assembly, at: tuple[float, float, float], r: float, strength: float = 1.3) -> None:
    angles = np.linspace(-np.pi / 2, np.pi / 2, 15)
    a.add(
        turned(
            [(max(0.0, float(np.cos(s))) * r, float(np.sin(s)) * r) for s in angles],
            at,
            glow(_BULB, strength),
            segments=28,
        )
    )


def _foot(a: Assembly, r: float, stuff: Stuff) -> None:
    a.add(
        turned(
            [(0, 0), (r, 0), (r, 0.014), (r * 0.92, 0.022), (0.02, 0.03), (0, 0.03)],
            (0, 0, 0),
            stuff,
            segments=32,
            smooth=False,
        )
    )


def floor_lamp(b: Brief) -> Assembly:
    """A standing lamp."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    r = min(w, d) / 2
    steel = metal(b.palette.metal)
    if b.style == "tripod":
        timber = wood(b.palette.woods[0])
        for i in range(3):
            t = 2 * np.pi * i / 3 + np.pi / 6
            a.add(
                rod(
                    (np.cos(t) * r * 0.97, 0, np.sin(t) * r * 0.97),
                    (np.cos(t) * 0.02, h - 0.36, np.sin(t) * 0.02),
                    0.011,
                    timber,
                    end_radius=0.014,
                )
            )
        a.add(rod((0, h - 0.40, 0), (0, h - 0.14, 0), 0.02, steel, end_radius=0.008))
        _shade(a, r, r * 0.8, h - 0.30, h)
    elif b.style == "globe":
        _foot(a, r, steel)
        a.add(
            rod((0, 0.02, 0), (0, h - 1.35 * r, 0), 0.010, steel),
            rod((0, h - 1.42 * r, 0), (0, h - 1.32 * r, 0), 0.04, steel),
        )
        _globe(a, (0, h - r * 0.7, 0), r * 0.7)
    elif b.style == "arc":
        stem = -r * 0.72  # the arc carries the head back over the foot
        foot = turned(
            [(0, 0), (d / 2, 0), (d / 2, 0.014), (0.03, 0.024), (0, 0.024)], (0, 0, 0), steel, segments=36, smooth=False
        )
        a.add(foot)
        arc = np.linspace(0, np.pi * 0.82, 17)
        reach = (r - 0.132 - stem) / (1 - np.cos(arc[-1]))
        path = np.stack([stem + reach * (1 - np.cos(arc)), h - 0.25 + 0.238 * np.sin(arc), 0 * arc], axis=1)
        a.add(bent(np.concatenate([[[stem, 0.01, 0]], path]), 0.011, steel))
        end = path[-1]
        profile = [(0.13, -0.11), (0.132, -0.108), (0.105, -0.03), (0.03, 0.015), (0.012, 0.03), (0, 0.03)]
        a.add(turned(profile, (end[0], end[1] - 0.02, 0), steel, segments=28))
        a.add(
            turned(
                [(0, -0.02), (0.095, -0.04), (0.126, -0.108)][::-1],
                (end[0], end[1] - 0.02, 0),
                glow(_WARM, 1.6),
                segments=28,
            )
        )
        _bulb(a, (end[0], end[1] - 0.09, 0), 0.035)
    else:
        _foot(a, r * 0.62, steel)
        a.add(rod((0, 0.02, 0), (0, h - 0.15, 0), 0.011, steel))
        _shade(a, r, r * 0.82, h - 0.30, h)
        for t in (np.arange(3) * 2 * np.pi / 3).tolist():
            a.add(
                rod((0, h - 0.16, 0), (np.cos(t) * r * 0.89, h - 0.16, np.sin(t) * r * 0.89), 0.003, steel, segments=5)
            )
    a.block((-r * 0.6, 0, -r * 0.6), (r * 0.6, 0.04, r * 0.6))
    a.block((-0.05, 0, -0.05), (0.05, h - 0.25, 0.05))
    a.block((-w / 2, h - 0.35, -d / 2), (w / 2, h, d / 2))
    return a


def table_lamp(b: Brief) -> Assembly:
    """A lamp for a side table or nightstand."""
    a = Assembly()
    h = b.height
    r = min(b.width, b.depth) / 2
    steel = metal(b.palette.metal)
    if b.style == "globe":
        base = wood(b.palette.woods[0]) if b.rng.random() < 0.5 else steel
        a.add(
            turned(
                [
                    (0, 0),
                    (r * 0.55, 0),
                    (r * 0.55, 0.02),
                    (0.03, 0.04),
                    (0.022, h - 2 * r + 0.02),
                    (0, h - 2 * r + 0.02),
                ],
                (0, 0, 0),
                base,
                smooth=False,
            )
        )
        _globe(a, (0, h - r, 0), r)
    elif b.style == "cone":
        _foot(a, r * 0.6, steel)
        a.add(rod((0, 0.02, 0), (0, h - 0.08, 0), 0.007, steel))
        _shade(a, r, r * 0.36, h * 0.56, h)
    else:
        top = h * 0.56
        if b.style == "ceramic":
            glaze = ceramic(b.pick((*b.palette.accents, "#e5dfd2", "#3d4a52")))
            body = [
                (0, 0),
                (r * 0.42, 0),
                (r * 0.5, 0.01),
                (r * 0.62, top * 0.35),
                (r * 0.52, top * 0.66),
                (r * 0.2, top * 0.92),
                (0.012, top),
                (0, top),
            ]
            a.add(turned(body, (0, 0, 0), glaze, segments=28))
        else:
            timber = wood(b.palette.woods[0])
            a.add(
                turned(
                    [(0, 0), (r * 0.5, 0), (r * 0.5, 0.02), (0.022, 0.03), (0.016, top), (0, top)],
                    (0, 0, 0),
                    timber,
                    smooth=False,
                )
            )
        a.add(rod((0, top - 0.01, 0), (0, h * 0.75, 0), 0.006, steel))
        _shade(a, r, r * 0.74, h * 0.54, h)
    a.block((-r * 0.6, 0, -r * 0.6), (r * 0.6, h * 0.55, r * 0.6))
    a.block((-r, h * 0.54, -r), (r, h, r))
    return a


def desk_lamp(b: Brief) -> Assembly:
    """A reading lamp; its head hangs towards -z."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    steel = metal(b.palette.metal)
    color = paint(b.pick((*b.palette.accents, "#26282a")), 0.35)
    back = d / 2 - 0.085
    foot = [(0, 0), (0.085, 0), (0.085, 0.012), (0.02, 0.022), (0, 0.022)]
    a.add(turned(foot, (0, 0, back), color, segments=28, smooth=False))
    head = (0.0, h - 0.07, -d / 2 + 0.07)
    if b.style == "jointed":
        knee = (0.0, h * 0.60, d / 2 - 0.02)
        for s in (-1, 1):
            a.add(rod((s * 0.008, 0.02, back), (s * 0.008, knee[1], knee[2]), 0.005, steel, segments=8))
            a.add(rod((s * 0.008, knee[1], knee[2]), (s * 0.008, h - 0.03, head[2] + 0.05), 0.005, steel, segments=8))
        a.add(rod((-0.016, knee[1], knee[2]), (0.016, knee[1], knee[2]), 0.014, color, segments=12))
    else:
        t = np.linspace(0, np.pi * 0.9, 15)
        reach = (back - head[2]) / (1 - np.cos(t[-1]))
        path = np.stack([0 * t, h * 0.62 + (h * 0.38 - 0.012) * np.sin(t), back - reach * (1 - np.cos(t))], axis=1)
        a.add(bent(np.concatenate([[[0, 0.02, back]], path]), 0.007, steel))
        head = (0.0, float(path[-1, 1]) - 0.02, float(path[-1, 2]))
    if b.style == "banker":
        a.add(board((w, 0.05, 0.11), (0, head[1], head[2]), ceramic("#2f5a45"), bevel=0.02))
        a.add(board((w - 0.03, 0.004, 0.085), (0, head[1] - 0.026, head[2]), glow(_WARM, 3.0), bevel=0))
    else:
        r = w * 0.5 if b.style == "arch" else min(0.075, w / 2)
        a.add(
            turned(
                [(r, -0.06), (r + 0.002, -0.058), (r * 0.72, 0.0), (r * 0.35, 0.035), (0, 0.045)],
                head,
                color,
                segments=28,
            )
        )
        a.add(turned([(r - 0.002, -0.058), (r * 0.6, -0.02), (0, -0.01)], head, glow(_WARM, 2.2), segments=28))
        _bulb(a, (head[0], head[1] - 0.035, head[2]), 0.024)
        a.block((-w / 2, head[1] - 0.06, head[2] - 0.07), (w / 2, head[1] + 0.04, head[2] + 0.07))
    a.block((-0.085, 0, back - 0.085), (0.085, 0.03, d / 2))
    a.block((-0.03, 0, -d / 2 + 0.07), (0.03, h, d / 2))
    a.block((-w / 2, h * 0.7, -d / 2), (w / 2, h, -d / 2 + 0.14))
    return a


def ceiling_lamp(b: Brief) -> Assembly:
    """A pendant: ceiling rose, cord and shade."""
    a = Assembly()
    h = b.height
    r = min(b.width, b.depth) / 2
    steel = metal(b.palette.metal)
    a.add(
        turned([(0, 0), (0.05, 0), (0.055, 0.02), (0.055, 0.028), (0, 0.028)], (0, h - 0.028, 0), steel, smooth=False)
    )
    low = 0.0
    tall = min({"drum": 0.22, "globe": 2 * r, "dome": r * 0.9, "rattan": r * 1.15}[b.style], h - 0.06)
    a.add(rod((0, tall - 0.03, 0), (0, h - 0.01, 0), 0.004, paint("#1f1f1f"), segments=6))
    if b.style == "drum":
        _shade(a, r, r, low + 0.004, tall)
        a.add(turned([(0, 0), (r - 0.004, 0)][::-1], (0, 0.012, 0), glow(_BULB, 2.0), segments=32, smooth=False))
    elif b.style == "globe":
        q = tall / 2
        angles = np.linspace(-np.pi / 2, np.pi / 2, 15)
        profile = [(max(0.0, float(np.cos(s))) * r, q + float(np.sin(s)) * q) for s in angles]
        a.add(
            turned(profile, (0, 0, 0), glow(_BULB, 2.4), segments=28),
            rod((0, tall - 0.02, 0), (0, tall + 0.03, 0), 0.03, steel),
        )
    elif b.style == "dome":
        skin = paint(b.pick((*b.palette.accents, "#2b2c2d")), 0.4)
        t = np.linspace(0.02, np.pi / 2, 10)
        outer = [(float(np.cos(s)) * r, float(np.sin(s)) * tall) for s in t]
        a.add(turned([*outer[:-1], (0.02, tall), (0, tall)], (0, 0, 0), skin, segments=32))
        inner = [((x - 0.004) if x > 0.01 else 0.0, y * 0.97 - 0.002) for x, y in outer]
        a.add(turned(inner[::-1], (0, 0, 0), glow(_WARM, 1.4), segments=32))
        _bulb(a, (0, tall * 0.4, 0), 0.045)
    else:
        cane = wood("oak")
        t = np.linspace(0.0, 1.0, 9)
        for i in range(26):
            angle = 2 * np.pi * i / 26
            radius = 0.03 + (r - 0.03) * np.sin(np.pi * (0.12 + 0.62 * t))
            path = np.stack([np.cos(angle) * radius, tall * (1 - t), np.sin(angle) * radius], axis=1)
            a.add(bent(path, 0.0035, cane, segments=4))
        for s in (0.25, 0.6, 1.0):
            radius = 0.03 + (r - 0.03) * np.sin(np.pi * (0.12 + 0.62 * s))
            u = np.linspace(0, 2 * np.pi, 33)
            a.add(
                bent(
                    np.stack([np.cos(u) * radius, np.full(33, tall * (1 - s)), np.sin(u) * radius], 1),
                    0.005,
                    cane,
                    segments=5,
                )
            )
        _globe(a, (0, tall * 0.5, 0), min(0.075, r * 0.4), 3.5)
    a.block((-r, 0, -r), (r, tall, r))
    a.block((-0.06, tall, -0.06), (0.06, h, 0.06))
    return a


def wall_lamp(b: Brief) -> Assembly:
    """A lamp on the wall."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    steel = metal(b.palette.metal)
    r = w / 2
    z = -d / 2 + r
    a.add(board((0.07, min(0.16, h * 0.5), 0.016), (0, h * 0.42, d / 2 - 0.008), steel, bevel=0.004))
    a.add(bent([(0, h * 0.42, d / 2 - 0.01), (0, h * 0.36, d / 4), (0, h * 0.30, z), (0, h * 0.40, z)], 0.007, steel))
    if b.style == "globe":
        _globe(a, (0, h - r, z), r)
        a.add(rod((0, 0, z), (0, h * 0.4, z), 0.02, steel))
    elif b.style == "box":
        a.add(
            board((w, h * 0.66, 2 * r), (0, h * 0.67, z), glow(_WARM, 1.2), bevel=0.004),
            rod((0, 0, z), (0, h * 0.4, z), 0.02, steel),
        )
    else:
        _shade(a, r, r * 0.6, h * 0.42, h, (0, z))
        a.add(rod((0, 0, z), (0, h * 0.46, z), 0.016, steel))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a
