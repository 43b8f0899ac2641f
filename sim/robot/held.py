"""What the robot carries between its palms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assets.color import to_linear
from assets.model import Material, Model
from assets.shapes import box

CARTON = "carton"
_WIDTHS = (0.18, 0.20, 0.22, 0.24)
_KRAFT = ((176, 137, 92), (158, 118, 78), (196, 163, 120))
_TAPE = ((214, 190, 140), (120, 88, 56), (232, 228, 218))


@dataclass(frozen=True, eq=False)
class Held:
    """A thing to hold with both hands.

    Attributes:
        semantic_class: category noun.
        model: its own frame: origin at its centre, x from palm to palm, y up, metres.
        width: extent along x.
    """

    semantic_class: str
    model: Model
    width: float


def carton(rng: np.random.Generator) -> Held:
    """A small parcel: a cardboard box with a strip of tape and a label."""
    width = _WIDTHS[int(rng.integers(len(_WIDTHS)))]
    shade, tape = int(rng.integers(len(_KRAFT))), int(rng.integers(len(_TAPE)))
    height, depth = 0.15, 0.22
    board = Material(f"carton_{shade}", (*to_linear(_KRAFT[shade]), 1.0), roughness=0.9)
    strip = Material(f"tape_{tape}", (*to_linear(_TAPE[tape]), 1.0), roughness=0.35)
    paper = Material("label", (*to_linear((238, 236, 230)), 1.0), roughness=0.8)
    parts = (
        box((width, height, depth), (0, 0, 0), board, radius=0.004),
        box((0.048, height + 0.002, depth + 0.002), (0, 0, 0), strip, radius=0.001),
        box((0.07, 0.001, 0.05), (width / 2 - 0.05, height / 2 + 0.0008, 0.05), paper),
    )
    return Held(CARTON, Model(f"held:carton:1:{width:.2f}:{shade}:{tape}", parts), width)


def between(palms: NDArray[np.float64], pose: NDArray[np.float64]) -> NDArray[np.float64]:
    """The (4, 4) pose of a thing held between (2, 3) palms by who stands at `pose`."""
    held = pose.copy()
    held[:3, 3] = palms.mean(axis=0)
    return np.round(held, 6)
