from __future__ import annotations

import contextlib
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.errors import InputError
from assets.model import Material, Model, Texture
from assets.shapes import box
from scenes.glb import images, read_asset, read_glb, write_glb
from scenes.glb.container import Document, pack_glb


def parts_of(path: Path) -> tuple[dict[str, Any], bytes]:
    data = path.read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + size]), data[28 + size :]


@pytest.fixture
def cube(tmp_path: Path) -> Path:
    pixels = np.full((4, 4, 4), 255, np.uint8)
    pixels[:2, :, 1:3] = 0
    material = Material("paint", base_color_texture=Texture(pixels, "half red"), roughness=0.4)
    path = tmp_path / "cube.glb"
    write_glb(Model("cube/1", (box((1, 1, 1), (0, 0, 0), material),)), path)
    return path


def changed(path: Path, change: Any) -> Path:
    document, binary = parts_of(path)
    document = change(document) or document
    path.write_bytes(pack_glb(document, binary))
    return path


def test_round_trip(cube: Path) -> None:
    model = read_glb(cube)
    assert model.key == "cube/1"
    assert model.triangle_count() == 12
    np.testing.assert_array_equal(model.bounds(), [[-0.5] * 3, [0.5] * 3])
    material = model.primitives[0].material
    assert (material.name, material.roughness, material.metallic) == ("paint", 0.4, 0.0)


def test_shared_while_alive(cube: Path) -> None:
    first = read_asset(cube)
    assert read_asset(cube) is first


def test_node_transforms_and_nested_bounds(cube: Path) -> None:
    """A child turned 45 degrees inside a parent turned back: habitat-sim's box is that of the boxes' boxes."""
    c, s = np.cos(np.pi / 8), np.sin(np.pi / 8)

    def nest(document: dict[str, Any]) -> None:
        document["nodes"] = [
            {"children": [1], "rotation": [0, -s, 0, c], "translation": [1, 0, 0]},
            {"mesh": 0, "rotation": [0, s, 0, c], "scale": [2, 1, 1]},
        ]

    asset = read_asset(changed(cube, nest))
    np.testing.assert_allclose(asset.model.bounds(), [[0, -0.5, -0.5], [2, 0.5, 0.5]], atol=1e-6)
    # child box: half (1, .5, .5) turned 45: (1.5, .5, 1.5) / sqrt 2; turned again: 1.5, .5, 1.5
    np.testing.assert_allclose(asset.nested_bounds, [[-0.5, -0.5, -1.5], [2.5, 0.5, 1.5]], atol=1e-6)


def test_mirrored_node_keeps_faces_outward(cube: Path) -> None:
    def mirror(document: dict[str, Any]) -> None:
        document["nodes"] = [{"mesh": 0, "scale": [-1, 1, 1]}]

    part = read_glb(changed(cube, mirror)).primitives[0]
    a, b, c = (part.positions[part.triangles[:, i]] for i in range(3))
    faces = np.cross(b - a, c - a)
    assert (np.einsum("ij,ij->i", faces, part.normals[part.triangles[:, 0]]) > 0).all()


def test_missing_normals_are_flat(cube: Path) -> None:
    def drop(document: dict[str, Any]) -> None:
        del document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"]

    part = read_glb(changed(cube, drop)).primitives[0]
    assert len(part.positions) == 36
    np.testing.assert_allclose(np.abs(part.normals).max(axis=1), 1, atol=1e-6)


def test_texture_transform_moves_uvs(cube: Path) -> None:
    before = read_glb(cube).primitives[0].uvs

    def move(document: dict[str, Any]) -> None:
        info = document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]
        info["extensions"] = {"KHR_texture_transform": {"offset": [0.25, 0.5], "scale": [2, 4]}}

    after = read_glb(changed(cube, move)).primitives[0].uvs
    np.testing.assert_allclose(after, before * [2, 4] + [0.25, 0.5], atol=1e-6)


def test_emission_strength(tmp_path: Path) -> None:
    path = tmp_path / "lamp.glb"
    write_glb(Model("lamp", (box((1, 1, 1), (0, 0, 0), Material(emissive=(6.0, 3.0, 1.5))),)), path)
    assert read_glb(path).primitives[0].material.emissive == pytest.approx((6.0, 3.0, 1.5))


