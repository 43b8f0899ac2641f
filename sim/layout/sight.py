"""What hides what: rays against triangles (Embree), so that layouts do not depend on a graphics driver."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from scenes.geometry import parts_of
from scenes.scene import Scene

Points = NDArray[np.float64]

_SHORT = 0.995  # share of a sight line that is looked along: its end lies on what is looked at


class Blockers:
    """Triangles that block sight; `owners` (M,) says whose each one is."""

    def __init__(self, triangles: Points, owners: NDArray[np.int64] | None = None) -> None:
        self.owners = owners if owners is not None else np.zeros(len(triangles), np.int64)
        self._scene: Any = None
        if len(triangles):
            self._scene = EmbreeScene()
            TriangleMesh(self._scene, np.ascontiguousarray(triangles, np.float32))

    def blocked(self, start: Points, ends: Points) -> NDArray[np.bool_]:
        """Whether something lies between `start`, (3,) or (N, 3), and each of (N, 3) `ends`."""
        if self._scene is None or not len(ends):
            return np.zeros(len(ends), bool)
        origins = np.ascontiguousarray(np.broadcast_to(start, ends.shape), np.float32)
        lines = np.ascontiguousarray(ends - origins, np.float32)
        limits = np.full(len(ends), _SHORT, np.float32)
        return np.asarray(self._scene.run(origins, lines, dists=limits, query="OCCLUDED") >= 0)

    def first(self, origins: Points, directions: Points) -> tuple[Points, NDArray[np.int64]]:
        """Distance in units of each direction, and owner, of what (N, 3) rays meet first; inf and -2 for nothing."""
        if self._scene is None or not len(origins):
            return np.full(len(origins), np.inf), np.full(len(origins), -2)
        starts, ways = np.ascontiguousarray(origins, np.float32), np.ascontiguousarray(directions, np.float32)
        hit = np.asarray(self._scene.run(starts, ways, query="INTERSECT"))
        distance = np.asarray(self._scene.run(starts, ways, query="DISTANCE"), float)
        return np.where(hit >= 0, distance, np.inf), np.where(hit >= 0, self.owners[np.maximum(hit, 0)], -2)


@dataclass(frozen=True, eq=False)
class Several:
    """Blockers taken together."""

    parts: Sequence[Blockers]

    def blocked(self, start: Points, ends: Points) -> NDArray[np.bool_]:
        """Whether any of them blocks; see `Blockers.blocked`."""
        found = np.zeros(len(ends), bool)
        for part in self.parts:
            found |= part.blocked(start, ends)
        return found


_scenes: weakref.WeakKeyDictionary[Scene, Blockers] = weakref.WeakKeyDictionary()


def scene_blockers(scene: Scene) -> Blockers:
    """Stage (owner -1) and objects (owner: their index) of a scene; built once per scene."""
    if scene not in _scenes:
        parts = parts_of(scene)
        triangles = np.concatenate([p.triangles for p in parts]) if parts else np.zeros((0, 3, 3))
        owners = np.concatenate([np.full(len(p.triangles), p.index) for p in parts]) if parts else np.zeros(0, int)
        _scenes[scene] = Blockers(triangles, owners)
    return _scenes[scene]


def screen_points(corners: Points, across: int = 5) -> Points:
    """(N, across**2, 3) points spread over (N, 4, 3) screens, their borders left out."""
    steps = (np.arange(across) + 0.5) / across
    u, v = (g.ravel()[None, :, None] for g in np.meshgrid(steps, steps))
    top = corners[:, None, 0] * (1 - u) + corners[:, None, 1] * u
    bottom = corners[:, None, 3] * (1 - u) + corners[:, None, 2] * u
    return np.asarray(top * (1 - v) + bottom * v)
