"""The user's body: feet on the floor, arms that point, the same person everywhere."""

from __future__ import annotations

import subprocess
import sys
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sim.user import APPEARANCES, PosedUser, PoseError, UserBody, sample_appearance
from sim.user.baked import FOLDER


@lru_cache(maxsize=4)
def body(index: int) -> UserBody:
    return UserBody(APPEARANCES[index])


def world_points(user: PosedUser) -> np.ndarray:
    return np.concatenate([p.positions for p in user.model.transformed(user.pose)]).astype(float)


def angle(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.degrees(np.arccos(np.clip(a @ b / np.linalg.norm(a) / np.linalg.norm(b), -1, 1))))


def every_pose(who: UserBody) -> list[PosedUser]:
    return [
        who.stand((1.0, 0.2, -2.0), 0.7, gaze=(0, 1.3, 0), variation=1),
        who.walk((1.0, 0.2, -2.0), 0.7, 0.3),
        who.sit((1.0, 0.65, -2.0), 0.7, floor=0.2),
        who.point((1.0, 0.2, -2.0), 0.7, (-1.0, 1.2, -3.0)),
        who.point((1.0, 0.2, -2.0), 0.7, (-1.0, 1.2, -3.0), seated=0.45),
    ]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    index=st.sampled_from([0, 3, 4]),
    bearing=st.floats(-125, 125),
    height=st.floats(0.1, 2.2),
    distance=st.floats(1.1, 5.0),
    yaw=st.floats(-3.1, 3.1),
    seated=st.sampled_from([None, 0.42, 0.48]),
)
def test_the_straight_arm_and_finger_meet_the_target(index, bearing, height, distance, yaw, seated):
    spot = np.array([0.7, 0.1, -1.3])
    turned = np.radians(bearing) - yaw
    target = spot + np.array([distance * np.sin(turned), height, -distance * np.cos(turned)])
    try:
        user = body(index).point(tuple(spot), yaw, tuple(target), seated=seated)
    except PoseError:
        assume(False)
        raise
    assert angle(user.fingertip - user.shoulder, target - user.shoulder) < 1.0
    assert angle(user.fingertip - user.knuckle, target - user.knuckle) < 1.0
    assert user.pointing_error_deg < 1.0
    assert 180 - angle(user.elbow - user.shoulder, user.wrist - user.elbow) > 165
    # The skin agrees with the bones: some vertex is at the fingertip.
    skin = user.model.primitives[0].transformed(user.pose).positions
    assert np.linalg.norm(skin - user.fingertip, axis=1).min() < 0.012


@pytest.mark.parametrize("bearing", [-60, 0, 60])
def test_targets_in_the_natural_cone_are_never_refused(bearing):
    for index in (0, 4):
        for height in (0.7, 1.1, 1.6):
            turned = np.radians(bearing)
            body(index).point((0, 0, 0), 0.0, (1.6 * np.sin(turned), height, -1.6 * np.cos(turned)))


def test_the_hand_on_the_targets_side_points():
    assert body(0).point((0, 0, 0), 0.0, (2.0, 1.0, -1.0)).hand == "right"
    assert body(0).point((0, 0, 0), 0.0, (-2.0, 1.0, -1.0)).hand == "left"
    assert body(0).point((0, 0, 0), np.pi, (-2.0, 1.0, 1.0)).hand == "right"


def test_impossible_targets_are_refused():
    with pytest.raises(PoseError, match="turn the user"):
        body(0).point((0, 0, 0), 0.0, (0.1, 1.0, 2.0))
    with pytest.raises(PoseError, match="from the shoulder"):
        body(0).point((0, 0, 0), 0.0, (0.1, 1.3, -0.4))
    with pytest.raises(PoseError, match="degrees up"):
        body(0).point((0, 0, 0), 0.0, (0.2, 4.0, -0.3))


