"""Handheld game consoles: a screen between two grips with sticks and buttons, on a dock."""

from __future__ import annotations

import numpy as np

from assets.color import to_linear
from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import DARK_PLASTIC, LIGHT_KEY, RUBBER, bezel, shade, shell
from assets.devices.parts import Part, assemble, leaning, panel, shifted, solid, together, trim
from assets.devices.slab import slab
from assets.model import Material
from assets.shapes import box, cylinder

# Discs that stand on y = 0 turn to face -z: (x, y, z) -> (x, z, -y).
_FACING = np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1.0]])


def _knob(x: float, y: float, radius: float, height: float, material: Material) -> Part:
    return trim(cylinder(radius, height, (0, 0, 0), material, top_radius=0.85 * radius, segments=14).transformed(
        shifted(x=x, y=y) @ _FACING
    ))  # fmt: skip


def _grip(side: float, width: float, height: float, thickness: float, color: Material) -> Part:
    """One controller, its middle at the origin's height; side +1 is the player's left."""
    body = slab(width, height, thickness, color, corner=min(width, height) * 0.42, edge=0.005)
    parts = [solid(body.transformed(shifted(y=-height / 2)))]
    stick_y, pad_y = (height * 0.2, -height * 0.12) if side > 0 else (-height * 0.12, height * 0.2)
    parts.append(_knob(0, stick_y, width * 0.22, 0.009, RUBBER))
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        parts.append(_knob(dx * width * 0.17, pad_y + dy * width * 0.17, width * 0.09, 0.004, LIGHT_KEY))
    return together(parts)


@builder("console", width=(0.18, 0.32), height=(0.08, 0.14), thickness=(0.010, 0.025), grip=(0.025, 0.06),
         bezel=(0.004, 0.015), tilt=(10.0, 35.0))  # fmt: skip
def console(spec: DeviceSpec) -> Device:
    """A handheld console that leans back by `tilt` on a small dock. `grip`: width of each controller."""
    d = spec.dimensions
    middle = d["width"] - 2 * d["grip"]
    face = panel(
        middle + 0.02, d["height"], d["thickness"], border=(d["bezel"] + 0.01, d["bezel"], d["bezel"]),
        shell=DARK_PLASTIC, bezel=bezel(spec), corner=0.004, edge=0.002, camera=False,
    )  # fmt: skip
    other = Material("other grip", (*to_linear((232, 72, 62)), 1.0), roughness=0.45)
    for side, color in ((1.0, shell(spec)), (-1.0, other)):
        grip = _grip(side, d["grip"], d["height"], d["thickness"], color)
        x = side * (middle + d["grip"]) / 2
        face = face.with_part(grip.moved(shifted(x=x, y=d["height"] / 2, z=-0.0005)))
    depth = 0.10
    lean = leaning(d["tilt"])
    lift = 0.014
    face = face.moved(shifted(y=lift, z=-0.03) @ lean)
    foot = solid(box((middle * 0.8, 0.012, depth), (0, 0.006, 0), shade(spec, 0.5), radius=0.004, segments=2))
    rest = box(
        (middle * 0.8, d["height"] * 0.55, 0.008),
        (0, d["height"] * 0.275, d["thickness"] + 0.005),
        DARK_PLASTIC,
        radius=0.003,
        segments=2,
    )
    lip = box((middle * 0.8, 0.014, 0.006), (0, 0.003, -0.006), DARK_PLASTIC, radius=0.002, segments=2)
    held = together((solid(rest), solid(lip))).moved(shifted(y=lift, z=-0.03) @ lean)
    return assemble(spec, face, foot, held, footprint=(middle * 0.8, depth))
