"""Things that hang on the wall. Built in a box of width x height x depth, back at z = +depth/2."""

from __future__ import annotations

import numpy as np

from assets.shapes import prism, quad
from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.books import books_along
from scenes.homes.furniture.materials import Stuff, cloth, metal, paint, printed, wood
from scenes.homes.furniture.ornaments import vase_parts
from scenes.homes.furniture.parts import bent, board, pad, rod, shift, turn, turned
from scenes.homes.textures.pictures import painting


def _frame(a: Assembly, w: float, h: float, d: float, bar: float, stuff: Stuff) -> None:
    """Four mitre-less bars around an opening."""
    for s in (-1, 1):
        a.add(board((bar, h, d), (s * (w - bar) / 2, h / 2, 0), stuff, grain="y", bevel=0.003))
        a.add(board((w - 2 * bar, bar, d), (0, h / 2 + s * (h - bar) / 2, 0), stuff, grain="x", bevel=0.003))


def _face(a: Assembly, w: float, h: float, y: float, z: float, stuff: Stuff) -> None:
    """An image that looks to -z (its right is at -x, as seen from there)."""
    x = w / 2
    a.add(quad([(x, y + h / 2, z), (-x, y + h / 2, z), (-x, y - h / 2, z), (x, y - h / 2, z)], stuff.material))


