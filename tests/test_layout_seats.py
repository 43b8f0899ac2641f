"""Seats are found where people sit, and a layout only names one in which the user is seen and fits."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from shapely.geometry import box

from assets.devices.build import build_device
from assets.devices.catalogue import load_catalogue
from assets.model import Material, Model
from assets.shapes import box as solid_box
from scenes.homes.furniture import build
from scenes.scene import Region, Scene, SceneObject
from sim.layout import (
    CastMember,
    Dressed,
    Layout,
    Mannequin,
    Moment,
    Role,
    Seat,
    Stage,
    Standing,
    Viewpoint,
    sample_layout,
)
from sim.layout.dressed import evenly
from sim.layout.person import Person, robot_pieces
from sim.layout.seats import HIGHEST, LOWEST, seats
from sim.layout.verify import seat_problems, unseated
from sim.render.renderer import RenderSettings, create_renderer
from sim.robot.g1 import G1
from sim.user import UserBody, sample_appearance
from sim.world import Entity, Kind, World, look_at, upright

_PLASTER = Material("plaster")


def room(*objects: SceneObject) -> Scene:
    """A bare room, 5 by 5 metres, with some furniture."""
    walls = (
        solid_box((5.2, 0.1, 5.2), (0, -0.05, 0), _PLASTER),
        solid_box((0.1, 2.6, 5.0), (-2.55, 1.3, 0), _PLASTER),
        solid_box((0.1, 2.6, 5.0), (2.55, 1.3, 0), _PLASTER),
        solid_box((5.0, 2.6, 0.1), (0, 1.3, -2.55), _PLASTER),
        solid_box((5.0, 2.6, 0.1), (0, 1.3, 2.55), _PLASTER),
    )
    region = Region("room", "living_room", box(-2.5, -2.5, 2.5, 2.5), 0.0, 2.6)
    return Scene("seat_room", "r1", Model("test:seat room", walls), np.eye(4), objects, (region,))


def placed(index: int, category: str, x: float, z: float, yaw: float) -> SceneObject:
    model = build(category, np.random.default_rng(index))
    return SceneObject(index, category, f"{category}.{index}", category, model, upright(x, 0.0, z, yaw))


def found_in(scene: Scene) -> tuple[Seat, ...]:
    return seats(scene, scene.regions[0])


def bare_layout(seat: Seat) -> Layout:
    """A layout of a user who stands in a corner, with a seat."""
    corner = Standing(2.0, 0.0, 2.0, 0.0)
    pose = look_at(np.array([0.0, 1.2, -2.3]), np.array([0.0, 0.7, 0.0]))
    view = Viewpoint(tuple(float(v) for v in np.round(pose, 6).ravel()), 70.0)
    return Layout("seat_room", "room", 0, (), "tv", view, corner, corner, None, seat)


def _cast() -> tuple[CastMember, ...]:
    catalogue = load_catalogue()
    wanted = (
        ("tablet", ("tablet_11", "tablet_floor"), Role.CANDIDATE),
        ("laptop", ("laptop_13", "laptop_trolley"), Role.CANDIDATE),
        ("phone", ("phone_69_sideways", "phone_floor"), Role.CANDIDATE),
        ("tv", ("tv_43_wall", "tv_32_floor"), Role.OBSERVER),
    )
    return tuple(CastMember(i, tuple(build_device(catalogue[n]) for n in names), role) for i, names, role in wanted)


@pytest.mark.parametrize("category", ["sofa", "armchair", "office_chair", "dining_chair", "bench"])
@pytest.mark.parametrize("yaw", [0.0, 0.5 * np.pi, 2.2])
def test_what_people_sit_on_has_seats_that_face_its_front(category: str, yaw: float) -> None:
    scene = room(placed(0, category, 0.2, -0.3, yaw))
    found = found_in(scene)
    assert found
    for seat in found:
        assert LOWEST <= seat.place.y - seat.floor <= HIGHEST
        if category != "bench":  # has no back, so no front
            assert np.cos(seat.place.yaw - yaw) > 0.99
        assert np.hypot(seat.place.x - 0.2, seat.place.z + 0.3) < 1.1


def test_a_sofa_has_room_for_several_and_an_armchair_for_one() -> None:
    assert len(found_in(room(placed(0, "sofa", 0.0, 0.0, 0.0)))) >= 2
    assert len(found_in(room(placed(0, "armchair", 0.0, 0.0, 0.0)))) == 1


def test_high_and_low_things_are_no_seats() -> None:
    for height in (0.25, 0.7):
        block = Model(f"test:block {height}", (solid_box((0.6, height, 0.5), (0, height / 2, 0), _PLASTER),))
        assert found_in(room(SceneObject(0, "stool", "stool.0", "stool", block, np.eye(4)))) == ()


@pytest.mark.parametrize("dressed", [False, True])
def test_a_chair_is_free_until_something_stands_where_the_legs_go(dressed: bool) -> None:
    person: Person = Dressed(UserBody(sample_appearance(np.random.default_rng(1)))) if dressed else Mannequin()
    chair = placed(0, "dining_chair", 0.0, 0.0, 0.0)
    free = room(chair)
    (seat,) = found_in(free)
    assert list(unseated(Stage(free, bare_layout(seat), {}, person))) == []
    crate = Model("test:crate", (solid_box((0.6, 0.6, 0.4), (0, 0.3, 0), _PLASTER),))
    full = room(chair, SceneObject(1, "crate", "crate.1", "crate", crate, upright(0.0, 0.0, -0.55, 0.0)))
    assert list(unseated(Stage(full, bare_layout(seat), {}, person))) == ["seated user stands in crate"]


def test_a_sitter_outside_the_picture_is_a_problem() -> None:
    scene = room(placed(0, "armchair", 0.0, 0.0, 0.0))
    layout = bare_layout(found_in(scene)[0])
    assert list(seat_problems(Stage(scene, layout, {}, Mannequin()))) == []
    away = np.array(layout.view.pose).reshape(4, 4) @ np.diag([-1.0, 1.0, -1.0, 1.0])  # looks the other way
    layout = replace(layout, view=replace(layout.view, pose=tuple(float(v) for v in away.ravel())))
    assert "user hidden while seated" in list(seat_problems(Stage(scene, layout, {}, Mannequin())))


def test_json_keeps_the_seat_and_reads_layouts_without_one() -> None:
    layout = bare_layout(Seat("sofa.3", Standing(0.1, 0.44, -0.2, 1.5), 0.0))
    data = json.loads(json.dumps(layout.to_json()))
    assert Layout.from_json(data) == layout
    del data["seat"]
    assert Layout.from_json(data) == replace(layout, seat=None)


def test_the_seated_user_is_seen_and_hides_no_screen() -> None:
    """Counted in instance maps, which know nothing of the sampler's rays."""
    scene = room(placed(0, "armchair", -1.9, 0.3, -0.5 * np.pi), placed(1, "sofa", 0.0, 1.9, 0.0))
    cast = _cast()
    device = {d.spec.name: d for m in cast for d in m.options}
    person = Dressed(UserBody(sample_appearance(np.random.default_rng(2))))
    layouts = (sample_layout(scene, cast, seed, person=person) for seed in range(8))
    layout = next((found for found in layouts if found.seat), None)
    assert layout is not None, "no layout of eight has a seat"
    assert layout.seat is not None
    posed = person.posed(Moment.SEATED, layout.seat)
    user = Entity(300, "user", "person", Kind.USER, posed.model, posed.pose)
    others = [Entity(1, "stage", "stage", Kind.STAGE, scene.stage, scene.stage_transform)]
    others += [Entity(10 + o.index, o.name, o.category, Kind.OBJECT, o.model, o.transform) for o in scene.objects]
    for number, p in enumerate(layout.devices):
        others.append(Entity(100 + number, p.device_id, "device", Kind.DEVICE, device[p.spec].body, p.place.pose))
    camera = layout.view.camera()
    renderer = create_renderer("gl", RenderSettings(samples=1, shadows=False, ambient_occlusion=False))

    def ids(*entities: Entity) -> NDArray[np.uint16]:
        return np.asarray(renderer.render(World(tuple(entities)), camera).instance)

    try:
        whole, shown, before = (ids(user) == 300).sum(), ids(*others, user), ids(*others)
    finally:
        renderer.close()
    assert (shown == 300).sum() >= 0.5 * whole
    for number, p in enumerate(layout.devices):
        if p.role == Role.CANDIDATE:
            assert (shown == 100 + number).sum() >= 0.7 * (before == 100 + number).sum()


