"""Models on the GPU: one vertex buffer a model, one draw for all triangles that share textures and culling."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from assets.model import Material, Model, Primitive, Texture
from sim.render.gl.shaders import Surface

_SRGB8_ALPHA8 = 0x8C43
_VERTEX = np.dtype(
    [("position", "<f4", 3), ("normal", "<f4", 3), ("uv", "<f4", 2), ("material", "<u4"),
     ("light", "<f2", 3), ("main_light", "<f2", 3)]
)  # fmt: skip
_FORMATS = {"position": "3f4", "normal": "3f4", "uv": "2f4", "material": "1u4", "light": "3f2", "main_light": "3f2"}
_PADDING = {"position": "12x", "normal": "12x", "uv": "8x", "material": "4x", "light": "6x", "main_light": "6x"}


_LARGE = 6000  # triangles of a model from which its batches are divided by place
_CELL = 2.5  # metres a side of such a place, on the plan
OUTDOORS = "outdoors"  # the material of what is seen through a window; its emission follows the sky


@dataclass(frozen=True, eq=False)
class Batch:
    """A range of indices drawn in one call, with the corners of its bounds, (8, 3), for culling."""

    first: int
    count: int
    base_texture: Texture | None
    emissive_texture: Texture | None
    double_sided: bool
    surface: Surface
    corners: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Uploaded:
    """One model on the GPU, with the corners of its bounds, (8, 3), for culling."""

    vertices: moderngl.Buffer
    indices: moderngl.Buffer
    materials: moderngl.Texture
    batches: tuple[Batch, ...]
    corners: NDArray[np.float64]
    arrays: dict[int, moderngl.VertexArray]

    def array(self, context: moderngl.Context, program: moderngl.Program) -> moderngl.VertexArray:
        """The vertex array that feeds `program`, made once."""
        if id(program) not in self.arrays:
            used = [name for name in _FORMATS if f"in_{name}" in program]
            layout = " ".join(_FORMATS[n] if n in used else _PADDING[n] for n in _FORMATS)
            content = [(self.vertices, layout, *(f"in_{n}" for n in used))]
            self.arrays[id(program)] = context.vertex_array(program, content, self.indices, index_element_size=4)
        return self.arrays[id(program)]

    def release(self) -> None:
        """Free the GPU's memory."""
        owned: list[Any] = [*self.arrays.values(), self.vertices, self.indices, self.materials]
        for item in owned:
            item.release()


def _batch_key(material: Material) -> tuple[str, str, bool, bool]:
    base, emissive = material.base_color_texture, material.emissive_texture
    return (
        base.key if base else "",
        emissive.key if emissive else "",
        material.double_sided,
        material.alpha_mode != "OPAQUE" and base is not None,
    )


def _cutoff(material: Material) -> float:
    return material.alpha_cutoff if material.alpha_mode == "MASK" else 0.5


def _shows(primitive: Primitive) -> bool:
    """False for what has no triangles, or is cut out whole: without a texture alpha is the same all over."""
    material = primitive.material
    solid = material.alpha_mode == "OPAQUE" or material.base_color_texture is not None
    return len(primitive.triangles) > 0 and (solid or material.base_color[3] >= _cutoff(material))


def _material_row(material: Material) -> list[list[float]]:
    return [
        list(material.base_color),
        [*material.emissive, material.metallic],
        [material.roughness, _cutoff(material), float(material.name == OUTDOORS), 0.0],
    ]


