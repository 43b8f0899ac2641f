"""Phones: leaning on a small stand, upright or sideways, or on a slim floor stand."""

from __future__ import annotations

from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import BLACK_METAL, STEEL, bezel, shell
from assets.devices.parts import Panel, assemble, leaning, panel, shifted, solid, together
from assets.devices.stands import bracket, disc, floor_pole, ledge
from assets.shapes import box

_SIZES = {
    "width": (0.06, 0.18),
    "height": (0.06, 0.18),
    "thickness": (0.006, 0.012),
    "bezel": (0.002, 0.01),
    "corner": (0.004, 0.016),
    "tilt": (5.0, 35.0),
    "camera_down": (0.0, 35.0),
}


def _phone(spec: DeviceSpec) -> Panel:
    d = spec.dimensions
    return panel(
        d["width"], d["height"], d["thickness"], border=(d["bezel"], d["bezel"] * 2.2, d["bezel"]),
        shell=shell(spec), bezel=bezel(spec), corner=d["corner"], edge=0.002, camera_down=d["camera_down"],
        lens_radius=0.0016,
    )  # fmt: skip


@builder("phone", **_SIZES, base_radius=(0.03, 0.06))
def phone(spec: DeviceSpec) -> Device:
    """A phone on a small desk stand: a round foot, a stem and a lipped rest. Wider than high lies sideways."""
    d = spec.dimensions
    rise = 0.035
    foot = disc(d["base_radius"], 0.010, STEEL, segments=28)
    # Over the foot's middle, so that the phone's weight stays inside the foot when it leans back.
    setting = shifted(y=rise, z=-d["height"] * 0.17) @ leaning(d["tilt"])
    rest = ledge(min(d["width"], 0.07), 0.03, 0.010, STEEL)
    plate = solid(
        box((0.05, d["height"] * 0.6, 0.005), (0, d["height"] * 0.3, d["thickness"] + 0.003), STEEL, radius=0.002)
    )
    held = together((rest, plate)).moved(setting)
    stem_height = rise + d["height"] * 0.25
    stem = solid(box((0.022, stem_height, 0.010), (0, stem_height / 2, d["base_radius"] * 0.45), STEEL, radius=0.003))
    face = _phone(spec).moved(setting @ shifted(y=0.008))
    return assemble(spec, face, foot, held, stem, footprint=(2 * d["base_radius"], 2 * d["base_radius"]))


@builder("phone_floor", **_SIZES, center_height=(0.7, 1.5), base_radius=(0.1, 0.2))
def phone_floor(spec: DeviceSpec) -> Device:
    """A phone in a clamp on a slim floor stand, its middle at `center_height`."""
    d = spec.dimensions
    pole = floor_pole(d["center_height"], d["base_radius"], BLACK_METAL, pole_radius=0.010)
    clamp = bracket(0.03, d["height"] + 0.008, 0.012, BLACK_METAL).moved(
        shifted(y=-d["height"] / 2 - 0.004, z=d["thickness"] - 0.001)
    )
    knuckle = bracket(0.03, 0.03, 0.02, BLACK_METAL).moved(shifted(y=-0.015, z=d["thickness"]))
    face = _phone(spec).moved(shifted(y=-d["height"] / 2)).with_part(clamp, knuckle)
    face = face.moved(shifted(y=d["center_height"], z=-0.022) @ leaning(d["tilt"]))
    return assemble(spec, face, pole, footprint=(2 * d["base_radius"], 2 * d["base_radius"]))
