"""The pyrender back end: an independent second opinion on geometry.

Ids and depth come from pyrender's own projection, culling and rasterisation set-up, so that an error in the gl back end
does not repeat here. Its colour is plain (one light at the camera). Cut-out materials are drawn whole.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from assets.errors import InputError
from assets.model import Material, Model, Primitive, Texture
from sim.render.renderer import RenderSettings
from sim.world import Camera, Frame, World

os.environ.setdefault("PYOPENGL_PLATFORM", "egl")  # read when PyOpenGL is first imported, which is below

try:
    import OpenGL.GL as GL
    import pyrender
except Exception as error:  # PyOpenGL raises AttributeError, ImportError or OSError for a missing library
    raise InputError(
        f"pyrender can't open its graphics libraries ({error})",
        field="render.backend=pyrender",
        expected="EGL with OpenGL 3.3",
        remedy="apt-get install libegl1 libgl1 libgl1-mesa-dri libegl-mesa0",
    ) from error

_SEGMENT = pyrender.RenderFlags.SEG
_COLOR = pyrender.RenderFlags.NONE


class PyrenderRenderer:
    """Draws the same worlds through pyrender; `settings` other than the image's content have no effect here."""

    def __init__(self, settings: RenderSettings) -> None:
        self._settings = settings
        self._renderer: Any = None
        self._scene = pyrender.Scene(bg_color=(0.75, 0.85, 0.97, 1.0), ambient_light=(0.45, 0.45, 0.45))
        self._camera = self._scene.add(pyrender.IntrinsicsCamera(1, 1, 1, 1))
        self._light = self._scene.add(pyrender.DirectionalLight(color=(1, 1, 1), intensity=2.5))
        self._nodes: dict[int, tuple[tuple[Model, bool], Any]] = {}
        self._textures: dict[str, Any] = {}

    def render(self, world: World, camera: Camera) -> Frame:
        """Draw one frame.

        Raises:
            InputError: when no graphics context can be opened.
        """
        self._open(camera)
        self._place(world)
        focal = camera.focal
        self._camera.camera = pyrender.IntrinsicsCamera(
            focal, focal, camera.width / 2, camera.height / 2, znear=camera.near, zfar=camera.far
        )
        for node in (self._camera, self._light):
            self._scene.set_pose(node, camera.pose)
        color, _ = self._renderer.render(self._scene, flags=_COLOR)
        colors = {node: (number & 255, number >> 8, 0) for number, (_, node) in self._nodes.items()}
        # Without multisampling, unlike the colour pass: its depths are those of pixel centres.
        segments, depth = self._renderer.render(self._scene, flags=_SEGMENT, seg_node_map=colors)
        instance = segments[..., 0].astype(np.uint16) | segments[..., 1].astype(np.uint16) << 8
        return Frame(np.ascontiguousarray(color[..., :3]), instance, np.asarray(depth, np.float32))

    def driver(self) -> str:
        """The rasteriser and its version; empty before the first frame."""
        if self._renderer is None:
            return ""
        self._renderer._platform.make_current()
        name = f"{GL.glGetString(GL.GL_RENDERER).decode()} {GL.glGetString(GL.GL_VERSION).decode()}"
        return f"pyrender {pyrender.__version__} on {name}"

    def close(self) -> None:
        """Free the graphics context."""
        if self._renderer is not None:
            self._renderer.delete()
            self._renderer = None

    def _open(self, camera: Camera) -> None:
        if self._renderer is None:
            try:
                self._renderer = pyrender.OffscreenRenderer(camera.width, camera.height)
            except Exception as error:  # EGL errors of PyOpenGL share no base class
                raise InputError(
                    f"pyrender could not open a context ({error})", field="render.backend=pyrender",
                    expected="EGL with OpenGL 3.3", remedy="use render.backend=gl",
                ) from error  # fmt: skip
        self._renderer.viewport_width, self._renderer.viewport_height = camera.width, camera.height

    def _place(self, world: World) -> None:
        """Bring the scene graph in line with the world; meshes that stay are not uploaded again."""
        wanted = {e.instance_id: e for e in world.entities if e.model.triangle_count()}
        shapes = {number: (e.model, _mirrored(e.pose)) for number, e in wanted.items()}
        for number in [n for n, (shape, _) in self._nodes.items() if shapes.get(n) != shape]:
            self._scene.remove_node(self._nodes.pop(number)[1])
        for number, entity in wanted.items():
            if number not in self._nodes:
                self._nodes[number] = (shapes[number], self._scene.add(self._mesh(*shapes[number])))
            self._scene.set_pose(self._nodes[number][1], entity.pose)

    def _mesh(self, model: Model, mirrored: bool) -> Any:
        return pyrender.Mesh([self._primitive(p, mirrored=mirrored) for p in model.primitives])

    def _primitive(self, primitive: Primitive, *, mirrored: bool) -> Any:
        # pyrender never turns its front face for mirrored poses, so the winding is turned here.
        triangles = primitive.triangles[:, ::-1] if mirrored else primitive.triangles
        return pyrender.Primitive(
            positions=primitive.positions,
            normals=primitive.normals,
            texcoord_0=primitive.uvs * (1, -1) + (0, 1),  # pyrender's v goes up
            indices=np.ascontiguousarray(triangles),
            material=self._material(primitive.material),
        )

    def _material(self, material: Material) -> Any:
        return pyrender.MetallicRoughnessMaterial(
            baseColorFactor=material.base_color,
            baseColorTexture=self._texture(material.base_color_texture),
            metallicFactor=material.metallic,
            roughnessFactor=material.roughness,
            emissiveFactor=tuple(min(c, 1.0) for c in material.emissive),
            doubleSided=material.double_sided,
        )

    def _texture(self, texture: Texture | None) -> Any:
        if texture is None:
            return None
        if texture.key not in self._textures:
            image = Image.fromarray(np.ascontiguousarray(texture.pixels[..., :3]))
            self._textures[texture.key] = pyrender.Texture(source=image, source_channels="RGB")
        return self._textures[texture.key]


def _mirrored(pose: NDArray[np.float64]) -> bool:
    return bool(np.linalg.det(pose[:3, :3]) < 0)
