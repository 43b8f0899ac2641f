"""Milliseconds a frame of gl, pyrender and mujoco.Renderer on one identical scene.

Every back end gets the same triangles, textures and views; rounds are interleaved, so that a busy machine slows all
alike; medians are printed. First at equal features (no shadow, no multisampling), then with shadow and 4 samples.
pyrender's colour pass is always multisampled. It has no time with shadow: its shadow flag needs `numpy.infty`, which
left with NumPy 2, and where that is put back its shader program fails PyOpenGL's validation.
gl is also timed with its baked light, as the generator draws.

    LP_NUM_THREADS=1 python benchmarks/render.py [--scene home_01] [--root DIR] [--rounds 7]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("LP_NUM_THREADS", "1")  # as the generator's workers run; read by llvmpipe when it starts
os.environ["MUJOCO_GL"] = "disabled"  # mujoco_frames.py brings its own context
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import numpy as np  # noqa: E402
from mujoco_frames import MujocoFrames  # noqa: E402

from assets.cache import cache_dir  # noqa: E402
from assets.errors import InputError  # noqa: E402
from scenes.habitat.reader import load_scene  # noqa: E402
from scenes.scene import Scene  # noqa: E402
from sim.baking import bake  # noqa: E402
from sim.lighting import light_scene  # noqa: E402
from sim.render.renderer import RenderSettings, create_renderer  # noqa: E402
from sim.staging import scene_entities  # noqa: E402
from sim.world import Camera, World, look_at  # noqa: E402

PLAIN = RenderSettings(samples=1, shadows=False, ambient_occlusion=False)
FULL = RenderSettings(samples=4, shadows=True, ambient_occlusion=False)
BAKED = {"plain": replace(PLAIN, ambient_occlusion=True), "full": replace(FULL, ambient_occlusion=True)}


def views(scene: Scene) -> list[Camera]:
    """One view from a corner of each of the four largest rooms towards its middle, at eye height."""
    cameras = []
    for room in sorted(scene.regions, key=lambda r: -r.polygon.area)[:4]:
        x0, z0, x1, z1 = room.polygon.bounds
        middle = np.array([(x0 + x1) / 2, room.floor + 0.8, (z0 + z1) / 2])
        eye = np.array([x0 + 0.15 * (x1 - x0), room.floor + 1.5, z0 + 0.15 * (z1 - z0)])
        cameras.append(Camera(look_at(eye, middle), 75.0))
    if not cameras:
        raise InputError(f"{scene.scene_id} has no rooms to look at", field="--scene")
    return cameras


def measure(draw: dict[str, Callable[[Camera], object]], cameras: list[Camera], rounds: int) -> dict[str, float]:
    """Median milliseconds a frame by name; the first round only warms up."""
    times: dict[str, list[float]] = {name: [] for name in draw}
    for round_ in range(rounds + 1):
        for camera in cameras:
            for name, render in draw.items():
                start = time.perf_counter()
                render(camera)
                if round_:
                    times[name].append((time.perf_counter() - start) * 1000)
    return {name: float(np.median(values)) for name, values in times.items()}


def load(arguments: argparse.Namespace) -> Scene:
    """The scene to draw: one of the built-in homes, or any other under `--root`."""
    if arguments.root is not None:
        return load_scene(arguments.root, arguments.scene)
    from scenes.homes import ensure_home

    return load_scene(ensure_home(arguments.scene, cache_dir() / "homes"), arguments.scene)


def main() -> None:
    """Print the table and the two ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scene", default="home_01")
    parser.add_argument("--root", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    scene = load(arguments)
    lights, ambient, exposure = light_scene(scene)
    entities = scene_entities(scene)
    world = World(entities, lights, ambient, exposure)
    baked = replace(world, baked=bake(entities, lights, ambient))
    cameras = views(scene)
    triangles = sum(e.model.triangle_count() for e in world.entities)
    print(f"{scene.scene_id}: {len(world.entities)} entities, {triangles} triangles, {len(cameras)} views, 640x480")

    gl, gl_baked = create_renderer("gl", PLAIN), create_renderer("gl", BAKED["plain"])
    pyrender, mujoco = create_renderer("pyrender", PLAIN), MujocoFrames(world, cameras, PLAIN)
    plain = measure(
        {
            "gl": lambda c: gl.render(world, c),
            "gl baked": lambda c: gl_baked.render(baked, c),
            "pyrender": lambda c: pyrender.render(world, c),
            "mujoco": mujoco.render,
        },
        cameras,
        arguments.rounds,
    )
    gl_full, gl_baked_full = create_renderer("gl", FULL), create_renderer("gl", BAKED["full"])
    mujoco_full = MujocoFrames(world, cameras, FULL)
    full = measure(
        {
            "gl": lambda c: gl_full.render(world, c),
            "gl baked": lambda c: gl_baked_full.render(baked, c),
            "mujoco": mujoco_full.render,
        },
        cameras,
        arguments.rounds,
    )
    print(gl.driver())
    print(f"{'ms a frame: colour, ids, depth':34}" + "".join(f"{name:>10}" for name in plain))
    for name, times in (("no shadow, 1 sample", plain), ("shadow, 4 samples", full)):
        print(f"{name:34}" + "".join(f"{times[back]:10.1f}" if back in times else f"{'-':>10}" for back in plain))
    print(
        "pyrender draws no shadow here: its shadow flag fails on NumPy 2, and its shader then on PyOpenGL's validation"
    )
    print(f"ratio: {plain['pyrender'] / plain['gl']:.2f}")
    print(f"ratio_mujoco: {plain['mujoco'] / plain['gl']:.2f}")


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        raise SystemExit(f"{error}") from error
