from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from assets.model import Material, Model
from assets.shapes import box
from scenes.facing import facing
from scenes.habitat.reader import load_scene
from scenes.scene import SceneObject

PLAIN = Material()


def chair(category: str, back_z: float, yaw: float = 0.0) -> SceneObject:
    parts = (box((0.5, 0.45, 0.5), (0, 0.225, 0), PLAIN), box((0.5, 0.5, 0.06), (0, 0.7, back_z), PLAIN))
    c, s = math.cos(yaw), math.sin(yaw)
    pose = np.array([[c, 0, s, 2], [0, 1, 0, 0], [-s, 0, c, -1], [0, 0, 0, 1]])
    return SceneObject(0, "chair", "chair.0", category, Model("chair", parts), pose)


@pytest.mark.parametrize("category", ["chair", "office_chair", "leather_sofa"])
def test_away_from_the_back_whatever_the_file_says(category: str) -> None:
    np.testing.assert_allclose(facing(chair(category, 0.22)), [0, -1], atol=1e-9)
    np.testing.assert_allclose(facing(chair(category, -0.22)), [0, 1], atol=1e-9)


def test_turns_with_the_object() -> None:
    np.testing.assert_allclose(facing(chair("chair", -0.22, math.pi / 2)), [1, 0], atol=1e-9)
    yaw = 0.3
    np.testing.assert_allclose(facing(chair("chair", 0.22, yaw)), [-math.sin(yaw), -math.cos(yaw)], atol=1e-9)


def test_without_a_back_the_models_front() -> None:
    np.testing.assert_allclose(facing(chair("cabinet", -0.22)), [0, -1], atol=1e-9)
    np.testing.assert_allclose(facing(chair("chair", 0.0)), [0, -1], atol=1e-9)


def test_the_real_sofa_faces_the_room_though_its_config_says_otherwise(polyhaven: Path) -> None:
    sofa = load_scene(polyhaven, "poly_room_0").objects[0]
    np.testing.assert_allclose(facing(sofa), [0, 1], atol=1e-9)
