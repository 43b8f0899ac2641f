"""Pictures for the wall, patterns for rugs, and the view from a window. One image a thing, uvs 0 to 1."""

from __future__ import annotations

import numpy as np

from assets.model import Texture
from scenes.homes.textures.noise import Field, fractal_noise, grid, speckle
from scenes.homes.textures.paint import Image, over, ramp, shade, texture


def _canvas(rng: np.random.Generator, shape: tuple[int, int], image: Image) -> Image:
    return shade(image, 0.97 + 0.05 * speckle(rng, shape))


def painting(kind: str, colors: tuple[str, ...], seed: int, aspect: float = 0.75) -> Texture:
    """A picture: "landscape", "abstract", "botanical" or "geometric"; `aspect` is width over height."""
    rng = np.random.default_rng(seed)
    shape = (256, max(64, round(256 * aspect)))
    y, x = grid(shape)
    draw = {"landscape": _landscape, "abstract": _abstract, "botanical": _botanical, "geometric": _geometric}[kind]
    image = _canvas(rng, shape, draw(rng, y, x, colors, aspect))
    return texture(image, f"painting/{kind}/{'.'.join(colors)}/{seed}/{aspect:.3f}")


def _landscape(rng: np.random.Generator, y: Field, x: Field, colors: tuple[str, ...], aspect: float) -> Image:
    image = ramp(y * 1.6 + 0.06 * fractal_noise(rng, y.shape, (3, 2), 4), ("#9fb7c6", "#d9dccf", "#efdcb8", "#e8c79a"))
    cx, cy = rng.uniform(0.25, 0.75), rng.uniform(0.18, 0.34)
    image = over(image, "#f7ead0", np.clip((0.05 - np.hypot((x - cx) * aspect, y - cy)) * 60, 0, 1))
    count = 5
    for i in range(count):
        base = 0.42 + 0.12 * i + rng.uniform(-0.02, 0.02)
        p = rng.uniform(0, 6.28, 3)
        line = base + 0.05 * np.sin(3.1 * x + p[0]) + 0.025 * np.sin(8 * x + p[1]) + 0.008 * np.sin(31 * x + p[2])
        far = 1 - i / (count - 1)
        image = over(image, "#b9c2c2", np.clip((y - line) * 250, 0, 1))
        image = over(image, colors[i % len(colors)], np.clip((y - line) * 250, 0, 1) * (0.85 - 0.5 * far))
    return shade(image, 0.94 + 0.12 * fractal_noise(rng, y.shape, (40, 12), 2))


def _abstract(rng: np.random.Generator, y: Field, x: Field, colors: tuple[str, ...], aspect: float) -> Image:
    image = ramp(0.8 + 0.3 * (fractal_noise(rng, y.shape, (3, 3), 4) - 0.5), ("#d8cfbd", "#f1ebde"))
    for i in range(5):
        cx, cy, r, turn = rng.uniform(0.2, 0.8), rng.uniform(0.15, 0.85), rng.uniform(0.12, 0.3), rng.uniform(0, 3.1)
        dx, dy = (x - cx) * aspect, y - cy
        u, v = np.cos(turn) * dx + np.sin(turn) * dy, np.cos(turn) * dy - np.sin(turn) * dx
        edge = 0.03 * (fractal_noise(rng, y.shape, (5, 5), 4) - 0.5)
        shape = r - np.hypot(u, v * rng.uniform(1.2, 2.4)) + edge
        image = over(image, colors[i % len(colors)], np.clip(shape * 120, 0, 1) * 0.88)
    line = np.abs(y - 0.5 - 0.25 * np.sin(x * rng.uniform(3, 6) + rng.uniform(0, 6)))
    return over(image, "#2b2926", np.clip((0.006 - line) * 400, 0, 1))


def _botanical(rng: np.random.Generator, y: Field, x: Field, colors: tuple[str, ...], aspect: float) -> Image:
    image = ramp(np.full(y.shape, 1.0), ("#efe8d8", "#f3eee2"))
    bend = rng.uniform(-0.12, 0.12)
    stem_x = 0.5 + bend * (1 - y) ** 2
    ink = colors[int(rng.integers(len(colors)))]
    inside = (y > 0.14) & (y < 0.92)
    image = over(image, ink, np.clip((0.006 - np.abs(x - stem_x) * aspect) * 500, 0, 1) * inside)
    for i in range(9):
        at = 0.18 + 0.075 * i
        side = 1 if i % 2 else -1
        cx = 0.5 + bend * (1 - at) ** 2
        tilt = 0.75 * side
        dx, dy = (x - cx) * aspect * side, (y - at) + 0.0
        u = np.cos(0.6) * dx - np.sin(0.6) * dy
        v = np.sin(0.6) * dx + np.cos(0.6) * dy
        length = 0.10 + 0.10 * np.sin(np.pi * (i + 1.5) / 10)
        width = 0.028 * np.sin(np.pi * np.clip(u / length, 0, 1)) ** 0.8
        leaf = np.clip((width - np.abs(v)) * 400, 0, 1) * (u > 0) * (u < length)
        image = over(image, ink, leaf * (0.75 + 0.2 * np.sign(v) * np.sign(tilt)))
    return image


