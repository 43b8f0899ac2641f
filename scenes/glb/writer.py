"""Writing a `Model` as a GLB 2.0 file: one mesh, PNG textures, each image once; the same model gives the same bytes."""

from __future__ import annotations

import io
import weakref
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from assets.model import Material, Model, Primitive, Texture
from scenes.glb.container import pack_glb

_FLOAT, _UINT16, _UINT32 = 5126, 5123, 5125
_VERTICES, _INDICES = 34962, 34963
_encoded: weakref.WeakKeyDictionary[Texture, bytes] = weakref.WeakKeyDictionary()


def write_glb(model: Model, path: Path) -> None:
    """Write a model; `model.key` and texture keys are kept in `extras`, so that reading it back keeps identities.

    Colliders are not part of the file: a Habitat dataset holds them in a collision asset of their own.
    """
    path.write_bytes(encode_glb(model))


def encode_glb(model: Model) -> bytes:
    """GLB bytes of a model."""
    return _Writer().encode(model)


def encode_png(texture: Texture) -> bytes:
    """PNG bytes of a texture; without an alpha channel where it is opaque."""
    found = _encoded.get(texture)
    if found is None:
        opaque = bool((texture.pixels[..., 3] == 255).all())
        image = Image.fromarray(np.ascontiguousarray(texture.pixels[..., :3] if opaque else texture.pixels))
        stream = io.BytesIO()
        image.save(stream, format="PNG", compress_level=4)
        found = _encoded[texture] = stream.getvalue()
    return found


class _Writer:
    def __init__(self) -> None:
        self._binary = bytearray()
        self._views: list[dict[str, Any]] = []
        self._accessors: list[dict[str, Any]] = []
        self._images: list[dict[str, Any]] = []
        self._materials: list[dict[str, Any]] = []
        self._image_of: dict[str, int] = {}
        self._material_of: dict[int, int] = {}
        self._extensions: set[str] = set()

    def encode(self, model: Model) -> bytes:
        parts = [self._primitive(p) for p in model.primitives if len(p.triangles)]
        document: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "crossroom", "extras": {"key": model.key}},
            "scene": 0,
            "scenes": [{"nodes": [0] if parts else []}],
        }
        if parts:
            document["nodes"] = [{"mesh": 0}]
            document["meshes"] = [{"primitives": parts}]
        if self._images:
            document["textures"] = [{"source": i, "sampler": 0} for i in range(len(self._images))]
            document["samplers"] = [{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497}]
        if self._binary:
            document["buffers"] = [{"byteLength": len(self._binary)}]
        tables: dict[str, list[Any]] = {
            "accessors": self._accessors,
            "bufferViews": self._views,
            "images": self._images,
            "materials": self._materials,
            "extensionsUsed": sorted(self._extensions),
        }
        document |= {key: items for key, items in tables.items() if items}
        return pack_glb(document, bytes(self._binary))

    def _view(self, data: bytes, target: int | None) -> int:
        self._binary += b"\0" * (-len(self._binary) % 4)
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self._binary), "byteLength": len(data)}
        if target is not None:
            view["target"] = target
        self._binary += data
        self._views.append(view)
        return len(self._views) - 1

    def _accessor(self, array: NDArray[Any], code: int, kind: str, target: int, *, bounds: bool = False) -> int:
        accessor: dict[str, Any] = {
            "bufferView": self._view(array.tobytes(), target),
            "componentType": code,
            "count": len(array),
            "type": kind,
        }
        if bounds:
            accessor["min"] = [float(v) for v in array.min(axis=0)]
            accessor["max"] = [float(v) for v in array.max(axis=0)]
        self._accessors.append(accessor)
        return len(self._accessors) - 1

    def _primitive(self, part: Primitive) -> dict[str, Any]:
        attributes = {
            "POSITION": self._accessor(part.positions.astype("<f4"), _FLOAT, "VEC3", _VERTICES, bounds=True),
            "NORMAL": self._accessor(part.normals.astype("<f4"), _FLOAT, "VEC3", _VERTICES),
        }
        if part.material.base_color_texture is not None or part.material.emissive_texture is not None:
            attributes["TEXCOORD_0"] = self._accessor(part.uvs.astype("<f4"), _FLOAT, "VEC2", _VERTICES)
        small = len(part.positions) <= 0xFFFF
        indices = part.triangles.reshape(-1).astype("<u2" if small else "<u4")
        return {
            "attributes": attributes,
            "indices": self._accessor(indices, _UINT16 if small else _UINT32, "SCALAR", _INDICES),
            "material": self._material(part.material),
        }

    def _material(self, material: Material) -> int:
        if id(material) in self._material_of:
            return self._material_of[id(material)]
        pbr: dict[str, Any] = {
            "baseColorFactor": [float(v) for v in material.base_color],
            "metallicFactor": float(material.metallic),
            "roughnessFactor": float(material.roughness),
        }
        entry: dict[str, Any] = {"name": material.name, "pbrMetallicRoughness": pbr}
        if material.base_color_texture is not None:
            pbr["baseColorTexture"] = {"index": self._texture(material.base_color_texture)}
        if material.emissive_texture is not None:
            entry["emissiveTexture"] = {"index": self._texture(material.emissive_texture)}
        strength = max(1.0, *material.emissive)
        if any(material.emissive):
            entry["emissiveFactor"] = [float(v) / strength for v in material.emissive]
        if strength > 1:
            entry["extensions"] = {"KHR_materials_emissive_strength": {"emissiveStrength": float(strength)}}
            self._extensions.add("KHR_materials_emissive_strength")
        if material.double_sided:
            entry["doubleSided"] = True
        if material.alpha_mode != "OPAQUE":
            entry["alphaMode"] = material.alpha_mode
        if material.alpha_mode == "MASK":
            entry["alphaCutoff"] = float(material.alpha_cutoff)
        self._materials.append(entry)
        self._material_of[id(material)] = len(self._materials) - 1
        return len(self._materials) - 1

    def _texture(self, texture: Texture) -> int:
        if texture.key not in self._image_of:
            view = self._view(encode_png(texture), None)
            self._images.append({"bufferView": view, "mimeType": "image/png", "extras": {"key": texture.key}})
            self._image_of[texture.key] = len(self._images) - 1
        return self._image_of[texture.key]
