"""Convex pieces keep free spaces free, contacts find overlap, and only what stands settles."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from assets.model import Material, Model
from assets.shapes import box, cylinder
from sim.physics import Solid, convex_pieces, penetrations, prisms, settle, solid_of
from sim.physics.convex import decompose
from sim.physics.solid import as_box
from sim.world import upright

WOOD = Material("wood")


def table() -> Model:
    legs = [box((0.06, 0.7, 0.06), (x, 0.35, z), WOOD) for x in (-0.55, 0.55) for z in (-0.3, 0.3)]
    return Model("test:table", (box((1.2, 0.04, 0.7), (0, 0.72, 0), WOOD, radius=0.005), *legs))


def cube(name: str, size: tuple[float, float, float], pose: np.ndarray) -> Solid:
    return solid_of(name, Model(f"test:{name}", (), (box_points(size),)), pose)


def box_points(size: tuple[float, float, float]) -> np.ndarray:
    w, h, d = size
    return np.array([[x, y, z] for x in (-w / 2, w / 2) for y in (0, h) for z in (-d / 2, d / 2)])


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSROOM_CACHE", str(tmp_path))


def test_a_table_stays_open_underneath_and_keeps_its_height() -> None:
    solid = solid_of("table", table(), np.eye(4))
    bag = cube("bag", (0.6, 0.6, 0.4), upright(0.0, 0.02, 0.0, 0.4))
    assert penetrations([bag], [solid]) == ()
    assert max(p[:, 1].max() for p in solid.pieces) == pytest.approx(0.74, abs=1e-4)
    found = penetrations([cube("crate", (0.6, 0.76, 0.4), upright(0, 0.02, 0, 0))], [solid])
    assert [(p.first, p.second) for p in found] == [("crate", "table")]
    assert found[0].depth > 0.03


def test_pieces_come_back_from_the_cache_as_they_were(tmp_path: Path) -> None:
    first = convex_pieces(table())
    again = convex_pieces(Model("test:table", ()))  # same key: the mesh is not looked at
    assert len(first) == len(again) >= 5
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not list(tmp_path.rglob("*.partial"))


def test_the_models_own_colliders_come_first() -> None:
    model = Model("test:own", table().primitives, (box_points((1, 1, 1)),))
    assert len(convex_pieces(model)) == 1


@settings(max_examples=25, deadline=None)
@given(st.floats(0.2, 1.5), st.floats(0.2, 1.5), st.floats(0.02, 1.5))
def test_a_convex_thing_is_one_piece_and_no_bigger(w: float, h: float, d: float) -> None:
    mesh = box((w, h, d), (0, 0, 0), WOOD)
    pieces = decompose(mesh.positions.astype(float)[mesh.triangles])
    assert len(pieces) == 1
    assert ConvexHull(pieces[0]).volume == pytest.approx(w * h * d, rel=1e-3)


def test_a_round_pot_is_closed_but_a_ring_of_boards_has_a_bay() -> None:
    boards = [box((0.8, 0.02, 0.3), (0, y, 0), WOOD) for y in (0.01, 0.41, 0.81)]
    sides = [box((0.02, 0.82, 0.3), (x, 0.41, 0), WOOD) for x in (-0.41, 0.41)]
    shelf = solid_of("shelf", Model("test:shelf", (*boards, *sides)), np.eye(4))
    book = cube("book", (0.3, 0.3, 0.2), upright(0, 0.03, 0, 0))
    assert penetrations([book], [shelf]) == ()
    pot = Model("test:pot", (cylinder(0.15, 0.4, (0, 0, 0), WOOD),))
    assert len(convex_pieces(pot)) == 1


def test_a_wall_is_solid_behind_its_face_only() -> None:
    wall = np.array([[[-1, 0, 0], [1, 0, 0], [1, 2, 0]], [[-1, 0, 0], [1, 2, 0], [-1, 2, 0]]], float)
    stage = Solid("stage", prisms(wall))  # faces +z
    assert penetrations([cube("near", (0.2, 0.2, 0.1), upright(0.1, 1, 0.051, 0))], [stage]) == ()
    assert penetrations([cube("in", (0.2, 0.2, 0.1), upright(0.1, 1, 0.03, 0))], [stage])[0].depth > 0.01


def test_five_millimetres_are_the_limit() -> None:
    solid = solid_of("table", table(), np.eye(4))
    assert penetrations([cube("a", (0.2, 0.1, 0.2), upright(0.2, 0.736, 0, 0.3))], [solid]) == ()
    assert penetrations([cube("a", (0.2, 0.1, 0.2), upright(0.2, 0.734, 0, 0.3))], [solid])[0].depth == pytest.approx(
        0.006, abs=1e-3
    )


def test_what_stands_stays_and_what_hangs_over_or_leans_falls() -> None:
    solid = solid_of("table", table(), np.eye(4))
    standing = cube("standing", (0.25, 0.3, 0.2), upright(-0.3, 0.74, 0, 0.7))
    over = cube("over", (0.25, 0.3, 0.2), upright(0.68, 0.74, 0, 0))
    tilt = np.eye(4)
    tilt[:2, :2] = [[np.cos(0.5), -np.sin(0.5)], [np.sin(0.5), np.cos(0.5)]]
    tilt[:3, 3] = (0.15, 0.80, 0)
    leaning = cube("leaning", (0.25, 0.3, 0.2), tilt)
    drift = {d.name: d for d in settle([standing, over, leaning], [solid])}
    assert drift["standing"].stands
    assert drift["standing"].metres < 0.005
    assert not drift["over"].stands
    assert not drift["leaning"].stands


@settings(max_examples=20, deadline=None)
@given(st.floats(0, 6.3), st.floats(-1.5, 1.5), st.lists(st.floats(0.05, 2), min_size=3, max_size=3))
def test_turned_boxes_are_recognised(yaw: float, tilt: float, size: list[float]) -> None:
    turn = upright(0.3, 0, -0.2, yaw)
    c, s = np.cos(tilt), np.sin(tilt)
    points = (box_points((size[0], size[1], size[2])) @ np.array([[1, 0, 0], [0, c, s], [0, -s, c]])) @ turn[:3, :3].T
    found = as_box(points + turn[:3, 3])
    assert found is not None
    assert sorted(2 * found[2]) == pytest.approx(sorted(size), abs=1e-5)
    assert as_box(points * np.array([1.0, 1.0, 0.5]) + points[:, :1] * 0.2 + points[:, 1:2] ** 2) is None


@pytest.mark.skipif(
    "CROSSROOM_POLYHAVEN" not in os.environ, reason="CROSSROOM_POLYHAVEN names no polyhaven_home folder"
)
def test_real_furniture_keeps_its_bays() -> None:
    from scenes.habitat.reader import load_scene

    scene = load_scene(Path(os.environ["CROSSROOM_POLYHAVEN"]), "poly_room_0")
    solids = {o.category: solid_of(o.name, o.model, o.transform) for o in scene.objects}
    table_center = np.concatenate([solids["table"].bounds[:, 0], solids["table"].bounds[:, 1]]).mean(axis=0)
    bag = cube("bag", (0.3, 0.4, 0.25), upright(table_center[0], 0.03, table_center[2], 0))
    assert penetrations([bag], [solids["table"]]) == ()
