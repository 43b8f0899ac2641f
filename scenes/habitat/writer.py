"""Writing a Habitat scene dataset in the layout that HSSD has, whole or not at all."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull
from shapely.geometry.polygon import orient

from assets.errors import InputError
from assets.model import Material, Model, Primitive
from scenes.glb.writer import encode_glb
from scenes.habitat.content import DatasetContent, ObjectTemplate, Placement, SceneContent
from scenes.scene import Region

_STEM = re.compile(r"[A-Za-z0-9_-]+")


def write_dataset(root: Path, content: DatasetContent) -> Path:
    """Write `content` to the new or empty folder `root`; the same content gives the same bytes.

    The dataset is built beside `root` and renamed into place, so that a killed run leaves no half dataset.

    Returns:
        The path of the dataset config.

    Raises:
        InputError: when `root` holds anything, a stem is unusable, or a placement names no template.
    """
    _check(content)
    root.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=f".{root.name}.", dir=root.parent))
    staging.chmod(0o755)
    try:
        for relative, data in _files(content):
            target = staging / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        try:
            staging.rename(root)
        except OSError as error:
            raise InputError(
                "already exists",
                file=root,
                expected="a new or empty folder",
                remedy="remove it, or choose another folder",
            ) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return root / f"{content.name}.scene_dataset_config.json"


def object_folder(stem: str) -> str:
    """Folder of an object template below the dataset root: HSSD spreads objects by the first digit of their hash."""
    return f"objects/{hashlib.sha1(stem.encode(), usedforsecurity=False).hexdigest()[0]}"


def _check(content: DatasetContent) -> None:
    stems = [content.name, *(t.stem for t in content.templates), *(s.scene_id for s in content.scenes)]
    for stem in stems:
        if not _STEM.fullmatch(stem):
            raise InputError(f"name {stem!r}", expected="letters, digits, _ and -", remedy="rename it")
    known = [t.stem for t in content.templates]
    if len(set(known)) != len(known):
        raise InputError("two object templates with one stem", field="templates", expected="unique stems")
    for scene in content.scenes:
        for index, placement in enumerate(scene.objects):
            if placement.template not in set(known):
                where = f"{scene.scene_id}.objects[{index}].template"
                raise InputError(f"no template {placement.template!r}", field=where, expected="a stem in templates")


def _files(content: DatasetContent) -> list[tuple[str, bytes]]:
    """Relative paths and bytes of the whole dataset."""
    files = [(f"{content.name}.scene_dataset_config.json", _json(_dataset_config(content)))]
    for template in content.templates:
        files += _template_files(template)
    for scene in content.scenes:
        files += [
            (f"stages/{scene.scene_id}.glb", encode_glb(scene.stage)),
            (f"stages/{scene.scene_id}.stage_config.json", _json(_stage_config(scene))),
            (f"scenes/{scene.scene_id}.scene_instance.json", _json(_instance(scene))),
            (f"semantics/scenes/{scene.scene_id}.semantic_config.json", _json(_semantics(scene))),
        ]
    files.append(("semantics/objects.csv", _objects_csv(content)))
    files.append(("README.md", _readme(content).encode()))
    return files


def _dataset_config(content: DatasetContent) -> dict[str, Any]:
    return {
        "stages": {"paths": {".json": ["stages"]}},
        "objects": {"paths": {".json": ["objects/*"]}},
        "scene_instances": {"default_attributes": {"default_lighting": ""}, "paths": {".json": ["scenes"]}},
        "semantic_scene_descriptor_instances": {"paths": {".json": ["semantics/scenes"]}},
        "user_defined": {"licence": content.licence},
    }


def _template_files(template: ObjectTemplate) -> list[tuple[str, bytes]]:
    base = f"{object_folder(template.stem)}/{template.stem}"
    config: dict[str, Any] = {
        "render_asset": f"{template.stem}.glb",
        "up": [0.0, 1.0, 0.0],
        "front": [0.0, 0.0, -1.0],
        "is_collidable": True,
        "semantic_id": template.semantic_id,
    }
    files = [(f"{base}.glb", encode_glb(template.model))]
    if template.model.colliders:
        config["collision_asset"] = f"{template.stem}.collider.glb"
        config["join_collision_meshes"] = False
        files.append((f"{base}.collider.glb", encode_glb(_collider_model(template.model))))
    files.append((f"{base}.object_config.json", _json(config)))
    return files


def _collider_model(model: Model) -> Model:
    """Each convex piece as one primitive of its own: Habitat's convention for convex decompositions."""
    return Model(f"{model.key}/collider", tuple(_hull(points) for points in model.colliders))


