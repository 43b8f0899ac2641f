"""Eye-level views and a plan of embedded homes on one sheet: `python scripts/home_sheet.py OUT.jpg home_01 home_07`."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assets.cache import cache_dir
from scenes.floor import free_floor
from scenes.habitat.reader import load_scene
from scenes.homes import HOME_IDS, ensure_home
from scenes.scene import Region, Scene
from sim.lighting import light_scene
from sim.render.renderer import Renderer, RenderSettings, create_renderer
from sim.staging import scene_entities
from sim.world import Camera, World, look_at

Image = NDArray[np.uint8]
WIDTH, HEIGHT = 480, 360


def main() -> None:
    """Render the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("homes", nargs="*", default=list(HOME_IDS))
    parser.add_argument("--views", type=int, default=5, help="rooms to show of each home, largest first")
    parser.add_argument("--cache", type=Path, default=cache_dir() / "homes")
    parser.add_argument("--living", action="store_true", help="views of the living room only")
    parser.add_argument("--samples", type=int, default=4)
    options = parser.parse_args()
    renderer = create_renderer("gl", RenderSettings(samples=options.samples))
    rows = []
    for home in options.homes:
        scene = load_scene(ensure_home(home, options.cache), home)
        rows.append(_row(scene, renderer, options.views, living=options.living))
    cv2.imwrite(str(options.out), np.vstack(rows)[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])


def _row(scene: Scene, renderer: Renderer, views: int, *, living: bool) -> Image:
    lights, ambient, exposure = light_scene(scene, evening=False)
    world = World(scene_entities(scene), lights, ambient, exposure)
    rooms = sorted(scene.regions, key=lambda r: (r.category != "living_room", r.category == "hall", -r.polygon.area))
    shown = [rooms[0]] * views if living else [rooms[0], rooms[0], *rooms[1:]][:views]
    tiles = [_view(scene, world, renderer, room, shown[:i].count(room)) for i, room in enumerate(shown)]
    blank = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    tiles += [blank] * (views - len(tiles))
    tiles.append(_plan(scene))
    return np.hstack(tiles)


def _view(scene: Scene, world: World, renderer: Renderer, room: Region, rank: int) -> Image:
    """The room from the corner that shows the most of it, or the `rank`-th best."""
    cameras = [_camera(scene, room, corner, WIDTH // 4, HEIGHT // 4) for corner in range(4)]
    depth = [renderer.render(world, camera).depth for camera in cameras]
    order = sorted(range(4), key=lambda i: -float(np.minimum(depth[i], 4.0).mean() + 3 * (depth[i] > 1.0).mean()))
    return renderer.render(world, _camera(scene, room, order[rank % 4], WIDTH, HEIGHT)).color


def _camera(scene: Scene, room: Region, turn: int, width: int, height: int) -> Camera:
    """From free floor near a corner, across the room's middle."""
    x0, z0, x1, z1 = room.polygon.bounds
    corner = np.array([(x0, z0), (x1, z1), (x1, z0), (x0, z1)][turn])
    middle = np.array([(x0 + x1) / 2, 0.75, (z0 + z1) / 2])
    free = free_floor(scene, room, clearance=0.2)
    points = np.concatenate([np.array(p.exterior.coords) for p in getattr(free, "geoms", [free]) if not p.is_empty])
    best = points[np.argmin(np.linalg.norm(points - corner, axis=1))]
    eye = np.array([best[0], 1.5, best[1]])
    return Camera(look_at(eye, middle), hfov=82.0, width=width, height=height)


def _plan(scene: Scene) -> Image:
    """Footprint boxes from above."""
    image = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    scale = min(WIDTH, HEIGHT) / 15.5

    def pixel(points: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round(points * scale + [WIDTH / 2, HEIGHT / 2]).astype(np.int32)

    for region in scene.regions:
        cv2.fillPoly(image, [pixel(np.array(region.polygon.exterior.coords))], (235, 228, 214))
    for thing in scene.objects:
        low, high = thing.model.bounds()
        ring = np.array([[low[0], low[2]], [high[0], low[2]], [high[0], high[2]], [low[0], high[2]]])
        flat = np.stack([ring[:, 0], np.zeros(4), ring[:, 1], np.ones(4)], axis=1) @ thing.transform.T
        hue = (hash_of(thing.category) % 180, 110, 200)
        color = cv2.cvtColor(np.array([[hue]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0].tolist()
        outline = pixel(flat[:, [0, 2]])
        if thing.category not in ("rug", "ceiling_lamp"):
            cv2.fillPoly(image, [outline], color)
        cv2.polylines(image, [outline], True, (70, 60, 50), 1, cv2.LINE_AA)
        front = pixel((flat[0] + flat[1])[None, [0, 2]] / 2)[0]
        cv2.circle(image, front.tolist(), 2, (40, 40, 40), -1)
    cv2.putText(image, scene.scene_id, (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (30, 30, 30), 1, cv2.LINE_AA)
    return image


def hash_of(text: str) -> int:
    """A small number from a name, the same in every process."""
    return math.floor(sum((i + 1) * ord(c) for i, c in enumerate(text)) * 37)


if __name__ == "__main__":
    main()
