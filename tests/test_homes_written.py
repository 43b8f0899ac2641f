"""Homes as they lie on disk, read back by the reader that reads every scene."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path

import numpy as np
import pytest

from assets.errors import InputError
from scenes.floor import free_floor
from scenes.geometry import world_triangles
from scenes.habitat.reader import load_scene
from scenes.homes import HOME_IDS, ensure_home, generator_version
from scenes.homes.__main__ import main
from scenes.homes.content import top_at
from scenes.homes.furnish import design_home
from scenes.homes.furniture import CATEGORIES
from scenes.scene import Scene
from scenes.surfaces import support_surfaces

HOME = "home_05"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ensure_home(HOME, tmp_path_factory.mktemp("homes"))


@pytest.fixture(scope="module")
def scene(folder: Path) -> Scene:
    return load_scene(folder, HOME)


def digest(folder: Path) -> dict[str, str]:
    return {
        p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*"))
        if p.is_file()
    }


def test_two_writings_are_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = ensure_home(HOME, tmp_path)
    assert digest(again) == digest(folder)
    assert len(digest(folder)) > 100


def test_a_home_is_written_once_and_under_its_version(folder: Path) -> None:
    cache = folder.parents[1]
    before = {p: p.stat().st_mtime_ns for p in folder.rglob("*")}
    assert ensure_home(HOME, cache) == folder
    assert {p: p.stat().st_mtime_ns for p in folder.rglob("*")} == before
    assert folder.parent.name == generator_version()


def test_reading_back_gives_everything_that_was_planned(scene: Scene) -> None:
    home = design_home(HOME_IDS.index(HOME) + 1)
    assert scene.notes == ()
    assert scene.licence == "Apache-2.0"
    assert [o.category for o in scene.objects] == [i.design.category for i in home.items]
    assert {r.name: r.category for r in scene.regions} == {r.name: r.kind for r in home.plan.rooms}
    for thing, item in zip(scene.objects, home.items, strict=True):
        assert np.allclose(thing.transform[[0, 2], 3], (item.x, item.z), atol=1e-4)
        forward = thing.transform[:3, :3] @ np.array([0.0, 0.0, -1.0])
        assert np.allclose(forward, (-math.sin(item.yaw), 0.0, -math.cos(item.yaw)), atol=1e-4)
        size = np.ptp(thing.model.bounds(), axis=0)
        if thing.category == "kitchen_counter":
            size[1] = item.design.height  # its tap stands higher than its worktop
        assert np.allclose(size, (item.design.width, item.design.height, item.design.depth), atol=2e-3), thing.name


def test_a_home_is_light_enough(folder: Path, scene: Scene) -> None:
    assert sum(p.stat().st_size for p in folder.rglob("*")) < 25e6
    assert scene.stage.triangle_count() + sum(o.model.triangle_count() for o in scene.objects) < 250_000
    assert len({o.template for o in scene.objects}) < len(scene.objects)


def test_things_rest_on_what_carries_them(scene: Scene) -> None:
    """Nothing floats over its table or sinks into it by more than a millimetre, wherever it touches."""
    home = design_home(HOME_IDS.index(HOME) + 1)
    for thing, item in zip(scene.objects, home.items, strict=True):
        if item.on < 0:
            bottom = float(thing.model.bounds()[0, 1] + thing.transform[1, 3])
            if CATEGORIES[item.design.category].placement == "floor":
                assert abs(bottom) < 1e-3, thing.name
            continue
        owner = scene.objects[item.on]
        local = np.linalg.inv(owner.transform) @ thing.transform[:, 3]
        under = top_at(owner.model, local[[0, 2]])
        assert -1e-3 <= local[1] - under < 0.05, (thing.name, owner.name)


def test_floors_lie_at_zero_and_walls_close_every_room(scene: Scene) -> None:
    """From the middle of a room at 2.3 m, over doors and windows, every level ray meets its own wall."""
    triangles = world_triangles(scene.stage, scene.stage_transform)
    for region in scene.regions:
        x0, z0, x1, z1 = region.polygon.bounds
        origin = np.array([(x0 + x1) / 2, 2.3, (z0 + z1) / 2])
        assert abs(_ray(triangles, origin, np.array([0.0, -1.0, 0.0])) - 2.3) < 1e-3
        assert abs(_ray(triangles, origin, np.array([0.0, 1.0, 0.0])) - (region.ceiling - 2.3)) < 1e-3
        for direction, reach in (
            ((1, 0, 0), x1 - x0),
            ((-1, 0, 0), x1 - x0),
            ((0, 0, 1), z1 - z0),
            ((0, 0, -1), z1 - z0),
        ):
            assert abs(_ray(triangles, origin, np.array(direction, float)) - reach / 2) < 2e-3


def _ray(triangles: np.ndarray, origin: np.ndarray, direction: np.ndarray) -> float:
    a, u, v = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    p = np.cross(direction, v)
    det = np.einsum("ij,ij->i", u, p)
    inverse = 1 / np.where(np.abs(det) > 1e-12, det, np.inf)
    to = origin - a
    s = np.einsum("ij,ij->i", to, p) * inverse
    q = np.cross(to, u)
    t = q @ direction * inverse
    far = np.einsum("ij,ij->i", v, q) * inverse
    hit = (s >= -1e-9) & (t >= -1e-9) & (s + t <= 1 + 1e-9) & (far > 1e-6)
    return float(far[hit].min())


def test_devices_and_people_find_room_as_the_layout_looks_for_it(scene: Scene) -> None:
    found = {s.category for s in support_surfaces(scene) if s.polygon.area > 0.5 * 0.35}
    assert {"desk", "coffee_table", "tv_stand", "kitchen_counter"} <= found
    living = next(r for r in scene.regions if r.category == "living_room")
    assert free_floor(scene, living, clearance=0.25).area > 4.0


def test_unknown_homes_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="home_47"):
        ensure_home("home_47", tmp_path)
    assert main([str(tmp_path), "--only", "home_00"]) == 2
    assert "home_01 to home_46" in capsys.readouterr().err
