"""What carries screens: weighted poles for the floor, trolleys, feet, easels and small cradles."""

from __future__ import annotations

import numpy as np

from assets.devices.finishes import DARK_PLASTIC, RUBBER
from assets.devices.parts import Part, solid, together, trim
from assets.devices.slab import slab
from assets.model import Material
from assets.shapes import box, cylinder, lathe, tube


def disc(radius: float, height: float, material: Material, *, segments: int = 32) -> Part:
    """A round foot with a soft rim, bottom centre at the origin."""
    rim = min(height * 0.5, 0.006)
    profile = [(0.0, 0.0), (radius, 0.0), (radius, height - rim), (radius - rim * 0.3, height - rim * 0.3)]
    profile += [(radius - rim, height), (0.0, height)]
    return solid(lathe(profile, (0, 0, 0), material, segments=segments))


def floor_pole(height: float, base_radius: float, material: Material, *, pole_radius: float = 0.016) -> Part:
    """A weighted disc with an upright pole of the given total height; bottom centre at the origin."""
    foot = disc(base_radius, 0.022, material, segments=36)
    pole = solid(cylinder(pole_radius, height - 0.022, (0, 0.022, 0), material, segments=16))
    collar = trim(cylinder(2 * pole_radius, 0.03, (0, 0.022, 0), material, top_radius=1.2 * pole_radius, segments=16))
    return together((foot, pole, collar))


def bracket(width: float, height: float, depth: float, material: Material) -> Part:
    """A block that joins a panel's back to a pole: bottom centre of its front at the origin, reaching to +z."""
    return solid(box((width, height, depth), (0, height / 2, depth / 2), material, radius=0.006, segments=2))


def trolley(width: float, depth: float, height: float, top: Material, frame: Material) -> Part:
    """A small desk on one column and a castered H base: bottom centre at the origin, its top at `height`."""
    plate = 0.022
    board = slab(width, depth, plate, top, corner=0.03, edge=0.004)
    lie = np.array([[1, 0, 0, 0], [0, 0, -1, height], [0, 1, 0, -depth / 2], [0, 0, 0, 1.0]])  # front face up
    column = box((0.06, height - plate - 0.06, 0.09), (0, 0.06 + (height - plate - 0.06) / 2, 0), frame, radius=0.01)
    parts = [solid(board.transformed(lie)), solid(column)]
    reach = depth / 2 + 0.06
    cross = box((width * 0.8, 0.035, 0.06), (0, 0.06, 0), frame, radius=0.008, segments=2)
    parts.append(solid(cross))
    for side in (-1.0, 1.0):
        x = side * width * 0.4
        parts.append(solid(box((0.05, 0.03, 2 * reach), (x, 0.065, 0), frame, radius=0.008, segments=2)))
        for end in (-1.0, 1.0):
            turn = np.array([[0, 1, 0, x - 0.012], [1, 0, 0, 0.025], [0, 0, -1, end * (reach - 0.03)], [0, 0, 0, 1.0]])
            parts.append(solid(cylinder(0.025, 0.024, (0, 0, 0), RUBBER, segments=14).transformed(turn)))
    return together(parts)


def easel(height: float, lean: float, width: float, material: Material) -> Part:
    """A back leg for a panel that leans back by `lean` degrees with its bottom front edge at the origin.

    The leg hinges at `height` along the panel's back and reaches the ground behind it.
    """
    s, c = np.sin(np.radians(lean)), np.cos(np.radians(lean))
    top = np.array([0.0, height * c, height * s + 0.004])
    foot = np.array([0.0, 0.0, top[2] + height * c * np.tan(np.radians(26.0 - lean * 0.3))])
    along = foot - top
    length = float(np.linalg.norm(along))
    down = along / length
    foot[1] = 0.003 * down[2]  # half its thickness, seen along the ground: the leg's heel touches it
    leg = box((width, length, 0.006), (0, length / 2, 0), material, radius=0.002, segments=2)
    matrix = np.eye(4)
    matrix[:3, 1], matrix[:3, 2] = -down, np.cross([1.0, 0, 0], -down)
    matrix[:3, 3] = foot
    return solid(leg.transformed(matrix))


def ledge(width: float, depth: float, lip: float, material: Material) -> Part:
    """A tray with a lip that holds a panel's bottom edge: the panel stands at the origin, the tray reaches under it."""
    tray = box((width, 0.008, depth), (0, 0.004, depth / 2 - 0.018), material, radius=0.003, segments=2)
    edge = box((width, lip, 0.006), (0, lip / 2, -0.015), material, radius=0.0025, segments=2)
    return together((solid(tray), solid(edge)))


def splayed_feet(span: float, depth: float, height: float, material: Material) -> Part:
    """Two A-shaped feet `span` apart that carry a television: ground at y = 0, panel's bottom at `height`."""
    parts = []
    for side in (-1.0, 1.0):
        x = side * span / 2
        path = np.array([[x, 0.006, -depth / 2], [x, height * 0.9, 0.0], [x, 0.006, depth / 2]])
        dense = np.concatenate([np.linspace(path[0], path[1], 6), np.linspace(path[1], path[2], 6)[1:]])
        parts.append(solid(tube(dense, 0.006, material, segments=8)))
        parts.append(trim(box((0.02, height * 0.35, 0.02), (x, height * 0.85, 0), material)))
    return together(parts)


def mouse(material: Material) -> Part:
    """A desk mouse with its wheel: bottom centre at the origin, pointing to +z (away from the user)."""
    profile = [(0.0, 0.0), (0.5, 0.0), (0.52, 0.25), (0.44, 0.62), (0.25, 0.92), (0.0, 1.0)]
    shell = lathe(profile, (0, 0, 0), material, segments=20, smooth=True)
    scale = np.diag([0.062, 0.034, 0.105, 1.0])
    wheel = box((0.006, 0.008, 0.018), (0, 0.031, 0.022), DARK_PLASTIC, radius=0.002, segments=2)
    return together((solid(shell.transformed(scale)), trim(wheel)))
