"""What a layout is: who stands where, as plain numbers that go to JSON and come back."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assets.devices.device import Device
from assets.errors import InputError
from sim.world import Camera, upright

ROBOT = "robot"
"""Observer id of a layout that looks through the robot's head camera."""


class Role(StrEnum):
    """What a screen is for in the episode."""

    CANDIDATE = "candidate"
    DISTRACTOR = "distractor"
    OBSERVER = "observer"


class Moment(StrEnum):
    """What the user is doing."""

    WALKING_UP = "walking_up"
    STANDING = "standing"
    POINTING = "pointing"
    SEATED = "seated"


@dataclass(frozen=True, eq=False)
class CastMember:
    """A device that the layout must place.

    Attributes:
        device_id: its name on the roster.
        options: builds of the same device for different supports (desk, floor stand, wall), best first.
        role: what it is for.
    """

    device_id: str
    options: tuple[Device, ...]
    role: Role


@dataclass(frozen=True)
class Standing:
    """A place of a body or a device: metres, radians about +y (0 faces -z)."""

    x: float
    y: float
    z: float
    yaw: float

    @property
    def pose(self) -> NDArray[np.float64]:
        """(4, 4), own frame to world."""
        return upright(self.x, self.y, self.z, self.yaw)

    @property
    def position(self) -> NDArray[np.float64]:
        """(3,) metres."""
        return np.array([self.x, self.y, self.z])


@dataclass(frozen=True)
class Seat:
    """A place to sit.

    Attributes:
        name: of the scene object that is sat on.
        place: below the pelvis: y is the seat's height in the world, yaw where the sitter faces.
        floor: height of the floor that the feet are on.
    """

    name: str
    place: Standing
    floor: float


@dataclass(frozen=True)
class PlacedAt:
    """A device's place.

    Attributes:
        device_id: its name on the roster.
        spec: catalogue name of the option that was used.
        place: where it stands or hangs.
        support: name of the object that carries it, "floor" or "wall".
        role: what it is for.
    """

    device_id: str
    spec: str
    place: Standing
    support: str
    role: Role


@dataclass(frozen=True)
class Viewpoint:
    """The observing camera: its (4, 4) pose row by row, and its horizontal field of view in degrees."""

    pose: tuple[float, ...]
    hfov: float

    def camera(self, width: int = 640, height: int = 480) -> Camera:
        """The camera at an image size."""
        return Camera(np.array(self.pose).reshape(4, 4), self.hfov, width, height)


@dataclass(frozen=True)
class Layout:
    """Where everything of an episode is. All numbers are rounded to 1e-4.

    Attributes:
        scene_id: the scene it belongs to.
        region: name of the region it plays in.
        seed: what it was sampled from, apart from any script's seed.
        devices: in the cast's order.
        observer: device id whose camera looks, or "robot".
        user: the main station.
        opening: where the user is on the way to it.
        robot: None without a robot.
        seat: where the user can sit down in the picture; None when no seat fits.
        rejected: how many tries failed, by reason.
    """

    scene_id: str
    region: str
    seed: int
    devices: tuple[PlacedAt, ...]
    observer: str
    view: Viewpoint
    user: Standing
    opening: Standing
    robot: Standing | None
    seat: Seat | None = None
    rejected: dict[str, int] = field(default_factory=dict)

    def device(self, device_id: str) -> PlacedAt:
        """The device with this id; KeyError when there is none."""
        for placed in self.devices:
            if placed.device_id == device_id:
                return placed
        raise KeyError(device_id)

    def to_json(self) -> dict[str, Any]:
        """Plain values for `json.dump`."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Layout:
        """The layout that `to_json` wrote.

        Raises:
            InputError: for a field that is missing or of the wrong kind.
        """
        try:
            return Layout(
                scene_id=str(data["scene_id"]),
                region=str(data["region"]),
                seed=int(data["seed"]),
                devices=tuple(
                    PlacedAt(
                        str(d["device_id"]),
                        str(d["spec"]),
                        Standing(**d["place"]),
                        str(d["support"]),
                        Role(d["role"]),
                    )
                    for d in data["devices"]
                ),
                observer=str(data["observer"]),
                view=Viewpoint(tuple(float(v) for v in data["view"]["pose"]), float(data["view"]["hfov"])),
                user=Standing(**data["user"]),
                opening=Standing(**data["opening"]),
                robot=Standing(**data["robot"]) if data["robot"] else None,
                seat=_seat(data.get("seat")),
                rejected={str(k): int(v) for k, v in data["rejected"].items()},
            )
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise InputError(
                f"not a layout: {error!r}", field="layout", expected="what Layout.to_json wrote"
            ) from error


def _seat(data: dict[str, Any] | None) -> Seat | None:
    if not data:
        return None
    return Seat(str(data["name"]), Standing(**data["place"]), float(data["floor"]))


class PlacementError(InputError):
    """No layout was found: names what could not be placed, and how often each reason came up."""

    def __init__(self, what: str, scene_id: str, reasons: dict[str, int]) -> None:
        self.unplaced = what
        self.reasons = dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))
        counts = ", ".join(f"{reason} ({count})" for reason, count in self.reasons.items()) or "nothing was tried"
        super().__init__(
            f"could not place {what}: {counts}",
            file=scene_id,
            field="layout",
            remedy="try another layout.seed, a larger layout.attempts, fewer candidates, or another scene",
        )
