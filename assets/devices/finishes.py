"""Materials that devices are made of."""

from __future__ import annotations

from assets.color import Srgb, to_linear
from assets.devices.device import DeviceSpec, Finish
from assets.model import Material

_FINISHES = {
    Finish.PLASTIC: (0.0, 0.45),
    Finish.METAL: (0.75, 0.38),
    Finish.WOOD: (0.0, 0.6),
    Finish.FABRIC: (0.0, 0.95),
}


def _material(name: str, color: Srgb, metallic: float, roughness: float) -> Material:
    return Material(name, (*to_linear(color), 1.0), metallic=metallic, roughness=roughness)


def shell(spec: DeviceSpec) -> Material:
    """The body's material, in the colour and finish of the catalogue entry."""
    return _material("shell", spec.body_color, *_FINISHES[spec.finish])


def shade(spec: DeviceSpec, factor: float) -> Material:
    """The body's material, darker (factor under 1) or lighter, for parts that must stand out from it."""
    r, g, b = (min(255, round(c * factor)) for c in spec.body_color)
    return _material("shade", (r, g, b), *_FINISHES[spec.finish])


def bezel(spec: DeviceSpec) -> Material:
    """The frame around the screen: smooth, mostly dark."""
    return _material("bezel", spec.bezel_color, 0.0, 0.28)


RUBBER = _material("rubber", (26, 26, 28), 0.0, 0.9)
DARK_PLASTIC = _material("dark plastic", (40, 41, 44), 0.0, 0.5)
KEY = _material("key", (34, 35, 38), 0.0, 0.6)
LIGHT_KEY = _material("light key", (228, 228, 226), 0.0, 0.55)
STEEL = _material("steel", (176, 178, 182), 0.85, 0.32)
BLACK_METAL = _material("black metal", (34, 35, 37), 0.4, 0.42)
LENS = _material("lens", (8, 9, 14), 0.0, 0.08)
LENS_RING = _material("lens ring", (70, 72, 78), 0.4, 0.35)
GLASS_OFF = _material("glass, off", (9, 10, 12), 0.0, 0.16)
