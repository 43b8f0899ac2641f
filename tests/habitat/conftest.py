"""A small dataset laid out as HSSD's is, written byte by byte: the reader is not tested against our own writer."""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

KTX2 = Path(__file__).parent.parent / "data" / "ktx2"
CHAIR, PANEL, PARTED, DOOR = "a" * 40, "1" + "b" * 39, "c" * 40, "d" * 40


def glb(document: dict[str, Any], binary: bytes) -> bytes:
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    body = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body


def quad_glb(texture: bytes, *, node: dict[str, Any] | None = None, size: float = 1.0) -> bytes:
    """A `size` square in the plane z = 0 facing +z, x from 0 to size and y from 0 to size, image upright."""
    points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], "<f4") * np.float32(size)
    normals = np.tile(np.array([0, 0, 1], "<f4"), (4, 1))
    uvs = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], "<f4")
    indices = np.array([0, 1, 2, 0, 2, 3], "<u2")
    chunks = [points.tobytes(), normals.tobytes(), uvs.tobytes(), indices.tobytes(), texture]
    views, offset = [], 0
    for chunk in chunks:
        views.append({"buffer": 0, "byteOffset": offset, "byteLength": len(chunk)})
        offset += len(chunk) + (-len(chunk) % 4)
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, **(node or {})}],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "indices": 3, "material": 0}]}
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 2, "componentType": 5126, "count": 4, "type": "VEC2"},
            {"bufferView": 3, "componentType": 5123, "count": 6, "type": "SCALAR"},
        ],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicFactor": 0}}],
        "textures": [{"extensions": {"KHR_texture_basisu": {"source": 0}}}],
        "images": [{"bufferView": 4, "mimeType": "image/ktx2"}],
        "bufferViews": views,
        "buffers": [{"byteLength": offset}],
        "extensionsUsed": ["KHR_texture_basisu"],
        "extensionsRequired": ["KHR_texture_basisu"],
    }
    return glb(document, b"".join(c + b"\0" * (-len(c) % 4) for c in chunks))


def write_json(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))


def write_object(root: Path, folder: str, stem: str, mesh: bytes, **config: Any) -> None:
    write_json(root / folder / f"{stem}.object_config.json", {"render_asset": f"{stem}.glb", **config})
    (root / folder / f"{stem}.glb").write_bytes(mesh)


@pytest.fixture
def hssd_like(tmp_path: Path) -> Path:
    """Dataset "mini" with scene "100": folders and nested globs, a decomposed part, an opening, tilts, both origins."""
    root = tmp_path / "mini"
    etc1s = (KTX2 / "four_colours_etc1s.ktx2").read_bytes()
    uastc = (KTX2 / "four_colours_uastc.ktx2").read_bytes()
    write_json(
        root / "mini.scene_dataset_config.json",
        {
            "stages": {"paths": {".json": ["stages"]}, "default_attributes": {"margin": 0.03}},
            "objects": {
                "paths": {".json": ["objects/*", "objects/decomposed/*"]},
                "default_attributes": {"semantic_id": 7},
            },
            "scene_instances": {"paths": {".json": ["scenes"]}, "default_attributes": {"default_lighting": ""}},
        },
    )
    write_object(root, "objects/a", CHAIR, quad_glb(etc1s))
    write_object(root, "objects/1", PANEL, quad_glb(uastc, node={"translation": [1, 0, 0]}), semantic_id=3)
    write_object(root, f"objects/decomposed/{PARTED}", f"{PARTED}_part_1", quad_glb(etc1s))
    write_object(root, "objects/openings", DOOR, quad_glb(uastc), up=[0, 0, 1], front=[0, 1, 0])
    write_json(root / "stages/100.stage_config.json", {"render_asset": "100.glb"})
    floor = {"rotation": [-np.sqrt(0.5), 0, 0, np.sqrt(0.5)]}  # faces up, x 0..6, z 0..-6
    (root / "stages/100.glb").write_bytes(quad_glb(etc1s, node=floor, size=6.0))
    half = float(np.sqrt(0.5))
    write_json(
        root / "scenes/100.scene_instance.json",
        {
            "translation_origin": "asset_local",
            "stage_instance": {"template_name": "stages/100"},
            "object_instances": [
                {"template_name": CHAIR, "translation": [1, 0, -2], "rotation": [1, 0, 0, 0]},
                {"template_name": CHAIR, "translation": [2, 1, -3], "rotation": [half, 0, half, 0]},
                {
                    "template_name": PANEL,
                    "translation": [1, 1, 1],
                    "rotation": [half, half, 0, 0],
                    "non_uniform_scale": [2, 3, 1],
                    "translation_origin": "COM",
                },
                {"template_name": f"{PARTED}_part_1", "translation": [0, 0, 0]},
                {"template_name": DOOR, "translation": [0, 0, 0]},
                {"template_name": "e" * 40, "translation": [0, 0, 0]},
            ],
            "articulated_object_instances": [{"template_name": "fridge", "translation": [0, 0, 0]}],
        },
    )
    table = root / "semantics/objects.csv"
    table.parent.mkdir(parents=True, exist_ok=True)
    table.write_text(
        "id,name,wnsynsetkey,main_category,super_category\n"
        f"{CHAIR},Red Chair,chair.n.01,,furniture\n{PARTED},Big thing,,Shelving Unit,furniture\n"
    )
    condensed = root / "metadata/objects_condensed.csv"
    condensed.parent.mkdir()
    condensed.write_text(f"Object Hash,Semantic Category:\n{DOOR},door\n{CHAIR},not_this_one\n")
    return root


@pytest.fixture
def polyhaven() -> Path:
    """The real furniture dataset; its place is machine-specific, so it comes from the environment."""
    place = os.environ.get("CROSSROOM_POLYHAVEN")
    if not place:
        pytest.skip("set CROSSROOM_POLYHAVEN to the polyhaven_home dataset to run this test")
    return Path(place)
