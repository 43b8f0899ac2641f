"""A frame's identity changes with what it shows and with nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assets import shapes
from assets.model import Material, Model
from sim.render.renderer import RenderSettings
from sim.state_hash import state_hash
from sim.world import Camera, Entity, Kind, Light, LightKind, Screen, World, look_at, upright

BOX = Model("box", (shapes.box((1, 1, 1), (0, 0.5, 0), Material()),))
SCREEN = Screen(np.array([[0.1, 1, 0], [-0.1, 1, 0], [-0.1, 0.9, 0], [0.1, 0.9, 0]]), (1.0, 0.2, 0.1))
WORLD = World(
    entities=(
        Entity(1, "stage", "stage", Kind.STAGE, BOX, np.eye(4)),
        Entity(2, "tablet", "tablet", Kind.DEVICE, replace(BOX, key="tablet"), upright(1, 0, 2, 0.3), SCREEN),
    ),
    lights=(Light(LightKind.POINT, (0, 2, 0), (0, -1, 0), (1, 1, 1)),),
)
CAMERA = Camera(look_at(np.array([0, 1.5, 3.0]), np.zeros(3)))


def hash_of(world: World = WORLD, camera: Camera = CAMERA, name: str = "gl", **settings: object) -> str:
    return state_hash(world, camera, name, RenderSettings(**settings))  # type: ignore[arg-type]


def tablet(**changes: object) -> World:
    stage, device = WORLD.entities
    return replace(WORLD, entities=(stage, replace(device, **changes)))  # type: ignore[arg-type]


def test_it_is_the_same_on_every_machine() -> None:
    assert hash_of() == "c9862468ddfb93295594778a8a71a873"


@pytest.mark.parametrize(
    "other",
    [
        lambda: hash_of(tablet(pose=upright(1, 0, 2.001, 0.3))),
        lambda: hash_of(tablet(model=BOX)),
        lambda: hash_of(tablet(instance_id=3)),
        lambda: hash_of(tablet(name="phone")),
        lambda: hash_of(tablet(screen=replace(SCREEN, glow=None))),
        lambda: hash_of(tablet(screen=replace(SCREEN, glow=(1.0, 0.3, 0.1)))),
        lambda: hash_of(replace(WORLD, lights=())),
        lambda: hash_of(replace(WORLD, exposure=1.1)),
        lambda: hash_of(camera=replace(CAMERA, hfov=71.0)),
        lambda: hash_of(camera=replace(CAMERA, width=320)),
        lambda: hash_of(name="pyrender"),
        lambda: hash_of(samples=1),
        lambda: hash_of(shadows=False),
    ],
)
def test_it_changes_with_what_is_shown(other: object) -> None:
    assert other() != hash_of()  # type: ignore[operator]


def test_it_ignores_the_last_bits_of_arithmetic() -> None:
    assert hash_of(tablet(pose=upright(1, 0, 2, 0.3) + 1e-9)) == hash_of()
