"""Models on the GPU: one vertex buffer a model, one draw for all triangles that share textures and culling."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from assets.model import Material, Model, Texture

_SRGB8_ALPHA8 = 0x8C43
_VERTEX = np.dtype(
    [("position", "<f4", 3), ("normal", "<f4", 3), ("uv", "<f4", 2), ("material", "<u2"), ("openness", "<f2")]
)


@dataclass(frozen=True)
class Batch:
    """A range of indices drawn in one call."""

    first: int
    count: int
    base_texture: Texture | None
    emissive_texture: Texture | None
    double_sided: bool
    cutout: bool


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
            used = [name for name in ("position", "normal", "uv", "material", "openness") if f"in_{name}" in program]
            formats = {"position": "3f4", "normal": "3f4", "uv": "2f4", "material": "1u2", "openness": "1f2"}
            padding = {"position": "12x", "normal": "12x", "uv": "8x", "material": "2x", "openness": "2x"}
            layout = " ".join(formats[n] if n in used else padding[n] for n in formats)
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
        material.alpha_mode != "OPAQUE",
    )


def _material_row(material: Material) -> list[list[float]]:
    cutoff = material.alpha_cutoff if material.alpha_mode == "MASK" else 0.5
    return [
        list(material.base_color),
        [*material.emissive, material.metallic],
        [material.roughness, cutoff, 0.0, 0.0],
    ]


def upload(context: moderngl.Context, model: Model, openness: tuple[NDArray[np.float32], ...] | None) -> Uploaded:
    """Copy a model to the GPU; `openness` has one (N,) array for each primitive, None means fully open."""
    order = sorted(range(len(model.primitives)), key=lambda i: _batch_key(model.primitives[i].material))
    rows = np.array([_material_row(model.primitives[i].material) for i in order], np.float32)
    table = context.texture((3, len(order)), 4, rows.tobytes(), dtype="f4")
    table.filter = (moderngl.NEAREST, moderngl.NEAREST)
    vertices, indices, base = [], [], 0
    for row, i in enumerate(order):
        primitive = model.primitives[i]
        vertex = np.empty(len(primitive.positions), _VERTEX)
        vertex["position"], vertex["normal"], vertex["uv"] = primitive.positions, primitive.normals, primitive.uvs
        vertex["material"] = row
        vertex["openness"] = 1.0 if openness is None else openness[i]
        vertices.append(vertex)
        indices.append(primitive.triangles.ravel() + np.uint32(base))
        base += len(vertex)
    batches, first = [], 0
    for (_, _, double_sided, cutout), group in groupby(order, key=lambda i: _batch_key(model.primitives[i].material)):
        members = [model.primitives[i] for i in group]
        count = 3 * sum(len(p.triangles) for p in members)
        material = members[0].material
        batches.append(
            Batch(first, count, material.base_color_texture, material.emissive_texture, double_sided, cutout)
        )
        first += count
    low, high = model.bounds()
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    return Uploaded(
        context.buffer(np.concatenate(vertices).tobytes()),
        context.buffer(np.concatenate(indices).astype("<u4").tobytes()),
        table,
        tuple(batches),
        corners,
        {},
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

    def model(self, model: Model, openness: tuple[NDArray[np.float32], ...] | None) -> Uploaded | None:
        """The model on the GPU; None when it has no triangles."""
        if not any(len(p.triangles) for p in model.primitives):
            return None
        key = (id(model), id(openness))
        if key not in self._models:
            # Holding the model keeps its id from being given to another.
            self._models[key] = (model, openness, upload(self._context, model, openness))
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
