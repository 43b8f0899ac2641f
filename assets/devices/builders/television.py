"""Televisions: on feet, on the wall, or on a floor stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import BLACK_METAL, DARK_PLASTIC, bezel, shade, shell
from assets.devices.parts import Panel, assemble, leaning, lens, panel, shifted, solid, trim
from assets.devices.stands import disc, splayed_feet
from assets.shapes import box, cylinder

_SIZES = {
    "screen_width": (0.50, 1.60),
    "screen_height": (0.28, 0.92),
    "bezel": (0.004, 0.03),
    "chin": (0.006, 0.06),
    "thickness": (0.015, 0.08),
    "camera_down": (0.0, 30.0),
}
_EYE = 0.026  # height of the camera bar that sits on the upper edge


def _television(spec: DeviceSpec) -> tuple[Panel, float, float]:
    """The panel with its camera bar, its width and its height."""
    d = spec.dimensions
    width, height = d["screen_width"] + 2 * d["bezel"], d["screen_height"] + d["bezel"] + d["chin"]
    face = panel(
        width, height, d["thickness"] * 0.5, border=(d["bezel"], d["bezel"], d["chin"]), shell=shell(spec),
        bezel=bezel(spec), corner=0.005, edge=0.002, camera=False,
    )  # fmt: skip
    depth = d["thickness"] * 0.5 + 0.004
    hump = box(
        (width * 0.62, height * 0.55, depth), (0, height * 0.36, d["thickness"] - depth / 2), shade(spec, 0.8),
        radius=0.012, segments=2,
    )  # fmt: skip
    face = face.with_part(solid(hump), trim(box((0.03, 0.004, 0.001), (0, d["chin"] / 2, -0.0006), DARK_PLASTIC)))
    bar = box((0.11, _EYE, 0.03), (0, height + _EYE / 2, 0.012), bezel(spec), radius=0.008)
    eye_y = height + _EYE / 2
    face = face.with_part(solid(bar), lens(0.0, eye_y, -0.0035, 0.005))
    face = replace(face, lens=np.array([0.0, eye_y, -0.004]), camera_axes=leaning(-d["camera_down"])[:3, :3])
    return face, width, height


@builder("tv", **_SIZES, clearance=(0.03, 0.15))
def tv(spec: DeviceSpec) -> Device:
    """A television on two feet, its lower edge `clearance` above the surface."""
    face, width, height = _television(spec)
    lift = spec.dimensions["clearance"]
    depth = 0.16 + 0.12 * height
    feet = splayed_feet(width * 0.62, depth, lift + 0.01, BLACK_METAL).moved(shifted(z=0.01))
    face = face.moved(shifted(y=lift, z=-spec.dimensions["thickness"] / 2))
    return assemble(spec, face, feet, footprint=(width * 0.66, depth))


@builder("tv_wall", **_SIZES)
def tv_wall(spec: DeviceSpec) -> Device:
    """A television on a flat wall mount; the origin is the centre of its back, in the wall's plane."""
    face, width, height = _television(spec)
    gap = 0.02
    depth = spec.dimensions["thickness"] + gap
    mount = solid(box((0.42, 0.24, gap + 0.004), (0, 0, -(gap + 0.004) / 2), BLACK_METAL))
    face = face.moved(shifted(y=-height / 2, z=-depth))
    return assemble(spec, face, mount, footprint=(width, height))


@builder("tv_floor", **_SIZES, center_height=(0.8, 1.5), base_radius=(0.18, 0.40))
def tv_floor(spec: DeviceSpec) -> Device:
    """A television on a column over a round weighted foot, its middle at `center_height`."""
    d = spec.dimensions
    face, _, height = _television(spec)
    foot = disc(d["base_radius"], 0.025, shade(spec, 0.9), segments=40)
    top = d["center_height"] + height * 0.15
    column = solid(cylinder(0.03, top - 0.025, (0, 0.025, 0.02), shade(spec, 0.9), segments=20))
    z = -0.012 - d["thickness"]
    joint = solid(box((0.16, 0.16, 0.03), (0, d["center_height"], 0.0), BLACK_METAL, radius=0.006, segments=2))
    face = face.moved(shifted(y=d["center_height"] - height / 2, z=z))
    return assemble(spec, face, foot, column, joint, footprint=(2 * d["base_radius"], 2 * d["base_radius"]))
