from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from assets.errors import InputError
from scenes.habitat.reader import load_scene
from scenes.scene import Scene, SceneObject


def corners(item: SceneObject) -> np.ndarray:
    """World positions of the quad's four corners: bottom left, bottom right, top right, top left."""
    (part,) = item.model.primitives
    return part.positions @ item.transform[:3, :3].T + item.transform[:3, 3]


def color_at(item: SceneObject, corner: int) -> tuple[int, ...]:
    """Texel one eighth in from a corner of the image."""
    (part,) = item.model.primitives
    texture = part.material.base_color_texture
    assert texture is not None
    u, v = part.uvs[corner] * 0.75 + 0.125
    height, width = texture.pixels.shape[:2]
    return tuple(int(c) for c in texture.pixels[int(v * height), int(u * width), :3])


@pytest.fixture
def scene(hssd_like: Path) -> Scene:
    return load_scene(hssd_like, "100")


def test_ktx2_colours_are_at_the_right_corners(scene: Scene) -> None:
    for item in scene.objects:
        expected = [(40, 60, 220), (230, 210, 50), (40, 200, 60), (220, 40, 40)]
        for corner, color in enumerate(expected):
            assert np.abs(np.subtract(color_at(item, corner), color)).max() <= 6, (item.name, corner)


def test_asset_local_places_the_files_own_origin(scene: Scene) -> None:
    np.testing.assert_allclose(corners(scene.objects[0]), [[1, 0, -2], [2, 0, -2], [2, 1, -2], [1, 1, -2]], atol=1e-6)
    # a quarter turn about +y takes x to -z
    np.testing.assert_allclose(corners(scene.objects[1]), [[2, 1, -3], [2, 1, -4], [2, 2, -4], [2, 2, -3]], atol=1e-6)


def test_com_places_the_boxs_centre_under_tilt_and_stretch(scene: Scene) -> None:
    # Stretched to 2 x 3, centred, then a quarter turn about +x takes y to z.
    np.testing.assert_allclose(
        corners(scene.objects[2]), [[0, 1, -0.5], [2, 1, -0.5], [2, 1, 2.5], [0, 1, 2.5]], atol=1e-6
    )


def test_up_and_front_turn_the_asset_upright(scene: Scene) -> None:
    door = scene.objects[4]
    np.testing.assert_allclose(door.transform[:3, :3] @ [0, 0, 1], [0, 1, 0], atol=1e-9)
    np.testing.assert_allclose(door.transform[:3, :3] @ [0, 1, 0], [0, 0, -1], atol=1e-9)
    assert np.linalg.det(door.transform[:3, :3]) == pytest.approx(1)


def test_categories_come_from_the_tables(scene: Scene) -> None:
    assert [o.category for o in scene.objects] == ["chair", "chair", "unknown", "shelving_unit", "door"]
    assert [o.name for o in scene.objects][:2] == ["chair.0", "chair.1"]
    assert [o.semantic_id for o in scene.objects] == [7, 7, 3, 7, 7]


def test_what_is_left_out_is_reported(scene: Scene) -> None:
    notes = "\n".join(scene.notes)
    assert "e" * 40 in notes
    assert "fridge" in notes
    assert [o.index for o in scene.objects] == [0, 1, 2, 3, 4]


def test_the_same_template_is_decoded_once(scene: Scene) -> None:
    assert scene.objects[0].model is scene.objects[1].model


def test_a_room_is_derived_from_the_floor(scene: Scene) -> None:
    (room,) = scene.regions
    assert room.polygon.bounds == pytest.approx((0, -6, 6, 0), abs=0.01)
    assert room.floor == 0


def test_rooms_come_from_the_semantic_config(hssd_like: Path) -> None:
    loop = [[0, 0, 0], [3, 0, 0], [3, 0, -4], [0, 0, -4]]
    path = hssd_like / "semantics/scenes/100.semantic_config.json"
    path.parent.mkdir(parents=True)
    region = {"name": "kitchen_1", "label": "Kitchen", "poly_loop": loop, "floor_height": 0, "extrusion_height": 2.5}
    path.write_text(json.dumps({"region_annotations": [region, {"name": "broken"}]}))
    scene = load_scene(hssd_like, "100")
    assert [(r.name, r.category, r.polygon.area, r.ceiling) for r in scene.regions] == [
        ("kitchen_1", "kitchen", 12, 2.5)
    ]
    assert any("region_annotations[1]" in note for note in scene.notes)


def test_revision_follows_content(hssd_like: Path) -> None:
    first = load_scene(hssd_like, "100").revision
    assert load_scene(hssd_like, "100").revision == first
    path = hssd_like / "scenes/100.scene_instance.json"
    path.write_text(path.read_text().replace("[1, 0, -2]", "[1, 0, -2.5]"))
    assert load_scene(hssd_like, "100").revision != first


def test_globs_of_files_and_nested_folders(hssd_like: Path) -> None:
    path = hssd_like / "mini.scene_dataset_config.json"
    config = json.loads(path.read_text())
    config["objects"]["paths"][".json"] = ["objects/**/*.object_config.json"]
    config["stages"]["paths"][".json"] = ["stages/*.stage_config.json"]
    path.write_text(json.dumps(config))
    assert len(load_scene(hssd_like, "100").objects) == 5


