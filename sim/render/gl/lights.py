"""From a world's lights and screens to what the shaders read: the few that matter for a view, as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.render.gl.shaders import MAX_LIGHTS, MAX_SCREENS
from sim.world import Camera, Light, LightKind, World

EVERYWHERE = (-1e4, -1e4, 1e4, 1e4)
_FAINT = 0.04  # share of the brightest light's weight under which a light is left out
_KIND = {LightKind.POINT: 0.0, LightKind.AREA: 1.0, LightKind.SUN: 2.0}


@dataclass(frozen=True, eq=False)
class LightArrays:
    """Uniform arrays, each (count, 4) float32 padded to the shader's length."""

    count: int
    position: NDArray[np.float32]
    direction: NDArray[np.float32]
    color: NDArray[np.float32]
    zone: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class ScreenArrays:
    """Lit screens: centre (8, 3), normal and area (8, 4), glow (8, 3)."""

    count: int
    center: NDArray[np.float32]
    normal: NDArray[np.float32]
    glow: NDArray[np.float32]


def _weight(light: Light, camera: Camera) -> float:
    """Rough brightness of a light where the camera looks: its colour over squared distance from the view's middle."""
    if light.casts_shadow or light.kind is LightKind.SUN:
        return float("inf")
    ahead = camera.pose[:3, 3] - 2.5 * camera.pose[:3, 2]
    distance = float(np.sum((np.asarray(light.position) - ahead) ** 2))
    area = max(light.size[0] * light.size[1], 0.05) if light.kind is LightKind.AREA else 1.0
    return sum(light.color) * area / (distance + area)


def pack_lights(world: World, camera: Camera) -> LightArrays:
    """Up to `MAX_LIGHTS` of the brightest lights for this view."""
    ranked = sorted(world.lights, key=lambda light: (-_weight(light, camera), light.position))
    bar = _FAINT * max((w for w in (_weight(light, camera) for light in ranked) if np.isfinite(w)), default=0.0)
    chosen = [light for light in ranked if _weight(light, camera) >= bar][:MAX_LIGHTS]
    position = np.zeros((MAX_LIGHTS, 4), np.float32)
    direction, color, zone = (np.zeros_like(position) for _ in range(3))
    for i, light in enumerate(chosen):
        position[i] = (*light.position, _KIND[light.kind])
        direction[i] = (*light.direction, light.size[0] * light.size[1])
        color[i] = (*light.color, float(light.casts_shadow))
        zone[i] = light.zone or EVERYWHERE
    return LightArrays(len(chosen), position, direction, color, zone)


def pack_screens(world: World, camera: Camera) -> ScreenArrays:
    """The `MAX_SCREENS` lit screens nearest to the camera."""
    lit = [e.screen for e in world.entities if e.screen is not None and e.screen.glow is not None]
    lit.sort(key=lambda screen: float(np.linalg.norm(screen.center - camera.pose[:3, 3])))
    center = np.zeros((MAX_SCREENS, 3), np.float32)
    normal, glow = np.zeros((MAX_SCREENS, 4), np.float32), np.zeros_like(center)
    for i, screen in enumerate(lit[:MAX_SCREENS]):
        width = np.linalg.norm(screen.corners[1] - screen.corners[0])
        height = np.linalg.norm(screen.corners[3] - screen.corners[0])
        # A hand's breadth in front, so that the bezel around the screen is not lit by it from behind.
        center[i], glow[i] = screen.center + 0.01 * screen.normal, screen.glow
        normal[i] = (*screen.normal, width * height)
    return ScreenArrays(min(len(lit), MAX_SCREENS), center, normal, glow)
