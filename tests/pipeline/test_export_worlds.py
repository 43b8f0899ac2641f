"""Worlds that leave the set are the worlds that were rendered: proved by state hash, and by drawing them again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import trimesh

from bench_gen.ua.disk import load_pair, pair_path, pairs_in
from scenes.habitat.reader import load_scene
from sim.render.renderer import RenderSettings, create_renderer
from sim.staging import scene_entities
from sim.world import Ambient, Camera, World

Command = Callable[..., subprocess.CompletedProcess[str]]


def test_a_frames_world_opens_as_a_habitat_scene(good: Path, tmp_path: Path, run: Command) -> None:
    """Read by the reader for HSSD, seen through the camera that it carries, every object lies where it lay."""
    pair = load_pair(good / "ua", pairs_in(good / "ua")[1])
    name = f"{pair.script.pair}_B_f12"
    words = (good, "--format", "habitat", "--pair", pair.script.pair, "--episode", "B", "--frame", "12")
    done = run("export", *words, "--frame", "5", "--out", tmp_path / "worlds")
    assert done.returncode == 0, done.stderr

    scene = load_scene(tmp_path / "worlds", name)
    assert scene.notes == ()
    assert scene.licence == pair.record.scene["licence"]
    instance = json.loads((tmp_path / "worlds/scenes" / f"{name}.scene_instance.json").read_text())
    extra = instance["user_defined"]
    w, *xyz = extra["camera"]["rotation"]
    pose = trimesh.transformations.quaternion_matrix([w, *xyz])
    pose[:3, 3] = extra["camera"]["position"]
    camera = Camera(pose, extra["camera"]["hfov"], extra["camera"]["width"], extra["camera"]["height"])
    entities = scene_entities(scene)
    renderer = create_renderer("gl", RenderSettings(1, shadows=False, ambient_occlusion=False))
    try:
        drawn = renderer.render(World(entities, (), Ambient(), 1.0), camera).instance
    finally:
        renderer.close()
    recorded = pair.instances(pair.frame("B", 12).state)
    found = dict(zip(extra["entities"], (e.instance_id for e in entities[1:]), strict=True))
    large = [row for row in pair.record.entities if row.kind != "stage" and (recorded == row.instance_id).sum() > 300]
    assert {"user", "device"} <= {row.kind for row in large}
    for row in large:
        here, there = recorded == row.instance_id, drawn == found[row.name]
        assert (here & there).sum() / (here | there).sum() > 0.97, row.name


def test_its_files_open_elsewhere_too(good: Path, tmp_path: Path, run: Command) -> None:
    assert run("export", good, "--format", "habitat", "--pairs", "1", "--out", tmp_path / "worlds").returncode == 0
    glbs = sorted((tmp_path / "worlds").rglob("*.glb"))
    assert len(glbs) > 20
    for path in glbs[:5]:
        assert trimesh.load(path, force="scene").area > 0
    rows = (tmp_path / "worlds/semantics/objects.csv").read_text().splitlines()
    assert any(",person," in row for row in rows)


def test_an_episode_becomes_a_rerun_recording(good: Path, tmp_path: Path, run: Command) -> None:
    pair = load_pair(good / "ua", pairs_in(good / "ua")[0])
    words = (good, "--format", "rerun", "--pair", pair.script.pair, "--frame", "1", "--frame", "4", "--frame", "12")
    done = run("export", *words, "--out", tmp_path / "rerun")
    assert done.returncode == 0, done.stderr
    (path,) = (tmp_path / "rerun").iterdir()
    rerun = Path(sys.executable).with_name("rerun")
    subprocess.run([rerun, "rrd", "verify", path], check=True, capture_output=True)
    shown = subprocess.run([rerun, "rrd", "print", path], check=True, capture_output=True, text=True).stdout
    for name in ("/world/camera/image", "/world/camera/classes", "/world/user/user", "/said", "/labels"):
        assert f"{name}" in shown


def test_a_world_that_does_not_come_out_as_recorded_is_refused(good: Path, tmp_path: Path, run: Command) -> None:
    changed = shutil.copytree(good, tmp_path / "changed")
    name = pairs_in(changed / "ua")[0]
    path = changed / "ua" / pair_path(name)
    record = json.loads(path.read_text())
    record["layout"]["user"]["x"] += 0.01
    path.write_text(json.dumps(record))
    done = run("export", changed, "--format", "habitat", "--pair", name, "--out", tmp_path / "worlds")
    assert done.returncode == 2
    assert "comes out as state" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["changed"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--pair", "beef"), "no pair beef"),
        (("--frame", "13"), "--frame"),
        (("--devices", "/nowhere"), "/nowhere"),
    ],
)
def test_what_is_not_there_is_named(
    words: tuple[str, ...], says: str, good: Path, tmp_path: Path, run: Command
) -> None:
    done = run("export", good, "--format", "habitat", "--out", tmp_path / "worlds", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert not list(tmp_path.iterdir())


def test_masks_are_compared_by_a_measure_that_can_fail() -> None:
    here = np.zeros((40, 40), bool)
    here[5:30, 5:30] = True
    there = np.roll(here, 1, axis=0)
    assert (here & there).sum() / (here | there).sum() < 0.97
