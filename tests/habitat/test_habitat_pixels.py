"""What a reader is for: the right things, in their own colours, at the right pixels."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import trimesh

from scenes.geometry import parts_of
from scenes.glb.reader import rotation_matrix
from scenes.habitat.reader import load_scene
from sim.render.renderer import RenderSettings, create_renderer
from sim.world import Ambient, Camera, Entity, Kind, World, look_at

PALETTE = {"red": (220, 40, 40), "green": (40, 200, 60), "blue": (40, 60, 220), "yellow": (230, 210, 50)}


def nearest(pixel: np.ndarray) -> str:
    """Palette entry of the same hue, whatever the light."""
    chroma = {name: np.array(rgb) / np.linalg.norm(rgb) for name, rgb in PALETTE.items()}
    seen = pixel / max(float(np.linalg.norm(pixel)), 1.0)
    return min(chroma, key=lambda name: float(np.linalg.norm(chroma[name] - seen)))


def test_textures_of_an_hssd_layout_at_their_pixels(hssd_like: Path) -> None:
    scene = load_scene(hssd_like, "100")
    white = (1.0, 1.0, 1.0)
    entities = [Entity(o.index + 1, o.name, o.category, Kind.OBJECT, o.model, o.transform) for o in scene.objects]
    world = World(tuple(entities), ambient=Ambient(white, white, white, white))
    renderer = create_renderer("gl", RenderSettings(samples=1, shadows=False, ambient_occlusion=False))
    views = {
        1: (np.array([1.5, 0.5, 0.0]), (0.0, 1.0, 0.0)),
        2: (np.array([4.0, 1.5, -3.5]), (0.0, 1.0, 0.0)),
        3: (np.array([1.0, -2.0, 1.0]), (0.0, 0.0, 1.0)),  # lies face down, 2 x 3 m
    }
    try:
        for instance, (eye, up) in views.items():
            item = scene.objects[instance - 1]
            (part,) = item.model.primitives
            points = part.positions.astype(float) @ item.transform[:3, :3].T + item.transform[:3, 3]
            camera = Camera(look_at(eye, points.mean(axis=0), up))
            frame = renderer.render(world, camera)
            quarters = points * 0.5 + points.mean(axis=0) * 0.5
            pixels = camera.project(quarters)
            seen = [frame.color[int(y), int(x)].astype(float) for x, y, _ in pixels]
            assert [nearest(p) for p in seen] == ["blue", "yellow", "green", "red"], (instance, seen)
            assert {int(frame.instance[int(y), int(x)]) for x, y, _ in pixels} == {instance}
    finally:
        renderer.close()


def test_geometry_agrees_with_habitat_sim(polyhaven: Path) -> None:
    """Rays through every fourth pixel of habitat-sim's own four views: same object, same depth."""
    reference = polyhaven.parent / "polyhaven_home_reference"
    if not reference.is_dir():
        pytest.skip(f"{reference} is not there")
    scene = load_scene(polyhaven, "poly_room_0")
    parts = parts_of(scene)
    semantic = {-1: 0} | {o.index: o.semantic_id for o in scene.objects}
    triangles = np.concatenate([p.triangles for p in parts])
    ids = np.concatenate([np.full(len(p.triangles), semantic[p.index]) for p in parts])
    mesh = trimesh.Trimesh(triangles.reshape(-1, 3), np.arange(triangles.size // 3).reshape(-1, 3), process=False)
    setup = json.loads((reference / "views.json").read_text())
    focal = setup["width"] / 2 / np.tan(np.radians(setup["hfov_deg"] / 2))
    y, x = (a.ravel() for a in np.mgrid[1 : setup["height"] : 4, 1 : setup["width"] : 4])
    local = np.stack(
        [(x + 0.5 - setup["width"] / 2) / focal, -(y + 0.5 - setup["height"] / 2) / focal, np.full(len(x), -1.0)],
        axis=1,
    )
    checked = 0
    for number, view in enumerate(setup["views"]):
        eye = np.array(view["camera_position_m"])
        rays = local @ rotation_matrix(tuple(view["camera_rotation_wxyz"])).T
        hit = mesh.ray.intersects_first(np.tile(eye, (len(rays), 1)), rays)
        seen = np.where(hit >= 0, ids[hit], 0)
        a, b, c = triangles[hit, 0], triangles[hit, 1], triangles[hit, 2]
        normals = np.cross(b - a, c - a)
        depth = np.einsum("ij,ij->i", a - eye, normals) / np.einsum("ij,ij->i", rays, normals)
        expected = cv2.imread(str(reference / f"view{number}_semantic.png"), cv2.IMREAD_UNCHANGED)[y, x]
        expected_depth = cv2.imread(str(reference / f"view{number}_depth_mm.png"), cv2.IMREAD_UNCHANGED)[y, x] / 1000
        for identity in np.unique(expected[expected > 0]):
            ours, theirs = seen == identity, expected == identity
            if theirs.sum() * 16 > 400:
                both = ours & theirs
                assert both.sum() / (ours | theirs).sum() >= 0.97, (number, identity)
                assert np.median(np.abs(depth - expected_depth)[both]) < 0.005, (number, identity)
                checked += 1
    assert checked >= 15
