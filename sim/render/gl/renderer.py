"""Draws a world with moderngl: colour, instance ids and depth.

A first pass settles what is seen: ids and depth at pixel centres, still things first (see `still`). A second shades
exactly that, once a pixel. For four samples a third pass finds which surface is at four places in each pixel, and each
of them takes the colour of the nearest pixel that shows that surface (subpixel reconstruction antialiasing, Chajdas et
al. 2011). Multisampled shading would cost several times as much: llvmpipe then shades what is hidden, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from sim.render.gl import shaders
from sim.render.gl.context import open_context
from sim.render.gl.drawing import Choose, Drawable, columns, draw, outline_parts, parts_in_view
from sim.render.gl.lights import EVERYWHERE, pack_lights, pack_screens
from sim.render.gl.matrices import Matrix, metric_depth, projection, visible
from sim.render.gl.programs import UNITS, set_array, set_bytes, set_units
from sim.render.gl.shaders import Lit, Surface, Variant
from sim.render.gl.shadow import caster, shadow_view, throws_shadow
from sim.render.gl.still import STILL, StillLayer, unhidden
from sim.render.gl.targets import Targets
from sim.render.gl.upload import Library
from sim.render.renderer import RenderSettings
from sim.world import Camera, Frame, Kind, World

_NOON = (0.72, 0.83, 0.95)  # the sky under which a picture of outdoors has its own brightness
_MOVING = (Kind.USER, Kind.ROBOT, Kind.DEVICE)


@dataclass(frozen=True, eq=False)
class _Shadow:
    """What shading needs to know of the shadow map."""

    uv_from_world: bytes
    zone: tuple[float, float, float, float]


class GlRenderer:
    """The default renderer.

    Raises:
        assets.errors.InputError: on construction where no OpenGL context can be opened.
    """

    def __init__(self, settings: RenderSettings) -> None:
        self._settings = settings
        self._context = open_context()
        with self._context:
            self._driver = "{GL_RENDERER} {GL_VERSION}".format(**self._context.info)
            self._shading: dict[Variant, moderngl.Program] = {}
            several = settings.samples > 1
            self._visibility = self._programs(instance=True, key=several)
            self._coverage = self._programs(instance=False, key=True)
            self._shadow = self._programs(instance=False, key=False)
            self._library = Library(self._context)
            self._targets = Targets(self._context, settings.samples)
            self._still: StillLayer | None = None

    def driver(self) -> str:
        """The rasteriser and its version."""
        return self._driver

    def close(self) -> None:
        """Free the context and all it holds."""
        self._context.release()

    def render(self, world: World, camera: Camera) -> Frame:
        """Draw one frame; see `sim.world.Frame` for what comes back."""
        with self._context:
            drawables = self._upload(world)
            shading = self._shade_with(world, camera, self._draw_shadow(world, camera, drawables))
            clip_from_world = projection(camera) @ np.linalg.inv(camera.pose)
            eye = camera.pose[:3, 3]
            seen = [d for d in drawables if visible(clip_from_world @ d.entity.pose, d.outline.corners)]
            # Near things first: what they hide is never shaded. The stage encloses all, so it comes last.
            seen.sort(key=lambda d: (d.entity.kind == "stage", _distance(d, eye), d.entity.instance_id))
            context, library, targets = self._context, self._library, self._targets
            if targets.resize(camera.width, camera.height):
                self._still = None
            layer = self._settle_still([d for d in seen if d.entity.kind in STILL], camera, clip_from_world)
            moving = [d for d in seen if d.entity.kind not in STILL]
            parts = parts_in_view(moving, clip_from_world)
            targets.go_on_with_visibility()
            draw(context, library, parts, self._visibility, clip_from_world)
            targets.begin_color(self._background(world))
            draw(context, library, [*parts, *layer.seen], shading, clip_from_world, settled=True)
            if self._settings.samples > 1:
                targets.go_on_with_coverage()
                draw(context, library, outline_parts(moving), self._coverage, clip_from_world, outlines=True)
                targets.resolve()
            color, instance, depth = targets.read()
            library.trim()
        return Frame(color, instance, metric_depth(depth, camera))

    def _settle_still(self, still: list[Drawable], camera: Camera, clip_from_world: Matrix) -> StillLayer:
        """Visibility and coverage of all that stands still, drawn or brought back."""
        targets = self._targets
        if self._still is not None and self._still.shows(camera, still):
            targets.recall()
            return self._still
        parts = parts_in_view(still, clip_from_world)
        targets.begin_visibility()
        draw(self._context, self._library, parts, self._visibility, clip_from_world)
        if self._settings.samples > 1:
            targets.begin_coverage()
            draw(self._context, self._library, outline_parts(still), self._coverage, clip_from_world, outlines=True)
        targets.keep()
        seen = unhidden(parts, clip_from_world, targets.depth())
        self._still = StillLayer(camera, tuple(d.entity for d in still), tuple(still), seen)
        return self._still

    def _program(self, vertex: str, fragment: str) -> moderngl.Program:
        program = self._context.program(vertex_shader=vertex, fragment_shader=fragment)
        set_units(program)
        return program

    def _programs(self, *, instance: bool, key: bool) -> Choose:
        """The programs of a pass that shades nothing."""
        solid, cutout = (
            self._program(
                shaders.visibility_vertex(cutout=cutout, key=key),
                shaders.visibility_fragment(cutout=cutout, instance=instance, key=key),
            )
            for cutout in (False, True)
        )
        return lambda _, surface: cutout if surface.cutout else solid

    def _upload(self, world: World) -> list[Drawable]:
        drawables = []
        for entity in world.entities:
            outline = self._library.model(entity.model, None)
            if outline is None:
                continue
            baked = world.baked.get(entity.instance_id) if self._settings.ambient_occlusion else None
            uploaded = self._library.model(baked.model, baked.light) if baked else outline
            assert uploaded is not None
            moving = Lit.VERTEX if entity.kind in _MOVING else Lit.FRAGMENT
            drawables.append(Drawable.of(entity, uploaded, outline, Lit.BAKED if baked else moving))
        return drawables

    def _background(self, world: World) -> tuple[float, float, float]:
        color = np.clip(np.asarray(world.ambient.background) * world.exposure, 0, 1)
        if self._settings.samples > 1:
            color = np.sqrt(color)
        else:
            color = np.where(color <= 0.0031308, 12.92 * color, 1.055 * color ** (1 / 2.4) - 0.055)
        return float(color[0]), float(color[1]), float(color[2])

    def _draw_shadow(self, world: World, camera: Camera, drawables: list[Drawable]) -> _Shadow | None:
        """The shadow map of all that has no baked shadow."""
        light = caster(world)
        if light is None or not self._settings.shadows:
            return None
        view = shadow_view(light, camera)
        self._targets.begin_shadow()
        within = [
            d
            for d in drawables
            if d.lit is not Lit.BAKED
            and throws_shadow(d.corners(), light)
            and visible(view.clip_from_world @ d.entity.pose, d.outline.corners)
        ]
        draw(
            self._context,
            self._library,
            outline_parts(within),
            self._shadow,
            view.clip_from_world,
            culled=False,
            outlines=True,
        )
        return _Shadow(columns(view.uv_from_world), light.zone or EVERYWHERE)

    def _shade_with(self, world: World, camera: Camera, shadow: _Shadow | None) -> Choose:
        """Gives the shading programs, set up for this world's lights as they are first asked for."""
        lights, screens = pack_lights(world, camera), pack_screens(world, camera)
        values: dict[str, NDArray[Any]] = {
            "eye": np.asarray(camera.pose[:3, 3], np.float32),
            "exposure": np.array(world.exposure, np.float32),
            "ambient_sky": np.array(world.ambient.sky, np.float32),
            "ambient_horizon": np.array(world.ambient.horizon, np.float32),
            "ambient_ground": np.array(world.ambient.ground, np.float32),
            "outdoors": (np.array(world.ambient.background) / _NOON).astype(np.float32).clip(0, 1),
            "light_position": lights.position,
            "light_direction": lights.direction,
            "light_color": lights.color,
            "light_zone": lights.zone,
            "screen_center": screens.center,
            "screen_normal": screens.normal,
            "screen_glow": screens.glow,
        }
        if shadow is not None:
            values["shadow_zone"] = np.array(shadow.zone, np.float32)
        ready: dict[tuple[Lit, Surface], moderngl.Program] = {}

        def choose(lit: Lit, surface: Surface) -> moderngl.Program:
            if (lit, surface) not in ready:
                averaged = self._settings.samples > 1
                count = 0 if lit is Lit.BAKED else lights.count
                variant = Variant(lit, surface, count, screens.count, shadow is not None, averaged)
                program = self._shading_program(variant)
                for name, value in values.items():
                    set_array(program, name, value)
                if shadow is not None:
                    set_bytes(program, "shadow_from_world", shadow.uv_from_world)
                ready[lit, surface] = program
            return ready[lit, surface]

        self._targets.shadow_map.use(UNITS["shadow_map"])
        return choose

    def _shading_program(self, variant: Variant) -> moderngl.Program:
        """Compiled once."""
        variant = replace(variant, surface=replace(variant.surface, cutout=False))  # settled before
        if variant not in self._shading:
            vertex, fragment = shaders.shading_vertex(variant), shaders.shading_fragment(variant)
            self._shading[variant] = self._program(vertex, fragment)
        return self._shading[variant]


def _distance(drawable: Drawable, eye: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(drawable.corners().mean(axis=0) - eye))