def test_metallic_roughness_texture_gives_its_mean(cube: Path) -> None:
    def use(document: dict[str, Any]) -> None:
        document["materials"][0]["pbrMetallicRoughness"]["metallicRoughnessTexture"] = {"index": 0}
        document["materials"][0]["pbrMetallicRoughness"]["metallicFactor"] = 1.0

    material = read_glb(changed(cube, use)).primitives[0].material
    assert material.metallic == pytest.approx(0.5, abs=0.01)
    assert material.roughness == pytest.approx(0.2, abs=0.01)


def test_gltf_with_files_beside_it(cube: Path, tmp_path: Path) -> None:
    document, binary = parts_of(cube)
    (tmp_path / "cube.bin").write_bytes(binary)
    document["buffers"][0]["uri"] = "cube.bin"
    path = tmp_path / "cube.gltf"
    path.write_text(json.dumps(document))
    assert read_glb(path).triangle_count() == 12


def set_in(*path: Any, value: Any) -> Any:
    def change(document: dict[str, Any]) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (set_in("asset", "version", value="1.0"), "asset.version"),
        (set_in("accessors", 0, "count", value=10**9), "accessors[0].count"),
        (set_in("accessors", 0, "count", value=-1), "accessors[0].count"),
        (set_in("accessors", 0, "count", value=10**5), "buffer view holds"),
        (set_in("accessors", 0, "componentType", value=99), "componentType"),
        (set_in("accessors", 0, "bufferView", value=77), "bufferViews[77]"),
        (set_in("bufferViews", 0, "byteLength", value=10**7), "bufferViews[0]"),
        (set_in("buffers", 0, "byteLength", value=10**7), "buffers[0].byteLength"),
        (set_in("buffers", 0, "uri", value="../../etc/hostname"), "leaves the dataset"),
        (set_in("buffers", 0, "uri", value="https://example.org/a.bin"), "not a local file"),
        (set_in("nodes", 0, "children", value=[0]), "cyclic"),
        (set_in("nodes", 0, "translation", value=[0, 0]), "translation"),
        (set_in("materials", 0, "alphaMode", value="GLOW"), "alphaMode"),
        (set_in("extensionsRequired", value=["KHR_draco_mesh_compression"]), "KHR_draco_mesh_compression"),
        (set_in("images", 0, "bufferView", value=0), "cannot be decoded"),
        (set_in("meshes", value={}), "meshes[0]"),
    ],
)
def test_damage_is_named(cube: Path, change: Any, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_glb(changed(cube, change))
    assert "cube.glb" in str(caught.value)
    assert words in str(caught.value)


def test_git_lfs_pointer_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "a.glb"
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n")
    with pytest.raises(InputError, match="git lfs pull"):
        read_glb(path)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_flipped_bytes_give_a_model_or_one_clear_error(data: st.DataObject, tmp_path_factory: Any) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "cube.glb"
    material = Material("m", base_color_texture=Texture(np.full((2, 2, 4), 200, np.uint8), "grey"))
    write_glb(Model("cube", (box((1, 1, 1), (0, 0, 0), material),)), path)
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(bytes(raw[: data.draw(st.integers(1, len(raw)))]) if data.draw(st.booleans()) else bytes(raw))
    with contextlib.suppress(InputError):  # anything else that it raises fails the test
        read_glb(path)


def test_large_images_are_reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document(Path("x.glb"), {}, b"")
    ktx2 = (Path(__file__).parents[1] / "data/ktx2/four_colours_uastc.ktx2").read_bytes()
    monkeypatch.setattr(images, "MAX_SIDE", 8)
    pixels = images.load_texture(document, 0, "reduced", ktx2, "image").pixels
    assert pixels.shape == (8, 8, 4)
    assert np.abs(pixels[1, 1, :3].astype(int) - (220, 40, 40)).max() <= 8
    monkeypatch.setattr(images, "MAX_PIXELS", 100)
    with pytest.raises(InputError, match="32 x 32"):
        images.load_texture(document, 0, "refused", ktx2, "image")
