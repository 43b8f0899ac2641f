"""Layouts keep their promises, each looked at again by other means than the sampler's own."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from shapely.geometry import Point, box

from assets.devices.device import Device, DeviceSpec, Support
from assets.errors import InputError
from assets.model import Material, Model
from assets.shapes import box as solid_box
from scenes.scene import Region, Scene, SceneObject
from sim.layout import CastMember, Layout, Mannequin, Moment, PlacementError, Role, Stage, problems, sample_layout
from sim.layout.person import pointing_side
from sim.layout.sight import Blockers, screen_points
from sim.layout.verify import screens, solids, surroundings
from sim.physics import penetrations, settle
from sim.world import upright

_PLASTER = Material("plaster")
_BLACK = Material("black", (0.05, 0.05, 0.05, 1.0))


def slab(
    name: str, support: Support, width: float, height: float, *, raised: float = 0.0, camera: bool = False
) -> Device:
    """A screen of (width, height) metres in a 3 cm thick body; `raised` lifts its lower edge on a foot."""
    depth, foot = 0.03, max(0.12, 0.28 * (raised > 0.5))
    parts = []
    if support == Support.WALL:
        middle = np.array([0.0, 0.0, -depth / 2])
        footprint = (width, height)
    else:
        middle = np.array([0.0, raised + 0.02 + height / 2, 0.0])
        footprint = (max(width * 0.6, foot), max(0.14, foot))
        parts.append(solid_box((footprint[0], 0.02, footprint[1]), (0, 0.01, 0), _BLACK))
        if raised:
            parts.append(solid_box((0.04, raised, 0.02), (0, raised / 2 + 0.02, 0), _BLACK))
    parts.append(solid_box((width + 0.02, height + 0.02, depth), tuple(middle), _BLACK))
    w, h, z = width / 2, height / 2, -depth / 2 - 0.001
    screen = np.array([[w, h, z], [-w, h, z], [-w, -h, z], [w, -h, z]]) + middle
    hulls = tuple(np.unique(p.positions.astype(float), axis=0) for p in parts)
    pose = np.eye(4)
    pose[:3, 3] = middle + np.array([0, h + 0.005, z - 0.005])
    spec = DeviceSpec(name, name, "slab", support, False, {}, name, (0, 0, 0), 72.0 if camera else None)
    return Device(spec, Model(f"test:{name}", tuple(parts), hulls), screen, pose if camera else None, footprint)


def household(*, observer: bool = True) -> tuple[CastMember, ...]:
    """Three candidates with a desk build and a floor stand each, a wall distractor, and an observing television."""
    cast = [
        CastMember("tablet", (slab("tablet", Support.DESK, 0.24, 0.17),
                              slab("tablet_stand", Support.FLOOR, 0.24, 0.17, raised=0.9)), Role.CANDIDATE),
        CastMember("laptop", (slab("laptop", Support.DESK, 0.32, 0.2),
                              slab("laptop_stand", Support.FLOOR, 0.32, 0.2, raised=0.8)), Role.CANDIDATE),
        CastMember("monitor", (slab("monitor", Support.DESK, 0.5, 0.3, raised=0.12),
                               slab("monitor_stand", Support.FLOOR, 0.5, 0.3, raised=0.75)), Role.CANDIDATE),
        CastMember("thermostat", (slab("thermostat", Support.WALL, 0.1, 0.1),), Role.DISTRACTOR),
    ]  # fmt: skip
    if observer:
        tv = (slab("tv", Support.WALL, 1.0, 0.56, camera=True), slab("tv_desk", Support.DESK, 1.0, 0.56, camera=True),
              slab("tv_stand", Support.FLOOR, 1.0, 0.56, raised=0.7, camera=True))  # fmt: skip
        cast.append(CastMember("tv", tv, Role.OBSERVER))
    return tuple(cast)


def room(width: float = 5.0, depth: float = 4.5, *, furniture: bool = True) -> Scene:
    """A box room with a table, a sideboard and a rug-free floor."""
    w, d, h = width / 2, depth / 2, 2.6
    stage = Model(
        f"test:room {width} {depth}",
        (
            solid_box((width + 0.2, 0.1, depth + 0.2), (0, -0.05, 0), _PLASTER),
            solid_box((0.1, h, depth), (-w - 0.05, h / 2, 0), _PLASTER),
            solid_box((0.1, h, depth), (w + 0.05, h / 2, 0), _PLASTER),
            solid_box((width, h, 0.1), (0, h / 2, -d - 0.05), _PLASTER),
            solid_box((width, h, 0.1), (0, h / 2, d + 0.05), _PLASTER),
        ),
    )
    legs = [solid_box((0.05, 0.72, 0.05), (x, 0.36, z), _PLASTER) for x in (-0.5, 0.5) for z in (-0.3, 0.3)]
    table = Model("test:desk", (solid_box((1.1, 0.04, 0.7), (0, 0.74, 0), _PLASTER), *legs))
    board = Model("test:sideboard", (solid_box((1.4, 0.8, 0.45), (0, 0.4, 0), _PLASTER),))
    objects = (
        SceneObject(0, "desk", "desk.0", "desk", table, upright(-1.2, 0, -d + 0.45, 0.0)),
        SceneObject(1, "sideboard", "sideboard.1", "sideboard", board, upright(w - 0.3, 0, 0.6, np.pi / 2)),
    )
    region = Region("room", "living_room", box(-w, -d, w, d), 0.0, h)
    return Scene("test_room", "r1", stage, np.eye(4), objects if furniture else (), (region,))


def builds(layout: Layout, cast: tuple[CastMember, ...]) -> dict[str, Device]:
    by_spec = {d.spec.name: d for m in cast for d in m.options}
    return {p.device_id: by_spec[p.spec] for p in layout.devices}


@pytest.fixture(scope="module")
def scene() -> Scene:
    return room()


@pytest.fixture(scope="module", params=[0, 1, 2])
def stage(request: pytest.FixtureRequest, scene: Scene) -> Stage:
    seed = int(request.param)
    cast = household(observer=seed != 2)
    layout = sample_layout(scene, cast, seed, robot=seed == 1, robot_observes=seed == 2)
    return Stage(scene, layout, builds(layout, cast), Mannequin())


def test_everyone_has_a_place_in_the_cast_order(stage: Stage) -> None:
    ids = [p.device_id for p in stage.layout.devices]
    assert ids == [m.device_id for m in household(observer=stage.layout.observer != "robot")]
    assert (stage.layout.robot is None) == (stage.layout.seed == 0)
    assert list(problems(stage)) == []


def test_nothing_penetrates_and_everything_settles(stage: Stage) -> None:
    movers = solids(stage)
    fixed = surroundings(stage.scene, movers)
    assert penetrations(movers, fixed) == ()
    free = [m for m in movers if m.name in stage.devices and stage.devices[m.name].spec.support != Support.WALL]
    for drift in settle(free, fixed):
        assert drift.metres < 0.02, drift
        assert drift.degrees < 5, drift


def test_screens_face_the_camera_at_a_readable_size(stage: Stage) -> None:
    camera = stage.layout.view.camera()
    for corners in screens(stage, Role.CANDIDATE).values():
        pixels = camera.project(corners)
        x, y = pixels[:, 0], pixels[:, 1]
        area = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
        assert area >= 350
        assert (pixels[:, 2] > 0).all()
        assert x.min() >= 0
        assert y.min() >= 0
        assert x.max() <= 640
        assert y.max() <= 480
        normal = np.cross(corners[1] - corners[0], corners[0] - corners[3])
        away = camera.pose[:3, 3] - corners.mean(axis=0)
        assert np.degrees(np.arccos(normal @ away / np.linalg.norm(normal) / np.linalg.norm(away))) < 60


def test_the_user_can_reach_out_to_every_candidate(stage: Stage) -> None:
    user = stage.layout.user
    targets = {k: c.mean(axis=0) for k, c in screens(stage, Role.CANDIDATE).items()}
    for target in targets.values():
        local = upright(0, 0, 0, user.yaw)[:3, :3].T @ (target - user.position)
        assert 0.5 <= np.hypot(local[0], local[2]) <= 2.6
        assert abs(np.degrees(np.arctan2(-local[0], -local[2]))) <= 95
    chest = user.position + np.array([0, 1.35, 0])
    for a, b in combinations(targets.values(), 2):
        va, vb = a - chest, b - chest
        assert np.degrees(np.arccos(va @ vb / np.linalg.norm(va) / np.linalg.norm(vb))) >= 15


def test_the_arm_in_the_image_passes_nearest_to_the_pointed_screen(stage: Stage) -> None:
    camera = stage.layout.view.camera()
    targets = {k: c.mean(axis=0) for k, c in screens(stage, Role.CANDIDATE).items()}
    flat = {k: camera.project(v[None])[0, :2] for k, v in targets.items()}
    for name, target in targets.items():
        figure = stage.person.figure(Moment.POINTING, stage.layout.user, target)
        side = pointing_side(stage.layout.user, target)
        a, b = camera.project(np.stack([figure.shoulders[side], figure.essentials[4 + side]]))[:, :2]
        way = (b - a) / np.linalg.norm(b - a)
        miss = {k: float(np.linalg.norm((p - a) - max(float((p - a) @ way), 0.0) * way)) for k, p in flat.items()}
        assert min(miss, key=lambda k: miss[k]) == name, miss


def test_no_body_hides_a_candidate(stage: Stage) -> None:
    eye = np.asarray(stage.layout.view.camera().pose[:3, 3])
    shown = screens(stage, Role.CANDIDATE)
    places = [(Moment.WALKING_UP, stage.layout.opening, None), (Moment.STANDING, stage.layout.user, None)]
    places += [(Moment.POINTING, stage.layout.user, c.mean(axis=0)) for c in shown.values()]
    for moment, place, target in places:
        body = Blockers(stage.person.figure(moment, place, target).triangles)
        for corners in shown.values():
            assert body.blocked(eye, screen_points(corners[None], 9)[0]).mean() <= 0.3


def test_the_same_seed_gives_the_same_layout_and_json_keeps_it(scene: Scene) -> None:
    cast = household()
    first, again = sample_layout(scene, cast, 5), sample_layout(room(), cast, 5)
    assert first == again
    assert sample_layout(scene, cast, 6) != first
    text = json.dumps(first.to_json())
    assert Layout.from_json(json.loads(text)) == first
    for placed in first.devices:
        for value in (placed.place.x, placed.place.y, placed.place.z, placed.place.yaw):
            assert value == round(value, 4)


def test_json_that_is_no_layout_is_refused() -> None:
    with pytest.raises(InputError, match="not a layout"):
        Layout.from_json({"scene_id": "x"})


def test_a_device_that_fits_nowhere_is_named(scene: Scene) -> None:
    wall = CastMember("projector_wall", (slab("projector_wall", Support.WALL, 9.0, 1.2),), Role.CANDIDATE)
    with pytest.raises(PlacementError, match="projector_wall") as caught:
        sample_layout(scene, (*household(), wall), 0, attempts=2)
    assert caught.value.reasons
    assert caught.value.unplaced == "projector_wall"


def test_a_room_too_small_to_stand_in_is_named() -> None:
    with pytest.raises(PlacementError, match="the user"):
        sample_layout(room(0.5, 0.5, furniture=False), household(), 0, attempts=1)


def test_a_cast_needs_one_observer_with_a_camera(scene: Scene) -> None:
    with pytest.raises(InputError, match="0 observers"):
        sample_layout(scene, household(observer=False), 0)
    blind = CastMember("tv", (slab("tv", Support.WALL, 1.0, 0.6),), Role.OBSERVER)
    with pytest.raises(InputError, match="no camera"):
        sample_layout(scene, (*household(observer=False), blind), 0)


def test_natural_supports_come_before_floor_stands(scene: Scene) -> None:
    used = [p.support for seed in range(2) for p in sample_layout(scene, household(), seed).devices]
    assert set(used) - {"floor", "wall"}


def test_the_user_stands_on_free_floor(stage: Stage) -> None:
    for place in (stage.layout.user, stage.layout.opening):
        here = Point(place.x, place.z)
        assert stage.scene.regions[0].polygon.buffer(-0.25).covers(here)
        for item in stage.scene.objects:
            low, high = np.sort(item.model.bounds() @ item.transform[:3, :3].T + item.transform[:3, 3], axis=0)
            assert box(low[0], low[2], high[0], high[2]).distance(here) > 0.24
