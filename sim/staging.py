"""From a scene, placed devices and posed bodies to the world of one frame, with ids that never change.

Instance ids: 1 is the stage, 2 + index a scene object, 60001 and up the devices in the order given, 60101 the user,
60102 the robot, 60103 what the robot holds. A scene may therefore hold up to 59,998 objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assets.devices import with_screen
from assets.devices.device import Device, ScreenState
from assets.errors import InputError
from assets.model import Model
from scenes.scene import Scene
from sim.robot.held import Held
from sim.world import Ambient, Entity, Kind, Light, Screen, World

STAGE_ID = 1
FIRST_OBJECT_ID = 2
FIRST_DEVICE_ID = 60_001
USER_ID = 60_101
ROBOT_ID = 60_102
HELD_ID = 60_103

DARK = ScreenState()


@dataclass(frozen=True, eq=False)
class PlacedDevice:
    """A device of the roster where it stands: `pose` is (4, 4), device frame to world."""

    device_id: str
    device: Device
    pose: NDArray[np.float64]

    def screen_corners(self) -> NDArray[np.float64]:
        """(4, 3) world positions: top left, top right, bottom right, bottom left, seen from the front."""
        return np.asarray(self.device.screen @ self.pose[:3, :3].T + self.pose[:3, 3])


def scene_entities(scene: Scene) -> tuple[Entity, ...]:
    """The stage and every object of a scene.

    Raises:
        InputError: for more objects than there are ids.
    """
    if len(scene.objects) > FIRST_DEVICE_ID - FIRST_OBJECT_ID:
        raise InputError(f"{len(scene.objects)} objects", file=scene.scene_id, expected="at most 59,998 in a scene")
    stage = Entity(STAGE_ID, "stage", "stage", Kind.STAGE, scene.stage, scene.stage_transform)
    objects = (
        Entity(FIRST_OBJECT_ID + o.index, f"{o.category}.{o.index}", o.category, Kind.OBJECT, o.model, o.transform)
        for o in scene.objects
    )
    return (stage, *objects)


def device_entities(devices: Sequence[PlacedDevice], states: Mapping[str, ScreenState]) -> tuple[Entity, ...]:
    """The devices with their screens: lit where `states` says so, dark elsewhere."""
    entities = []
    for number, placed in enumerate(devices):
        state = states.get(placed.device_id, DARK)
        entities.append(
            Entity(
                FIRST_DEVICE_ID + number,
                placed.device_id,
                placed.device.spec.category,
                Kind.DEVICE,
                with_screen(placed.device, state),
                placed.pose,
                Screen(placed.screen_corners(), state.glow),
            )
        )
    return tuple(entities)


def user_entity(model: Model, pose: NDArray[np.float64]) -> Entity:
    """The person who uses the devices."""
    return Entity(USER_ID, "user", "person", Kind.USER, model, pose)


def robot_entity(model: Model, pose: NDArray[np.float64]) -> Entity:
    """The fetch robot."""
    return Entity(ROBOT_ID, "robot", "robot", Kind.ROBOT, model, pose)


def held_entity(held: Held, pose: NDArray[np.float64]) -> Entity:
    """What the robot holds."""
    return Entity(HELD_ID, f"{held.semantic_class}.held", held.semantic_class, Kind.OBJECT, held.model, pose)


def assemble(entities: Iterable[Entity], lights: tuple[Light, ...], ambient: Ambient, exposure: float) -> World:
    """A world with its entities in ascending instance id.

    Raises:
        ValueError: when two entities share an id or a name (a defect of the caller).
    """
    ordered = tuple(sorted(entities, key=lambda entity: entity.instance_id))
    for what in ("instance_id", "name"):
        values = [getattr(entity, what) for entity in ordered]
        if len(set(values)) != len(values):
            raise ValueError(f"entities share a {what}")
    return World(ordered, lights, ambient, exposure)