def test_the_config_named_like_the_folder_wins(hssd_like: Path) -> None:
    source = hssd_like / "mini.scene_dataset_config.json"
    other = json.loads(source.read_text())
    other["objects"]["default_attributes"]["semantic_id"] = 99
    (hssd_like / "a.scene_dataset_config.json").write_text(json.dumps(other))
    assert load_scene(hssd_like, "100").objects[0].semantic_id == 7


# Damage: each in one way, each one clear error.


def expect(root: Path, *words: str) -> None:
    with pytest.raises(InputError) as caught:
        load_scene(root, "100")
    for word in words:
        assert word in str(caught.value), str(caught.value)


def edit(path: Path, **changes: object) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_truncated_mesh(hssd_like: Path) -> None:
    path = next(hssd_like.glob("objects/a/*.glb"))
    path.write_bytes(path.read_bytes()[:-100])
    expect(hssd_like, path.name, "truncated")


def test_missing_stage(hssd_like: Path) -> None:
    (hssd_like / "stages/100.glb").unlink()
    expect(hssd_like, "100.scene_instance.json", "stage", "missing")


def test_missing_mesh_of_an_object_is_a_note(hssd_like: Path) -> None:
    next(hssd_like.glob("objects/a/*.glb")).unlink()
    scene = load_scene(hssd_like, "100")
    assert [o.index for o in scene.objects] == [2, 3, 4]
    assert sum("missing" in note for note in scene.notes) == 2


def test_wrong_json(hssd_like: Path) -> None:
    (hssd_like / "scenes/100.scene_instance.json").write_text('{"stage_instance": ')
    expect(hssd_like, "100.scene_instance.json", "not valid JSON")


def test_deep_json(hssd_like: Path) -> None:
    (hssd_like / "scenes/100.scene_instance.json").write_text('{"a": ' + "[" * 500 + "]" * 500 + "}")
    expect(hssd_like, "100.scene_instance.json", "nested too deeply")


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"rotation": [0, 0, 0, 0]}, "zero quaternion"),
        ({"translation": [0, "x", 0]}, "translation"),
        ({"translation": [0, 1e30, 0]}, "translation"),
        ({"non_uniform_scale": [1, 0, 1]}, "scale"),
        ({"translation_origin": "middle"}, "translation_origin"),
    ],
)
def test_unusable_transforms(hssd_like: Path, change: dict[str, object], word: str) -> None:
    path = hssd_like / "scenes/100.scene_instance.json"
    entries = json.loads(path.read_text())["object_instances"]
    entries[0] = {**entries[0], **change}
    edit(path, object_instances=entries)
    expect(hssd_like, "object_instances[0]", word)


def test_path_out_of_the_dataset(hssd_like: Path) -> None:
    outside = hssd_like.parent / "secret.glb"
    outside.write_bytes(next(hssd_like.glob("objects/a/*.glb")).read_bytes())
    edit(next(hssd_like.glob("objects/a/*.object_config.json")), render_asset="../../../secret.glb")
    expect(hssd_like, "render_asset", "leaves the dataset")


def test_link_out_of_the_dataset(hssd_like: Path) -> None:
    mesh = next(hssd_like.glob("objects/a/*.glb"))
    outside = hssd_like.parent / "secret.glb"
    mesh.rename(outside)
    mesh.symlink_to(outside)
    expect(hssd_like, "leaves the dataset")


def test_folder_out_of_the_dataset(hssd_like: Path) -> None:
    edit(hssd_like / "mini.scene_dataset_config.json", stages={"paths": {".json": ["../*"]}})
    expect(hssd_like, "mini.scene_dataset_config.json", "leaves the dataset")


def test_unknown_scene_names_known_ones(hssd_like: Path) -> None:
    with pytest.raises(InputError, match="one of 100"):
        load_scene(hssd_like, "101")


def test_no_dataset(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no dataset config"):
        load_scene(tmp_path, "100")


# The real furniture dataset.


@pytest.mark.parametrize("scene_id", ["poly_room_0", "poly_room_1"])
def test_polyhaven_home(polyhaven: Path, scene_id: str) -> None:
    scene = load_scene(polyhaven, scene_id)
    assert [o.category for o in scene.objects] == [
        "sofa",
        "table",
        "tea_set",
        "bookshelf",
        "cabinet",
        "cabinet",
        "stool",
    ]
    assert all(p.material.base_color_texture is not None for o in scene.objects for p in o.model.primitives)
    assert scene.regions[0].polygon.area == pytest.approx(30, abs=0.1)


def test_com_of_the_stool_agrees_with_habitat(polyhaven: Path) -> None:
    """The dataset gives the stool's box centre as its translation, 0.2895 m up: so it stands on the floor."""
    stool = load_scene(polyhaven, "poly_room_0").objects[6]
    bottom = min(float(p.positions[:, 1].min()) for p in stool.model.transformed(stool.transform))
    assert bottom == pytest.approx(0, abs=1e-4)
