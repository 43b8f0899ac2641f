"""From fields of numbers to sRGB pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assets.model import Texture
from scenes.homes.textures.noise import Field

Image = NDArray[np.float64]
"""(H, W, 3) sRGB, 0 to 255."""


def rgb(color: str) -> NDArray[np.float64]:
    """(3,) sRGB, 0 to 255, of a "#rrggbb" colour."""
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], float)


def ramp(t: Field, colors: tuple[str, ...]) -> Image:
    """Colour every value of `t` (0 to 1, clipped) along an even ramp of colours."""
    stops = np.stack([rgb(c) for c in colors])
    at = np.clip(t, 0, 1) * (len(stops) - 1)
    low = np.minimum(at.astype(int), len(stops) - 2)
    part = (at - low)[..., None]
    return np.asarray(stops[low] * (1 - part) + stops[low + 1] * part)


def shade(image: Image, gain: Field) -> Image:
    """Multiply by a (H, W) gain."""
    return image * gain[..., None]


def over(image: Image, color: str, mask: Field | NDArray[np.bool_]) -> Image:
    """Lay a colour over the image where `mask` (H, W, 0 to 1) says."""
    m = np.clip(np.asarray(mask, float), 0, 1)[..., None]
    return np.asarray(image * (1 - m) + rgb(color) * m)


def texture(image: Image, key: str, alpha: Field | None = None) -> Texture:
    """Pack an image, and an alpha in 0 to 1, into a texture whose key names generator and parameters."""
    pixels = np.full((*image.shape[:2], 4), 255, np.uint8)
    pixels[..., :3] = np.clip(np.round(image), 0, 255).astype(np.uint8)
    if alpha is not None:
        pixels[..., 3] = np.clip(np.round(alpha * 255), 0, 255).astype(np.uint8)
    return Texture(pixels, f"texture/1/{key}")
