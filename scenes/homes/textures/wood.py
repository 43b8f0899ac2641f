"""Timber: plain boards, and floors laid of them. The grain runs along u."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from assets.model import Texture
from scenes.homes.textures.noise import Field, fractal_noise, grid, value_noise
from scenes.homes.textures.paint import Image, over, ramp, shade, texture


@dataclass(frozen=True)
class Species:
    """A timber: a ramp of colours from late to early wood, how many growth bands cross a board, how strong they and
    the pores are, and how often it has knots."""  # fmt: skip

    colors: tuple[str, ...]
    bands: int = 7
    figure: float = 0.5
    pores: float = 0.35
    knots: int = 0
    seed: int = 0


SPECIES: dict[str, Species] = {
    "oak": Species(("#a87f50", "#c39a68", "#d2ae7e"), bands=9, figure=0.45, pores=0.5, seed=1),
    "oak_dark": Species(("#4a3420", "#64492f", "#7d5d3e"), bands=9, figure=0.5, pores=0.5, seed=2),
    "ash": Species(("#c4a57c", "#d9c09a", "#e5d2b1"), bands=8, figure=0.6, pores=0.3, seed=3),
    "birch": Species(("#cdae85", "#dfc6a1", "#e8d4b4"), bands=4, figure=0.3, pores=0.12, seed=4),
    "pine": Species(("#b98a52", "#d7ae76", "#e4c391"), bands=7, figure=0.75, pores=0.05, knots=2, seed=5),
    "pine_aged": Species(("#7a5330", "#9c7147", "#b68a5d"), bands=7, figure=0.75, pores=0.15, knots=3, seed=6),
    "walnut": Species(("#3f2a1d", "#5c3f2c", "#7a573d"), bands=6, figure=0.6, pores=0.3, seed=7),
    "teak": Species(("#7d5228", "#9c6b3a", "#b4834e"), bands=8, figure=0.5, pores=0.3, seed=8),
    "cherry": Species(("#7e4426", "#995a36", "#ad6d47"), bands=5, figure=0.4, pores=0.1, seed=9),
    "mahogany": Species(("#4f2418", "#6a3323", "#814330"), bands=6, figure=0.4, pores=0.35, seed=10),
    "whitewash": Species(("#c9c0b1", "#dcd5c8", "#e9e4da"), bands=8, figure=0.5, pores=0.3, seed=11),
}
BOARD = (1.2, 0.4)
"""Metres that one repeat of `wood` covers, along and across the grain."""


@lru_cache(maxsize=64)
def _grain(species: str, shape: tuple[int, int]) -> Image:
    kind = SPECIES[species]
    rng = np.random.default_rng(kind.seed)
    y, _ = grid(shape)
    warp = 0.9 * (fractal_noise(rng, shape, (3, 1), 3) - 0.5) + 0.10 * (fractal_noise(rng, shape, (6, 4), 2) - 0.5)
    knot_dark = np.zeros(shape)
    for _ in range(kind.knots):
        cy, cx = rng.random(2)
        dy = (y - cy + 0.5) % 1 - 0.5
        dx = (grid(shape)[1] - cx + 0.5) % 1 - 0.5
        near = np.exp(-((dy / 0.06) ** 2 + (dx / 0.035) ** 2))
        warp += 0.35 * near * np.sign(dy)
        knot_dark = np.maximum(knot_dark, np.exp(-((dy / 0.03) ** 2 + (dx / 0.011) ** 2)))
    phase = (y + warp) * kind.bands
    ring = phase - np.floor(phase)
    bands = ring**1.6 * np.clip((1 - ring) * 9, 0, 1)  # early wood brightens slowly, late wood ends sharply
    fibre = value_noise(rng, shape, (shape[0] // 2, 4)) * 0.6 + value_noise(rng, shape, (shape[0] // 3, 12)) * 0.4
    broad = fractal_noise(rng, shape, (4, 2), 2)
    tone = 0.62 + kind.figure * (0.45 - bands) * 0.8 + 0.28 * (fibre - 0.5) + 0.35 * (broad - 0.5)
    image = ramp(tone, kind.colors)
    pore = value_noise(rng, shape, (shape[0] // 2, 24)) * value_noise(rng, shape, (shape[0] // 2, 9))
    image = shade(image, 1 - kind.pores * np.clip((pore - 0.5) * 2.2, 0, 0.5))
    return shade(image, 1 - 0.55 * knot_dark)


@lru_cache(maxsize=64)
def wood(species: str) -> Texture:
    """A tileable board of one of `SPECIES`, 256 x 256 pixels over `BOARD` metres."""
    return texture(_grain(species, (256, 256)), f"wood/{species}")


def _lay(species: str, board: Field, along: Field, across: Field, edge: Field) -> Image:
    """Cut every pixel from the timber: board numbers (H, W), metres along and across, metres to the board's edge."""
    grain = _grain(species, (256, 512))
    rng = np.random.default_rng(SPECIES[species].seed + 100)
    number = board.astype(int)
    shift_u, shift_v, gain = rng.random(512)[number % 512], rng.random(512)[number % 512], rng.normal(1, 0.04, 512)
    u = ((along / BOARD[0] + shift_u) % 1 * grain.shape[1]).astype(int)
    v = ((across / BOARD[1] + shift_v) % 1 * grain.shape[0]).astype(int)
    image = shade(grain[v, u], gain[number % 512])
    return over(image, "#2b1f15", 0.62 * np.clip(1 - edge / 0.0035, 0, 1))


PLANKS_TILE = 1.44


@lru_cache(maxsize=32)
def planks(species: str) -> Texture:
    """A strip floor, 512 x 512 over `PLANKS_TILE` metres: twelve rows of 12 cm boards, joints staggered."""
    y, x = grid((512, 512))
    rows, per_row = 12, 2
    rng = np.random.default_rng(SPECIES[species].seed + 200)
    row = np.floor(y * rows)
    start = (rng.permutation(rows) / rows + rng.uniform(-0.02, 0.02, rows))[row.astype(int)]
    place = ((x + start) % 1) * per_row
    width, length = PLANKS_TILE / rows, PLANKS_TILE / per_row
    across, along = (y * rows - row) * width, (place - np.floor(place)) * length
    edge = np.minimum(np.minimum(across, width - across), np.minimum(along, length - along))
    return texture(_lay(species, row * per_row + np.floor(place), along, across, edge), f"planks/{species}")


HERRINGBONE_TILE = 0.8


@lru_cache(maxsize=32)
def herringbone(species: str) -> Texture:
    """A herringbone floor, 512 x 512 over `HERRINGBONE_TILE` metres: blocks of 10 by 40 cm."""
    ratio = 4
    cells = 2 * ratio
    y, x = (c * cells for c in grid((512, 512)))
    i, j = np.floor(x), np.floor(y)
    k = (i - j) % cells
    flat = k < ratio  # a block lying along u; otherwise one standing along v
    width = HERRINGBONE_TILE / cells
    along = np.where(flat, k + x - i, (cells - 1 - k) + (y - j)) * width
    across = np.where(flat, y - j, x - i) * width
    board = np.where(flat, j * 2, i * 2 + 1)
    length = ratio * width
    edge = np.minimum(np.minimum(across, width - across), np.minimum(along, length - along))
    return texture(_lay(species, board, along, across, edge), f"herringbone/{species}")
