"""Potted plants. Leaves are bent sheets with a crease, never crossed pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assets.model import Primitive
from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, ceramic, leaf, paint, wicker
from scenes.homes.furniture.parts import bent, sheet, shift, turned

Points = NDArray[np.float64]
_GREENS = ("#3f6b35", "#4d7a3a", "#2f5a35", "#5d8243")


def _blade(base: Points, direction: float, length: float, width: float, rise: float, droop: float, stuff: Stuff, *,
           shape: str = "oval", rows: int = 8) -> Primitive:  # fmt: skip
    """One leaf from `base`, heading `direction` about the vertical, rising at `rise` radians, drooping by `droop`."""
    t = np.linspace(0, 1, rows)
    pitch = rise - droop * t
    step = length / (rows - 1)
    along = np.concatenate([[0], np.cumsum(np.cos(pitch[:-1]) * step)])
    up = np.concatenate([[0], np.cumsum(np.sin(pitch[:-1]) * step)])
    out = np.array([np.cos(direction), 0, np.sin(direction)])
    side = np.array([-np.sin(direction), 0, np.cos(direction)])
    profile = {
        "oval": np.sin(np.pi * np.clip(t, 0.02, 0.995) ** 0.8) ** 0.75,
        "sword": np.clip(np.minimum(0.55 + 1.2 * t, (1.0 - t) * 2.6), 0.02, 1),
        "strap": np.clip(np.minimum(0.3 + 3 * t, (1 - t) * 1.4), 0.03, 1),
        "heart": np.clip(np.where(t < 0.25, (t / 0.25) ** 0.5, ((1 - t) / 0.75) ** 0.8), 0.03, 1),
    }[shape]
    half = profile * width / 2
    spread = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
    crease = 0.28 * np.abs(spread)
    normal = -np.sin(pitch)[:, None] * out + np.cos(pitch)[:, None] * np.array([0, 1.0, 0])
    spine = base + along[:, None] * out + up[:, None] * np.array([0, 1.0, 0])
    grid = spine[:, None] + half[:, None, None] * (
        spread[None, :, None] * side + crease[None, :, None] * normal[:, None]
    )
    return sheet(grid, stuff)


def _pot(a: Assembly, b: Brief, r: float, h: float) -> None:
    """A pot with soil, standing on the floor."""
    choice = b.rng.random()
    stuff = wicker() if choice < 0.25 else ceramic(b.pick(("#e8e3d8", "#b5684a", "#3d4144", *b.palette.accents[:3])))
    belly = b.between(0.0, 0.12)
    outer = [(0, 0), (r * 0.72, 0), (r * 0.78, h * 0.05), (r * (0.92 + belly * 0.6), h * 0.6), (r, h * 0.97), (r, h)]
    inner = [(r * 0.93, h), (r * 0.9, h * 0.9)]
    a.add(turned(outer + inner, (0, 0, 0), stuff, segments=28, smooth=False))
    a.add(turned([(r * 0.9, 0), (0, 0.012)], (0, h * 0.89, 0), paint("#3a2a1e", 1.0), segments=20))
    a.block((-r, 0, -r), (r, h, r))


def _fill(a: Assembly, b: Brief, pot: float) -> None:
    """Stretch the foliage to fill the brief's width, depth and height, its roots staying in the pot."""
    low, high = a.bounds()
    root = pot * 0.9
    scale = np.array([b.width / (high[0] - low[0]), (b.height - root) / (high[1] - root), b.depth / (high[2] - low[2])])
    middle = (low + high) / 2
    matrix = np.diag([*scale, 1.0])
    matrix[:3, 3] = -scale[0] * middle[0], root * (1 - scale[1]), -scale[2] * middle[2]
    for i, part in enumerate(a.parts):
        bent_back = part.positions[:, 1:2].clip(root, high[1]) - root  # the stems lean back to the pot's middle
        lean = np.array([matrix[0, 3], 0, matrix[2, 3]]) * (1 - bent_back / (high[1] - root)) ** 2
        moved = part.transformed(matrix)
        a.parts[i] = replace(moved, positions=np.ascontiguousarray(moved.positions - lean, np.float32))
    low, high = a.bounds()
    final = np.diag([b.width / (high[0] - low[0]), 1.0, b.depth / (high[2] - low[2]), 1.0])
    a.parts[:] = [part.transformed(final) for part in a.parts]


