"""The world of one frame: entities with stable ids and classes, lights, and the camera that looks at them.

World frame: metres, y up. Every entity's own front is -z. Cameras follow OpenGL: x right, y up, looking along -z.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from assets.model import Model, Rgb


class Kind(StrEnum):
    """What an entity is in the benchmark's terms."""

    STAGE = "stage"
    OBJECT = "object"
    DEVICE = "device"
    USER = "user"
    ROBOT = "robot"


@dataclass(frozen=True, eq=False)
class Screen:
    """A lit or dark screen in world coordinates.

    Attributes:
        corners: (4, 3) world positions: top left, top right, bottom right, bottom left, seen from the front.
        glow: linear RGB of the light it casts; None when dark.
    """

    corners: NDArray[np.float64]
    glow: Rgb | None

    @property
    def center(self) -> NDArray[np.float64]:
        """Centre of the quad, (3,)."""
        return np.asarray(self.corners.mean(axis=0))

    @property
    def normal(self) -> NDArray[np.float64]:
        """Unit vector out of the screen, (3,)."""
        right = self.corners[1] - self.corners[0]
        up = self.corners[0] - self.corners[3]
        n = np.cross(right, up)
        return np.asarray(n / np.linalg.norm(n))


@dataclass(frozen=True, eq=False)
class Entity:
    """One thing with an identity.

    Attributes:
        instance_id: 1 to 65535, stable for the whole episode; 0 is "nothing" in instance maps.
        name: unique, e.g. "stage", "sofa.3", "tablet", "user".
        semantic_class: category noun, e.g. "sofa".
        pose: (4, 4) model frame to world.
        screen: for devices only.
    """

    instance_id: int
    name: str
    semantic_class: str
    kind: Kind
    model: Model
    pose: NDArray[np.float64]
    screen: Screen | None = None


class LightKind(StrEnum):
    """How a light falls off and whether it throws the frame's shadow map."""

    POINT = "point"
    AREA = "area"
    SUN = "sun"


@dataclass(frozen=True)
class Light:
    """A light source.

    Attributes:
        position: world position, metres (for SUN: a point the sun shines towards the scene from).
        direction: unit vector that the light travels along (AREA: the side it emits to; POINT: ignored).
        color: linear RGB intensity. POINT: radiant intensity; AREA: radiance; SUN: irradiance.
        size: (width, height) of an AREA light, metres.
        casts_shadow: at most one light of a world has it.
        zone: floor rectangle (x low, z low, x high, z high) in metres that the light stays in, so that it doesn't
            pass through the walls of its room; None lights everything.
        main: whether a bake keeps its share apart, so that moving things can throw its shadow in any frame.
    """

    kind: LightKind
    position: tuple[float, float, float]
    direction: tuple[float, float, float]
    color: Rgb
    size: tuple[float, float] = (0.0, 0.0)
    casts_shadow: bool = False
    zone: tuple[float, float, float, float] | None = None
    main: bool = False


@dataclass(frozen=True)
class Ambient:
    """Hemispherical ambient light: linear RGB from above, from the sides and from below, and the sky outside.

    Materials named "outdoors", which picture what is seen through a window, are as bright as that sky.
    """

    sky: Rgb = (0.55, 0.57, 0.60)
    horizon: Rgb = (0.45, 0.44, 0.42)
    ground: Rgb = (0.30, 0.27, 0.24)
    background: Rgb = (0.75, 0.85, 0.97)


@dataclass(frozen=True, eq=False)
class BakedLight:
    """The light on a static entity (see `sim.baking`).

    Attributes:
        model: the entity's surface with large triangles divided, so that light has vertices to live on.
        light: one (N, 6) float16 array for each primitive of `model`: linear RGB of all light but that of the main
            lights, then that of the main lights. A surface shows albedo x light.
    """

    model: Model
    light: tuple[NDArray[np.float16], ...]


@dataclass(frozen=True, eq=False)
class World:
    """Everything a renderer needs besides the camera. `entities` are in ascending instance id.

    `baked` maps instance ids of static entities to the light on them. It follows from entities and lights, so it is no
    part of a frame's state. An entity that it lacks is lit by the renderer.
    """

    entities: tuple[Entity, ...]
    lights: tuple[Light, ...] = ()
    ambient: Ambient = Ambient()
    exposure: float = 1.0
    baked: Mapping[int, BakedLight] = field(default_factory=dict)

    def entity(self, name: str) -> Entity:
        """The entity with this name; KeyError when there is none."""
        for entity in self.entities:
            if entity.name == name:
                return entity
        raise KeyError(name)


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera.

    Attributes:
        pose: (4, 4) camera to world; camera looks along its -z.
        hfov: horizontal field of view in degrees.
        width, height: image size in pixels; pixels are square.
        near, far: clip distances in metres.
    """

    pose: NDArray[np.float64]
    hfov: float = 70.0
    width: int = 640
    height: int = 480
    near: float = 0.05
    far: float = 60.0

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return float(self.width / (2.0 * np.tan(np.radians(self.hfov) / 2.0)))

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Project (N, 3) world points to (N, 3): pixel x (right), pixel y (down), depth along the view axis.

        Pixel centres are at half-integers. Points behind the camera have depth <= 0 and no usable x, y.
        """
        inverse = np.linalg.inv(self.pose)
        local = points @ inverse[:3, :3].T + inverse[:3, 3]
        depth = -local[:, 2]
        safe = np.where(np.abs(depth) > 1e-9, depth, 1e-9)
        x = self.width / 2 + self.focal * local[:, 0] / safe
        y = self.height / 2 - self.focal * local[:, 1] / safe
        return np.stack([x, y, depth], axis=1)


@dataclass(frozen=True, eq=False)
class Frame:
    """What a renderer returns.

    Attributes:
        color: (H, W, 3) uint8, sRGB.
        instance: (H, W) uint16, instance ids, never blended; 0 where nothing was hit.
        depth: (H, W) float32, metres along the view axis; 0 where nothing was hit.
    """

    color: NDArray[np.uint8]
    instance: NDArray[np.uint16]
    depth: NDArray[np.float32]


def look_at(
    eye: NDArray[np.float64], target: NDArray[np.float64], up: tuple[float, float, float] = (0.0, 1.0, 0.0)
) -> NDArray[np.float64]:
    """A (4, 4) pose at `eye` whose -z points at `target`: for cameras, and for entities with front -z."""
    back = eye - target
    back = back / np.linalg.norm(back)
    right = np.cross(np.asarray(up), back)
    right = right / np.linalg.norm(right)
    pose = np.eye(4)
    pose[:3, 0], pose[:3, 1], pose[:3, 2], pose[:3, 3] = right, np.cross(back, right), back, eye
    return pose


def upright(x: float, y: float, z: float, yaw: float) -> NDArray[np.float64]:
    """A (4, 4) pose standing at (x, y, z), turned by `yaw` radians about +y (yaw 0 faces -z, +90 deg faces -x)."""
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[c, 0, s, x], [0, 1, 0, y], [-s, 0, c, z], [0, 0, 0, 1]], dtype=np.float64)