@pytest.mark.parametrize("index", range(len(APPEARANCES)))
def test_soles_are_on_the_floor_and_capsules_hold_the_body(index):
    for user in every_pose(body(index)):
        points = world_points(user)
        assert points[:, 1].min() == pytest.approx(0.2, abs=1e-5)
        starts, ends, radii = user.capsules[:, :3], user.capsules[:, 3:6], user.capsules[:, 6]
        line = ends - starts
        share = np.einsum("nkc,kc->nk", points[:, None] - starts, line) / np.einsum("kc,kc->k", line, line)
        nearest = starts + np.clip(share, 0, 1)[..., None] * line
        inside = (np.linalg.norm(points[:, None] - nearest, axis=2) <= radii).any(axis=1)
        assert inside.mean() >= 0.95
        assert radii.max() < 0.25


@pytest.mark.parametrize("seat", [0.40, 0.45, 0.50])
def test_a_seated_user_meets_the_seat_with_both_feet_down(seat):
    for index in (0, 3, 9):
        user = body(index).sit((0.0, seat, 0.0), 0.0)
        bottom = next(p for p in user.model.primitives if p.material.name == "bottom").positions
        over_seat = bottom[(np.abs(bottom[:, 2]) < 0.12) & (np.abs(bottom[:, 0]) < 0.2)]
        assert over_seat[:, 1].min() == pytest.approx(seat, abs=0.02)
        soles = next(p for p in user.model.primitives if p.material.name == "soles").positions
        assert soles[soles[:, 0] < 0, 1].min() == pytest.approx(0, abs=0.004)
        assert soles[soles[:, 0] > 0, 1].min() == pytest.approx(0, abs=0.004)


def test_the_gaze_turns_the_eyes():
    left = body(0).stand((0, 0, 0), 0.0, gaze=(-2.0, 1.5, -2.0))
    right = body(0).stand((0, 0, 0), 0.0, gaze=(2.0, 1.5, -2.0))
    assert left.eye[0] < -0.01
    assert right.eye[0] > 0.01


_PROBE = """
import numpy as np
from sim.user import APPEARANCES, UserBody
user = UserBody(APPEARANCES[1]).point((0.3, 0, 0.2), 0.5, (-1.5, 1.0, -2.0))
print(user.model.key)
print(np.round([user.eye, user.shoulder, user.fingertip], 4).ravel().tolist())
"""


def test_another_process_poses_the_same_user():
    lines = subprocess.run(
        [sys.executable, "-c", _PROBE], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    user = body(1).point((0.3, 0, 0.2), 0.5, (-1.5, 1.0, -2.0))
    assert lines[0] == user.model.key
    here = np.round([user.eye, user.shoulder, user.fingertip], 4).ravel()
    np.testing.assert_allclose(here, [float(x) for x in lines[1].strip("[]").split(",")], atol=1e-4)


def test_a_key_says_the_pose_and_not_the_place():
    here = body(0).stand((0, 0, 0), 0.0)
    assert body(0).stand((3, 0, 1), 1.0).model.key == here.model.key
    assert body(0).stand((0, 0, 0), 0.0, gaze=(0, 1, -1)).model.key != here.model.key
    assert body(1).stand((0, 0, 0), 0.0).model.key != here.model.key


def test_sampled_appearances_are_many_and_buildable():
    looks = [sample_appearance(np.random.default_rng(seed)) for seed in range(60)]
    assert len({look.key for look in looks}) > 50
    assert looks[0] == sample_appearance(np.random.default_rng(0))
    assert len({look.adult for look in looks}) == 10
    for look in looks[:3]:
        assert 9_000 < UserBody(look).stand((0, 0, 0), 0.0).model.triangle_count() < 28_000


def test_normals_are_unit_and_clothes_face_outwards():
    user = body(0).stand((0, 0, 0), 0.0)
    for part in user.model.primitives:
        np.testing.assert_allclose(np.linalg.norm(part.normals, axis=1), 1.0, atol=1e-3)
        corners = part.positions[part.triangles]
        faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        agree = np.einsum("nc,nc->n", faces, part.normals[part.triangles].mean(axis=1)) > 0
        assert agree.mean() > 0.93, part.material.name


def test_baked_files_are_small_and_credited():
    for path in sorted(FOLDER.glob("*.npz")):
        assert path.stat().st_size < 1_000_000
    assert "CC0" in (FOLDER / "README.md").read_text(encoding="utf-8")
