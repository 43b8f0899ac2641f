"""The world of any frame as a Habitat scene dataset: the home with everything in it, people and robot as objects.

One scene instance a frame, named `<pair>_<episode>_f<NN>`; the observer's camera lies in its `user_defined`. Every
world is built from the pair's record and proved by its state hash, so what habitat-sim opens is what was rendered.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from assets.model import Model
from bench_gen.ua.disk import load_pair
from bench_gen.ua.export.registry import Options, export_format
from bench_gen.ua.restage import Restaged
from scenes.habitat.content import DatasetContent, ObjectTemplate, Placement, SceneContent
from scenes.habitat.writer import write_dataset
from sim.world import Camera, Entity, Kind, World

DEFAULT_FRAMES = (5,)
_SQUARE = 1e-4  # how far a pose may be from rotation times scale before it is worked into the mesh


@export_format("habitat", "a Habitat scene dataset with the world of every chosen frame", worlds=True)
def write_habitat(ua: Path, folder: Path, options: Options, progress: Callable[[], None]) -> None:
    """Fill `folder` with a scene dataset.

    Raises:
        InputError: for a set that cannot be used, or a world that does not come out as recorded.
    """
    templates: dict[str, ObjectTemplate] = {}
    scenes, licences = [], set()
    for name in options.pairs:
        restaged = Restaged(load_pair(ua, name), options.sources)
        classes = restaged.pair.record.classes
        licences.add(str(restaged.pair.record.scene["licence"]))
        for role in options.roles:
            for number, world in restaged.worlds(role, options.frames or DEFAULT_FRAMES):
                scene_id = f"{name}_{role}_f{number:02d}"
                scenes.append(_scene(scene_id, world, restaged, classes, templates))
            progress()
    licence = licences.pop() if len(licences) == 1 else "LicenseRef-mixed"
    write_dataset(
        folder,
        DatasetContent(
            "ua_bench", tuple(templates[stem] for stem in sorted(templates)), tuple(scenes), licence, _ABOUT
        ),
    )


_ABOUT = (
    "Worlds of single frames of UA-Bench episodes, exported by Crossroom. `user_defined.camera` of a scene instance is "
    "the camera that the frame was seen with: position, rotation (w, x, y, z), hfov in degrees, width and height in "
    "pixels. Screens glow by their emission; lamps and baked light are not part of a Habitat scene."
)


def _scene(
    scene_id: str, world: World, restaged: Restaged, classes: dict[str, int], templates: dict[str, ObjectTemplate]
) -> SceneContent:
    stages = [entity for entity in world.entities if entity.kind is Kind.STAGE]
    stage = Model(scene_id, tuple(p.transformed(e.pose) for e in stages for p in e.model.primitives))
    objects = [_object(entity, classes, templates) for entity in world.entities if entity.kind is not Kind.STAGE]
    names = [entity.name for entity in world.entities if entity.kind is not Kind.STAGE]
    extra = {"camera": _camera(restaged.stage.camera), "entities": names}
    return SceneContent(scene_id, stage, tuple(objects), restaged.studio.scene.regions, extra)


def _object(entity: Entity, classes: dict[str, int], templates: dict[str, ObjectTemplate]) -> Placement:
    """Where an entity stands, its template entered among the others."""
    rotation, scale = _parts(entity.pose)
    model = entity.model
    if rotation is None:
        linear = entity.pose.copy()
        linear[:3, 3] = 0.0
        parts = tuple(p.transformed(linear) for p in model.primitives)
        model = replace(model, key=f"{model.key}/{linear.tobytes().hex()}", primitives=parts, colliders=())
        rotation, scale = (1.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    digest = hashlib.sha256(f"{entity.semantic_class}/{model.key}".encode()).hexdigest()[:16]
    stem = f"{re.sub(r'[^A-Za-z0-9]+', '_', entity.semantic_class)}_{digest}"
    if stem not in templates:
        semantic_id = classes[entity.semantic_class]
        templates[stem] = ObjectTemplate(stem, entity.semantic_class, entity.semantic_class, model, semantic_id)
    x, y, z = (float(v) for v in entity.pose[:3, 3])
    return Placement(stem, (x, y, z), rotation, scale)


def _parts(
    pose: NDArray[np.float64],
) -> tuple[tuple[float, float, float, float] | None, tuple[float, float, float]]:
    """Unit quaternion (w, x, y, z) and scale of a pose; no quaternion for a pose that mirrors or shears."""
    lengths = np.linalg.norm(pose[:3, :3], axis=0)
    turn = pose[:3, :3] / lengths
    if np.abs(turn.T @ turn - np.eye(3)).max() > _SQUARE or np.linalg.det(turn) < 0:
        return None, (1.0, 1.0, 1.0)
    x, y, z, w = (float(v) for v in Rotation.from_matrix(turn).as_quat())
    a, b, c = (1.0 if abs(v - 1) < _SQUARE else float(v) for v in lengths)
    return (w, x, y, z), (a, b, c)


def _camera(camera: Camera) -> dict[str, Any]:
    rotation, _ = _parts(camera.pose)
    assert rotation is not None
    return {
        "position": [round(float(v), 6) for v in camera.pose[:3, 3]],
        "rotation": [round(v, 6) for v in rotation],
        "hfov": camera.hfov,
        "width": camera.width,
        "height": camera.height,
    }
