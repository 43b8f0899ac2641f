"""The view from the light that throws shadows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.render.gl.matrices import Matrix, perspective
from sim.render.gl.shaders import SHADOW_SIZE
from sim.world import Camera, Light, LightKind, World, look_at

_SUN_EXTENT = 10.0


@dataclass(frozen=True, eq=False)
class ShadowView:
    """Clip space of the shadow map."""

    clip_from_world: Matrix

    @property
    def uv_from_world(self) -> Matrix:
        """World to shadow map uv and depth, with the bias that keeps a surface from shadowing itself."""
        half = np.diag([0.5, 0.5, 0.5, 1.0])
        half[:3, 3] = (0.5, 0.5, 0.5 - 3e-4)
        return np.asarray(half @ self.clip_from_world)


def caster(world: World) -> Light | None:
    """The world's one shadow-casting light."""
    return next((light for light in world.lights if light.casts_shadow), None)


def shadow_view(light: Light, camera: Camera) -> ShadowView:
    """A 140 degree perspective from a lamp, or for the sun a square about what the camera sees.

    The square moves in whole texels, so that a shadow's edge does not crawl when the camera does.
    """
    direction = np.asarray(light.direction, float)
    position = np.asarray(light.position, float)
    up = (0.0, 0.0, -1.0) if abs(direction[1]) > 0.9 else (0.0, 1.0, 0.0)
    if light.kind is not LightKind.SUN:
        fov = np.radians(140)
        view = np.linalg.inv(look_at(position, position + direction, up))
        return ShadowView(perspective(fov, 0.12, 15.0) @ view)
    view = np.linalg.inv(look_at(position, position + direction, up))
    focus = view @ np.append(camera.pose[:3, 3] - 3.0 * camera.pose[:3, 2], 1.0)
    texel = _SUN_EXTENT / SHADOW_SIZE
    center = np.round(focus[:2] / texel) * texel
    scale = np.diag([2 / _SUN_EXTENT, 2 / _SUN_EXTENT, -2 / 40.0, 1.0])
    scale[:2, 3] = -center * 2 / _SUN_EXTENT
    scale[2, 3] = -2 / 40.0 * -focus[2]
    return ShadowView(scale @ view)


def throws_shadow(world: NDArray[np.float64], light: Light) -> bool:
    """Whether something is drawn into the shadow map: not what stands outside the light's room, nor
    the lamp that the light itself is inside of. `world` is (8, 3), the corners of its bounds."""
    if light.kind is LightKind.SUN:
        return True
    if light.zone is not None:
        x0, z0, x1, z1 = light.zone
        (left, _, front), (right, _, back) = world.min(axis=0), world.max(axis=0)
        if right < x0 or left > x1 or back < z0 or front > z1:
            return False
    inside = (world.min(axis=0) - 0.25 < light.position) & (light.position < world.max(axis=0) + 0.25)
    small = float(np.ptp(world, axis=0).max()) < 1.5
    return not (small and bool(inside.all()))