def picture(b: Brief) -> Assembly:
    """A framed picture."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    bar = min(0.028, w * 0.08)
    frame = wood(b.pick(b.palette.woods)) if b.rng.random() < 0.55 else metal(b.palette.metal)
    _frame(a, w, h, d, bar, frame)
    a.add(board((w - 0.01, h - 0.01, d * 0.4), (0, h / 2, d * 0.29), paint("#d8d2c4", 0.9), bevel=0))
    mount = min(w, h) * b.between(0.08, 0.15) if b.style in ("botanical", "landscape") else 0.0
    if mount:
        _face(a, w - 2 * bar, h - 2 * bar, h / 2, d * 0.06, paint("#f1eee6", 0.95))
    iw, ih = w - 2 * (bar + mount), h - 2 * (bar + mount)
    accents = list(b.palette.accents)
    b.rng.shuffle(accents)
    image = painting(b.style, tuple(accents[:4]), int(b.rng.integers(10000)), round(iw / ih, 3))
    _face(a, iw, ih, h / 2, d * 0.05, printed(f"painting_{b.style}", image, 0.6))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def mirror(b: Brief) -> Assembly:
    """A mirror. It shows a pale, even reflection: the renderers do not trace one."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    glass = paint("#b9c6cc", 0.06)
    frame = wood(b.pick(b.palette.woods)) if b.rng.random() < 0.5 else metal(b.palette.metal)
    if b.style == "rectangular":
        _frame(a, w, h, d, 0.03, frame)
        a.add(board((w - 0.05, h - 0.05, d * 0.6), (0, h / 2, d * 0.15), glass, bevel=0))
    else:
        count = 49
        if b.style == "round":
            t = np.linspace(0, 2 * np.pi, count)
            x, y = np.cos(t) * (w / 2 - 0.013), h / 2 + np.sin(t) * (h / 2 - 0.013)
        else:
            t = np.linspace(0, np.pi, count - 5)
            x = np.concatenate([np.cos(t) * (w / 2 - 0.013), [-(w / 2 - 0.013), 0, w / 2 - 0.013, w / 2 - 0.013]])
            y = np.concatenate([h - w / 2 + np.sin(t) * (w / 2 - 0.013), [0.013, 0.013, 0.013, h - w / 2]])
        a.add(bent(np.stack([x, y, 0 * x], 1), min(d / 2, 0.016), frame))
        outline = list(zip(x[:-1].tolist(), y[:-1].tolist(), strict=True))
        a.add(prism(outline, d / 2 - 0.016, d / 2 - 0.001, glass.material, axis="z"))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def clock(b: Brief) -> Assembly:
    """A wall clock with hands."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    r = min(w, h) / 2
    case = {"wood": wood(b.palette.woods[0]), "metal": metal(b.palette.metal), "dark": paint("#242526", 0.4)}[b.style]
    face, ink = (
        (paint("#242526", 0.6), paint("#ebe7dc")) if b.style == "dark" else (paint("#f1eee6", 0.7), paint("#242526"))
    )
    flat = shift(0, h / 2, d / 2) @ turn(-np.pi / 2, "x")
    rim = [(0, 0), (r, 0), (r, d * 0.85), (r - 0.006, d), (r - 0.016, d), (r - 0.018, d * 0.7)]
    a.add(turned(rim, (0, 0, 0), case, segments=40, smooth=False).transformed(flat))
    a.add(turned([(r - 0.017, 0), (0, 0.0)], (0, d * 0.7, 0), face, segments=40, smooth=False).transformed(flat))
    z = d / 2 - d * 0.7 - 0.001
    for i in range(12):
        size = (0.006, 0.024 if i % 3 == 0 else 0.012, 0.002)
        a.add(board(size, (0, h / 2 + r * 0.78, z), ink, bevel=0).transformed(turn(np.pi * i / 6, "z", (0, h / 2, 0))))
    for length, wide, angle in ((0.50, 0.010, b.between(0, 6.28)), (0.70, 0.006, b.between(0, 6.28))):
        hand = board((wide, r * length, 0.002), (0, h / 2 + r * length * 0.42, z - 0.003), ink, bevel=0)
        a.add(hand.transformed(turn(angle, "z", (0, h / 2, 0))))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def wall_hooks(b: Brief) -> Assembly:
    """Hooks for coats."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber, steel = wood(b.palette.woods[0]), metal(b.palette.metal)
    n = max(3, round(w / 0.14))
    if b.style == "rail":
        a.add(rod((-w / 2, h * 0.8, 0), (w / 2, h * 0.8, 0), 0.011, steel))
        for s in (-1, 1):
            a.add(rod((s * (w / 2 - 0.05), h * 0.8, 0), (s * (w / 2 - 0.05), h * 0.8, d / 2), 0.009, steel))
    else:
        tall = h if b.style == "pegs" else h * 0.62
        a.add(board((w, tall, 0.02), (0, h - tall / 2, d / 2 - 0.01), timber, grain="x"))
    for i in range(n):
        x = (i + 0.5) / n * w - w / 2
        if b.style == "pegs":
            a.add(rod((x, h * 0.42, d / 2 - 0.02), (x, h * 0.58, -d / 2), 0.010, timber, end_radius=0.013))
        else:
            a.add(
                bent(
                    [
                        (x, h * 0.75, d / 2 - 0.02),
                        (x, h * 0.35, d / 2 - 0.03),
                        (x, 0.005, 0.0),
                        (x, h * 0.12, -d * 0.3),
                        (x, h * 0.35, -d / 2 + 0.006),
                    ],
                    0.005,
                    steel,
                    segments=6,
                )
            )
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def wall_shelf(b: Brief) -> Assembly:
    """A shelf on the wall with a few things on one half of it."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    thick = 0.028
    base = h * 0.36 if b.style == "bracket" else 0.0
    a.add(board((w, thick, d), (0, base + thick / 2, 0), timber, grain="x"), solid=True)
    steel = metal(b.palette.metal)
    top = base + thick
    if b.style == "bracket":
        for s in (-1, 1):
            x = s * (w / 2 - 0.12)
            a.add(board((0.02, base, 0.012), (x, base / 2, d / 2 - 0.006), steel, bevel=0.002))
            a.add(rod((x, 0.01, d / 2 - 0.01), (x, base, -d / 2 + 0.04), 0.006, steel, segments=6))
    elif b.style == "rail":
        a.add(
            rod(
                (-w / 2 + 0.01, top + 0.045, -d / 2 + 0.012),
                (w / 2 - 0.01, top + 0.045, -d / 2 + 0.012),
                0.005,
                steel,
                segments=6,
            )
        )
        for s in (-1, 1):
            a.add(
                rod(
                    (s * (w / 2 - 0.01), top, -d / 2 + 0.012),
                    (s * (w / 2 - 0.01), top + 0.05, -d / 2 + 0.012),
                    0.005,
                    steel,
                    segments=6,
                )
            )
    tall = h - top
    run = min(0.42, w * 0.36)
    books_along(a, b, (-w / 2 + 0.03, top, -d / 2 + 0.03), run, tall * 0.99, d * 0.7)
    a.merge(
        vase_parts(b, tall * 1.0, min(tall * 0.36, d * 0.34), b.pick(("bottle", "urn", "ribbed"))),
        shift(w * 0.12, top, 0),
    )
    a.block((-w / 2, top, -d / 2), (-w / 2 + run + 0.04, h, d / 2))
    low = pad(
        (0.12, min(0.09, tall * 0.6), d * 0.5),
        (w * 0.34, top + min(0.09, tall * 0.6) / 2, 0),
        cloth(b.pick(b.palette.linens), "linen"),
        radius=0.02,
    )
    a.add(low)
    return a
