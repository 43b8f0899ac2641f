"""Cloth, leather, carpet and wicker, neutral in colour: multiply with a material's base colour."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from assets.model import Texture
from scenes.homes.textures.noise import Field, fractal_noise, grid, speckle, value_noise
from scenes.homes.textures.paint import ramp, texture

_N = (256, 256)
WEAVE_TILE = {
    "boucle": 0.22, "carpet": 0.5, "knit": 0.14, "leather": 0.5, "linen": 0.24, "plain": 0.20, "twill": 0.18,
    "velvet": 0.6,
}  # fmt: skip
"""Metres that one repeat covers."""
WEAVES = tuple(sorted(WEAVE_TILE))
WICKER_TILE = 0.16


def _threads(y: Field, x: Field, count: int) -> Field:
    """Over-and-under relief of a plain weave with `count` threads each way, 0 to 1."""
    j, i = np.floor(y * count), np.floor(x * count)
    fy, fx = y * count - j, x * count - i
    warp = np.sin(np.pi * fx) * (0.55 + 0.45 * np.sin(np.pi * fy))
    weft = np.sin(np.pi * fy) * (0.55 + 0.45 * np.sin(np.pi * fx))
    return np.asarray(np.where((i + j) % 2 == 0, warp, weft * 0.92))


@lru_cache(maxsize=16)
def weave(kind: str) -> Texture:
    """One of `WEAVES`, 256 x 256, grey with a mean of about 0.85 in sRGB; covers `WEAVE_TILE[kind]` metres."""
    rng = np.random.default_rng(WEAVES.index(kind) + 40)
    y, x = grid(_N)
    broad = fractal_noise(rng, _N, (3, 3), 3) - 0.5
    if kind in ("plain", "linen"):
        slub = value_noise(rng, _N, (64, 5)) + value_noise(rng, _N, (5, 64)) - 1
        tone = 0.70 + 0.28 * _threads(y, x, 48) + (0.16 if kind == "linen" else 0.08) * slub + 0.05 * broad
    elif kind == "twill":
        line = (y + x) * 40
        tone = 0.72 + 0.24 * np.abs(np.sin(np.pi * line)) + 0.08 * (speckle(rng, _N) - 0.5) + 0.05 * broad
    elif kind == "boucle":
        loops = fractal_noise(rng, _N, (28, 28), 2)
        tone = 0.74 + 0.28 * np.clip((loops - 0.28) * 1.5, 0, 0.75) + 0.05 * broad
    elif kind == "knit":
        stitch = np.abs(((y * 20 + 0.5 * np.abs(((x * 14) % 1) - 0.5) * 2) % 1) - 0.5) * 2
        rib = 0.5 + 0.5 * np.cos(2 * np.pi * x * 14)
        tone = 0.62 + 0.24 * (1 - stitch**2) + 0.12 * rib + 0.05 * (speckle(rng, _N) - 0.5)
    elif kind == "velvet":
        tone = 0.85 + 0.16 * (fractal_noise(rng, _N, (4, 3), 3) - 0.5) + 0.05 * (speckle(rng, _N) - 0.5)
    elif kind == "leather":
        pebble = fractal_noise(rng, _N, (36, 36), 2)
        tone = 0.86 + 0.12 * (pebble - 0.5) + 0.14 * broad
    else:
        pile = fractal_noise(rng, _N, (64, 64), 2)
        tone = 0.84 + 0.26 * (pile - 0.5) + 0.10 * broad
    return texture(ramp(tone, ("#000000", "#ffffff")), f"weave/{kind}")


@lru_cache(maxsize=4)
def wicker() -> Texture:
    """Basket work in its own colour, 256 x 256 over `WICKER_TILE` metres."""
    rng = np.random.default_rng(61)
    y, x = grid(_N)
    tone = 0.12 + 0.75 * _threads(y, x, 10) + 0.3 * (value_noise(rng, _N, (10, 10)) - 0.5)
    tone += 0.12 * (value_noise(rng, _N, (80, 8)) - 0.5)
    return texture(ramp(tone, ("#3d2712", "#8a6236", "#c39a5f", "#dcbb83")), "wicker")
