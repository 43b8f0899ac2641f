"""Between sRGB, which people name and pages are drawn in, and linear light, which materials and lamps are in."""

from __future__ import annotations

from collections.abc import Sequence

from assets.model import Rgb

Srgb = tuple[int, int, int]


def to_linear(srgb: Sequence[int]) -> Rgb:
    """Linear RGB, 0 to 1, of an sRGB colour with channels 0 to 255 (IEC 61966-2-1)."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in srgb))
    return r, g, b


def to_srgb(linear: Sequence[float]) -> Srgb:
    """The nearest sRGB colour, channels 0 to 255, of linear RGB; values outside 0 to 1 are clipped."""
    clipped = (min(max(v, 0.0), 1.0) for v in linear)
    r, g, b = (round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)) for v in clipped)
    return r, g, b
