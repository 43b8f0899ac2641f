"""What a screen shows: dark glass, or a page in a slim band of the device's glow colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from assets.color import to_srgb
from assets.devices.device import Device, ScreenState
from assets.devices.finishes import GLASS_OFF
from assets.model import Material, Model, Primitive, Rgb
from assets.shapes import join, quad

# Linear radiance of a white pixel. A wall in a lit room reflects about 0.4 to 0.8, so that a screen a little over 1
# reads as a light source at 25 pixels wide; brighter pages wash out to white in the tone curve and lose their hue.
PAGE_RADIANCE = 1.05
BAND_RADIANCE = 1.6
BAND_SHARE = 0.055  # of the screen's shorter side


def with_screen(device: Device, state: ScreenState) -> Model:
    """The device's model with its screen: body, colliders and key of the device, plus the glass.

    The model's key names the catalogue entry, its dimensions, the glow and the page's key.
    """
    if state.glow is None:
        return _model(device, "dark", (quad(device.screen, GLASS_OFF),))
    hue = "{:02x}{:02x}{:02x}".format(*to_srgb(state.glow))
    page = state.page.key if state.page else "plain"
    inner = _inset(device.screen, BAND_SHARE)
    band = join(
        [quad(_edge(device.screen, inner, i), _emitting("glow band", state.glow, BAND_RADIANCE)) for i in range(4)]
    )
    if state.page is None:
        face = _emitting("glow", state.glow, PAGE_RADIANCE)
    else:
        face = replace(_emitting("page", (1.0, 1.0, 1.0), PAGE_RADIANCE), emissive_texture=state.page)
    return _model(device, f"{hue}/{page}", (band, quad(inner, face)))


def _model(device: Device, state: str, glass: tuple[Primitive, ...]) -> Model:
    return Model(f"{device.body.key}/{state}", (*device.body.primitives, *glass), device.body.colliders)


def _emitting(name: str, color: Rgb, radiance: float) -> Material:
    r, g, b = (radiance * c for c in color)
    return Material(name, GLASS_OFF.base_color, roughness=GLASS_OFF.roughness, emissive=(r, g, b))


def _inset(corners: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """The (4, 3) corners moved inwards by a share of the shorter side."""
    right, down = corners[1] - corners[0], corners[3] - corners[0]
    width, height = np.linalg.norm(right), np.linalg.norm(down)
    step = share * min(width, height)
    x, y = right / width * step, down / height * step
    return np.asarray(corners + np.array([x + y, -x + y, -x - y, x - y]))


def _edge(outer: NDArray[np.float64], inner: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """The band's quad along one side, in the corner order of `quad`."""
    following = (side + 1) % 4
    return np.stack([outer[side], outer[following], inner[following], inner[side]])
