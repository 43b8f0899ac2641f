"""Episodes as Rerun recordings, to walk around in: `<pair>_<episode>.rrd`, opened with `rerun FILE`.

Along the timeline "frame": the world in 3D with the observer's camera, its picture, the class map, what is said, and
the labels. Recordings carry ids that Rerun makes up, so their bytes differ from run to run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from assets.color import to_srgb
from assets.errors import InputError
from assets.model import Material, Primitive
from bench_gen.ua.disk import image_path, load_pair
from bench_gen.ua.export.registry import Options, export_format
from bench_gen.ua.restage import Restaged
from bench_gen.ua.schema import FRAMES, Role
from sim.semantics import class_color
from sim.world import Camera, Entity, Kind

_STILL = (Kind.STAGE, Kind.OBJECT, Kind.ROBOT)
_LEAST = 0.02  # of linear colour: what is quite black cannot be made out


@export_format("rerun", "a Rerun recording of each chosen episode, to walk around in", worlds=True)
def write_rerun(ua: Path, folder: Path, options: Options, progress: Callable[[], None]) -> None:
    """Fill `folder` with a recording for each episode.

    Raises:
        InputError: without rerun-sdk, for a set that cannot be used, or a world that does not come out as recorded.
    """
    try:
        import rerun as rr
    except ImportError:
        raise InputError("rerun-sdk is missing", remedy="pip install 'crossroom[rerun]'") from None
    for name in options.pairs:
        restaged = Restaged(load_pair(ua, name), options.sources)
        for role in options.roles:
            recording = rr.RecordingStream("crossroom", recording_id=f"{name}_{role}")
            recording.save(folder / f"{name}_{role}.rrd")
            _log_episode(rr, recording, restaged, role, options.frames or tuple(range(1, FRAMES + 1)))
            recording.disconnect()
            progress()


def _log_episode(rr: Any, recording: Any, restaged: Restaged, role: Role, numbers: tuple[int, ...]) -> None:
    pair, camera = restaged.pair, restaged.stage.camera
    recording.log("world", rr.ViewCoordinates.RIGHT_HAND_Y_UP, static=True)
    _log_camera(rr, recording, camera)
    kinds = {row.semantic_class: Kind(row.kind) for row in pair.record.entities}
    legend = [
        (number, name, tuple(int(c) for c in class_color(name, kinds[name])))
        for name, number in sorted(pair.record.classes.items())
    ]
    recording.log("world/camera/classes", rr.AnnotationContext(legend), static=True)
    still: set[str] = set()
    for number, world in restaged.worlds(role, numbers):
        recording.set_time("frame", sequence=number)
        for entity in world.entities:
            if entity.kind in _STILL and entity.name in still:
                continue
            still.add(entity.name)
            _log_entity(rr, recording, entity, static=entity.kind in _STILL)
        record, script = pair.frame(role, number), pair.script.episodes[role].frames[number - 1]
        recording.log("world/camera/image", rr.EncodedImage(path=pair.ua / image_path(record.state)))
        recording.log("world/camera/classes", rr.SegmentationImage(pair.classes(record.state)))
        recording.log("said", rr.TextLog(script.utterance))
        labels = pair.episode(role).targets[number - 1].model_dump(mode="json", exclude_none=True)
        recording.log("labels", rr.TextDocument("\n".join(f"{k}: {v}" for k, v in sorted(labels.items()))))


def _log_camera(rr: Any, recording: Any, camera: Camera) -> None:
    recording.log(
        "world/camera",
        rr.Transform3D(translation=camera.pose[:3, 3], mat3x3=camera.pose[:3, :3]),
        rr.Pinhole(
            focal_length=camera.focal,
            width=camera.width,
            height=camera.height,
            camera_xyz=rr.ViewCoordinates.RUB,
            image_plane_distance=0.6,
        ),
        static=True,
    )


def _log_entity(rr: Any, recording: Any, entity: Entity, *, static: bool) -> None:
    path = f"world/{entity.kind.value}/{entity.name}"
    recording.log(path, rr.Transform3D(translation=entity.pose[:3, 3], mat3x3=entity.pose[:3, :3]), static=static)
    for index, primitive in enumerate(entity.model.primitives):
        if len(primitive.triangles):
            recording.log(f"{path}/{index}", _mesh(rr, primitive), static=static)


def _mesh(rr: Any, primitive: Primitive) -> Any:
    """Rerun shades without lights: a glowing surface shows what it gives off, another one its own colour."""
    material = primitive.material
    glowing = max(material.emissive) > 0
    texture = material.emissive_texture if glowing else material.base_color_texture
    return rr.Mesh3D(
        vertex_positions=primitive.positions,
        triangle_indices=primitive.triangles,
        vertex_normals=primitive.normals,
        vertex_texcoords=primitive.uvs if texture is not None else None,
        albedo_factor=_factor(material, glowing=glowing),
        albedo_texture=None if texture is None else np.ascontiguousarray(texture.pixels[..., :3]),
    )


def _factor(material: Material, *, glowing: bool) -> list[int]:
    linear = np.asarray(material.emissive if glowing else material.base_color[:3], np.float64)
    linear = np.clip(linear / max(1.0, float(linear.max())), _LEAST, 1.0)
    return [*to_srgb(linear.tolist()), 255]