def test_the_robots_boxes_hold_it_in_every_gesture() -> None:
    robot, place = G1(), Standing(0.4, 0.0, -0.7, 0.6)
    boxes = robot_pieces(place)
    pose = np.linalg.inv(place.pose)
    local = [b @ pose[:3, :3].T + pose[:3, 3] for b in boxes]
    for gesture in (robot.stand, robot.hold, robot.offer):
        posed = gesture((place.x, place.y, place.z), place.yaw)
        points = np.concatenate([p.positions for p in posed.model.primitives]).astype(float)
        points = points[points[:, 1] > 0.07]
        inside = np.zeros(len(points), bool)
        for b in local:
            inside |= ((points >= b.min(axis=0) - 0.01) & (points <= b.max(axis=0) + 0.01)).all(axis=1)
        assert inside.mean() > 0.995, gesture


def test_landmarks_are_spread_by_surface_not_by_vertices() -> None:
    """A hundred slivers on the left weigh less than one large triangle on the right."""
    sliver = np.array([[0, 0, 0], [0.01, 0, 0], [0, 0.01, 0]], float)
    large = np.array([[5, 0, 0], [6, 0, 0], [5, 1, 0]], float)
    chosen = evenly(np.concatenate([np.repeat(sliver[None], 100, axis=0), large[None]]), 50)
    assert chosen.shape == (50, 3)
    assert (chosen[:, 0] > 4).mean() > 0.95
