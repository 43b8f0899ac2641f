"""Draw every style of every furniture category: a sheet to look at.

python scripts/furniture_sheet.py [OUTPUT.png] [CATEGORY ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assets.model import Material, Model
from assets.shapes import box
from scenes.homes.furniture import CATEGORIES, PALETTES, Placement, build
from sim.render.renderer import Renderer, RenderSettings, create_renderer
from sim.world import Ambient, Camera, Entity, Kind, Light, LightKind, World, look_at

_CELL = 260
_COLUMNS = 8


def _draw(renderer: Renderer, model: Model, placement: Placement) -> NDArray[np.uint8]:
    """One model on a floor, or before a wall, from its front and a little above."""
    low, high = model.bounds()
    middle, reach = (low + high) / 2, float(np.linalg.norm(high - low)) / 2
    plaster = Material("plaster", (0.72, 0.70, 0.67, 1.0))
    size = reach * 14
    if placement in (Placement.WALL, Placement.OPENING):
        ground = box((size, size, 0.02), (0, middle[1], high[2] + 0.011), plaster)
    elif placement is Placement.CEILING:
        ground = box((size, 0.02, size), (0, high[1] + 0.011, 0), plaster)
    else:
        ground = box((size, 0.02, size), (0, low[1] - 0.011, 0), plaster)
    way = np.array([0.52, 0.36 if placement is not Placement.CEILING else -0.05, -0.82])
    lamp = tuple(float(v) for v in middle + reach * np.array([0.6, 2.4, -1.6]))
    down = np.asarray(middle - lamp) / np.linalg.norm(middle - lamp)
    side = reach * 1.4
    light = Light(LightKind.AREA, lamp, tuple(down.tolist()), (4.2, 4.1, 3.9), (side, side), casts_shadow=True)  # type: ignore[arg-type]
    world = World(
        (
            Entity(1, "stage", "ground", Kind.STAGE, Model("furniture sheet ground", (ground,)), np.eye(4)),
            Entity(2, "thing", "thing", Kind.OBJECT, model, np.eye(4)),
        ),
        (light,),
        Ambient((0.50, 0.51, 0.53), (0.47, 0.465, 0.455), (0.44, 0.42, 0.39)),
    )
    eye = middle + way / np.linalg.norm(way) * reach * 3.4
    return renderer.render(world, Camera(look_at(eye, middle), 36, _CELL, _CELL, near=0.01)).color


def main() -> None:
    """Draw the sheet."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "outputs/furniture.png")
    renderer = create_renderer("gl", RenderSettings(4, shadows=True, ambient_occlusion=False))
    cells = []
    for number, category in enumerate(sys.argv[2:] or CATEGORIES):
        kind = CATEGORIES[category]
        for i, style in enumerate(kind.styles):
            palette = sorted(PALETTES)[(number + 2 * i) % len(PALETTES)]
            model = build(category, np.random.default_rng(number * 10 + i), style=style, palette=palette)
            cell = np.ascontiguousarray(_draw(renderer, model, kind.placement))
            label = f"{category} {style} {model.triangle_count()}"
            cv2.putText(cell, label, (4, 13), cv2.FONT_HERSHEY_SIMPLEX, 0.37, (0, 0, 0), 1, cv2.LINE_AA)
            cells.append(cell)
    cells.extend([np.full((_CELL, _CELL, 3), 200, np.uint8)] * (-len(cells) % _COLUMNS))
    sheet = np.concatenate([np.concatenate(cells[i : i + _COLUMNS], axis=1) for i in range(0, len(cells), _COLUMNS)])
    target.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(target), sheet[..., ::-1])
    renderer.close()
    print(target)


if __name__ == "__main__":
    main()
