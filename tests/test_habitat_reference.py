"""Geometry against what habitat-sim 0.3.3 itself shows of the same dataset from the same cameras."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from scipy.spatial.transform import Rotation

from scenes.habitat.reader import load_scene
from scenes.scene import Scene
from sim.render.renderer import Renderer, RenderSettings, create_renderer
from sim.world import Camera, Entity, Kind, World

MIN_PIXELS = 400
ROOT = os.environ.get("CROSSROOM_POLYHAVEN")
pytestmark = pytest.mark.skipif(
    ROOT is None, reason="CROSSROOM_POLYHAVEN names no polyhaven_home (its reference lies beside it)"
)


def reference() -> Path:
    assert ROOT is not None
    return Path(ROOT).parent / "polyhaven_home_reference"


@cache
def views() -> dict[str, Any]:
    result: dict[str, Any] = json.loads((reference() / "views.json").read_text())
    return result


@cache
def scene() -> Scene:
    assert ROOT is not None
    return load_scene(Path(ROOT), "poly_room_0")


@pytest.fixture(scope="module", params=["gl", "pyrender"])
def renderer(request: pytest.FixtureRequest) -> Iterator[Renderer]:
    made = create_renderer(request.param, RenderSettings(samples=1, shadows=False))
    yield made
    made.close()


def world() -> World:
    loaded = scene()
    objects = [Entity(o.index + 2, o.name, o.category, Kind.OBJECT, o.model, o.transform) for o in loaded.objects]
    return World((Entity(1, "stage", "stage", Kind.STAGE, loaded.stage, loaded.stage_transform), *objects))


def camera_pose(view: int) -> NDArray[np.float64]:
    stated = views()["views"][view]
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_quat(stated["camera_rotation_wxyz"], scalar_first=True).as_matrix()
    pose[:3, 3] = stated["camera_position_m"]
    return pose


@pytest.mark.parametrize("view", range(4))
def test_every_object_is_where_habitat_sim_shows_it(renderer: Renderer, view: int) -> None:
    camera = Camera(camera_pose(view), views()["hfov_deg"], near=views()["near_m"])
    frame = renderer.render(world(), camera)
    semantic = np.asarray(Image.open(reference() / f"view{view}_semantic.png"))
    depth = np.asarray(Image.open(reference() / f"view{view}_depth_mm.png")) / 1000.0
    to_semantic = np.zeros(65536, np.uint16)
    for thing in scene().objects:
        to_semantic[thing.index + 2] = thing.semantic_id
    ours = to_semantic[frame.instance]
    checked = 0
    for number in np.unique(semantic[semantic > 0]):
        theirs = semantic == number
        if theirs.sum() <= MIN_PIXELS:
            continue
        both = theirs & (ours == number)
        iou = both.sum() / (theirs | (ours == number)).sum()
        difference = float(np.median(np.abs(frame.depth[both] - depth[both])))
        assert iou >= 0.97, f"view {view}, semantic id {number}: IoU {iou:.4f}"
        assert difference < 0.005, f"view {view}, semantic id {number}: depth differs by {difference * 1000:.1f} mm"
        checked += 1
    assert checked >= 2
