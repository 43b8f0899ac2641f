"""Tablets: on a folding desk stand, or on a floor stand at reading height."""

from __future__ import annotations

from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import STEEL, bezel, shade, shell
from assets.devices.parts import Panel, assemble, leaning, panel, shifted
from assets.devices.stands import bracket, easel, floor_pole, ledge

_SIZES = {
    "width": (0.16, 0.34),
    "height": (0.11, 0.32),
    "thickness": (0.005, 0.015),
    "bezel": (0.004, 0.025),
    "corner": (0.004, 0.025),
    "tilt": (0.0, 35.0),
    "camera_down": (0.0, 35.0),
}


def _tablet(spec: DeviceSpec) -> Panel:
    d = spec.dimensions
    return panel(
        d["width"], d["height"], d["thickness"], border=(d["bezel"],) * 3, shell=shell(spec), bezel=bezel(spec),
        corner=d["corner"], edge=0.003, camera_down=d["camera_down"], lens_radius=0.002,
    )  # fmt: skip


@builder("tablet", **_SIZES)
def tablet(spec: DeviceSpec) -> Device:
    """A tablet leaning back by `tilt` on a stand with a lipped tray and a back leg."""
    d = spec.dimensions
    tray_depth = 0.075
    tray = ledge(d["width"] * 0.55, tray_depth, 0.016, STEEL)
    leg = easel(d["height"] * 0.62, d["tilt"], d["width"] * 0.3, STEEL).moved(shifted(z=d["thickness"]))
    depth = float(max(points[:, 2].max() for points in leg.colliders)) + 0.02
    back = shifted(z=0.02 - depth / 2)
    face = _tablet(spec).moved(back @ shifted(y=0.008) @ leaning(d["tilt"]))
    return assemble(spec, face, tray.moved(back), leg.moved(back), footprint=(d["width"] * 0.55, depth))


@builder("tablet_floor", **_SIZES, center_height=(0.7, 1.5), base_radius=(0.12, 0.25))
def tablet_floor(spec: DeviceSpec) -> Device:
    """A tablet in a holder on a weighted floor stand, its middle at `center_height`."""
    d = spec.dimensions
    radius = d["base_radius"]
    pole = floor_pole(d["center_height"], radius, shade(spec, 1.0))
    holder = bracket(0.06, 0.06, 0.03, shade(spec, 0.8)).moved(shifted(y=-0.03, z=d["thickness"] - 0.002))
    to_center = shifted(y=d["center_height"], z=-0.028) @ leaning(d["tilt"])
    face = _tablet(spec).moved(shifted(y=-d["height"] / 2)).with_part(holder).moved(to_center)
    return assemble(spec, face, pole, footprint=(2 * radius, 2 * radius))
