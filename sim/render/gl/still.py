"""What stands still while a camera looks on: settled once, and known from then on by what of it can be seen.

Frames of a pair share scene, robot and camera; only people and devices change. Drawing what is still first, always, and
keeping the result gives each frame the same pixels, whether it was kept or drawn anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.render.gl.drawing import Drawable, Part
from sim.render.gl.matrices import Matrix
from sim.world import Camera, Entity, Kind

STILL = (Kind.STAGE, Kind.OBJECT, Kind.ROBOT)
_TILE = 8  # pixels a side of a tile whose farthest depth is kept
_SLACK = 1e-5  # of the depth buffer's range, against rounding


@dataclass(frozen=True, eq=False)
class StillLayer:
    """Still things as one camera sees them; `seen` are the parts of them that are not wholly hidden by the rest.

    It holds the entities, so that nothing else can get their identities while it lives.
    """

    camera: Camera
    entities: tuple[Entity, ...]
    drawables: tuple[Drawable, ...]
    seen: tuple[Part, ...]

    def shows(self, camera: Camera, drawables: Sequence[Drawable]) -> bool:
        """Whether it is of these very things, drawn alike, seen by this camera."""
        return (
            _same_view(self.camera, camera)
            and len(drawables) == len(self.drawables)
            and all(
                old.entity is new.entity and old.uploaded is new.uploaded
                for old, new in zip(self.drawables, drawables, strict=True)
            )
        )


def unhidden(parts: Sequence[Part], clip_from_world: Matrix, depth: NDArray[np.float32]) -> tuple[Part, ...]:
    """The parts that may show somewhere.

    Args:
        parts: what was drawn into the depth buffer.
        clip_from_world: of the view.
        depth: (H, W) depth buffer in [0, 1], row 0 at the bottom.
    """
    farthest = _tiles(depth)
    return tuple(part for part in parts if _may_show(part, clip_from_world, farthest, depth.shape))


def _tiles(depth: NDArray[np.float32]) -> NDArray[np.float32]:
    """The largest depth of each tile."""
    height, width = depth.shape
    padded = np.pad(depth, ((0, -height % _TILE), (0, -width % _TILE)), mode="edge")
    tiles = padded.reshape(padded.shape[0] // _TILE, _TILE, padded.shape[1] // _TILE, _TILE)
    return np.asarray(tiles.max(axis=(1, 3)))


def _may_show(part: Part, clip_from_world: Matrix, farthest: NDArray[np.float32], shape: tuple[int, ...]) -> bool:
    """False only when the box around a part lies behind all that is seen where it would be."""
    drawable, batch = part
    clip = np.c_[batch.corners, np.ones(8)] @ (clip_from_world @ drawable.entity.pose).T
    if (clip[:, 3] <= 1e-6).any() or (clip[:, 2] <= -clip[:, 3]).any():
        return True  # around or before the lens
    at = clip[:, :3] / clip[:, 3:]
    height, width = shape
    low = np.floor(((at[:, :2].min(axis=0) + 1) / 2 * (width, height) - 1) / _TILE).astype(int)
    high = np.ceil(((at[:, :2].max(axis=0) + 1) / 2 * (width, height) + 1) / _TILE).astype(int)
    x0, y0 = np.maximum(low, 0)
    x1, y1 = np.minimum(high, farthest.shape[::-1])
    if x0 >= x1 or y0 >= y1:
        return False
    nearest = (float(at[:, 2].min()) + 1) / 2
    return bool(nearest <= float(farthest[y0:y1, x0:x1].max()) + _SLACK)


def _same_view(a: Camera, b: Camera) -> bool:
    return a is b or (
        (a.width, a.height, a.hfov, a.near, a.far) == (b.width, b.height, b.hfov, b.near, b.far)
        and np.array_equal(a.pose, b.pose)
    )