def _geometric(rng: np.random.Generator, y: Field, x: Field, colors: tuple[str, ...], aspect: float) -> Image:
    columns = max(2, round(4 * aspect))
    j, i = np.minimum((y * 4).astype(int), 3), np.minimum((x * columns).astype(int), columns - 1)
    fy, fx = y * 4 - j, x * columns - i
    tile = rng.integers(0, 4, (4, columns))[j, i]
    first = rng.integers(0, len(colors), (4, columns))[j, i]
    corner = np.where(tile % 2 == 0, fx, 1 - fx), np.where(tile < 2, fy, 1 - fy)
    arc = np.hypot(*corner)
    image = ramp(np.full(y.shape, 1.0), ("#ebe3d2", "#efe8da"))
    for n, color in enumerate(colors):
        image = over(image, color, np.clip((1 - arc) * 60, 0, 1) * (first == n))
        image = over(image, color, np.clip((0.5 - arc) * 60, 0, 1) * (first == (n + 1) % len(colors)))
    return image


def rug_pattern(kind: str, colors: tuple[str, ...], seed: int, aspect: float) -> Texture:
    """A rug seen from above: "plain", "striped", "persian", "geometric" or "border"; `aspect` is width over depth."""
    rng = np.random.default_rng(seed)
    shape = (256, int(np.clip(round(256 * aspect), 128, 512)))
    y, x = grid(shape)
    u, v = np.abs(x - 0.5) * 2, np.abs(y - 0.5) * 2
    du, dv = (1 - u) * aspect / 2, (1 - v) / 2  # distance to the edge, in units of the depth
    edge = np.minimum(du, dv)
    ground, *others = colors
    image: Image = ramp(np.zeros(shape), (ground, ground))
    if kind == "striped":
        for i, color in enumerate(others * 3):
            at = (i + 0.7) / (len(others) * 3 + 0.4)
            image = over(image, color, np.clip((0.022 + 0.012 * (i % 2) - np.abs(x - at)) * 400, 0, 1))
    elif kind == "border":
        image = over(image, others[0], (edge < 0.12) & (edge > 0.05))
        image = over(image, others[1], (edge < 0.145) & (edge > 0.13))
    elif kind == "geometric":
        s, t = x * aspect * 5, y * 5
        diamond = np.abs(s % 1 - 0.5) + np.abs(t % 1 - 0.5)
        image = over(image, others[0], (diamond < 0.5) & (diamond > 0.40))
        image = over(image, others[1], diamond < 0.16)
    elif kind == "persian":
        image = _persian(image, others, u, v, edge, aspect)
    pile = 0.90 + 0.16 * fractal_noise(rng, shape, (64, 64), 2) + 0.05 * (fractal_noise(rng, shape, (4, 4), 3) - 0.5)
    return texture(shade(image, pile), f"rug/{kind}/{'.'.join(colors)}/{seed}/{aspect:.3f}")


def _persian(image: Image, colors: list[str], u: Field, v: Field, edge: Field, aspect: float) -> Image:
    """A medallion, corner pieces, a flowered field and three borders, mirrored about both axes."""
    a, b, c, d = (colors * 4)[:4]
    s, t = u * aspect, v
    flower = np.sin(26 * s) * np.sin(26 * t) + 0.6 * np.sin(13 * s + 2) * np.cos(15 * t)
    image = over(image, b, np.clip((flower - 0.75) * 6, 0, 1) * 0.9)
    image = over(image, c, np.clip((-flower - 0.85) * 6, 0, 1) * 0.8)
    angle, r = np.arctan2(t, s / aspect * 1.5), np.hypot(s / aspect, t)
    for radius, color in ((0.56, a), (0.50, d), (0.34, b), (0.29, a), (0.14, c)):
        image = over(image, color, np.clip((radius * (1 + 0.10 * np.cos(8 * angle)) - r) * 60, 0, 1))
    corner = np.hypot((1 - u) * aspect / 1.2, 1 - v)
    image = over(image, d, np.clip((0.42 + 0.03 * np.cos(14 * np.arctan2(1 - v, 1 - u)) - corner) * 60, 0, 1))
    for high, low, color in ((0.15, 0.0, a), (0.14, 0.125, c), (0.035, 0.02, c)):
        image = over(image, color, (edge < high) & (edge >= low))
    bead = np.sin(40 * s) * np.sin(40 * t)
    image = over(image, c, np.clip(bead * 3 - 1, 0, 1) * ((edge < 0.12) & (edge > 0.045)))
    return over(image, "#e4d9c0", edge < 0.008)


def outdoors(seed: int) -> Texture:
    """The blurred, bright view from a window: sky, haze, trees and a lawn."""
    rng = np.random.default_rng(seed)
    shape = (128, 128)
    y, _ = grid(shape)
    sky = ramp(y * 1.5, ("#a9cdee", "#d3e6f5", "#f2f5f2"))
    sky = over(sky, "#ffffff", np.clip(fractal_noise(rng, shape, (3, 2), 4) * 2.4 - 1.1, 0, 0.8) * (1 - y))
    hill = 0.56 + 0.14 * (fractal_noise(rng, shape, (1, 5), 3)[:1] - 0.5)
    image = over(sky, "#9db39a", np.clip((y - hill) * 14, 0, 1))
    trees = 0.62 + 0.16 * (fractal_noise(rng, shape, (1, 9), 3)[:1] - 0.5)
    leaf = fractal_noise(rng, shape, (16, 16), 2)
    image = over(image, "#6c8a5c", np.clip((y - trees) * 16, 0, 1) * (0.6 + 0.4 * leaf))
    return texture(over(image, "#a9bf86", np.clip((y - 0.84) * 10, 0, 1)), f"outdoors/{seed}")
