"""Loading one scene of a Habitat dataset: `load_scene`."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assets.errors import InputError
from assets.model import Model
from scenes.files import resolve_inside
from scenes.glb.reader import Box, read_asset
from scenes.habitat.dataset import Dataset, open_dataset, stem_of
from scenes.habitat.placement import frame_rotation, instance_matrix
from scenes.habitat.semantics import Label, derive_regions, label_of, read_labels, read_regions
from scenes.scene import Scene, SceneObject

MAX_OBJECTS = 20_000
_REMEDY = "correct the scene instance file, or restore it from the dataset"


@dataclass(frozen=True, eq=False)
class _Loaded:
    """An asset with the attributes of the template that names it."""

    model: Model
    box: Box
    config: dict[str, Any]
    path: Path


def load_scene(root: Path, scene_id: str) -> Scene:
    """Read one scene of the Habitat dataset in `root`.

    Objects whose template or mesh is missing, articulated objects, and hidden ones are left out and reported in
    `Scene.notes`. Where the dataset states no rooms they are derived from the stage's floor.

    Args:
        root: folder of the dataset, the one that holds `*.scene_dataset_config.json`.
        scene_id: stem of the scene instance file.

    Raises:
        InputError: for a missing scene or stage, a damaged or oversized file, or a path that leaves `root`.
    """
    return _SceneReader(open_dataset(root, scene_id), scene_id).read()


class _SceneReader:
    def __init__(self, dataset: Dataset, scene_id: str) -> None:
        self._dataset = dataset
        self._scene_id = scene_id
        template = dataset.templates["scene_instances"][scene_id]
        self._file = template.path
        resolve_inside(dataset.root, self._file, named_by=self._file, field="scene instance")
        self._data = dataset.attributes("scene_instances", template)
        self._notes: list[str] = []
        self._loaded: dict[str, _Loaded | None] = {}
        self._labels: dict[str, Label] = read_labels(dataset.root)
        self._digest = hashlib.sha256()

    def read(self) -> Scene:
        stage, transform = self._stage()
        objects = self._objects()
        for entry in self._list("articulated_object_instances"):
            name = entry.get("template_name") if isinstance(entry, dict) else entry
            self._notes.append(f"articulated object {name!r} is not shown.")
        regions = read_regions(self._dataset, self._scene_id, self._notes)
        self._pin([(r.name, r.category, [list(p) for p in r.polygon.exterior.coords], r.floor) for r in regions])
        if not regions:
            regions = derive_regions(stage, transform)
            self._notes.append(f"the dataset states no rooms; {len(regions)} derived from the stage's floor.")
        return Scene(
            scene_id=self._scene_id,
            revision=self._digest.hexdigest(),
            stage=stage,
            stage_transform=transform,
            objects=objects,
            regions=regions,
            notes=tuple(self._notes),
            licence=self._dataset.licence,
        )

    def _pin(self, value: Any) -> None:
        """Make `value` part of the revision: what files state, never what arithmetic made of it."""
        self._digest.update(json.dumps(value, sort_keys=True).encode() + b"\n")

    def _list(self, key: str) -> list[Any]:
        entries = self._data.get(key, [])
        if not isinstance(entries, list) or len(entries) > MAX_OBJECTS:
            raise InputError(
                "not a usable list", file=self._file, field=key, expected=f"at most {MAX_OBJECTS} entries",
                remedy=_REMEDY,
            )  # fmt: skip
        return entries

    def _stage(self) -> tuple[Model, NDArray[np.float64]]:
        entry = self._data.get("stage_instance")
        name = entry.get("template_name") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(name, str):
            raise InputError(
                "names no stage", file=self._file, field="stage_instance.template_name",
                expected="the name of a stage template", remedy=_REMEDY,
            )  # fmt: skip
        loaded = self._load("stages", name)
        if loaded is None:
            raise InputError(
                f"stage {name!r} is missing: {self._notes[-1]}",
                file=self._file,
                field="stage_instance.template_name",
                expected="a stage config and its mesh in the dataset",
                remedy="complete the dataset",
            )
        # Stages have no centre-of-mass shift in Habitat, whatever the scene's translation_origin says.
        matrix = instance_matrix(
            {**entry, "translation_origin": "asset_local"}, loaded.config, loaded.box, "", self._file, "stage_instance"
        )
        self._pin(["stage", loaded.model.key, entry, loaded.config])
        return loaded.model, matrix

    def _objects(self) -> tuple[SceneObject, ...]:
        origin = str(self._data.get("translation_origin", ""))
        objects: list[SceneObject] = []
        counts: Counter[str] = Counter()
        for index, entry in enumerate(self._list("object_instances")):
            where = f"object_instances[{index}]"
            name = entry.get("template_name") if isinstance(entry, dict) else None
            if not isinstance(name, str):
                raise InputError(
                    "names no template", file=self._file, field=f"{where}.template_name",
                    expected="the name of an object template", remedy=_REMEDY,
                )  # fmt: skip
            loaded = self._load("objects", name)
            if loaded is None:
                continue
            if entry.get("is_instance_visible") is False or loaded.config.get("is_visible") is False:
                self._notes.append(f"{where} ({name}) is marked invisible; left out.")
                continue
            matrix = instance_matrix(entry, loaded.config, loaded.box, origin, self._file, where)
            stem = stem_of(name)
            category = label_of(self._labels, stem).category or "unknown"
            semantic_id = loaded.config.get("semantic_id", 0)
            objects.append(
                SceneObject(
                    index=index,
                    template=stem,
                    name=f"{category}.{counts[category]}",
                    category=category,
                    model=loaded.model,
                    transform=matrix,
                    semantic_id=semantic_id if isinstance(semantic_id, int) else 0,
                )
            )
            counts[category] += 1
            self._pin([index, category, loaded.model.key, entry, loaded.config, origin])
        return tuple(objects)

    def _load(self, kind: str, name: str) -> _Loaded | None:
        """Template `name` with its mesh; None, with a note, where a part of it is missing."""
        key = f"{kind}/{stem_of(name)}"
        if key not in self._loaded:
            self._loaded[key] = self._load_new(kind, name)
        elif self._loaded[key] is None:
            self._notes.append(f"{kind[:-1]} {name!r} is missing here too; left out.")
        return self._loaded[key]

    def _load_new(self, kind: str, name: str) -> _Loaded | None:
        template = self._dataset.find(kind, name)
        if template is None:
            self._notes.append(f"{kind[:-1]} {name!r} has no config in the dataset; left out.")
            return None
        root = self._dataset.root
        resolve_inside(root, template.path, named_by=self._file, field=f"{kind} {name}")
        config = self._dataset.attributes(kind, template)
        asset_name = config.get("render_asset", f"{stem_of(template.path.name)}.glb")
        if not isinstance(asset_name, str):
            raise InputError(f"is {asset_name!r}", file=template.path, field="render_asset", expected="a file name")
        path = self._asset_path(template.path, asset_name, "render_asset")
        if not path.is_file():
            self._notes.append(f"{kind[:-1]} {name!r}: mesh {asset_name!r} is missing; left out.")
            return None
        asset = read_asset(path, root)
        colliders = self._colliders(template.path, config, asset_name)
        frame_rotation(config, template.path)
        return _Loaded(replace(asset.model, colliders=colliders), asset.nested_bounds, config, template.path)

    def _asset_path(self, config: Path, name: str, field: str) -> Path:
        return resolve_inside(self._dataset.root, config.parent / name, named_by=config, field=field)

    def _colliders(self, config_path: Path, config: dict[str, Any], render_asset: str) -> tuple[NDArray[Any], ...]:
        """Convex pieces: each mesh of a collision asset that is not the render asset itself."""
        name = config.get("collision_asset")
        if not isinstance(name, str) or name in ("", render_asset) or not name.endswith((".glb", ".gltf")):
            return ()
        path = self._asset_path(config_path, name, "collision_asset")
        if not path.is_file():
            self._notes.append(f"{config_path.name}: collision asset {name!r} is missing; derived from the mesh.")
            return ()
        pieces = read_asset(path, self._dataset.root).model.primitives
        return tuple(np.unique(p.positions.astype(np.float64), axis=0) for p in pieces)
