"""Semantic maps keep every id, say what it means, and can be told apart by eye."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray
from PIL import Image

from assets.devices import load_catalogue
from assets.errors import InputError
from assets.model import Model
from scenes.homes.furniture import CATEGORIES
from sim.robot.held import CARTON
from sim.semantics import (
    FIRST_UNLISTED,
    class_color,
    class_ids,
    class_map,
    decode_ids,
    encode_ids,
    overlay,
    paint,
)
from sim.world import Entity, Kind, World


def entity(number: int, name: str, noun: str, kind: Kind = Kind.OBJECT) -> Entity:
    return Entity(number, name, noun, kind, Model(name, ()), np.eye(4))


WORLD = World(
    (
        entity(1, "stage", "stage", Kind.STAGE),
        entity(2, "sofa.0", "sofa"),
        entity(3, "sofa.1", "sofa"),
        entity(60001, "tablet", "tablet", Kind.DEVICE),
        entity(60101, "user", "person", Kind.USER),
    )
)
IDS = np.array([[0, 1, 1, 2], [3, 3, 60001, 60101]], np.uint16)


@settings(max_examples=30, deadline=None)
@given(arrays(np.uint16, array_shapes(min_dims=2, max_dims=2, max_side=40)))
def test_every_id_survives_the_file(ids: NDArray[np.uint16]) -> None:
    data = encode_ids(ids)
    np.testing.assert_array_equal(decode_ids(data), ids)
    assert encode_ids(ids.copy()) == data


CLASS_OF = {e.instance_id: e.semantic_class for e in WORLD.entities}
CLASSES = class_ids(CLASS_OF.values())


def test_a_class_has_one_number_whatever_else_is_there() -> None:
    few, many = class_ids(["sofa", "trombone"]), class_ids(["trombone", "zither", "sofa", "tablet", "harp"])
    assert few.items() <= many.items()
    assert len(set(many.values())) == len(many)
    assert {name for name, number in many.items() if number >= FIRST_UNLISTED} == {"trombone", "zither", "harp"}


def test_unlisted_classes_that_hash_alike_keep_apart() -> None:
    names = [f"thing {i}" for i in range(3000)]  # by the birthday bound some of these collide
    numbers = class_ids(names)
    assert len(set(numbers.values())) == len(names)
    assert min(numbers.values()) >= FIRST_UNLISTED
    assert max(numbers.values()) <= 65_535


def test_everything_that_ships_is_listed() -> None:
    shipped = {*CATEGORIES, *(spec.category for spec in load_catalogue().values()), "stage", "person", "robot", CARTON}
    assert {name for name, number in class_ids(shipped).items() if number >= FIRST_UNLISTED} == set()


def test_numbers_on_disk_stay_what_they_were() -> None:
    assert class_ids(["stage", "person", "robot", "carton", "tv", "window"]) == {
        "stage": 1, "person": 2, "robot": 3, "carton": 4, "tv": 14, "window": 77
    }  # fmt: skip


def test_the_class_map_joins_instances_of_a_class() -> None:
    c = CLASSES
    expected = [[0, c["stage"], c["stage"], c["sofa"]], [c["sofa"], c["sofa"], c["tablet"], c["person"]]]
    np.testing.assert_array_equal(class_map(IDS, CLASS_OF, CLASSES), expected)


def test_an_id_of_nobody_is_a_defect() -> None:
    with pytest.raises(ValueError, match="77"):
        class_map(np.full((2, 2), 77, np.uint16), CLASS_OF, CLASSES)


@pytest.mark.parametrize("mode", ["L", "RGB"])
def test_a_map_saved_in_eight_bits_is_refused(mode: str) -> None:
    buffer = BytesIO()
    Image.new(mode, (4, 4)).save(buffer, "PNG")
    with pytest.raises(InputError, match="16-bit"):
        decode_ids(buffer.getvalue(), file="map.png")
    with pytest.raises(InputError, match=r"map\.png"):
        decode_ids(encode_ids(IDS)[:40], file="map.png")


def test_colours_tell_kinds_apart() -> None:
    nouns = ["sofa", "desk", "bookshelf", "floor_lamp", "rug", "plant", "double_bed", "wardrobe"]
    colors = [class_color(noun) for noun in nouns] + [class_color("person", Kind.USER), class_color("r", Kind.ROBOT)]
    distances = [np.abs(np.subtract(a, b)).sum() for i, a in enumerate(colors) for b in colors[:i]]
    assert min(distances) > 8
    assert np.median(distances) > 90


def test_the_painting_draws_lines_between_instances_of_one_class() -> None:
    ids = np.repeat(np.array([[2, 3]], np.uint16), 5, axis=1).repeat(4, axis=0)
    picture = paint(ids, WORLD)
    assert (picture[:, 0] == class_color("sofa")).all()
    assert (picture[:, 5] < picture[:, 4]).any()


def test_the_overlay_tints_only_the_kinds_asked_for() -> None:
    color = np.full((2, 4, 3), 200, np.uint8)
    shown = overlay(color, IDS, WORLD, kinds=[Kind.USER])
    assert (shown[IDS != 60101] == 200).all()
    assert (shown[IDS == 60101] != 200).any()
