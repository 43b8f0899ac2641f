"""Draw every device of the catalogue, lit and dark, near and from three metres: a sheet to look at.

python scripts/device_sheet.py [OUTPUT.png] [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assets.devices import Device, ScreenState, Support, build_device, load_catalogue, with_screen
from assets.model import Material, Model, Rgb
from assets.pages import LAYOUTS, draw_page
from assets.shapes import box
from bench_gen.ua.vocabulary import load_vocabulary
from sim.render.renderer import Renderer, RenderSettings, create_renderer
from sim.world import Ambient, Camera, Entity, Kind, Light, LightKind, Screen, World, look_at, upright

_AMBIENT = Ambient((0.50, 0.51, 0.53), (0.47, 0.465, 0.455), (0.44, 0.42, 0.39))
_LAMP = Light(LightKind.AREA, (0.6, 2.5, -1.5), (0.0, -1.0, 0.0), (4.0, 3.9, 3.7), (1.2, 1.2), casts_shadow=True)


def _room(support: Support, *, wall: bool) -> Model:
    """Floor, a wall behind, and a table for what stands on one."""
    plaster = Material("plaster", (0.78, 0.76, 0.72, 1.0))
    wood = Material("wood", (0.42, 0.27, 0.15, 1.0), roughness=0.6)
    parts = [box((6, 0.02, 6), (0, -0.01, 0), Material("floor", (0.36, 0.33, 0.3, 1.0)))]
    if wall:
        parts.append(box((6, 2.8, 0.1), (0, 1.4, 0.45 if support is not Support.WALL else 0.05), plaster))
    if support in (Support.DESK, Support.HAND):
        parts.append(box((1.6, 0.04, 0.8), (0, 0.72, 0), wood, radius=0.01))
    return Model(f"device sheet room {support} {wall}", tuple(parts))


def _draw(
    renderer: Renderer, device: Device, glow: Rgb | None, page: str, eye: float, side: float, zoom: float
) -> NDArray[np.uint8]:
    state = ScreenState()
    if glow is not None:
        state = ScreenState(glow, draw_page(page, glow, device.resolution, 3, title="Film night"))
    height = {Support.FLOOR: 0.0, Support.WALL: 1.45}.get(device.spec.support, 0.74)
    pose = upright(0, height, 0, 0.0)
    model = with_screen(device, state)
    corners = device.screen @ pose[:3, :3].T + pose[:3, 3]
    room = _room(device.spec.support, wall=abs(side) < 1.5)
    world = World(
        (
            Entity(1, "stage", "room", Kind.STAGE, room, np.eye(4)),
            Entity(2, "device", device.spec.category, Kind.DEVICE, model, pose, Screen(corners, glow)),
        ),
        (_LAMP,),
        _AMBIENT,
    )
    low, high = model.bounds() + pose[:3, 3]
    middle = (low + high) / 2
    distance = eye * float(np.linalg.norm(high - low))
    if eye <= 0:
        distance, middle = 3.0, corners.mean(axis=0)
    place = middle + distance * np.array([np.sin(side) * np.cos(0.28), np.sin(0.28), -np.cos(side) * np.cos(0.28)])
    camera = Camera(look_at(place, middle), zoom, 320, 240)
    return renderer.render(world, camera).color


def main() -> None:
    """Draw the sheet."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "outputs/devices.png")
    catalogue = load_catalogue()
    glows = load_vocabulary().glows
    renderer = create_renderer("gl", RenderSettings(4, shadows=True, ambient_occlusion=False))
    cells = []
    for i, name in enumerate(sys.argv[2:] or catalogue):
        device = build_device(catalogue[name])
        glow: Rgb = tuple(glows[sorted(glows)[i % len(glows)]].rgb)  # type: ignore[assignment]
        page = sorted(LAYOUTS)[i % len(LAYOUTS)]
        near = [
            _draw(renderer, device, glow, page, 1.25, 0.5, 50),
            _draw(renderer, device, None, page, 1.25, -0.75, 50),
            _draw(renderer, device, None, page, 1.25, 2.7 if device.spec.support is not Support.WALL else 1.0, 50),
        ]
        far = [_draw(renderer, device, g, page, 0.0, 0.3, 35) for g in (glow, None)]
        row = np.concatenate([*near, *far], axis=1)
        cv2.putText(row, name, (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (20, 20, 20), 1, cv2.LINE_AA)
        cells.append(row)
    target.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(target), cv2.cvtColor(np.concatenate(cells), cv2.COLOR_RGB2BGR))
    renderer.close()
    print(target)


if __name__ == "__main__":
    main()
