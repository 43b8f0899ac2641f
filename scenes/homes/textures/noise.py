"""Noise that repeats without a seam, the ground of every procedural texture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float64]


def value_noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Field:
    """Periodic value noise, (H, W) in 0 to 1, with `cells` (rows, columns) of lattice cells over the image."""
    rows, columns = cells
    lattice = rng.random((rows, columns))
    y = np.arange(shape[0]) * rows / shape[0]
    x = np.arange(shape[1]) * columns / shape[1]
    y0, x0 = y.astype(int), x.astype(int)
    ty, tx = _smooth(y - y0)[:, None], _smooth(x - x0)[None, :]
    y1, x1 = (y0 + 1) % rows, (x0 + 1) % columns
    top = lattice[y0][:, x0] * (1 - tx) + lattice[y0][:, x1] * tx
    bottom = lattice[y1][:, x0] * (1 - tx) + lattice[y1][:, x1] * tx
    return np.asarray(top * (1 - ty) + bottom * ty)


def fractal_noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int], octaves: int = 4) -> Field:
    """Periodic value noise over several octaves, each twice as fine and half as strong; about 0 to 1, mean 0.5."""
    total = np.zeros(shape)
    weight = 0.0
    for octave in range(octaves):
        scale = 2**octave
        fine = (min(cells[0] * scale, shape[0]), min(cells[1] * scale, shape[1]))
        total += value_noise(rng, shape, fine) / scale
        weight += 1 / scale
    return np.asarray(total / weight)


def speckle(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    """Independent noise for every pixel, 0 to 1."""
    return rng.random(shape)


def _smooth(t: Field) -> Field:
    return np.asarray(t * t * (3 - 2 * t))


def grid(shape: tuple[int, int]) -> tuple[Field, Field]:
    """Pixel-centre coordinates (y, x), each (H, W), 0 to 1 over the image."""
    y, x = np.meshgrid((np.arange(shape[0]) + 0.5) / shape[0], (np.arange(shape[1]) + 0.5) / shape[1], indexing="ij")
    return y, x
