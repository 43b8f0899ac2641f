from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
import trimesh
from shapely.geometry import Polygon

from assets.errors import InputError
from assets.model import Material, Model, Texture
from assets.shapes import box
from scenes.habitat.content import DatasetContent, ObjectTemplate, Placement, SceneContent
from scenes.habitat.reader import load_scene
from scenes.habitat.writer import write_dataset
from scenes.scene import Region


def texture(seed: int) -> Texture:
    pixels = np.random.default_rng(seed).integers(0, 256, (8, 8, 4), dtype=np.uint8)
    pixels[..., 3] = 255
    return Texture(pixels, f"noise/{seed}")


def content() -> DatasetContent:
    wood = Material(
        "wood", base_color_texture=texture(1), emissive=(0.0, 3.0, 0.5), alpha_mode="MASK", alpha_cutoff=0.25
    )
    hull = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (0, 0.7) for z in (-0.3, 0.3)], float)
    table = Model("table/seed=1", (box((1, 0.7, 0.6), (0, 0.35, 0), wood),), (hull,))
    stage = Model("stage/seed=1", (box((5, 0.1, 4), (0, -0.05, 0), Material("floor", double_sided=True)),))
    region = Region("living_room.0", "living_room", Polygon([(-2, -2), (2, -2), (2, 2), (-2, 2)]), 0.0, 2.6)
    placements = (
        Placement("oak_table", (1.00004, 0.0, -1.0), (0.5, 0.0, 0.5, 0.0)),
        Placement("oak_table", (0.0, 0.0, 1.0), scale=(1.5, 1.0, 1.0)),
    )
    return DatasetContent(
        "homes",
        (ObjectTemplate("oak_table", "oak table", "dining_table", table, 5, "furniture"),),
        (SceneContent("home_01", stage, placements, (region,)),),
        "CC0-1.0",
        "Made by code.",
    )


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    given = content()
    config = write_dataset(tmp_path / "homes", given)
    assert config.is_file()
    scene = load_scene(tmp_path / "homes", "home_01")
    assert scene.notes == ()
    assert scene.licence == "CC0-1.0"
    assert [(o.name, o.semantic_id) for o in scene.objects] == [("dining_table.0", 5), ("dining_table.1", 5)]
    first, second = scene.objects
    np.testing.assert_allclose(first.transform[:3, :3], [[0, 0, 1], [0, 1, 0], [-1, 0, 0]], atol=1e-5)
    np.testing.assert_allclose(first.transform[:3, 3], [1.0, 0, -1])
    np.testing.assert_allclose(second.transform[:3, :3], np.diag([1.5, 1, 1]))
    assert [(r.name, r.category, r.polygon.area, r.ceiling) for r in scene.regions] == [
        ("living_room.0", "living_room", 16.0, 2.6)
    ]


def test_identities_arrays_and_colliders_survive(tmp_path: Path) -> None:
    given = content().templates[0].model
    write_dataset(tmp_path / "homes", content())
    model = load_scene(tmp_path / "homes", "home_01").objects[0].model
    assert model.key == "table/seed=1"
    (before,), (after,) = given.primitives, model.primitives
    for name in ("positions", "normals", "uvs", "triangles"):
        np.testing.assert_array_equal(getattr(before, name), getattr(after, name))
    assert before.material.base_color_texture is not None
    assert after.material.base_color_texture is not None
    assert after.material.base_color_texture.key == "noise/1"
    np.testing.assert_array_equal(before.material.base_color_texture.pixels, after.material.base_color_texture.pixels)
    assert after.material.emissive == pytest.approx((0.0, 3.0, 0.5))
    assert (after.material.alpha_mode, after.material.alpha_cutoff) == ("MASK", 0.25)
    np.testing.assert_allclose(np.sort(model.colliders[0], axis=0), np.sort(given.colliders[0], axis=0), atol=1e-6)


def test_same_content_same_bytes(tmp_path: Path) -> None:
    def digest(root: Path) -> dict[str, str]:
        files = sorted(p for p in root.rglob("*") if p.is_file())
        return {str(p.relative_to(root)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}

    for name in ("one", "two"):
        write_dataset(tmp_path / name, content())
    assert digest(tmp_path / "one") == digest(tmp_path / "two")


def test_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("scenes.habitat.writer._objects_csv", fail)
    with pytest.raises(KeyboardInterrupt):
        write_dataset(tmp_path / "homes", content())
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "homes").mkdir()
    assert write_dataset(tmp_path / "homes", content()).is_file()


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "homes").mkdir()
    (tmp_path / "homes" / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="already exists"):
        write_dataset(tmp_path / "homes", content())
    assert [p.name for p in tmp_path.rglob("*")] == ["homes", "mine.txt"]


@pytest.mark.parametrize("stem", ["../evil", "a b", ""])
def test_unusable_names(tmp_path: Path, stem: str) -> None:
    good = content()
    template = ObjectTemplate(stem, "x", "x", good.templates[0].model, 1)
    with pytest.raises(InputError, match="name"):
        write_dataset(tmp_path / "homes", DatasetContent("homes", (template,), good.scenes, "CC0-1.0"))


def test_another_reader_sees_the_same_mesh(tmp_path: Path) -> None:
    given = content().templates[0].model
    write_dataset(tmp_path / "homes", content())
    (path,) = (tmp_path / "homes").rglob("oak_table.glb")
    loaded = trimesh.load(path, force="scene")
    np.testing.assert_allclose(loaded.bounds, given.bounds(), atol=1e-6)
    (mesh,) = loaded.geometry.values()
    assert len(mesh.faces) == given.triangle_count()
    texture = given.primitives[0].material.base_color_texture
    assert texture is not None
    seen = np.asarray(mesh.visual.material.baseColorTexture.convert("RGBA"))
    np.testing.assert_array_equal(seen, texture.pixels)
