"""glTF materials: metallic-roughness factors and the two textures that renderers here use.

Sources: glTF 2.0 section 3.9; KHR_texture_basisu, KHR_texture_transform, KHR_materials_emissive_strength,
KHR_materials_unlit.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assets.model import Material, Texture
from scenes.glb.container import Document
from scenes.glb.images import load_texture, mean_color

KNOWN_EXTENSIONS = frozenset(
    {
        "KHR_texture_basisu",
        "KHR_texture_transform",
        "KHR_materials_emissive_strength",
        "KHR_materials_unlit",
        "KHR_mesh_quantization",
    }
)
"""Extensions that a file may require. Others may be used, when the file says that it can be shown without them."""


@dataclass(frozen=True, eq=False)
class LoadedMaterial:
    """A material, which TEXCOORD set its texture reads, and the affine map of those coordinates, (2, 3)."""

    material: Material
    uv_set: int
    uv_transform: NDArray[np.float64]


_IDENTITY_UV = np.eye(3)[:2]
DEFAULT = LoadedMaterial(
    Material(name="default", base_color=(1.0, 1.0, 1.0, 1.0), metallic=1.0, roughness=1.0), 0, _IDENTITY_UV
)


class MaterialReader:
    """Reads the materials of one document; each image is decoded once."""

    def __init__(self, document: Document, root: Path) -> None:
        self._document = document
        self._root = root
        self._materials: dict[int, LoadedMaterial] = {}

    def read(self, index: int | None) -> LoadedMaterial:
        """Material `index`, or glTF's default material for None.

        Raises:
            InputError: for damaged fields or images.
        """
        if index is None:
            return DEFAULT
        if index not in self._materials:
            self._materials[index] = self._read(index)
        return self._materials[index]

    def _read(self, index: int) -> LoadedMaterial:
        where = f"materials[{index}]"
        entry = self._document.item("materials", index)
        pbr = self._object(entry, "pbrMetallicRoughness", where)
        extensions = self._object(entry, "extensions", where)
        color_info, emissive_info = pbr.get("baseColorTexture"), entry.get("emissiveTexture")
        lead = color_info if color_info is not None else emissive_info
        uv_set, uv_transform = self._uv(lead, where)
        strength = self._object(extensions, "KHR_materials_emissive_strength", where)
        emissive = self._factor(entry, "emissiveFactor", (0.0, 0.0, 0.0), where, 1.0)
        scale = self._scalar(strength, "emissiveStrength", 1.0, where, 1e6)
        metallic = self._scalar(pbr, "metallicFactor", 1.0, where, 1.0)
        roughness = self._scalar(pbr, "roughnessFactor", 1.0, where, 1.0)
        if pbr.get("metallicRoughnessTexture") is not None:
            mean = mean_color(self._document, self._image(pbr["metallicRoughnessTexture"], where)[2], where)
            metallic, roughness = metallic * float(mean[2]), roughness * float(mean[1])
        if "KHR_materials_unlit" in extensions:  # its colour is still lit here, like everything else in the room
            metallic, roughness = 0.0, 1.0
        mode = entry.get("alphaMode", "OPAQUE")
        if mode not in ("OPAQUE", "MASK", "BLEND"):
            raise self._document.fail(f"{where}.alphaMode", f"is {mode!r}", "OPAQUE, MASK or BLEND")
        red, green, blue, alpha = self._factor(pbr, "baseColorFactor", (1.0, 1.0, 1.0, 1.0), where, 1.0)
        material = Material(
            name=str(entry.get("name", f"material_{index}"))[:120],
            base_color=(red, green, blue, alpha),
            base_color_texture=self._texture(color_info, where),
            metallic=metallic,
            roughness=roughness,
            emissive=(emissive[0] * scale, emissive[1] * scale, emissive[2] * scale),
            emissive_texture=self._texture(emissive_info, where),
            double_sided=entry.get("doubleSided") is True,
            alpha_mode=mode,
            alpha_cutoff=self._scalar(entry, "alphaCutoff", 0.5, where, 1e6),
        )
        return LoadedMaterial(material, uv_set, uv_transform)

    def _object(self, owner: dict[str, Any], key: str, where: str) -> dict[str, Any]:
        value = owner.get(key, {})
        if not isinstance(value, dict):
            raise self._document.fail(f"{where}.{key}", f"is {value!r}", "a JSON object")
        return value

    def _factor(
        self, owner: dict[str, Any], key: str, default: tuple[float, ...], where: str, limit: float
    ) -> tuple[float, ...]:
        value = owner.get(key, default)
        good = isinstance(value, (list, tuple)) and len(value) == len(default)
        if not good or not all(isinstance(v, (int, float)) and 0 <= v <= limit for v in value):
            raise self._document.fail(f"{where}.{key}", f"is {value!r}", f"{len(default)} numbers from 0 to {limit:g}")
        return tuple(float(v) for v in value)

    def _scalar(self, owner: dict[str, Any], key: str, default: float, where: str, limit: float) -> float:
        value = owner.get(key, default)
        if not isinstance(value, (int, float)) or not 0 <= value <= limit:
            raise self._document.fail(f"{where}.{key}", f"is {value!r}", f"a number from 0 to {limit:g}")
        return float(value)

    def _texture(self, info: Any, where: str) -> Texture | None:
        if info is None:
            return None
        index, key, data = self._image(info, where)
        return load_texture(self._document, index, key, data, where)

    def _image(self, info: Any, where: str) -> tuple[int, str | None, bytes]:
        """Image index, stated key and encoded bytes behind a textureInfo; KTX2 is preferred to its fallback."""
        if not isinstance(info, dict):
            raise self._document.fail(where, f"texture reference {info!r}", "a JSON object")
        texture = self._document.item("textures", info.get("index"))
        basisu = self._object(self._object(texture, "extensions", where), "KHR_texture_basisu", where)
        index: Any = basisu.get("source", texture.get("source"))
        image = self._document.item("images", index)
        where = f"images[{index}]"
        if "bufferView" in image:
            data = self._document.view(image["bufferView"])[0]
        else:
            data = self._document.uri(image.get("uri"), f"{where}.uri", self._root)
        key = self._object(image, "extras", where).get("key")
        return int(index), key if isinstance(key, str) else None, data

    def _uv(self, info: Any, where: str) -> tuple[int, NDArray[np.float64]]:
        """TEXCOORD set and KHR_texture_transform of a textureInfo."""
        if not isinstance(info, dict):
            return 0, _IDENTITY_UV
        transform = self._object(self._object(info, "extensions", where), "KHR_texture_transform", where)
        uv_set = transform.get("texCoord", info.get("texCoord", 0))
        if not isinstance(uv_set, int) or not 0 <= uv_set <= 7:
            raise self._document.fail(f"{where}.texCoord", f"is {uv_set!r}", "an index from 0 to 7")
        if not transform:
            return uv_set, _IDENTITY_UV
        offset = self._vector2(transform, "offset", (0.0, 0.0), where)
        scale = self._vector2(transform, "scale", (1.0, 1.0), where)
        angle = transform.get("rotation", 0.0)
        if not isinstance(angle, (int, float)) or not np.isfinite(angle):
            raise self._document.fail(f"{where}.rotation", f"is {angle!r}", "radians")
        c, s = np.cos(angle), np.sin(angle)
        return uv_set, np.array([[c * scale[0], s * scale[1], offset[0]], [-s * scale[0], c * scale[1], offset[1]]])

    def _vector2(self, owner: dict[str, Any], key: str, default: tuple[float, float], where: str) -> NDArray[Any]:
        value = owner.get(key, default)
        try:
            vector = np.asarray(value, dtype=np.float64)
        except (TypeError, ValueError):
            vector = np.full(1, np.nan)
        if vector.shape != (2,) or not np.isfinite(vector).all():
            raise self._document.fail(f"{where}.{key}", f"is {value!r}", "two numbers")
        return vector
