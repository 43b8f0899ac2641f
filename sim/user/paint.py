"""Textures of skin, eyes, cloth and hair, drawn from parameters; each key says them all."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from assets.model import Texture
from sim.user.appearance import CLOTH, EYES, HAIR_COLOURS, SKINS, Appearance
from sim.user.baked import topology

_BEARDS = {
    "man_a": 0.22,
    "man_b": 0.45,
    "man_c": 0.10,
    "man_d": 0.30,
    "man_e": 0.55,
}  # share of hair in the skin's colour


def _pack(rgb: NDArray[np.float64], key: str) -> Texture:
    pixels = np.full((*rgb.shape[:2], 4), 255, np.uint8)
    pixels[..., :3] = np.clip(np.rint(rgb), 0, 255)
    return Texture(pixels, key)


def _noise(size: int, blur: tuple[float, float], seed: int) -> NDArray[np.float64]:
    """(size, size) smooth noise with unit deviation that repeats at the borders; `blur` in pixels along x and y."""
    field = np.random.default_rng(seed).standard_normal((size, size))
    pad = size // 2
    wide = cv2.GaussianBlur(np.pad(field, pad, mode="wrap"), (0, 0), sigmaX=blur[0], sigmaY=blur[1])
    inner = wide[pad : pad + size, pad : pad + size]
    return np.asarray((inner - inner.mean()) / inner.std())


def skin(look: Appearance) -> Texture:
    """Skin in the body's texture space: tone, warm cheeks, lips and brows."""
    masks = topology().masks.astype(np.float64) / 255
    tone = np.asarray(SKINS[look.skin], float)
    hair = np.asarray(HAIR_COLOURS[look.hair_colour], float)
    size = masks.shape[0]
    mottle = _noise(size, (6, 6), 3) * 0.012 + _noise(size, (1.2, 1.2), 4) * 0.008
    image = tone * (1 + mottle[..., None])
    lips, brows, warm, beard = (masks[..., k, None] for k in range(4))
    image = image * (1 - 0.10 * warm * np.array([0.1, 0.9, 0.9]))
    strength = _BEARDS.get(look.adult, 0.0) * (0.9 + 0.1 * _noise(size, (0.8, 0.8), 5)[..., None]) * beard
    image = image * (1 - strength) + hair * 0.9 * strength
    lip = tone * np.array([0.86, 0.66, 0.68]) if look.adult.startswith("woman") else tone * np.array([0.88, 0.76, 0.75])
    image = image * (1 - 0.85 * lips) + lip * 0.85 * lips
    brow = np.minimum(hair * 0.8, tone * 0.6)
    image = image * (1 - 0.85 * brows) + brow * 0.85 * brows
    return _pack(image, f"skin:{look.adult}:{look.skin}:{look.hair_colour}")


def eye(look: Appearance) -> Texture:
    """An eye seen along its axis: (0.5, 0.5) is the pupil, the radius 0.5 is 90 degrees off the axis."""
    size = 128
    y, x = np.mgrid[:size, :size] + 0.5
    radius = np.hypot(x - size / 2, y - size / 2) / (size / 2)
    iris = np.asarray(EYES[look.eyes], float)
    fibres = 1 + 0.15 * np.sin(np.arctan2(y - size / 2, x - size / 2) * 23)
    image = np.ones((size, size, 3)) * np.array([226, 222, 218.0])
    inside = np.clip((0.33 - radius) / 0.02, 0, 1)[..., None]
    rim = np.clip((radius - 0.26) / 0.05, 0, 1)[..., None]
    image = image * (1 - inside) + iris * fibres[..., None] * (1 - 0.55 * rim) * inside
    pupil = np.clip((0.13 - radius) / 0.02, 0, 1)[..., None]
    return _pack(image * (1 - pupil) + 12 * pupil, f"eye:{look.eyes}")


def cloth(kind: str, colour: str, stripes: bool = False) -> Texture:
    """A square of cloth, 0.32 m a side, that repeats: weave, soft folds and, for jeans and jumpers, their grain."""
    size = 256
    base = np.asarray(CLOTH[colour], float)
    y, x = np.mgrid[:size, :size]
    folds = _noise(size, (26, 40), 11) * 0.014 + _noise(size, (10, 14), 12) * 0.014
    weave = _noise(size, (0.8, 0.8), 13) * 0.025
    if kind == "jeans":
        weave = 0.05 * np.sin((x + y) * np.pi / 2) + _noise(size, (0.7, 4.0), 14) * 0.05
    elif kind == "jumper":
        weave = 0.045 * np.sin(x * np.pi / 4) * (0.7 + 0.3 * np.sin(y * np.pi / 4)) + weave
    image = np.ones((size, size, 3)) * base
    if stripes:
        dark = np.asarray(CLOTH["navy"] if sum(CLOTH[colour]) > 330 else CLOTH["cream"], float)
        band = ((y // 16) % 4 == 0)[..., None]
        image = np.where(band, dark, image)
    image = image * (1 + folds + weave)[..., None]
    return _pack(image, f"cloth:{kind}:{colour}:{int(stripes)}")


def hair(look: Appearance) -> Texture:
    """Strands along v, tileable: light and dark streaks over the hair's colour."""
    size = 256
    base = np.asarray(HAIR_COLOURS[look.hair_colour], float)
    streaks = (
        _noise(size, (1.0, 34), 21) * 0.16 + _noise(size, (4.0, 60), 22) * 0.12 + _noise(size, (0.6, 10), 23) * 0.08
    )
    streaks = streaks * (0.45 if base.mean() > 120 else 1.0)
    lift = 10.0 if base.mean() < 60 else 0.0
    return _pack(base * (1 + streaks)[..., None] + lift * np.clip(streaks, 0, 1)[..., None], f"hair:{look.hair_colour}")
