"""Semantic maps keep every id, say what it means, and can be told apart by eye."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray
from PIL import Image

from assets.errors import InputError
from assets.model import Model
from sim.semantics import class_color, class_ids, class_map, decode_ids, encode_ids, legend, overlay, paint
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


def test_classes_are_numbered_the_same_whatever_the_order_of_worlds() -> None:
    other = World((entity(5, "lamp", "floor_lamp"),))
    assert class_ids([WORLD, other]) == class_ids([other, WORLD])
    assert class_ids([WORLD, other]) == {"floor_lamp": 1, "person": 2, "sofa": 3, "stage": 4, "tablet": 5}


def test_the_class_map_joins_instances_of_a_class() -> None:
    classes = class_ids([WORLD])
    expected = [[0, classes["stage"], classes["stage"], classes["sofa"]], [classes["sofa"]] * 2 + [4, 1]]
    np.testing.assert_array_equal(class_map(IDS, WORLD, classes), expected)


def test_an_id_of_nobody_is_a_defect() -> None:
    with pytest.raises(ValueError, match="77"):
        class_map(np.full((2, 2), 77, np.uint16), WORLD, class_ids([WORLD]))


def test_the_legend_names_everything_in_both_maps() -> None:
    classes = class_ids([WORLD])
    stated = legend(WORLD, classes)
    assert {row["id"] for row in stated["instances"]} == set(np.unique(IDS)) - {0}
    assert {row["id"] for row in stated["classes"]} == set(np.unique(class_map(IDS, WORLD, classes))) - {0}
    assert stated["instances"][3] == {"id": 60001, "name": "tablet", "class": "tablet", "kind": "device"}


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
