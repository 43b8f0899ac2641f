"""Laptops: a deck with keys and trackpad, a hinge, and a lid opened to an angle; on a desk or on a trolley."""

from __future__ import annotations

import numpy as np

from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import BLACK_METAL, DARK_PLASTIC, KEY, bezel, shade, shell
from assets.devices.keys import keycaps
from assets.devices.parts import Panel, Part, assemble, box_points, leaning, panel, shifted, together, trim
from assets.devices.slab import slab
from assets.devices.stands import trolley
from assets.shapes import tube

_SIZES = {
    "width": (0.24, 0.42),
    "depth": (0.17, 0.30),
    "base_thickness": (0.008, 0.03),
    "lid_thickness": (0.004, 0.015),
    "opening": (90.0, 135.0),
    "bezel": (0.004, 0.02),
    "chin": (0.008, 0.04),
    "corner": (0.002, 0.02),
    "camera_down": (0.0, 30.0),
}
# A slab lies down with its front face up: (x, y, z) -> (x, -z, y).
_LYING = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1.0]])


def _open_laptop(spec: DeviceSpec) -> tuple[Panel, Part]:
    """The lid and the deck, the deck's bottom centre at the origin."""
    d = spec.dimensions
    width, depth, thick = d["width"], d["depth"], d["base_thickness"]
    deck = slab(width, depth, thick, shell(spec), corner=d["corner"], edge=min(0.003, thick / 3))
    deck = deck.transformed(shifted(y=thick, z=-depth / 2) @ _LYING)
    keys_depth = depth * 0.47
    well_z = depth / 2 - 0.022 - keys_depth / 2
    keys_width = min(width - 0.03, 0.285)
    well = slab(keys_width + 0.006, keys_depth + 0.006, 0.001, DARK_PLASTIC, corner=0.004, arc=3)
    well = well.transformed(shifted(y=thick + 0.0005, z=well_z - keys_depth / 2 - 0.003) @ _LYING)
    caps = keycaps(keys_width, keys_depth, 0.0022, KEY).transformed(shifted(y=thick + 0.0005, z=well_z))
    pad_depth = depth * 0.30
    pad = slab(width * 0.4, pad_depth, 0.001, shade(spec, 0.82), corner=0.006, arc=3)
    pad = pad.transformed(shifted(y=thick + 0.0006, z=-depth / 2 + 0.012) @ _LYING)
    hinge_z = depth / 2 - 0.008
    barrel = tube(
        np.array([[x, thick - 0.001, hinge_z] for x in np.linspace(-0.36, 0.36, 3) * width]), 0.005, DARK_PLASTIC
    )
    base = Part((deck,), (box_points((-width / 2, 0, -depth / 2), (width / 2, thick, depth / 2)),))
    lid = panel(
        width, depth * 0.985, d["lid_thickness"], border=(d["bezel"], d["bezel"] + 0.002, d["chin"]),
        shell=shell(spec), bezel=bezel(spec), corner=d["corner"], edge=0.0015, camera_down=d["camera_down"],
        lens_radius=0.002,
    )  # fmt: skip
    lid = lid.moved(shifted(y=thick + 0.001, z=hinge_z) @ leaning(d["opening"] - 90.0))
    return lid, together((base, trim(well, caps, pad, barrel)))


@builder("laptop", **_SIZES)
def laptop(spec: DeviceSpec) -> Device:
    """A laptop for a desk. `opening`: angle between deck and lid; `chin`: bezel below the screen."""
    lid, base = _open_laptop(spec)
    return assemble(spec, lid, base, footprint=(spec.dimensions["width"], spec.dimensions["depth"]))


@builder("laptop_trolley", **_SIZES, top_height=(0.6, 1.1))
def laptop_trolley(spec: DeviceSpec) -> Device:
    """The same on a small castered desk whose top is `top_height` above the floor."""
    lid, base = _open_laptop(spec)
    height = spec.dimensions["top_height"]
    size = (spec.dimensions["width"] + 0.16, spec.dimensions["depth"] + 0.12)
    desk = trolley(*size, height, shade(spec, 1.1), BLACK_METAL)
    lift = shifted(y=height)
    return assemble(spec, lid.moved(lift), base.moved(lift), desk, footprint=(size[0], size[1] + 0.12))