def upload(context: moderngl.Context, model: Model, light: tuple[NDArray[np.float16], ...] | None) -> Uploaded:
    """Copy a model to the GPU; `light` has one (N, 6) array for each primitive (see `BakedLight`)."""
    shown = [i for i, primitive in enumerate(model.primitives) if _shows(primitive)]
    order = sorted(shown, key=lambda i: _batch_key(model.primitives[i].material))
    rows = np.array([_material_row(model.primitives[i].material) for i in order], np.float32)
    table = context.texture((3, len(order)), 4, rows.tobytes(), dtype="f4")
    table.filter = (moderngl.NEAREST, moderngl.NEAREST)
    vertices, indices, base = [], [], 0
    for row, i in enumerate(order):
        primitive = model.primitives[i]
        vertex = np.empty(len(primitive.positions), _VERTEX)
        vertex["position"], vertex["normal"], vertex["uv"] = primitive.positions, primitive.normals, primitive.uvs
        vertex["material"] = row
        baked = np.zeros((len(vertex), 6), np.float16) if light is None else light[i]
        vertex["light"], vertex["main_light"] = baked[:, :3], baked[:, 3:]
        vertices.append(vertex)
        indices.append(primitive.triangles.ravel() + np.uint32(base))
        base += len(vertex)
    positions = np.concatenate([vertex["position"] for vertex in vertices])
    batches: list[Batch] = []
    ranges: list[NDArray[np.uint32]] = []
    large = sum(len(part) for part in indices) > 3 * _LARGE
    for key, group in groupby(
        zip(order, indices, strict=True), key=lambda i: _batch_key(model.primitives[i[0]].material)
    ):
        members = list(group)
        material = model.primitives[members[0][0]].material
        surface = Surface(material.base_color_texture is not None, material.emissive_texture is not None, key[3])
        triangles = np.concatenate([part for _, part in members]).reshape(-1, 3)
        for some in _places(positions, triangles) if large else [triangles]:
            first = sum(len(part) for part in ranges)
            ranges.append(some.ravel())
            corners = _corners(positions[some.ravel()])
            batches.append(
                Batch(
                    first, some.size, material.base_color_texture, material.emissive_texture, key[2], surface, corners
                )
            )
    low, high = model.bounds()
    return Uploaded(
        context.buffer(np.concatenate(vertices).tobytes()),
        context.buffer(np.concatenate(ranges).astype("<u4").tobytes()),
        table,
        tuple(batches),
        _corners(np.stack([low, high])),
        {},
    )


def _places(positions: NDArray[np.float32], triangles: NDArray[np.uint32]) -> list[NDArray[np.uint32]]:
    """Triangles by where on the plan their middles lie; the order within a place stays."""
    middles = positions[triangles].mean(axis=1)[:, [0, 2]]
    cells = np.floor(middles / _CELL).astype(np.int64)
    _, inverse = np.unique(cells, axis=0, return_inverse=True)
    inverse = inverse.ravel()
    return [triangles[inverse == cell] for cell in range(int(inverse.max(initial=-1)) + 1)]


def _corners(points: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """(8, 3) corners of the box around (N, 3) points."""
    low, high = points.min(axis=0), points.max(axis=0)
    return np.array(
        [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])], np.float64
    )


class Library:
    """Models and textures that are on the GPU, the least recently drawn leaving first.

    A model is found by identity, so an equal key on different arrays never shows the wrong mesh.
    """

    def __init__(self, context: moderngl.Context, max_models: int = 512, max_textures: int = 512) -> None:
        self._context = context
        self._max_models, self._max_textures = max_models, max_textures
        self._models: OrderedDict[tuple[int, int], tuple[Model, object, Uploaded]] = OrderedDict()
        self._textures: OrderedDict[str, moderngl.Texture] = OrderedDict()

    def model(self, model: Model, light: tuple[NDArray[np.float16], ...] | None) -> Uploaded | None:
        """The model on the GPU; None when nothing of it shows."""
        if not any(_shows(p) for p in model.primitives):
            return None
        key = (id(model), id(light))
        if key not in self._models:
            # Holding the model keeps its id from being given to another.
            self._models[key] = (model, light, upload(self._context, model, light))
        self._models.move_to_end(key)
        return self._models[key][2]

    def texture(self, texture: Texture) -> moderngl.Texture:
        """The texture on the GPU: sRGB, mipmapped, anisotropic, repeating."""
        if texture.key not in self._textures:
            height, width = texture.pixels.shape[:2]
            pixels = np.ascontiguousarray(texture.pixels).tobytes()
            made = self._context.texture((width, height), 4, pixels, internal_format=_SRGB8_ALPHA8)
            made.build_mipmaps()
            made.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
            made.anisotropy = 1.0
            self._textures[texture.key] = made
        self._textures.move_to_end(texture.key)
        return self._textures[texture.key]

    def trim(self) -> None:
        """Free what has not been drawn for longest, beyond the limits. Call between frames."""
        while len(self._models) > self._max_models:
            self._models.popitem(last=False)[1][2].release()
        while len(self._textures) > self._max_textures:
            self._textures.popitem(last=False)[1].release()
