"""The baked adults of `assets/human/`: one topology, many rest shapes (see the README there for source and licence)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assets.errors import InputError

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "human"
QUANTUM = 5e-5  # metres a unit of the stored positions


@dataclass(frozen=True, eq=False)
class Topology:
    """What all adults share.

    Attributes:
        bones: bone names; a parent always comes before its children.
        parents: index of each bone's parent, -1 for the root.
        weights: (V, J) float32 skin weights, rows sum to 1.
        quads: part name ("body", "tights", "skirt", "eye_left", "eye_right") to (Q, 4) vertex indices.
        body_uvs, body_quad_uvs: (T, 2) texture coordinates (v up) and the (Q, 4) corners that use them.
        masks: (512, 512, 4) uint8 in texture space: lips, brows, warm skin, beard.
    """

    bones: tuple[str, ...]
    parents: tuple[int, ...]
    weights: NDArray[np.float32]
    quads: dict[str, NDArray[np.int64]]
    body_uvs: NDArray[np.float64]
    body_quad_uvs: NDArray[np.int64]
    masks: NDArray[np.uint8]

    def bone(self, name: str) -> int:
        """Index of a bone."""
        return self.bones.index(name)


@dataclass(frozen=True, eq=False)
class Adult:
    """One rest shape: (V, 3) points, (J, 3) bone heads and tails; metres, y up, front -z, hips near the origin."""

    name: str
    points: NDArray[np.float64]
    heads: NDArray[np.float64]
    tails: NDArray[np.float64]


def _open(path: Path) -> dict[str, NDArray[np.generic]]:
    if not path.is_file():
        raise InputError(
            "the baked body is missing",
            file=path,
            expected="a file that scripts/bake_human.py wrote",
            remedy="restore assets/human/ from the repository",
        )
    with np.load(path, allow_pickle=False) as arrays:
        return dict(arrays)


@lru_cache(maxsize=1)
def topology() -> Topology:
    """Load what all adults share; InputError when the file is missing."""
    raw = _open(FOLDER / "topology.npz")
    count = len(raw["weights"])
    weights = np.zeros((count, len(raw["bones"])), np.float32)
    rows = np.repeat(np.arange(count), 4)
    np.add.at(weights, (rows, raw["weight_bones"].astype(int).ravel()), raw["weights"].astype(np.float32).ravel() / 255)
    return Topology(
        bones=tuple(str(name) for name in raw["bones"]),
        parents=tuple(int(parent) for parent in raw["parents"]),
        weights=weights,
        quads={key.removesuffix("_quads"): raw[key].astype(np.int64) for key in sorted(raw) if key.endswith("_quads")},
        body_uvs=raw["body_uvs"].astype(np.float64) / 65535,
        body_quad_uvs=raw["body_quad_uvs"].astype(np.int64),
        masks=raw["masks"].astype(np.uint8),
    )


@lru_cache(maxsize=16)
def adult(name: str) -> Adult:
    """Load one rest shape; InputError when there is no such file."""
    raw = _open(FOLDER / f"{name}.npz")
    return Adult(
        name,
        raw["points"].astype(np.float64) * QUANTUM,
        raw["heads"].astype(np.float64),
        raw["tails"].astype(np.float64),
    )
