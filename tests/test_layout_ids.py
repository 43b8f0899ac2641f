"""What instance maps say about sampled layouts: every candidate and the user are seen in every pose."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from shapely.geometry import box

from assets.devices.build import build_device
from assets.devices.catalogue import load_catalogue
from assets.model import Material, Model, Primitive
from assets.shapes import box as solid_box
from assets.shapes import quad
from scenes.scene import Region, Scene
from sim.layout import CastMember, Dressed, Moment, Role, sample_layout
from sim.render.renderer import RenderSettings, create_renderer
from sim.user import UserBody, sample_appearance
from sim.world import Entity, Kind, World

_PLASTER = Material("plaster")
_CAST = (
    ("tablet", ("tablet_11", "tablet_floor"), Role.CANDIDATE),
    ("laptop", ("laptop_13", "laptop_trolley"), Role.CANDIDATE),
    ("phone", ("phone_69_sideways", "phone_floor"), Role.CANDIDATE),
    ("tv", ("tv_43_wall", "tv_32_floor"), Role.OBSERVER),
)


def bare_room() -> Scene:
    walls = (
        solid_box((5.2, 0.1, 5.2), (0, -0.05, 0), _PLASTER),
        solid_box((0.1, 2.6, 5.0), (-2.55, 1.3, 0), _PLASTER),
        solid_box((0.1, 2.6, 5.0), (2.55, 1.3, 0), _PLASTER),
        solid_box((5.0, 2.6, 0.1), (0, 1.3, -2.55), _PLASTER),
        solid_box((5.0, 2.6, 0.1), (0, 1.3, 2.55), _PLASTER),
    )
    region = Region("room", "living_room", box(-2.5, -2.5, 2.5, 2.5), 0.0, 2.6)
    return Scene("bare_room", "r1", Model("test:bare room", walls), np.eye(4), (), (region,))


def screen_only(corners: NDArray[np.float64]) -> tuple[Primitive, ...]:
    return (quad(corners, _PLASTER),)


@pytest.mark.parametrize("seed", [0, 1])
def test_instance_maps_agree_that_everything_is_in_view(seed: int) -> None:
    catalogue = load_catalogue()
    cast = tuple(CastMember(i, tuple(build_device(catalogue[n]) for n in names), role) for i, names, role in _CAST)
    scene = bare_room()
    person = Dressed(UserBody(sample_appearance(np.random.default_rng(seed))))
    layout = sample_layout(scene, cast, seed, person=person)
    device = {d.spec.name: d for m in cast for d in m.options}
    stage = Entity(1, "stage", "stage", Kind.STAGE, scene.stage, scene.stage_transform)
    bodies, shown = [], []
    for number, placed in enumerate(layout.devices):
        pose, built = placed.place.pose, device[placed.spec]
        bodies.append(Entity(100 + number, placed.device_id, "device", Kind.DEVICE, built.body, pose))
        if placed.role == Role.CANDIDATE:
            front = Model(f"screen:{placed.spec}", screen_only(built.screen))
            shown.append(Entity(200 + number, f"{placed.device_id} screen", "screen", Kind.DEVICE, front, pose))
    camera = layout.view.camera()
    renderer = create_renderer("gl", RenderSettings(samples=1, shadows=False, ambient_occlusion=False))
    try:
        alone = {s.instance_id: (renderer.render(World((s,)), camera).instance == s.instance_id).sum() for s in shown}
        moments = [(Moment.WALKING_UP, layout.opening, None), (Moment.STANDING, layout.user, None)]
        moments += [(Moment.POINTING, layout.user, (e.pose @ np.append(p.positions.mean(axis=0), 1))[:3])
                    for e in shown for p in e.model.primitives]  # fmt: skip
        for moment, place, target in moments:
            posed = person.posed(moment, place, target)
            user = Entity(300, "user", "person", Kind.USER, posed.model, posed.pose)
            ids = renderer.render(World((stage, *bodies, *shown, user)), camera).instance
            for number, pixels in alone.items():
                assert pixels >= 350
                assert (ids == number).sum() >= 0.7 * pixels, (moment, number)
            whole = (renderer.render(World((user,)), camera).instance == 300).sum()
            assert (ids == 300).sum() >= 0.6 * whole, moment
            if moment == Moment.STANDING:
                rows = np.flatnonzero((ids == 300).any(axis=1))
                assert 0.35 <= (rows[-1] - rows[0]) / camera.height <= 0.85
    finally:
        renderer.close()
