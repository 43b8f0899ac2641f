"""mujoco.Renderer drawing one of our worlds, for the benchmark alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import glcontext
import mujoco
import numpy as np
from mujoco.rendering.classic import gl_context
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from assets.model import Primitive, Texture
from sim.render.renderer import RenderSettings
from sim.world import Camera, World


class _LegacyContext:
    """An OpenGL 2.1 context through glcontext.

    MuJoCo's own EGL context needs a newer PyOpenGL than the 3.1.0 that pyrender pins.
    """

    def __init__(self, *_size: int) -> None:
        make = glcontext.get_backend_by_name("egl")
        self._context = make(mode="standalone", glversion=210, libegl="libEGL.so.1", libgl="libGL.so.1")

    def make_current(self) -> None:
        self._context.__enter__()

    @contextmanager
    def as_current(self) -> Iterator[None]:
        self._context.__enter__()
        yield
        self._context.__exit__(None, None, None)

    def free(self) -> None:
        self._context.release()


gl_context.GLContext = _LegacyContext


class MujocoFrames:
    """The world's triangles and textures as a static MuJoCo model, seen from given cameras."""

    def __init__(self, world: World, cameras: list[Camera], settings: RenderSettings) -> None:
        spec = mujoco.MjSpec()
        spec.visual.global_.offwidth, spec.visual.global_.offheight = cameras[0].width, cameras[0].height
        spec.visual.quality.offsamples = 0 if settings.samples == 1 else settings.samples
        spec.visual.quality.shadowsize = 2048 if settings.shadows else 0
        spec.visual.map.znear, spec.visual.map.zfar = 0.01, 20.0
        textures: dict[str, str] = {}
        for entity in world.entities:
            for index, primitive in enumerate(entity.model.transformed(entity.pose)):
                if len(primitive.triangles):
                    _add(spec, f"{entity.instance_id}_{index}", primitive, textures)
        for camera in cameras:
            x, y, z, w = Rotation.from_matrix(camera.pose[:3, :3]).as_quat()
            fovy = np.degrees(2 * np.arctan(camera.height / 2 / camera.focal))
            spec.worldbody.add_camera(pos=camera.pose[:3, 3], quat=[w, x, y, z], fovy=fovy)
        light = next(light for light in world.lights if light.casts_shadow)
        spec.worldbody.add_light(
            pos=light.position, dir=light.direction, castshadow=settings.shadows, cutoff=70.0, diffuse=[0.5, 0.5, 0.5]
        )
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        mujoco.mj_forward(self._model, self._data)
        self._cameras = {id(camera): number for number, camera in enumerate(cameras)}
        geoms = self._model.ngeom + 100
        self._renderer = mujoco.Renderer(self._model, cameras[0].height, cameras[0].width, max_geom=geoms)
        self._shadows = settings.shadows

    def render(self, camera: Camera) -> tuple[Any, Any, Any]:
        """Colour, segmentation and depth, as three renders: MuJoCo has no other way."""
        renderer = self._renderer
        renderer.update_scene(self._data, camera=self._cameras[id(camera)])
        renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = self._shadows
        renderer.scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = False
        color = renderer.render()
        renderer.enable_segmentation_rendering()
        segments = renderer.render()
        renderer.disable_segmentation_rendering()
        renderer.enable_depth_rendering()
        depth = renderer.render()
        renderer.disable_depth_rendering()
        return color, segments, depth


def _add(spec: Any, name: str, primitive: Primitive, textures: dict[str, str]) -> None:
    """One visual geom: its mesh, material and texture."""
    spec.add_mesh(
        name=name,
        uservert=primitive.positions.ravel(),
        usernormal=primitive.normals.ravel(),
        usertexcoord=(primitive.uvs * (1, -1) + (0, 1)).astype(np.float32).ravel(),
        userface=primitive.triangles.astype(np.int32).ravel(),
        inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,
    )
    material = spec.add_material(name=name, rgba=np.asarray(primitive.material.base_color) ** (1 / 2.2))
    texture = primitive.material.base_color_texture
    if texture is not None:
        material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = _texture(spec, texture, textures)
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name, material=name, contype=0, conaffinity=0, mass=0
    )


def _texture(spec: Any, texture: Texture, textures: dict[str, str]) -> str:
    if texture.key not in textures:
        name = f"texture_{len(textures)}"
        pixels: NDArray[np.uint8] = np.ascontiguousarray(texture.pixels[::-1, :, :3])
        made = spec.add_texture(
            name=name, type=mujoco.mjtTexture.mjTEXTURE_2D, width=pixels.shape[1], height=pixels.shape[0], nchannel=3
        )
        made.data = pixels.tobytes()
        textures[texture.key] = name
    return textures[texture.key]
