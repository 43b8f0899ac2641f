"""Write a contact sheet of every appearance in every pose: `python scripts/user_sheet.py outputs/users.png`."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image

from assets.model import Material, Model
from assets.shapes import box, quad
from sim.render.renderer import RenderSettings, create_renderer
from sim.user import APPEARANCES, PosedUser, UserBody
from sim.world import Ambient, Camera, Entity, Kind, Light, LightKind, World, look_at

FLOOR = quad([[-4, 0, -4], [4, 0, -4], [4, 0, 4], [-4, 0, 4]], Material("floor", (0.42, 0.34, 0.27, 1.0)))
WALL = quad([[-4, 3, -2.5], [4, 3, -2.5], [4, 0, -2.5], [-4, 0, -2.5]], Material("wall", (0.66, 0.64, 0.6, 1.0)))
ROOM = Model("sheet:room", (FLOOR, WALL))
STOOL = Model("sheet:stool", (box([0.42, 0.45, 0.42], [0, 0.225, 0.02], Material("stool", (0.3, 0.2, 0.12, 1.0))),))
LIGHTS = (
    Light(LightKind.SUN, (2.5, 4.0, 3.0), (-0.45, -0.72, -0.53), (1.9, 1.8, 1.65), casts_shadow=True),
    Light(LightKind.POINT, (-2.0, 2.4, 2.0), (0, -1, 0), (1.6, 1.7, 1.9)),
)


def poses(body: UserBody) -> list[tuple[PosedUser, bool]]:
    """The sheet's columns; the flag asks for a stool. The camera stands at +z, so the user faces it at yaw pi."""
    front, aside = np.pi, np.pi * 0.72
    return [
        (body.stand((0, 0, 0), front, gaze=(0, 1.4, 3.0)), False),
        (body.stand((0, 0, 0), np.pi / 2, variation=1), False),
        (body.stand((0, 0, 0), 0.3, variation=2), False),
        (body.walk((0, 0, 0), aside, 0.05), False),
        (body.sit((0, 0.45, 0), aside, gaze=(1.5, 1.0, 2.0)), True),
        (body.point((0, 0, 0), front, (1.6, 1.0, 1.2)), False),
        (body.point((0, 0, 0), front, (-0.6, 1.3, 2.6)), False),
        (body.point((0, 0, 0), 0.2, (1.2, 0.8, -2.0)), False),
        (body.point((0, 0, 0), aside, (-1.8, 1.5, 1.5), seated=0.45), True),
    ]


def main() -> None:
    """Render and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", type=int, nargs="*", help="rows of APPEARANCES")
    parser.add_argument("--columns", type=int, nargs="*")
    parser.add_argument("--close", choices=("head", "hand", "feet"), help="look closely at one part")
    arguments = parser.parse_args()
    renderer = create_renderer("gl", RenderSettings())
    rows = []
    for i in arguments.only or range(len(APPEARANCES)):
        row = []
        for k, (user, stool) in enumerate(poses(UserBody(APPEARANCES[i]))):
            if arguments.columns and k not in arguments.columns:
                continue
            entities = [
                Entity(1, "room", "wall", Kind.STAGE, ROOM, np.eye(4)),
                Entity(2, "user", "user", Kind.USER, user.model, user.pose),
            ]
            if stool:
                entities.append(Entity(3, "stool", "stool", Kind.OBJECT, STOOL, np.eye(4)))
            eye, target = np.array([0.35, 1.35, 2.9]), np.array([0.0, 0.92, 0.0])
            hfov = 40.0
            if arguments.close:
                parts = {"head": user.eye - [0, 0.08, 0], "hand": user.wrist, "feet": np.array([0, 0.2, 0])}
                target = parts[arguments.close]
                eye, hfov = target + np.array([0.15, 0.05, 1.0]), 32.0
            camera = Camera(look_at(eye, target), hfov, 320, 400)
            row.append(renderer.render(World(tuple(entities), LIGHTS, Ambient()), camera).color)
        rows.append(np.concatenate(row, axis=1))
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.concatenate(rows)).save(arguments.out)


if __name__ == "__main__":
    main()
