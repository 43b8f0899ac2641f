"""What a furniture builder is asked for, and the assembly of parts that it hands back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from assets.model import Material, Model, Primitive
from assets.shapes import join
from scenes.homes.furniture.palette import Palette


class Placement(StrEnum):
    """Where a thing goes, and with that where its model's origin is.

    FLOOR and SURFACE (a table top, a shelf): bottom centre of the footprint. WALL: centre of the back plane, which is
    at z = 0 with the thing at z < 0. CEILING: top centre. OPENING (windows and doors): bottom centre, half the
    thickness on either side of z = 0.
    """

    FLOOR = "floor"
    WALL = "wall"
    CEILING = "ceiling"
    SURFACE = "surface"
    OPENING = "opening"


@dataclass(frozen=True, eq=False)
class Brief:
    """What a builder is asked for. Metres; the builder works with x in ±width/2, y in 0..height, z in ±depth/2,
    front (the side it is used from) at -z, whatever the placement."""  # fmt: skip

    width: float
    depth: float
    height: float
    style: str
    palette: Palette
    rng: np.random.Generator

    def pick(self, options: Sequence[str]) -> str:
        """One of the options, drawn evenly."""
        return options[int(self.rng.integers(len(options)))]

    def between(self, low: float, high: float) -> float:
        """A number drawn evenly, rounded to 0.1 mm."""
        return round(float(self.rng.uniform(low, high)), 4)


@dataclass
class Assembly:
    """Parts of one thing, and the convex pieces that stand in for it in collisions.

    Attributes:
        parts: what makes up the size that was asked for.
        beyond: what sticks out of it (a tap above a worktop).
        colliders: convex pieces, (K, 3) hull points each.
    """

    parts: list[Primitive] = field(default_factory=list)
    beyond: list[Primitive] = field(default_factory=list)
    colliders: list[NDArray[np.float64]] = field(default_factory=list)

    def add(self, *parts: Primitive, solid: bool = False) -> None:
        """Add parts; `solid` also adds the box around them as one collider."""
        self.parts.extend(parts)
        if solid:
            low = np.min([p.positions.min(axis=0) for p in parts], axis=0)
            high = np.max([p.positions.max(axis=0) for p in parts], axis=0)
            self.block(low, high)

    def block(self, low: Sequence[float] | NDArray[np.float32], high: Sequence[float] | NDArray[np.float32]) -> None:
        """Add one box-shaped collider from its lowest and highest corner."""
        corners = np.stack([np.asarray(low, float), np.asarray(high, float)])
        pick = np.stack(np.meshgrid([0, 1], [0, 1], [0, 1], indexing="ij"), -1).reshape(-1, 3)
        self.colliders.append(corners[pick, np.arange(3)])

    def merge(self, other: Assembly, matrix: NDArray[np.float64] | None = None) -> None:
        """Take over another assembly's parts and colliders, moved by a (4, 4) matrix."""
        move = np.eye(4) if matrix is None else matrix
        self.parts.extend(p.transformed(move) for p in other.parts)
        self.beyond.extend(p.transformed(move) for p in other.beyond)
        self.colliders.extend(c @ move[:3, :3].T + move[:3, 3] for c in other.colliders)

    def bounds(self) -> NDArray[np.float64]:
        """(2, 3) lowest and highest corner of the parts."""
        low = np.min([p.positions.min(axis=0) for p in self.parts], axis=0)
        high = np.max([p.positions.max(axis=0) for p in self.parts], axis=0)
        return np.stack([low, high]).astype(np.float64)

    def model(self, key: str, size: tuple[float, float, float], placement: Placement) -> Model:
        """One model of exactly `size` (w, d, h) with its origin where the placement puts it.

        Builders aim at the size; the last few millimetres (a cushion's bulge, a tilted leg) are taken up by
        stretching. Parts of one material become one primitive.
        """
        w, d, h = size
        bounds = self.bounds()
        scale = np.array([w, h, d]) / (bounds[1] - bounds[0])
        anchor = np.array([bounds[:, 0].mean(), bounds[0, 1], bounds[:, 2].mean()])
        if placement is Placement.WALL:
            anchor[1:] = bounds[:, 1].mean(), bounds[1, 2]
        elif placement is Placement.CEILING:
            anchor[1] = bounds[1, 1]
        matrix = np.diag([*scale, 1.0])
        matrix[:3, 3] = -anchor * scale
        groups: dict[int, tuple[Material, list[Primitive]]] = {}
        for part in [*self.parts, *self.beyond]:
            groups.setdefault(id(part.material), (part.material, []))[1].append(part)
        return Model(
            key=key,
            primitives=tuple(join(parts, material).transformed(matrix) for material, parts in groups.values()),
            colliders=tuple(np.asarray((np.clip(c, *bounds) - anchor) * scale) for c in self.colliders),
        )
