"""Meshes and materials as plain arrays: what scene readers, device builders and bodies hand to renderers.

Every model is in its own frame: metres, y up, front towards -z (Habitat's convention).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

Rgb = tuple[float, float, float]
Float = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Texture:
    """An image with a stable identity.

    Attributes:
        pixels: (H, W, 4) uint8, sRGB colour with straight alpha; row 0 is the top (v = 0, as in glTF).
        key: content identity, the same on every machine (a hash of source bytes or of generator parameters).
    """

    pixels: NDArray[np.uint8]
    key: str


@dataclass(frozen=True, eq=False)
class Material:
    """A metallic-roughness material (glTF 2.0, section 3.9).

    Attributes:
        base_color: linear RGBA factor, 0 to 1.
        emissive: linear RGB radiance; may exceed 1 for screens and lamps.
        base_color_texture, emissive_texture: multiplied with their factors; sampled with the primitive's uvs.
        alpha_mode: "OPAQUE", "MASK" (discard under alpha_cutoff) or "BLEND" (renderers treat it as MASK at 0.5
            unless they sort).
    """

    name: str = "default"
    base_color: tuple[float, float, float, float] = (0.8, 0.8, 0.8, 1.0)
    base_color_texture: Texture | None = None
    metallic: float = 0.0
    roughness: float = 0.8
    emissive: Rgb = (0.0, 0.0, 0.0)
    emissive_texture: Texture | None = None
    double_sided: bool = False
    alpha_mode: str = "OPAQUE"
    alpha_cutoff: float = 0.5


@dataclass(frozen=True, eq=False)
class Primitive:
    """Triangles that share one material.

    Attributes:
        positions: (N, 3) float32, metres.
        normals: (N, 3) float32, unit length.
        uvs: (N, 2) float32, glTF convention (v down, 0 at the top of the image); zeros when untextured.
        triangles: (M, 3) uint32, counter-clockwise seen from outside.
    """

    positions: Float
    normals: Float
    uvs: Float
    triangles: NDArray[np.uint32]
    material: Material

    def transformed(self, matrix: NDArray[np.float64]) -> Primitive:
        """Return a copy moved by a (4, 4) affine matrix; normals by the inverse transpose, winding kept outward."""
        linear = matrix[:3, :3]
        positions = self.positions @ linear.T + matrix[:3, 3]
        normals = self.normals @ np.linalg.inv(linear)
        length = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = normals / np.where(length > 0, length, 1.0)
        triangles = self.triangles[:, ::-1] if np.linalg.det(linear) < 0 else self.triangles
        return replace(
            self,
            positions=positions.astype(np.float32),
            normals=normals.astype(np.float32),
            triangles=np.ascontiguousarray(triangles),
        )


@dataclass(frozen=True, eq=False)
class Model:
    """A renderable thing in its own frame.

    Attributes:
        key: identity that is the same on every machine: a content hash of its source, or its generator's
            parameters. It enters the state hash of every frame that shows the model.
        primitives: what is drawn.
        colliders: convex pieces, each a (K, 3) float array of hull points in the model's frame; empty means
            "derive them from the mesh".
    """

    key: str
    primitives: tuple[Primitive, ...]
    colliders: tuple[NDArray[np.float64], ...] = field(default=())

    def bounds(self) -> NDArray[np.float64]:
        """Axis-aligned bounds, (2, 3): lowest and highest corner. Zeros for an empty model."""
        if not self.primitives:
            return np.zeros((2, 3))
        low = np.min([p.positions.min(axis=0) for p in self.primitives], axis=0)
        high = np.max([p.positions.max(axis=0) for p in self.primitives], axis=0)
        return np.stack([low, high]).astype(np.float64)

    def transformed(self, matrix: NDArray[np.float64]) -> tuple[Primitive, ...]:
        """Primitives moved by a (4, 4) affine matrix."""
        return tuple(p.transformed(matrix) for p in self.primitives)

    def triangle_count(self) -> int:
        """Number of triangles over all primitives."""
        return sum(len(p.triangles) for p in self.primitives)


def merge(key: str, parts: Iterable[Model]) -> Model:
    """One model from several in the same frame."""
    parts = tuple(parts)
    return Model(
        key=key,
        primitives=tuple(p for part in parts for p in part.primitives),
        colliders=tuple(c for part in parts for c in part.colliders),
    )
