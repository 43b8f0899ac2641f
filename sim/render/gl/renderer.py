"""Draws a world with moderngl: colour, instance ids and depth.

Without multisampling one pass writes all three. With it, a first pass writes ids and depth at pixel centres and a
second the multisampled colour: a multisampled id attachment moves ids at silhouettes, two framebuffers move none.
"""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from assets.model import Texture
from sim.render.gl import shaders
from sim.render.gl.context import open_context
from sim.render.gl.lights import pack_lights, pack_screens
from sim.render.gl.matrices import Matrix, metric_depth, projection, visible
from sim.render.gl.shadow import caster, shadow_view, throws_shadow
from sim.render.gl.targets import Targets
from sim.render.gl.upload import Batch, Library, Uploaded
from sim.render.renderer import RenderSettings
from sim.world import Camera, Entity, Frame, World

_UNITS = {"materials": 0, "base_texture": 1, "emissive_texture": 2, "shadow_map": 3}
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
            one_pass = settings.samples == 1
            self._color = tuple(
                make(vertex_shader=shaders.VERTEX, fragment_shader=shaders.color_fragment(cutout=c, one_pass=one_pass))
                for c in (False, True)
            )
            self._identity = tuple(
                make(vertex_shader=shaders.VERTEX, fragment_shader=shaders.identity_fragment(cutout=c))
                for c in (False, True)
            )
            self._shadow = (
                make(vertex_shader=shaders.SHADOW_VERTEX, fragment_shader=shaders.SHADOW_FRAGMENT),
                make(vertex_shader=shaders.VERTEX, fragment_shader=shaders.cutout_shadow_fragment()),
            )
            self._library = Library(self._context)
            self._targets = Targets(self._context, settings.samples)
            for program in (*self._color, *self._identity, *self._shadow):
                for name, unit in _UNITS.items():
                    if name in program:
                        program[name].value = unit

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
            self._set_world(world, camera, shadow_from_world)
            clip_from_world = projection(camera) @ np.linalg.inv(camera.pose)
            eye = camera.pose[:3, 3]
            seen = [d for d in drawables if visible(clip_from_world @ d[0].pose, d[1].corners)]
            # Near things first: what they hide is never shaded. The stage encloses all, so it comes last.
            seen.sort(key=lambda d: (d[0].kind == "stage", _distance(d, eye), d[0].instance_id))
            targets = self._targets
            targets.resize(camera.width, camera.height)
            if self._settings.samples == 1:
                targets.begin_one_pass(self._background(world))
                self._draw(seen, self._color, clip_from_world)
            else:
                targets.begin_identity()
                self._draw(seen, self._identity, clip_from_world)
                targets.begin_color(self._background(world, linear=True))
                self._draw(seen, self._color, clip_from_world)
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
        within = [
            (entity, uploaded)
            for entity, uploaded in drawables
            if throws_shadow(entity, light) and visible(view.clip_from_world @ entity.pose, uploaded.corners)
        ]
        self._draw(within, self._shadow, view.clip_from_world, culled=False)
        return view.uv_from_world

    def _set_world(self, world: World, camera: Camera, shadow_from_world: Matrix | None) -> None:
        lights, screens = pack_lights(world, camera), pack_screens(world, camera)
        ambient = world.ambient
        for program in self._color:
            program["eye"].value = tuple(camera.pose[:3, 3])
            program["exposure"].value = world.exposure
            program["ambient_sky"].value = ambient.sky
            program["ambient_horizon"].value = ambient.horizon
            program["ambient_ground"].value = ambient.ground
            program["light_count"].value = lights.count
            program["light_position"].write(lights.position.tobytes())
            program["light_direction"].write(lights.direction.tobytes())
            program["light_color"].write(lights.color.tobytes())
            program["light_zone"].write(lights.zone.tobytes())
            program["screen_count"].value = screens.count
            program["screen_center"].write(screens.center.tobytes())
            program["screen_normal"].write(screens.normal.tobytes())
            program["screen_glow"].write(screens.glow.tobytes())
            program["has_shadow"].value = shadow_from_world is not None
            if shadow_from_world is not None:
                program["shadow_from_world"].write(_gl(shadow_from_world))
                program["shadow_radius"].value = self._shadow_radius
        self._targets.shadow_map.use(_UNITS["shadow_map"])

    def _draw(
        self,
        drawables: list[Drawable],
        programs: tuple[moderngl.Program, ...],
        clip_from_world: Matrix,
        *,
        culled: bool = True,
    ) -> None:
        context = self._context
        context.enable_only(moderngl.DEPTH_TEST | (moderngl.CULL_FACE if culled else 0))
        for entity, uploaded in drawables:
            mirrored = np.linalg.det(entity.pose[:3, :3]) < 0
            context.front_face = "cw" if mirrored else "ccw"
            uploaded.materials.use(_UNITS["materials"])
            for program in {programs[batch.cutout]: None for batch in uploaded.batches}:
                self._set_entity(program, entity, clip_from_world)
            for batch in uploaded.batches:
                self._draw_batch(uploaded, batch, programs[batch.cutout], culled=culled and not batch.double_sided)
        context.front_face = "ccw"

    def _set_entity(self, program: moderngl.Program, entity: Entity, clip_from_world: Matrix) -> None:
        program["clip_from_model"].write(_gl(clip_from_world @ entity.pose))
        if "world_from_model" in program:
            program["world_from_model"].write(_gl(entity.pose))
            program["normal_from_model"].write(_gl(np.linalg.inv(entity.pose[:3, :3]).T))
        if "instance_id" in program:
            program["instance_id"].value = entity.instance_id

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
        if f"has_{name}" in program:
            program[f"has_{name}"].value = texture is not None
            if texture is not None:
                self._library.texture(texture).use(_UNITS[name])


def _gl(matrix: Matrix) -> bytes:
    """Column-major float32 bytes."""
    return np.asarray(matrix.T, np.float32).tobytes()


def _distance(drawable: Drawable, eye: NDArray[np.float64]) -> float:
    entity, uploaded = drawable
    center = entity.pose[:3, :3] @ uploaded.corners.mean(axis=0) + entity.pose[:3, 3]
    return float(np.linalg.norm(center - eye))
