"""gl, pyrender and a ray caster see the same things at the same depths, whatever a pose does to a model."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import trimesh
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation
from trimesh.ray.ray_pyembree import RayMeshIntersector

from assets.model import Material, Model
from assets.shapes import box, cylinder
from sim.render.renderer import Renderer, RenderSettings, create_renderer
from sim.world import Camera, Entity, Frame, Kind, World, look_at

MIN_PIXELS = 400
CAMERA = Camera(look_at(np.array([0.0, 1.2, 3.0]), np.array([0.0, 0.8, 0.0])), 70.0, 320, 240)
PLAIN = Material(base_color=(0.6, 0.5, 0.4, 1.0))
# Off-centre and lopsided, so that a wrong origin, axis order or mirrored side shows.
BLOCK = Model("block", (box((0.5, 0.3, 0.2), (0.1, 0.15, 0.0), PLAIN), cylinder(0.1, 0.4, (0.2, 0.3, 0.05), PLAIN)))
ROOM = Model("room", (box((8, 0.1, 8), (0, -0.05, 0), PLAIN), box((8, 4, 0.1), (0, 2, -3), PLAIN)))


@pytest.fixture(scope="module")
def renderers() -> Iterator[tuple[Renderer, Renderer]]:
    plain = RenderSettings(samples=1, shadows=False)
    pair = create_renderer("gl", plain), create_renderer("pyrender", plain)
    yield pair
    for renderer in pair:
        renderer.close()


finite = st.floats(-1.0, 1.0).map(lambda v: round(v, 3))
scale = st.floats(0.5, 2.0).map(lambda v: round(v, 3))


@st.composite
def poses(draw: st.DrawFn) -> NDArray[np.float64]:
    """T R diag(scale), as the scene format allows: any tilt, any stretch, now and then a mirror."""
    mirror = draw(st.sampled_from([1.0, 1.0, 1.0, -1.0]))
    axis = np.array(draw(st.tuples(finite, finite, finite))) * np.pi
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_rotvec(axis).as_matrix() @ np.diag(
        [draw(scale) * mirror, draw(scale), draw(scale)]
    )  # fmt: skip
    pose[:3, 3] = draw(finite), 0.9 + draw(finite) * 0.7, draw(finite) * 0.8
    return pose


def world_of(placed: list[NDArray[np.float64]]) -> World:
    room = Entity(1, "stage", "stage", Kind.STAGE, ROOM, np.eye(4))
    blocks = []
    for i, pose in enumerate(placed):
        apart = np.eye(4)  # coincident faces have no right answer, so no two blocks share one
        apart[:3, 3] = 0.7 * (i - 1), 0.029 * i, 0.037 * i
        blocks.append(Entity(i + 300, f"block.{i}", "block", Kind.OBJECT, BLOCK, apart @ pose))
    return World((room, *blocks))


def cast(world: World, camera: Camera) -> Frame:
    """Ids and depth at pixel centres by Embree, from the definition of `Camera` alone."""
    corners, owners = [], []
    for entity in world.entities:
        for primitive in entity.model.primitives:
            points = primitive.positions @ entity.pose[:3, :3].T + entity.pose[:3, 3]
            corners.append(points[primitive.triangles].reshape(-1, 3))
            owners.append(np.full(len(primitive.triangles), entity.instance_id))
    vertices = np.concatenate(corners)
    mesh = trimesh.Trimesh(vertices, np.arange(len(vertices)).reshape(-1, 3), process=False)
    y, x = np.mgrid[: camera.height, : camera.width] + 0.5
    local = np.stack([(x - camera.width / 2), -(y - camera.height / 2), np.full(x.shape, -camera.focal)], -1)
    local = local.reshape(-1, 3) / camera.focal
    directions = local @ camera.pose[:3, :3].T
    origins = np.tile(camera.pose[:3, 3], (len(directions), 1))
    at, ray, triangle = RayMeshIntersector(mesh).intersects_location(origins, directions, multiple_hits=False)
    instance, depth = np.zeros(len(directions), np.uint16), np.zeros(len(directions), np.float32)
    instance[ray] = np.concatenate(owners)[triangle]
    depth[ray] = (camera.pose[:3, 3] - at) @ camera.pose[:3, 2]
    shape = (camera.height, camera.width)
    return Frame(np.zeros((*shape, 3), np.uint8), instance.reshape(shape), depth.reshape(shape))


def assert_agree(one: Frame, other: Frame, names: str) -> int:
    """Assert mask IoU and depth for every instance over MIN_PIXELS; return how many there were."""
    checked = 0
    for number in np.unique(one.instance[one.instance > 0]):
        a, b = one.instance == number, other.instance == number
        if max(a.sum(), b.sum()) <= MIN_PIXELS:
            continue
        iou = (a & b).sum() / (a | b).sum()
        assert iou >= 0.98, f"{names}: instance {number} IoU {iou:.4f}"
        difference = float(np.median(np.abs(one.depth[a & b] - other.depth[a & b])))
        assert difference < 0.01, f"{names}: instance {number} depth differs by {difference:.4f} m"
        checked += 1
    return checked


@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(placed=st.lists(poses(), min_size=1, max_size=4))
def test_any_pose_looks_the_same_to_all_three(
    renderers: tuple[Renderer, Renderer], placed: list[NDArray[np.float64]]
) -> None:
    world = world_of(placed)
    gl, pyrender = (renderer.render(world, CAMERA) for renderer in renderers)
    rays = cast(world, CAMERA)
    assert assert_agree(gl, pyrender, "gl and pyrender") >= 1
    assert_agree(gl, rays, "gl and rays")
    assert_agree(pyrender, rays, "pyrender and rays")


def test_the_comparison_sees_a_thing_that_is_two_centimetres_off(renderers: tuple[Renderer, Renderer]) -> None:
    pose, moved = np.eye(4), np.eye(4)
    moved[:3, 3] = 0.02, 0.0, 0.02
    frames = [renderers[0].render(world_of([p]), CAMERA) for p in (pose, moved)]
    with pytest.raises(AssertionError):
        assert_agree(*frames, "shifted")


def test_projected_points_land_on_their_pixels(renderers: tuple[Renderer, Renderer]) -> None:
    ball = Model("ball", (box((0.12, 0.12, 0.12), (0, 0, 0), PLAIN, radius=0.05),))
    pose = np.eye(4)
    pose[:3, 3] = 0.6, 1.1, 0.3
    frame = renderers[0].render(World((Entity(7, "ball", "ball", Kind.OBJECT, ball, pose),)), CAMERA)
    rows, columns = np.nonzero(frame.instance == 7)
    x, y, depth = CAMERA.project(pose[None, :3, 3])[0]
    assert abs(columns.mean() + 0.5 - x) < 1.0
    assert abs(rows.mean() + 0.5 - y) < 1.0
    assert abs(float(np.median(frame.depth[frame.instance == 7])) - (depth - 0.06)) < 0.02
