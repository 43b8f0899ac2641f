"""What a dataset writer is given: models, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from assets.model import Model
from scenes.scene import Region


@dataclass(frozen=True, eq=False)
class ObjectTemplate:
    """A model that scenes place.

    Attributes:
        stem: file stem, unique in the dataset: letters, digits, "_" and "-".
        name: human-readable name, e.g. "oak dining table".
        category: semantic category, e.g. "dining_table"; the same in every scene.
        super_category: e.g. "furniture"; may be empty.
        model: model frame, metres, y up, front -z. Its `colliders` are written as the collision asset.
        semantic_id: 1 to 65535.
    """

    stem: str
    name: str
    category: str
    model: Model
    semantic_id: int
    super_category: str = ""


@dataclass(frozen=True)
class Placement:
    """One instance of a template: the template's own origin goes to `translation`.

    Attributes:
        template: `ObjectTemplate.stem`.
        translation: world (x, y, z), metres; written rounded to 1e-4.
        rotation: unit quaternion (w, x, y, z).
        scale: along the model's own axes.
    """

    template: str
    translation: tuple[float, float, float]
    rotation: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)


@dataclass(frozen=True, eq=False)
class SceneContent:
    """One scene: its stage (already in world coordinates), placed objects in order, and rooms.

    `user_defined` goes into the scene instance as it is: Habitat keeps it for whoever reads the scene.
    """

    scene_id: str
    stage: Model
    objects: tuple[Placement, ...]
    regions: tuple[Region, ...] = ()
    user_defined: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class DatasetContent:
    """A whole dataset.

    Attributes:
        name: stem of the dataset config.
        templates: every object template that scenes name.
        scenes: at least one.
        licence: SPDX identifier, written to the README and read back as `Scene.licence`.
        attribution: one paragraph for the README.
    """

    name: str
    templates: tuple[ObjectTemplate, ...]
    scenes: tuple[SceneContent, ...]
    licence: str
    attribution: str = ""
