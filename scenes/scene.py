"""A scene as plain values: stage, placed objects, floor regions and support surfaces.

World frame of every scene: metres, y up (Habitat). A floor position is (x, z).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from assets.model import Model


@dataclass(frozen=True, eq=False)
class SceneObject:
    """One placed object.

    Attributes:
        index: position in the scene instance file; stable.
        template: object template stem (HSSD: the 40-digit hash).
        name: human-readable name, unique in the scene.
        category: semantic category, "unknown" when the dataset has none.
        transform: (4, 4) float64, model frame to world: T R diag(scale), origin as `translation_origin` says.
        semantic_id: the id in the object config, 0 when absent.
    """

    index: int
    template: str
    name: str
    category: str
    model: Model
    transform: NDArray[np.float64]
    semantic_id: int = 0


@dataclass(frozen=True)
class Region:
    """A room or a part of one: a polygon on the floor in (x, z), floor height and ceiling height in metres."""

    name: str
    category: str
    polygon: Polygon
    floor: float
    ceiling: float


@dataclass(frozen=True)
class SupportSurface:
    """A flat place that holds things.

    Attributes:
        owner: `SceneObject.index`, or -1 for the stage.
        category: category of the owner.
        polygon: free extent in world (x, z).
        height: world y in metres.
        clearance: free height above it in metres (inf when nothing is above).
        region: name of the region it lies in, "" when none.
    """

    owner: int
    category: str
    polygon: Polygon
    height: float
    clearance: float
    region: str

    @property
    def normal(self) -> tuple[float, float, float]:
        """Unit normal: surfaces are horizontal by construction."""
        return (0.0, 1.0, 0.0)


@dataclass(frozen=True, eq=False)
class Scene:
    """A loaded scene.

    Attributes:
        scene_id: the scene instance's stem.
        revision: content hash of the scene instance file and everything it names.
        stage: walls, floors, ceilings; `stage_transform` maps it to the world.
        notes: what was missing or unreadable, one sentence each (never fatal).
        licence: SPDX identifier or a name, as the dataset states it.
    """

    scene_id: str
    revision: str
    stage: Model
    stage_transform: NDArray[np.float64]
    objects: tuple[SceneObject, ...]
    regions: tuple[Region, ...]
    notes: tuple[str, ...] = field(default=())
    licence: str = "unknown"


FreeFloor = MultiPolygon | Polygon