def _hull(points: NDArray[np.float64]) -> Primitive:
    hull = ConvexHull(points)
    corners = points[hull.simplices]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inward = np.einsum("ij,ij->i", normals, hull.equations[:, :3]) < 0
    corners[inward] = corners[inward][:, ::-1]
    positions = corners.reshape(-1, 3).astype(np.float32)
    flat = np.repeat(hull.equations[:, :3], 3, axis=0).astype(np.float32)
    triangles = np.arange(len(positions), dtype=np.uint32).reshape(-1, 3)
    return Primitive(positions, flat, np.zeros((len(positions), 2), np.float32), triangles, Material("collider"))


def _stage_config(scene: SceneContent) -> dict[str, Any]:
    return {
        "render_asset": f"{scene.scene_id}.glb",
        "up": [0.0, 1.0, 0.0],
        "front": [0.0, 0.0, -1.0],
        "origin": [0.0, 0.0, 0.0],
    }


def _instance(scene: SceneContent) -> dict[str, Any]:
    return {
        "translation_origin": "asset_local",
        "stage_instance": {"template_name": f"stages/{scene.scene_id}"},
        "default_lighting": "",
        "object_instances": [_placement(p) for p in scene.objects],
        **({"user_defined": scene.user_defined} if scene.user_defined else {}),
    }


def _placement(placement: Placement) -> dict[str, Any]:
    length = math.sqrt(sum(v * v for v in placement.rotation))
    entry: dict[str, Any] = {
        "template_name": placement.template,
        "translation": _rounded(placement.translation, 4),
        "rotation": _rounded([v / length for v in placement.rotation], 6),
        "motion_type": "STATIC",
    }
    if placement.scale != (1.0, 1.0, 1.0):
        entry["non_uniform_scale"] = _rounded(placement.scale, 4)
    return entry


def _semantics(scene: SceneContent) -> dict[str, Any]:
    return {"region_annotations": [_region(r) for r in scene.regions]}


def _region(region: Region) -> dict[str, Any]:
    loop = list(orient(region.polygon).exterior.coords)[:-1]
    xs, zs = [p[0] for p in loop], [p[1] for p in loop]
    return {
        "name": region.name,
        "label": region.category,
        "poly_loop": [_rounded((x, region.floor, z), 4) for x, z in loop],
        "floor_height": round(region.floor, 4),
        "extrusion_height": round(region.ceiling - region.floor, 4),
        "min_bounds": _rounded((min(xs), region.floor, min(zs)), 4),
        "max_bounds": _rounded((max(xs), region.ceiling, max(zs)), 4),
    }


def _objects_csv(content: DatasetContent) -> bytes:
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(["id", "name", "main_category", "super_category", "up", "front"])
    for template in sorted(content.templates, key=lambda t: t.stem):
        row = [template.stem, template.name, template.category, template.super_category, "0,1,0", "0,0,-1"]
        table.writerow(row)
    return stream.getvalue().encode()


def _readme(content: DatasetContent) -> str:
    title = f"# {content.name}\n\nA scene dataset in Habitat's layout (metres, y up, front -z).\n\n"
    return f"{title}License: {content.licence}\n\n{content.attribution}".rstrip() + "\n"


def _rounded(values: tuple[float, ...] | list[float], digits: int) -> list[float]:
    """Rounded floats, without minus zero."""
    return [round(float(v), digits) + 0.0 for v in values]


def _json(value: dict[str, Any]) -> bytes:
    return (json.dumps(value, indent=1, allow_nan=False) + "\n").encode()
