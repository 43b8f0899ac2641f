"""Draws a world with moderngl: colour, instance ids and depth.

Without multisampling one pass writes all three. With it, a first pass writes ids and depth at pixel centres and a
second the multisampled colour: a multisampled id attachment moves ids at silhouettes, two framebuffers move none.
"""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from assets.model import Texture
from sim.render.gl import shaders
from sim.render.gl.context import open_context
from sim.render.gl.lights import pack_lights, pack_screens
from sim.render.gl.matrices import Matrix, metric_depth, projection, visible
from sim.render.gl.programs import UNITS, Programs, set_array, set_matrix, set_units, set_value
from sim.render.gl.shadow import caster, shadow_view, throws_shadow
from sim.render.gl.targets import Targets
from sim.render.gl.upload import Batch, Library, Uploaded
from sim.render.renderer import RenderSettings
from sim.world import Camera, Entity, Frame, World

Drawable = tuple[Entity, Uploaded]


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
            make = self._context.program
            self._shading: dict[tuple[int, int, bool], Programs] = {}
            self._identity = (
                make(vertex_shader=shaders.VERTEX, fragment_shader=shaders.identity_fragment(cutout=False)),
                make(vertex_shader=shaders.VERTEX, fragment_shader=shaders.identity_fragment(cutout=True)),
            )
            self._shadow = (
                make(vertex_shader=shaders.SHADOW_VERTEX, fragment_shader=shaders.SHADOW_FRAGMENT),
                make(vertex_shader=shaders.VERTEX, fragment_shader=shaders.cutout_shadow_fragment()),
            )
            self._library = Library(self._context)
            self._targets = Targets(self._context, settings.samples)
            for program in (*self._identity, *self._shadow):
                set_units(program)

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
            shadow_from_world = self._draw_shadow(world, camera, drawables)
            shading = self._shade_with(world, camera, shadow_from_world)
            clip_from_world = projection(camera) @ np.linalg.inv(camera.pose)
            eye = camera.pose[:3, 3]
            seen = [d for d in drawables if visible(clip_from_world @ d[0].pose, d[1].corners)]
            # Near things first: what they hide is never shaded. The stage encloses all, so it comes last.
            seen.sort(key=lambda d: (d[0].kind == "stage", _distance(d, eye), d[0].instance_id))
            targets = self._targets
            targets.resize(camera.width, camera.height)
            if self._settings.samples == 1:
                targets.begin_one_pass(self._background(world))
                self._draw(seen, shading, clip_from_world)
            else:
                targets.begin_identity()
                self._draw(seen, self._identity, clip_from_world)
                targets.begin_color(self._background(world, linear=True))
                self._draw(seen, shading, clip_from_world)
                targets.resolve()
            color, instance, depth = targets.read()
            self._library.trim()
        return Frame(color, instance, metric_depth(depth, camera))

    def _upload(self, world: World) -> list[Drawable]:
        drawables = []
        for entity in world.entities:
            baked = world.occlusion.get(entity.instance_id) if self._settings.ambient_occlusion else None
            model, openness = (baked.model, baked.openness) if baked else (entity.model, None)
            uploaded = self._library.model(model, openness)
            if uploaded is not None:
                drawables.append((entity, uploaded))
        return drawables

    def _background(self, world: World, *, linear: bool = False) -> tuple[float, float, float]:
        color = np.clip(np.asarray(world.ambient.background) * world.exposure, 0, 1)
        if not linear:
            color = np.where(color <= 0.0031308, 12.92 * color, 1.055 * color ** (1 / 2.4) - 0.055)
        return float(color[0]), float(color[1]), float(color[2])

    def _draw_shadow(self, world: World, camera: Camera, drawables: list[Drawable]) -> Matrix | None:
        light = caster(world)
        if light is None or not self._settings.shadows:
            return None
        view = shadow_view(light, camera)
        self._targets.begin_shadow()
        self._shadow_radius = view.radius
        # Without the divided surfaces of baked occlusion: a shadow needs their outline alone.
        plain = ((entity, self._library.model(entity.model, None)) for entity, _ in drawables)
        within = [
            (entity, uploaded)
            for entity, uploaded in plain
            if uploaded is not None
            and throws_shadow(entity, light)
            and visible(view.clip_from_world @ entity.pose, uploaded.corners)
        ]
        self._draw(within, self._shadow, view.clip_from_world, culled=False)
        return view.uv_from_world

    def _shade_with(self, world: World, camera: Camera, shadow_from_world: Matrix | None) -> Programs:
        """The shading programs, set up for this world's lights."""
        lights, screens = pack_lights(world, camera), pack_screens(world, camera)
        values: dict[str, NDArray[Any]] = {
            "eye": np.asarray(camera.pose[:3, 3], np.float32),
            "exposure": np.array(world.exposure, np.float32),
            "ambient_sky": np.array(world.ambient.sky, np.float32),
            "ambient_horizon": np.array(world.ambient.horizon, np.float32),
            "ambient_ground": np.array(world.ambient.ground, np.float32),
            "light_position": lights.position,
            "light_direction": lights.direction,
            "light_color": lights.color,
            "light_zone": lights.zone,
            "screen_center": screens.center,
            "screen_normal": screens.normal,
            "screen_glow": screens.glow,
        }
        if shadow_from_world is not None:
            values["shadow_radius"] = np.array(self._shadow_radius, np.float32)
        programs = self._programs(lights.count, screens.count, shadow_from_world is not None)
        for program in programs:
            for name, value in values.items():
                set_array(program, name, value)
            if shadow_from_world is not None:
                set_matrix(program, "shadow_from_world", shadow_from_world)
        self._targets.shadow_map.use(UNITS["shadow_map"])
        return programs

    def _programs(self, lights: int, screens: int, shadow: bool) -> Programs:
        """Shading programs for these numbers of sources, compiled once."""
        if (lights, screens, shadow) not in self._shading:
            one_pass = self._settings.samples == 1
            sources = (
                shaders.color_fragment(cutout=cutout, one_pass=one_pass, shadow=shadow, lights=lights, screens=screens)
                for cutout in (False, True)
            )
            solid, cutout = (
                self._context.program(vertex_shader=shaders.VERTEX, fragment_shader=source) for source in sources
            )
            made = solid, cutout
            for program in made:
                set_units(program)
            self._shading[lights, screens, shadow] = made
        return self._shading[lights, screens, shadow]

    def _draw(
        self,
        drawables: list[Drawable],
        programs: Programs,
        clip_from_world: Matrix,
        *,
        culled: bool = True,
    ) -> None:
        context = self._context
        context.enable_only(moderngl.DEPTH_TEST | (moderngl.CULL_FACE if culled else 0))
        for entity, uploaded in drawables:
            mirrored = np.linalg.det(entity.pose[:3, :3]) < 0
            context.front_face = "cw" if mirrored else "ccw"
            uploaded.materials.use(UNITS["materials"])
            for program in {programs[batch.cutout]: None for batch in uploaded.batches}:
                self._set_entity(program, entity, clip_from_world)
            for batch in uploaded.batches:
                self._draw_batch(uploaded, batch, programs[batch.cutout], culled=culled and not batch.double_sided)
        context.front_face = "ccw"

    def _set_entity(self, program: moderngl.Program, entity: Entity, clip_from_world: Matrix) -> None:
        set_matrix(program, "clip_from_model", clip_from_world @ entity.pose)
        set_matrix(program, "world_from_model", entity.pose)
        set_matrix(program, "normal_from_model", np.asarray(np.linalg.inv(entity.pose[:3, :3]).T, np.float64))
        set_value(program, "instance_id", entity.instance_id)

    def _draw_batch(self, uploaded: Uploaded, batch: Batch, program: moderngl.Program, *, culled: bool) -> None:
        context = self._context
        self._bind(program, "base_texture", batch.base_texture)
        self._bind(program, "emissive_texture", batch.emissive_texture)
        if culled:
            context.enable(moderngl.CULL_FACE)
        else:
            context.disable(moderngl.CULL_FACE)
        uploaded.array(context, program).render(vertices=batch.count, first=batch.first)

    def _bind(self, program: moderngl.Program, name: str, texture: Texture | None) -> None:
        set_value(program, f"has_{name}", texture is not None)
        if texture is not None:
            self._library.texture(texture).use(UNITS[name])


def _distance(drawable: Drawable, eye: NDArray[np.float64]) -> float:
    entity, uploaded = drawable
    center = entity.pose[:3, :3] @ uploaded.corners.mean(axis=0) + entity.pose[:3, 3]
    return float(np.linalg.norm(center - eye))
