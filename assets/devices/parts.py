"""How a device is put together: parts that carry their own colliders, and the panel that holds the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from assets.devices.device import Device, DeviceSpec, spec_digest
from assets.devices.finishes import LENS, LENS_RING
from assets.devices.slab import slab
from assets.model import Material, Model, Primitive
from assets.shapes import join

Matrix = NDArray[np.float64]
Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Part:
    """Primitives and the convex pieces, (K, 3) hull points each, that stand for them in physics."""

    primitives: tuple[Primitive, ...]
    colliders: tuple[Points, ...] = ()

    def moved(self, matrix: Matrix) -> Part:
        """A copy moved by a (4, 4) rigid matrix."""
        return Part(
            tuple(p.transformed(matrix) for p in self.primitives),
            tuple(c @ matrix[:3, :3].T + matrix[:3, 3] for c in self.colliders),
        )


def solid(*primitives: Primitive) -> Part:
    """A part that collides as the bounding box of its primitives."""
    points = np.concatenate([p.positions for p in primitives]).astype(np.float64)
    return Part(primitives, (box_points(points.min(axis=0), points.max(axis=0)),))


def trim(*primitives: Primitive) -> Part:
    """A part that is only seen: too small to matter to physics, or inside another part's collider."""
    return Part(primitives)


def together(parts: Iterable[Part]) -> Part:
    """One part from several in the same frame."""
    parts = tuple(parts)
    return Part(tuple(p for q in parts for p in q.primitives), tuple(c for q in parts for c in q.colliders))


def box_points(low: Sequence[float] | Points, high: Sequence[float] | Points) -> Points:
    """The eight corners, (8, 3), of an axis-aligned box."""
    return np.array(list(product(*zip(low, high, strict=True))), dtype=np.float64)


def shifted(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Matrix:
    """A translation."""
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def leaning(degrees: float) -> Matrix:
    """A rotation about +x that leans an upright panel back: its front then looks up by so many degrees."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1.0]])


@dataclass(frozen=True, eq=False)
class Panel:
    """A screen with what is around it.

    Attributes:
        part: body and bezel.
        screen: (4, 3) corners: top left, top right, bottom right, bottom left, seen from the front.
        lens: (3,) centre of the camera lens; None without a camera.
        camera_axes: (3, 3) columns right, up, back of the camera; looks along its -z, out of the screen.
    """

    part: Part
    screen: Points
    lens: Points | None = None
    camera_axes: Points | None = None

    def moved(self, matrix: Matrix) -> Panel:
        """A copy moved by a (4, 4) rigid matrix."""
        turn = matrix[:3, :3]
        return Panel(
            self.part.moved(matrix),
            self.screen @ turn.T + matrix[:3, 3],
            None if self.lens is None else turn @ self.lens + matrix[:3, 3],
            None if self.camera_axes is None else turn @ self.camera_axes,
        )

    def with_part(self, *parts: Part) -> Panel:
        """A copy with more parts in the same frame."""
        return replace(self, part=together((self.part, *parts)))


# The glass stands this far proud of the bezel, and lenses of the glass: enough for a 24-bit depth buffer at 10 m.
PROUD = 0.0008


def lens(x: float, y: float, z: float, radius: float) -> Part:
    """A camera lens looking along -z: a dark dot in a lighter ring, its centre at (x, y, z)."""
    ring = slab(2.9 * radius, 2.9 * radius, 0.002, LENS_RING, corner=1.45 * radius, arc=3)
    dot = slab(2 * radius, 2 * radius, 0.002, LENS, corner=radius, arc=3)
    return trim(ring.transformed(shifted(x, y - 1.45 * radius, z)), dot.transformed(shifted(x, y - radius, z - PROUD)))


def panel(
    width: float,
    height: float,
    thickness: float,
    *,
    border: tuple[float, float, float],
    shell: Material,
    bezel: Material,
    corner: float = 0.004,
    edge: float = 0.002,
    camera: bool = True,
    camera_down: float = 0.0,
    lens_radius: float = 0.0025,
) -> Panel:
    """A screen panel, bottom centre of its front at the origin, facing -z.

    Args:
        width, height, thickness: outer size, metres.
        border: bezel at the sides, at the top and at the bottom, metres.
        shell, bezel: materials of the housing and of the frame around the screen.
        corner, edge: rounding of the outline and of the rims, metres.
        camera: whether a lens sits in the middle of the top bezel.
        camera_down: how far the camera looks below the screen's normal, degrees.
        lens_radius: metres.
    """
    side, top, bottom = border
    front = min(0.004, thickness / 3)
    housing = slab(width, height, thickness - front, shell, corner=corner, edge=edge)
    inset = 0.0012
    face = slab(width - 2 * inset, height - 2 * inset, thickness / 2, bezel, corner=corner - inset, edge=edge / 2)
    body = Part(
        (housing.transformed(shifted(z=front)), face.transformed(shifted(y=inset))),
        (box_points((-width / 2, 0, 0), (width / 2, height, thickness)),),
    )
    x, low, high = width / 2 - side, bottom, height - top
    screen = np.array([[x, high, -PROUD], [-x, high, -PROUD], [-x, low, -PROUD], [x, low, -PROUD]])
    if not camera:
        return Panel(body, screen)
    radius = min(lens_radius, top / 3)
    center = np.array([0.0, height - top / 2, 0.0])
    eye = lens(0.0, float(center[1]), -PROUD, radius)
    return Panel(together((body, eye)), screen, center, leaning(-camera_down)[:3, :3])


def assemble(spec: DeviceSpec, screen_panel: Panel, *parts: Part, footprint: tuple[float, float]) -> Device:
    """A device from its panel and its other parts, all in the device frame; primitives are joined by material."""
    whole = together((screen_panel.part, *parts))
    groups: dict[int, list[Primitive]] = {}
    for p in whole.primitives:
        groups.setdefault(id(p.material), []).append(p)
    pose = None
    if screen_panel.lens is not None and screen_panel.camera_axes is not None:
        pose = np.eye(4)
        pose[:3, :3] = screen_panel.camera_axes
        # A little in front of the lens, so that the device's own body never fills the view.
        pose[:3, 3] = screen_panel.lens - 0.006 * screen_panel.camera_axes[:, 2]
    body = Model(
        f"device/{spec.name}/{spec_digest(spec)}", tuple(join(group) for group in groups.values()), whole.colliders
    )
    return Device(spec, body, screen_panel.screen, pose, footprint)
