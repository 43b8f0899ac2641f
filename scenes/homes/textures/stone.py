"""Stone, ceramic, plaster, brick and concrete."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from assets.model import Texture
from scenes.homes.textures.noise import Field, fractal_noise, grid, speckle, value_noise
from scenes.homes.textures.paint import Image, over, ramp, shade, texture

_N = (512, 512)


def _joints(y: Field, x: Field, rows: int, columns: int, tile: float, *, bond: bool) -> tuple[Field, Field]:
    """Number of the piece that a pixel lies on and metres to its edge, for a grid or a running bond."""
    row = np.floor(y * rows)
    shifted = (x * columns + (0.5 * (row % 2) if bond else 0.0)) % columns
    fy, fx = y * rows - row, shifted - np.floor(shifted)
    height, width = tile / rows, tile / columns
    edge = np.minimum(np.minimum(fy, 1 - fy) * height, np.minimum(fx, 1 - fx) * width)
    return row * columns + np.floor(shifted), edge


@lru_cache(maxsize=32)
def tiles(color: str, grout: str, *, across: int = 4, tile: float = 1.2, bond: bool = False, ratio: int = 1) -> Texture:
    """Glazed tiles, `across` to a repeat of `tile` metres (`ratio` rows to each column), with grout."""
    rng = np.random.default_rng(across * 7 + ratio)
    y, x = grid(_N)
    piece, edge = _joints(y, x, across * ratio, across, tile, bond=bond)
    gain = rng.normal(1, 0.018, 4096)[piece.astype(int) % 4096]
    gain = gain * (0.985 + 0.05 * (fractal_noise(rng, _N, (5, 5), 4) - 0.5)) + 0.03 * np.clip(edge / 0.02, 0, 1)
    image = shade(ramp(np.zeros(_N), (color, color)), gain)
    image = over(image, grout, np.clip(1.5 - edge / 0.002, 0, 1))
    return texture(image, f"tiles/{color}/{grout}/{across}/{tile}/{bond}/{ratio}")


@lru_cache(maxsize=8)
def terrazzo(ground: str, chips: tuple[str, ...]) -> Texture:
    """Polished terrazzo, 512 x 512 over 0.8 metres."""
    rng = np.random.default_rng(71)
    image: Image = shade(ramp(np.zeros(_N), (ground, ground)), 0.97 + 0.06 * speckle(rng, _N))
    reach = np.arange(-20, 21)
    for n in range(420):
        row, column = rng.integers(0, _N[0], 2)
        size, turn, flat = rng.random(3)
        radius = 3 + 8 * size**3
        c, s = np.cos(turn * 6.28), np.sin(turn * 6.28)
        dy, dx = reach[:, None], reach[None, :]
        a, b = c * dx + s * dy, (c * dy - s * dx) / (0.5 + 0.5 * flat)
        inside = np.clip((radius - np.maximum(np.abs(a) * 0.8 + np.abs(b) * 0.5, np.abs(b))) / 1.5, 0, 1)
        place = np.ix_((row + reach) % _N[0], (column + reach) % _N[1])
        image[place] = over(image[place], chips[n % len(chips)], inside)
    return texture(image, f"terrazzo/{ground}/{'.'.join(chips)}")


@lru_cache(maxsize=8)
def marble(ground: str, vein: str) -> Texture:
    """Veined marble, 512 x 512 over 1.2 metres."""
    rng = np.random.default_rng(72)
    y, x = grid(_N)
    cloud = fractal_noise(rng, _N, (3, 3), 5)
    image = over(ramp(np.zeros(_N), (ground, ground)), vein, 0.25 * np.clip(cloud * 2 - 0.8, 0, 1))
    for strength, count in ((0.75, 1), (0.45, 2), (0.3, 3)):
        warp = fractal_noise(rng, _N, (3, 3), 5) * 1.6
        line = np.abs(((x + count * y + warp) % 1) - 0.5)
        width = 0.008 + 0.03 * value_noise(rng, _N, (4, 4)) ** 3
        image = over(image, vein, strength * np.clip(1 - line / width, 0, 1) ** 1.5)
    return texture(image, f"marble/{ground}/{vein}")


@lru_cache(maxsize=8)
def granite(colors: tuple[str, ...]) -> Texture:
    """Speckled granite, 256 x 256 over 0.5 metres."""
    rng = np.random.default_rng(73)
    n = (256, 256)
    tone = 0.55 * value_noise(rng, n, (64, 64)) + 0.25 * speckle(rng, n) + 0.2 * fractal_noise(rng, n, (6, 6), 3)
    return texture(ramp((tone - 0.2) * 1.6, colors), f"granite/{'.'.join(colors)}")


@lru_cache(maxsize=4)
def plaster() -> Texture:
    """Painted plaster, neutral, 256 x 256 over 1.6 metres: faint roller and trowel marks."""
    rng = np.random.default_rng(74)
    n = (256, 256)
    tone = 0.955 + 0.035 * (fractal_noise(rng, n, (6, 6), 5) - 0.5) + 0.02 * (speckle(rng, n) - 0.5)
    return texture(ramp(tone, ("#000000", "#ffffff")), "plaster")


@lru_cache(maxsize=8)
def concrete(colors: tuple[str, str, str] = ("#7d7c79", "#9b9a96", "#b0aea9")) -> Texture:
    """Smoothed concrete, 512 x 512 over 2.4 metres."""
    rng = np.random.default_rng(75)
    tone = 0.5 + 0.9 * (fractal_noise(rng, _N, (3, 3), 6) - 0.5) + 0.12 * (speckle(rng, _N) - 0.5)
    pits = np.clip((value_noise(rng, _N, (128, 128)) - 0.93) * 14, 0, 1)
    return texture(shade(ramp(tone, colors), 1 - 0.3 * pits), f"concrete/{'.'.join(colors)}")


@lru_cache(maxsize=8)
def brick(colors: tuple[str, ...], mortar: str) -> Texture:
    """A running bond of bricks, 512 x 512 over 0.9 metres: twelve courses of 22.5 cm bricks."""
    rng = np.random.default_rng(76)
    y, x = grid(_N)
    wobble = 0.003 * (fractal_noise(rng, _N, (20, 20), 2) - 0.5)
    piece, edge = _joints((y + wobble) % 1, (x + wobble) % 1, 12, 4, 0.9, bond=True)
    tone = rng.random(64)[piece.astype(int) % 64] * 0.7 + 0.5 * (fractal_noise(rng, _N, (16, 16), 4) - 0.2)
    image = shade(ramp(tone, colors), 0.9 + 0.1 * np.clip(edge / 0.01, 0, 1))
    grain = 0.92 + 0.16 * fractal_noise(rng, _N, (64, 64), 2)
    return texture(
        shade(over(image, mortar, np.clip(2.2 - edge / 0.003, 0, 1)), grain), f"brick/{'.'.join(colors)}/{mortar}"
    )
