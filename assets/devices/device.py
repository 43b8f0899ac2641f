"""What a screen device is: the values that builders return and that the simulator places.

Device frame: metres, y up, the screen faces -z. The origin is where the device meets its support: the centre of its
footprint for desk, floor and hand devices, the centre of its back for wall devices.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from assets.model import Model, Rgb, Texture


class Support(StrEnum):
    """What carries a device."""

    DESK = "desk"
    WALL = "wall"
    FLOOR = "floor"
    HAND = "hand"


class Finish(StrEnum):
    """What a device's body looks like besides its colour."""

    PLASTIC = "plastic"
    METAL = "metal"
    WOOD = "wood"
    FABRIC = "fabric"


@dataclass(frozen=True)
class DeviceSpec:
    """One entry of the device catalogue (`conf/device/<name>.yaml`).

    Attributes:
        name: catalogue name, e.g. "laptop_13".
        category: the noun a user would say, e.g. "laptop". Roster and vocabularies use it.
        shape: name of the registered builder.
        support: where it may stand; hand-sized devices lie or lean on desk surfaces too.
        distractor: true for screens that are never a candidate (photo frame, thermostat, ...).
        dimensions: the builder's own numbers, metres and degrees.
        appearance: short description for the roster, e.g. "a slim silver laptop with a black bezel".
        body_color: sRGB, 0 to 255.
        camera_hfov: degrees; None when it has no camera.
        bezel_color: sRGB of the frame around the screen.
        finish: surface of the body.
    """

    name: str
    category: str
    shape: str
    support: Support
    distractor: bool
    dimensions: dict[str, float]
    appearance: str
    body_color: tuple[int, int, int]
    camera_hfov: float | None
    bezel_color: tuple[int, int, int] = (14, 14, 16)
    finish: Finish = Finish.PLASTIC


# Enters every device's key: raise it when a builder makes another shape from the same entry.
BUILDERS_REVISION = 1


def spec_digest(spec: DeviceSpec) -> str:
    """16 hex digits that stand for every field of `spec` and for the builders, the same on every machine."""
    canonical = json.dumps([BUILDERS_REVISION, asdict(spec)], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class ScreenState:
    """Dark when `glow` is None; otherwise lit with this linear RGB glow and a drawn page."""

    glow: Rgb | None = None
    page: Texture | None = None


@dataclass(frozen=True, eq=False)
class Device:
    """A built device without a screen state.

    Attributes:
        screen: (4, 3) corners in the device frame: top left, top right, bottom right, bottom left, from the front.
        camera_pose: (4, 4) camera to device frame (looks along the camera's -z); None without a camera.
        footprint: (width, depth) in metres of what touches the support (wall: width, height of the back).
        body: everything but the screen quad, with box or hull colliders.
    """

    spec: DeviceSpec
    body: Model
    screen: NDArray[np.float64]
    camera_pose: NDArray[np.float64] | None
    footprint: tuple[float, float]

    @property
    def resolution(self) -> tuple[int, int]:
        """(width, height) in pixels of a page that fits the screen's aspect, longer side 512."""
        width = float(np.linalg.norm(self.screen[1] - self.screen[0]))
        height = float(np.linalg.norm(self.screen[3] - self.screen[0]))
        scale = 512 / max(width, height)
        return max(16, round(width * scale)), max(16, round(height * scale))


Builder = Callable[[DeviceSpec], Device]
Ranges = Mapping[str, tuple[float, float]]
BUILDERS: dict[str, Builder] = {}
DIMENSIONS: dict[str, Ranges] = {}


def builder(shape: str, **dimensions: tuple[float, float]) -> Callable[[Builder], Builder]:
    """Register a builder under a shape name.

    Args:
        shape: what catalogue entries give as `shape`.
        dimensions: the names that the builder reads from `DeviceSpec.dimensions`, each with its lowest and highest
            sensible value (metres or degrees). A catalogue entry must give exactly these; with none named here,
            the builder checks its own.
    """

    def register(function: Builder) -> Builder:
        BUILDERS[shape] = function
        DIMENSIONS[shape] = dimensions
        return function

    return register
