"""A frame's identity: the hash of what it shows, never of the pixels that some machine computed for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from sim.render.renderer import RenderSettings
from sim.world import Camera, Entity, World

VERSION = 1


def state_hash(world: World, camera: Camera, renderer: str, settings: RenderSettings) -> str:
    """32 hex digits that name a frame, the same on every machine.

    It covers every entity's id, name, class, model key and pose, every screen, the lights, the camera, the renderer's
    name and its settings. Floats enter rounded to 1e-4 (a tenth of a millimetre), so that the last bits of a host's
    arithmetic do not.
    """
    state = {
        "version": VERSION,
        "entities": [_entity(entity) for entity in world.entities],
        "lights": [_rounded(asdict(light)) for light in world.lights],
        "ambient": _rounded(asdict(world.ambient)),
        "exposure": _rounded(world.exposure),
        "camera": {
            "pose": _rounded(camera.pose.ravel()),
            "hfov": _rounded(camera.hfov),
            "size": [camera.width, camera.height],
            "clip": [_rounded(camera.near), _rounded(camera.far)],
        },
        "renderer": renderer,
        "settings": asdict(settings),
    }
    text = json.dumps(state, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _entity(entity: Entity) -> list[Any]:
    screen = None
    if entity.screen is not None:
        glow = None if entity.screen.glow is None else _rounded(entity.screen.glow)
        screen = [_rounded(entity.screen.corners.ravel()), glow]
    return [
        entity.instance_id,
        entity.name,
        entity.semantic_class,
        entity.kind.value,
        entity.model.key,
        _rounded(entity.pose.ravel()),
        screen,
    ]


def _rounded(value: Any) -> Any:
    """Plain JSON values with every float as a whole number of ten-thousandths."""
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [_rounded(item) for item in value]
    return round(float(value) * 1e4)
