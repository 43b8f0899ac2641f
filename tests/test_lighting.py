"""Lights follow from rooms, windows and lamps; baked light from them and from what stands in their way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from shapely.geometry import box as rectangle

from assets.model import Material, Model
from assets.shapes import box, quad
from scenes.scene import Region, Scene, SceneObject
from sim.baking import bake
from sim.lighting import light_scene
from sim.subdivision import divide
from sim.world import Ambient, Entity, Kind, Light, LightKind

PLAIN = Material()
ROOMS = (
    Region("small", "bedroom", rectangle(0, 0, 3, 3), 0.0, 2.6),
    Region("large", "living_room", rectangle(3, 0, 8, 4), 0.0, 2.6),
)


def at(x: float, y: float, z: float) -> NDArray[np.float64]:
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def thing(index: int, category: str, pose: NDArray[np.float64], size: tuple[float, float, float]) -> SceneObject:
    model = Model(category, (box(size, (0, size[1] / 2, 0), PLAIN),))
    return SceneObject(index, category, f"{category}.{index}", category, model, pose)


SCENE = Scene(
    "two_rooms", "0", Model("stage", (box((8, 0.1, 4), (4, -0.05, 2), PLAIN),)), np.eye(4),
    (
        thing(0, "Window", at(5.5, 0.9, 0.0), (1.6, 1.2, 0.1)),
        thing(1, "floor_lamp", at(0.5, 0, 0.5), (0.4, 1.6, 0.4)),
        thing(2, "clamp", at(1.5, 0, 0.5), (0.2, 0.2, 0.2)),
    ),
    ROOMS,
)  # fmt: skip


def test_one_light_throws_the_shadows_and_it_is_in_the_room_that_matters() -> None:
    for around, room in [(None, ROOMS[1]), ((1.0, 1.0), ROOMS[0]), ((7.0, 1.0), ROOMS[1]), ((-2.0, 1.0), ROOMS[0])]:
        lights, _, _ = light_scene(SCENE, around=around)
        (caster,) = [light for light in lights if light.casts_shadow]
        x0, z0, x1, z1 = room.polygon.bounds
        assert x0 < caster.position[0] < x1
        assert z0 < caster.position[2] < z1
        assert caster.position[1] < room.ceiling


def test_a_window_shines_inwards_and_stays_in_its_room() -> None:
    lights, _, _ = light_scene(SCENE)
    (window,) = [light for light in lights if light.kind is LightKind.AREA and light.direction[1] == 0]
    assert window.direction == (0.0, 0.0, 1.0)
    assert window.size == pytest.approx((1.6, 1.2))
    assert window.zone == pytest.approx((2.9, -0.1, 8.1, 4.1))


def test_lamps_are_known_by_name_and_glow_in_the_evening() -> None:
    def lamps(evening: bool) -> list[float]:
        return [sum(v.color) for v in light_scene(SCENE, evening=evening)[0] if v.kind is LightKind.POINT]

    assert len(lamps(False)) == 1  # the floor lamp; a clamp is no lamp
    assert lamps(True)[0] > 3 * lamps(False)[0]
    assert sum(light_scene(SCENE, evening=True)[1].sky) < sum(light_scene(SCENE)[1].sky)


def test_a_scene_of_nothing_but_a_stage_is_lit() -> None:
    lights, _, exposure = light_scene(replace(SCENE, objects=(), regions=()))
    assert [light.casts_shadow for light in lights] == [True]
    assert exposure > 0


def test_lights_do_not_depend_on_anything_but_the_scene() -> None:
    assert light_scene(SCENE) == light_scene(replace(SCENE, notes=("other",)))


FLOOR = Model("floor", (quad([(-3, 0, -3), (3, 0, -3), (3, 0, 3), (-3, 0, 3)], PLAIN),))
CRATE = Model("crate", (box((0.6, 0.6, 0.6), (0, 0.3, 0), PLAIN),))
STILL = (
    Entity(1, "stage", "stage", Kind.STAGE, FLOOR, np.eye(4)),
    Entity(2, "crate", "crate", Kind.OBJECT, CRATE, np.eye(4)),
    Entity(3, "user", "person", Kind.USER, CRATE, at(2, 0, 2)),
)


LAMP = Light(LightKind.AREA, (1.0, 2.4, 1.0), (0.0, -1.0, 0.0), (6.0, 6.0, 5.6), (1.0, 1.0), True, main=True)
LIT: tuple[tuple[Light, ...], Ambient] = ((LAMP,), Ambient())


def test_the_floor_is_dark_beside_a_crate_and_open_far_from_it() -> None:
    baked = bake(STILL, *LIT)
    assert set(baked) == {1, 2}
    positions, light = baked[1].model.primitives[0].positions, baked[1].light[0]
    distance = np.linalg.norm(positions[:, [0, 2]], axis=1)
    around = light[:, :3].mean(axis=1) / np.mean(Ambient().sky)
    beside = around[(distance > 0.42) & (distance < 0.6)]
    assert beside.mean() < 0.94
    assert around[distance > 2.4].min() > 0.95


def test_a_crate_shades_the_main_light_and_only_that() -> None:
    baked = bake(STILL, *LIT)
    positions, light = baked[1].model.primitives[0].positions, baked[1].light[0]
    behind = (np.abs(positions - (-0.6, 0.0, -0.6)) < 0.15).all(axis=1)  # where the crate hides the lamp
    open_ = (np.abs(positions - (0.9, 0.0, 0.9)) < 0.2).all(axis=1)
    assert behind.any()
    assert open_.any()
    assert light[behind, 3:].mean() < 0.35 * light[open_, 3:].mean()
    dark = bake(STILL, (replace(LAMP, main=False),), Ambient())[1].light[0]
    assert (dark[:, 3:] == 0).all()


def test_which_light_throws_a_frames_shadows_makes_no_new_bake(tmp_path: Path) -> None:
    bake(STILL, *LIT, cache=tmp_path)
    bake(STILL, (replace(LAMP, casts_shadow=False),), Ambient(), cache=tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_bake_comes_back_from_its_cache_and_a_broken_file_is_replaced(tmp_path: Path) -> None:
    first = bake(STILL, *LIT, cache=tmp_path)
    (file,) = tmp_path.iterdir()
    again = bake(STILL, *LIT, cache=tmp_path)
    np.testing.assert_array_equal(first[1].light[0], again[1].light[0])
    file.write_bytes(file.read_bytes()[:50])
    mended = bake(STILL, *LIT, cache=tmp_path)
    np.testing.assert_array_equal(first[1].light[0], mended[1].light[0])
    assert list(tmp_path.iterdir()) == [file]
    moved = replace(STILL[1], pose=at(1, 0, 0))
    bake((STILL[0], moved), *LIT, cache=tmp_path)
    bake(STILL, (replace(LAMP, color=(1.0, 1.0, 1.0)),), Ambient(), cache=tmp_path)
    assert len(list(tmp_path.iterdir())) == 3


def test_dividing_keeps_the_surface_closed_and_its_area() -> None:
    whole = box((2.0, 0.4, 1.0), (0, 0, 0), PLAIN, radius=0.1)
    fine = divide(whole, 0.2, np.diag([1.0, 2.0, 1.0]))
    corners = fine.positions[fine.triangles].astype(float) * (1, 2, 1)
    assert np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max() <= 0.2 + 1e-6

    def area(p: object) -> float:
        a, b, c = np.moveaxis(p.positions[p.triangles].astype(float), 1, 0)  # type: ignore[attr-defined]
        return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)

    assert area(fine) == pytest.approx(area(whole), rel=1e-5)
    edges = np.sort(np.concatenate([fine.triangles[:, [i, (i + 1) % 3]] for i in range(3)]), axis=1)
    before = np.sort(np.concatenate([whole.triangles[:, [i, (i + 1) % 3]] for i in range(3)]), axis=1)
    _, uses = np.unique(edges, axis=0, return_counts=True)
    _, uses_before = np.unique(before, axis=0, return_counts=True)
    assert uses.max() == uses_before.max() == 2  # shared edges are still shared: no T-junction

    assert divide(whole, 5.0, np.eye(3)) is whole
