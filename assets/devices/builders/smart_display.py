"""Smart displays: a screen on a fabric speaker for a table, or a bigger one on a floor stand."""

from __future__ import annotations

import numpy as np

from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import RUBBER, bezel, shade, shell
from assets.devices.parts import Panel, Part, assemble, leaning, panel, shifted, solid
from assets.devices.stands import bracket, floor_pole
from assets.shapes import prism

_SIZES = {
    "width": (0.16, 0.65),
    "height": (0.10, 0.42),
    "thickness": (0.008, 0.03),
    "bezel": (0.006, 0.03),
    "corner": (0.004, 0.03),
    "tilt": (0.0, 30.0),
    "camera_down": (0.0, 35.0),
}


def _face(spec: DeviceSpec) -> Panel:
    d = spec.dimensions
    return panel(
        d["width"], d["height"], d["thickness"], border=(d["bezel"], d["bezel"] * 1.2, d["bezel"]),
        shell=shade(spec, 1.0), bezel=bezel(spec), corner=d["corner"], edge=0.004, camera_down=d["camera_down"],
        lens_radius=0.003,
    )  # fmt: skip


def _speaker(width: float, height: float, depth: float, lean: float, spec: DeviceSpec) -> Part:
    """A rounded wedge: its front leans back under the screen, its back slopes down to the table."""
    front = height * np.tan(np.radians(lean))
    knee = np.linspace(0.0, np.pi / 2, 7)
    crown = depth * 0.45
    outline = [(0.0, 0.0), (front, height)]
    outline += [(front + crown * 0.6 + (depth - front - crown * 0.6) * np.sin(t), height * np.cos(t)) for t in knee]
    body = prism([(float(z), float(y)) for z, y in outline], -width / 2, width / 2, shell(spec), axis="x")
    foot = prism([(0.006, 0.0), (depth - 0.006, 0.0), (depth - 0.006, 0.004), (0.006, 0.004)], -width / 2 + 0.006,
                 width / 2 - 0.006, RUBBER, axis="x")  # fmt: skip
    return solid(body.transformed(shifted(y=0.003)), foot)


@builder("smart_display", **_SIZES, base_depth=(0.06, 0.15))
def smart_display(spec: DeviceSpec) -> Device:
    """A screen that leans back by `tilt` on a fabric-covered speaker base."""
    d = spec.dimensions
    lift = 0.018
    speaker = _speaker(d["width"] * 0.8, d["height"] * 0.78, d["base_depth"], d["tilt"], spec)
    back = shifted(z=-d["base_depth"] / 2)
    lean = leaning(d["tilt"])
    face = _face(spec).moved(back @ shifted(y=lift, z=-0.4 * d["thickness"]) @ lean)
    return assemble(spec, face, speaker.moved(back), footprint=(d["width"] * 0.8, d["base_depth"]))


@builder("smart_display_floor", **_SIZES, center_height=(0.7, 1.4), base_radius=(0.15, 0.30))
def smart_display_floor(spec: DeviceSpec) -> Device:
    """A screen on a floor stand, its middle at `center_height`."""
    d = spec.dimensions
    pole = floor_pole(d["center_height"], d["base_radius"], shade(spec, 1.0), pole_radius=0.020)
    joint = bracket(0.10, 0.10, 0.035, shade(spec, 0.9)).moved(shifted(y=-0.05, z=d["thickness"] - 0.002))
    face = _face(spec).moved(shifted(y=-d["height"] / 2)).with_part(joint)
    face = face.moved(shifted(y=d["center_height"], z=-d["thickness"] - 0.03) @ leaning(d["tilt"]))
    return assemble(spec, face, pole, footprint=(2 * d["base_radius"], 2 * d["base_radius"]))