def plant(b: Brief) -> Assembly:
    """A large plant on the floor."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    r = min(w, d) * b.between(0.24, 0.29)
    pot = min(h * 0.28, r * 1.7)
    greens = [leaf(b.pick(_GREENS)) for _ in range(2)]
    top = np.array([0, pot * 0.9, 0])
    reach = min(w, d) / 2
    if b.style == "snake":
        for i in range(15):
            turn_to = i * 2.399
            base = top + np.array([np.cos(turn_to), 0, np.sin(turn_to)]) * r * b.between(0.1, 0.55)
            length = (h - pot) * b.between(0.6, 1.03)
            edge = leaf("#8fa05a") if i % 3 == 0 else greens[i % 2]
            a.add(
                _blade(base, turn_to, length, 0.075, b.between(1.36, 1.52), b.between(-0.12, 0.10), edge, shape="sword")
            )
    elif b.style == "palm":
        for i in range(11):
            turn_to = i * 2.399
            rise = 1.45 - 0.05 * i
            length = (h - pot) * b.between(0.95, 1.15)
            t = np.linspace(0, 1, 11)
            pitch = rise - (0.75 + 0.04 * i) * t**1.4
            step = length / 10
            out = np.array([np.cos(turn_to), 0, np.sin(turn_to)])
            spine = top + np.concatenate(
                [
                    [[0, 0, 0]],
                    np.cumsum(
                        np.cos(pitch[:-1, None]) * out * step + np.sin(pitch[:-1, None]) * np.array([0, 1.0, 0]) * step,
                        0,
                    ),
                ]
            )
            a.add(bent(spine, 0.005, greens[0], segments=5))
            for j in range(3, 11):
                for s in (-1, 1):
                    size = length * 0.30 * np.sin(np.pi * (j - 1.5) / 10.5) ** 0.6
                    a.add(
                        _blade(
                            spine[j],
                            turn_to + s * (0.95 - 0.04 * j),
                            float(size),
                            0.024,
                            float(pitch[j]) + 0.1,
                            0.7,
                            greens[i % 2],
                            shape="strap",
                            rows=5,
                        )
                    )
    elif b.style == "monstera":
        for i in range(13):
            turn_to = i * 2.399
            tall = (h - pot) * (0.35 + 0.6 * ((i * 5) % 13) / 13)
            away = reach * b.between(0.30, 0.62)
            tip = top + np.array([np.cos(turn_to) * away, tall, np.sin(turn_to) * away])
            mid = top * 0.4 + tip * 0.6 + np.array([0, tall * 0.14, 0])
            a.add(bent([top + (tip - top) * 0.02, mid, tip], 0.006, greens[0], segments=6))
            size = b.between(0.24, 0.33) * (h / 1.15)
            a.add(_blade(tip, turn_to, size, size * 0.86, 0.15, 1.1, greens[i % 2], shape="heart", rows=9))
    else:
        trunk = [top, top + np.array([0.012, (h - pot) * 0.4, 0.01]), np.array([-0.015, h * 0.86, 0])]
        a.add(bent(trunk, 0.014, paint("#6b5138", 0.9)))
        for i in range(34):
            share = (i + 1) / 34
            turn_to = i * 2.399
            y = pot + (h - pot) * (0.22 + 0.68 * share)
            base = np.array([np.cos(turn_to) * 0.02, y, np.sin(turn_to) * 0.02])
            size = min(reach * 0.92, b.between(0.20, 0.30) * (h / 1.15)) * (1.05 - 0.35 * share)
            a.add(_blade(base, turn_to, size, size * 0.62, 0.55 + 0.55 * share, b.between(0.6, 1.1), greens[i % 2]))
    _fill(a, b, pot)
    _pot(a, b, r, pot)
    high = a.bounds()[1]
    inner = np.array([min(0.28, high[0] * 0.7), 0, min(0.28, high[2] * 0.7)])
    a.block((-inner[0], pot, -inner[2]), (inner[0], high[1], inner[2]))
    return a


def small_plant(b: Brief) -> Assembly:
    """A plant for a table or shelf."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    reach = min(w, d) / 2
    r = reach * 0.62
    pot = h * 0.42
    top = np.array([0, pot * 0.9, 0])
    green = [leaf(b.pick(_GREENS)), leaf("#6f9150")]
    if b.style == "succulent":
        for ring, count in ((0, 5), (1, 7), (2, 9)):
            for i in range(count):
                turn_to = 2 * np.pi * (i + 0.5 * (ring % 2)) / count
                size = reach * (0.55 + 0.22 * ring)
                a.add(
                    _blade(
                        top + np.array([0, 0.012 * (2 - ring), 0]),
                        turn_to,
                        size,
                        size * 0.42,
                        1.25 - 0.38 * ring,
                        -0.5,
                        green[ring % 2],
                        rows=6,
                    )
                )
    elif b.style == "flowers":
        for i in range(11):
            turn_to = i * 2.399
            away = reach * b.between(0.1, 0.75)
            tip = top + np.array([np.cos(turn_to) * away, (h - pot) * b.between(0.6, 1.0), np.sin(turn_to) * away])
            a.add(
                bent(np.stack([top, top * 0.5 + tip * 0.5 + np.array([0, 0.02, 0]), tip]), 0.0016, green[0], segments=4)
            )
            petal = leaf(b.palette.accents[i % 2])
            for k in range(6):
                a.add(_blade(tip, k * np.pi / 3 + i, 0.020, 0.014, 0.5, 0.6, petal, rows=4))
            a.add(
                turned(
                    [(0, -0.003), (0.006, 0.0), (0.004, 0.005), (0, 0.006)],
                    (0, 0, 0),
                    paint("#d9b23c", 0.8),
                    segments=8,
                ).transformed(shift(*tip))
            )
            a.add(_blade(top, turn_to + 1.1, reach * 0.9, 0.02, 1.0, 0.9, green[1], shape="strap", rows=6))
    else:
        trailing = b.style == "trailing"
        for i in range(26 if trailing else 30):
            turn_to = i * 2.399
            length = reach * (1.15 if not trailing else 1.05) * b.between(0.75, 1.05)
            rise = b.between(0.5, 1.35)
            droop = b.between(1.2, 1.9) if not trailing else b.between(1.6, 2.3)
            if trailing:
                a.add(_blade(top, turn_to, length, length * 0.42, rise, droop, green[i % 2], shape="heart", rows=6))
            else:
                a.add(_blade(top, turn_to, length * 1.25, 0.022, rise, droop, green[i % 2], shape="strap", rows=8))
    _fill(a, b, pot)
    _pot(a, b, r, pot)
    a.block((-reach * 0.8, pot, -reach * 0.8), (reach * 0.8, h, reach * 0.8))
    return a
