from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point
from shapely.geometry import box as rectangle

from assets.model import Material, Model
from assets.shapes import box
from scenes.floor import free_floor
from scenes.habitat.reader import load_scene
from scenes.scene import Region, Scene, SceneObject

PLAIN = Material()
ROOM = Region("living_room.0", "living_room", rectangle(-2, -2, 2, 2), 0.0, 2.6)


def scene(*solids: tuple[tuple[float, float, float], tuple[float, float, float]], wall: bool = False) -> Scene:
    walls = (box((4, 2.6, 0.1), (0, 1.3, 0), PLAIN),) if wall else ()
    stage = Model("stage", (box((4, 0.1, 4), (0, -0.05, 0), PLAIN), *walls))
    objects = tuple(
        SceneObject(i, "box", f"box.{i}", "box", Model(f"box.{i}", (box(s, c, PLAIN),)), np.eye(4))
        for i, (s, c) in enumerate(solids)
    )
    return Scene("test", "0", stage, np.eye(4), objects, (ROOM,))


def test_an_empty_room_is_free_but_for_its_border() -> None:
    assert free_floor(scene(), ROOM, clearance=0.25).area == pytest.approx(3.5**2, rel=1e-3)


def test_furniture_blocks_with_its_clearance() -> None:
    free = free_floor(scene(((1, 0.8, 1), (0, 0.4, 0))), ROOM, clearance=0.2)
    assert not free.covers(Point(0, 0))
    assert not free.covers(Point(0.65, 0))
    assert free.covers(Point(0.72, 0))


def test_rugs_and_ceiling_lamps_do_not_block() -> None:
    empty = free_floor(scene(), ROOM, clearance=0.1)
    assert free_floor(scene(((2, 0.02, 2), (0, 0.01, 0)), ((1, 0.3, 1), (0, 2.3, 0))), ROOM, clearance=0.1).equals(
        empty
    )


def test_under_a_table_is_not_free() -> None:
    assert not free_floor(scene(((1, 0.04, 1), (0, 0.7, 0))), ROOM, clearance=0.0).covers(Point(0.2, 0.2))


def test_walls_of_the_stage_split_a_region() -> None:
    free = free_floor(scene(wall=True), ROOM, clearance=0.2)
    assert [p.area for p in free.geoms] == pytest.approx([3.6 * 1.55] * 2, rel=0.02)


def test_a_room_of_walls_is_not_filled() -> None:
    walls = tuple(
        box(size, center, PLAIN)
        for size, center in (
            ((4.2, 2.6, 0.1), (0, 1.3, -2.05)), ((4.2, 2.6, 0.1), (0, 1.3, 2.05)),
            ((0.1, 2.6, 4.2), (-2.05, 1.3, 0)), ((0.1, 2.6, 4.2), (2.05, 1.3, 0)),
        )
    )  # fmt: skip
    closed = Scene("test", "0", Model("stage", walls), np.eye(4), (), (ROOM,))
    assert free_floor(closed, ROOM, clearance=0.3).area == pytest.approx(3.4**2, rel=0.02)


@settings(max_examples=30, deadline=None)
@given(
    x=st.floats(-1.5, 1.5),
    z=st.floats(-1.5, 1.5),
    w=st.floats(0.1, 1),
    d=st.floats(0.1, 1),
    clearance=st.floats(0, 0.5),
)
def test_every_free_point_keeps_its_distance(x: float, z: float, w: float, d: float, clearance: float) -> None:
    free = free_floor(scene(((w, 1, d), (x, 0.5, z))), ROOM, clearance=clearance)
    solid = rectangle(x - w / 2, z - d / 2, x + w / 2, z + d / 2)
    assert free.is_empty or free.distance(solid) >= clearance - 0.002


def test_real_furniture(polyhaven: Path) -> None:
    loaded = load_scene(polyhaven, "poly_room_0")
    free = free_floor(loaded, loaded.regions[0], clearance=0.25)
    assert 10 < free.area < 25
    assert free.covers(Point(1.0, 1.0))
    assert not free.covers(Point(0.0, -2.0))  # the sofa
