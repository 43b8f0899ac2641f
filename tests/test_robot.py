"""The G1 stands balanced, reaches where it is told, and stays within its joints."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
import trimesh

from sim.robot.g1 import G1, PosedRobot
from sim.robot.held import between, carton
from sim.robot.meshes import simplified_meshes, visual_mesh
from sim.staging import HELD_ID, held_entity
from sim.world import Kind


@pytest.fixture(scope="module")
def g1() -> G1:
    return G1()


@pytest.fixture(scope="module")
def poses(g1: G1) -> dict[str, PosedRobot]:
    spot, yaw = (1.0, 0.1, -2.0), 0.7
    return {"stand": g1.stand(spot, yaw), "hold": g1.hold(spot, yaw), "offer": g1.offer(spot, yaw)}


@pytest.mark.parametrize("name", ["stand", "hold", "offer"])
def test_every_pose_is_balanced_within_joint_limits_and_on_the_floor(
    g1: G1, poses: dict[str, PosedRobot], name: str
) -> None:
    posed = poses[name]
    assert g1.center_of_mass_margin(posed) > 0.02
    hinges = g1.mj.jnt_type == mujoco.mjtJoint.mjJNT_HINGE
    low, high = g1.mj.jnt_range[hinges].T
    assert (posed.joints >= low - 1e-3).all()
    assert (posed.joints <= high + 1e-3).all()
    bounds = posed.model.bounds()
    assert bounds[0, 1] == pytest.approx(0, abs=2e-3)
    assert 1.2 < bounds[1, 1] < 1.4
    assert posed.head[1] == pytest.approx(0.1 + 1.265, abs=0.02)


def test_hands_reach(g1: G1) -> None:
    held = g1.hold((0, 0, 0), 0.0, width=0.2)
    np.testing.assert_allclose(held.palms, [[-0.13, 0.98, -0.30], [0.13, 0.98, -0.30]], atol=0.01)
    offered = g1.offer((0, 0, 0), 0.0, hand="left")
    np.testing.assert_allclose(offered.palms[0], [-0.16, 1.02, -0.36], atol=0.01)


def test_front_is_minus_z_and_yaw_turns_left(g1: G1) -> None:
    head = g1.stand((0, 0, 0), 0.0).head
    assert head[2] < -0.05
    assert abs(head[0]) < 0.01
    turned = g1.stand((0, 0, 0), np.pi / 2).head
    assert turned[0] < -0.05


def test_the_mesh_is_light_and_covered_by_its_hulls(poses: dict[str, PosedRobot]) -> None:
    posed = poses["stand"]
    assert 15_000 < posed.model.triangle_count() < 110_000
    points = np.concatenate([p.positions for p in posed.model.primitives]) @ posed.pose[:3, :3].T + posed.pose[:3, 3]
    corners = np.concatenate(posed.hulls)
    assert (points.min(axis=0) >= corners.min(axis=0) - 1e-3).all()
    assert (points.max(axis=0) <= corners.max(axis=0) + 1e-3).all()
    for part in posed.model.primitives:
        np.testing.assert_allclose(np.linalg.norm(part.normals, axis=1), 1, atol=1e-3)


def test_simplified_meshes_keep_their_surface(g1: G1) -> None:
    for mesh, (positions, _, triangles) in simplified_meshes(g1.mj, g1.revision).items():
        full = visual_mesh(g1.mj, mesh)
        light = trimesh.Trimesh(positions, triangles)
        assert light.area == pytest.approx(full.area, rel=0.1), g1.mj.mesh(mesh).name
        np.testing.assert_allclose(light.bounds, full.bounds, atol=0.004)


def test_keys_and_joints_do_not_depend_on_the_run(poses: dict[str, PosedRobot]) -> None:
    again = G1().hold((1.0, 0.1, -2.0), 0.7)
    assert again.model.key == poses["hold"].model.key
    np.testing.assert_array_equal(again.joints, poses["hold"].joints)
    assert len({p.model.key for p in poses.values()}) == 3


@pytest.mark.parametrize("seed", range(4))
def test_a_parcel_is_held_between_the_palms_and_in_front_of_the_chest(g1: G1, seed: int) -> None:
    parcel = carton(np.random.default_rng(seed))
    posed = g1.hold((1.0, 0.1, -2.0), 0.7, width=parcel.width)
    pose = between(posed.palms, posed.pose)
    palms = (posed.palms - pose[:3, 3]) @ pose[:3, :3]
    gaps = np.abs(palms[:, 0]) - parcel.width / 2
    assert (gaps > 0.0).all()
    assert (gaps < 0.05).all()
    corners = parcel.model.bounds()[:, 2]
    deep = (np.linalg.inv(posed.pose) @ pose)[2, 3] + corners.max()
    assert deep < -0.12, "the parcel stands in the chest"


def test_what_is_held_is_an_entity_of_its_own(poses: dict[str, PosedRobot]) -> None:
    parcel = carton(np.random.default_rng(0))
    entity = held_entity(parcel, between(poses["hold"].palms, poses["hold"].pose))
    assert (entity.instance_id, entity.semantic_class, entity.kind) == (HELD_ID, "carton", Kind.OBJECT)
