from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from assets.errors import InputError
from scenes.habitat.placement import frame_rotation, instance_matrix

FILE = Path("a.scene_instance.json")
BOX = np.array([[-0.2, 0.0, -0.4], [0.6, 1.0, 0.2]])
CENTER = BOX.mean(axis=0)
metres = st.floats(-20, 20)
vectors = st.tuples(metres, metres, metres)
scales = st.tuples(*[st.floats(0.1, 5)] * 3)
quaternions = st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: np.linalg.norm(q) > 0.1)


def place(matrix: np.ndarray, point: Any) -> np.ndarray:
    return np.asarray(matrix[:3, :3] @ np.asarray(point, float) + matrix[:3, 3])


def entry(translation: Any, quaternion: Any, scale: Any, **more: Any) -> dict[str, Any]:
    return {
        "translation": list(translation), "rotation": list(quaternion), "non_uniform_scale": list(scale), **more
    }  # fmt: skip


@given(vectors, quaternions, scales, vectors)
def test_any_transform_with_either_origin(translation: Any, quaternion: Any, scale: Any, point: Any) -> None:
    w, x, y, z = quaternion
    turn = Rotation.from_quat([x, y, z, w]).as_matrix()
    local = instance_matrix(entry(translation, quaternion, scale), {}, BOX, "asset_local", FILE, "here")
    np.testing.assert_allclose(place(local, point), turn @ (np.array(scale) * point) + translation, atol=1e-6)
    com = instance_matrix(entry(translation, quaternion, scale), {}, BOX, "COM", FILE, "here")
    np.testing.assert_allclose(place(com, CENTER), translation, atol=1e-6)
    np.testing.assert_allclose(com[:3, :3], local[:3, :3])


@given(vectors, quaternions, scales)
def test_a_stated_centre_of_mass_is_scaled_too(translation: Any, quaternion: Any, scale: Any) -> None:
    config = {"COM": [0.1, 0.2, 0.3]}
    matrix = instance_matrix(entry(translation, quaternion, scale), config, BOX, "COM", FILE, "here")
    np.testing.assert_allclose(place(matrix, config["COM"]), translation, atol=1e-6)


def test_the_instance_overrides_the_scene_and_com_is_the_default() -> None:
    unit = ((1, 2, 3), (1, 0, 0, 0), (1, 1, 1))
    overridden = instance_matrix(entry(*unit, translation_origin="asset_local"), {}, BOX, "COM", FILE, "here")
    np.testing.assert_allclose(place(overridden, (0, 0, 0)), (1, 2, 3))
    silent = instance_matrix(entry(*unit), {}, BOX, "", FILE, "here")
    np.testing.assert_allclose(place(silent, CENTER), (1, 2, 3))


def test_scales_of_config_and_instance_multiply() -> None:
    given_entry = entry((0, 0, 0), (1, 0, 0, 0), (2, 1, 1), uniform_scale=3)
    matrix = instance_matrix(given_entry, {"scale": [1, 1, 5]}, BOX, "asset_local", FILE, "here")
    np.testing.assert_allclose(np.diag(matrix)[:3], (6, 3, 15))


@pytest.mark.parametrize("up", [(0, 1, 0), (0, 0, 1), (1, 0, 0), (0, -1, 0)])
def test_frames_are_rotations_that_right_up_and_front(up: tuple[float, ...]) -> None:
    front = (0, 0, -2) if up[2] == 0 else (0, 1, 0)
    matrix = frame_rotation({"up": list(up), "front": list(front)}, FILE)[:3, :3]
    np.testing.assert_allclose(matrix @ up, (0, 1, 0), atol=1e-12)
    np.testing.assert_allclose(matrix @ (np.array(front) / np.linalg.norm(front)), (0, 0, -1), atol=1e-12)
    assert np.linalg.det(matrix) == pytest.approx(1)


def test_a_frame_that_is_none() -> None:
    with pytest.raises(InputError, match="perpendicular"):
        frame_rotation({"up": [0, 1, 0], "front": [0, 1, 0.1]}, FILE)
