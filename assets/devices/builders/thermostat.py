"""Smart thermostats: a small squircle of glass on the wall."""

from __future__ import annotations

from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import bezel, shade, shell
from assets.devices.parts import assemble, panel, shifted, solid
from assets.devices.slab import slab

_BACK_PLATE = 0.006


@builder("thermostat", size=(0.07, 0.16), thickness=(0.012, 0.04), corner=(0.005, 0.08), bezel=(0.004, 0.03),
         plate=(0.07, 0.2))  # fmt: skip
def thermostat(spec: DeviceSpec) -> Device:
    """A square screen of side `size` minus its bezel on a wall plate; the origin is the centre of its back."""
    d = spec.dimensions
    size, plate = d["size"], max(d["plate"], d["size"])
    face = panel(
        size, size, d["thickness"], border=(d["bezel"],) * 3, shell=shell(spec), bezel=bezel(spec),
        corner=d["corner"], edge=0.004, camera=False,
    )  # fmt: skip
    back = slab(plate, plate, _BACK_PLATE, shade(spec, 1.1), corner=d["corner"], edge=0.002)
    face = face.moved(shifted(y=-size / 2, z=-d["thickness"] - _BACK_PLATE + 0.001))
    mount = solid(back.transformed(shifted(y=-plate / 2, z=-_BACK_PLATE)))
    return assemble(spec, face, mount, footprint=(plate, plate))
