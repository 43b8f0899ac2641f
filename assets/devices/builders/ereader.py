"""E-readers: a matte slab with a wide lower bezel, propped up by its folded cover."""

from __future__ import annotations

from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import bezel, shade, shell
from assets.devices.parts import assemble, leaning, panel, shifted, solid
from assets.devices.stands import easel
from assets.shapes import box


@builder("ereader", width=(0.10, 0.20), height=(0.14, 0.26), thickness=(0.006, 0.014), bezel=(0.005, 0.02),
         chin=(0.01, 0.04), corner=(0.004, 0.02), tilt=(10.0, 35.0))  # fmt: skip
def ereader(spec: DeviceSpec) -> Device:
    """An e-reader that leans back by `tilt`; its cover is the back leg and the mat that it stands on."""
    d = spec.dimensions
    face = panel(
        d["width"], d["height"], d["thickness"], border=(d["bezel"], d["bezel"], d["chin"]), shell=shell(spec),
        bezel=bezel(spec), corner=d["corner"], edge=0.002, camera=False,
    )  # fmt: skip
    cover = shade(spec, 0.8)
    leg = easel(d["height"] * 0.7, d["tilt"], d["width"] * 0.9, cover).moved(shifted(z=d["thickness"]))
    depth = float(max(points[:, 2].max() for points in leg.colliders)) + 0.02
    mat = solid(box((d["width"] * 0.95, 0.004, depth), (0, 0.002, depth / 2 - 0.012), cover, radius=0.001, segments=2))
    stop = solid(box((d["width"] * 0.95, 0.008, 0.004), (0, 0.004, -0.010), cover, radius=0.001, segments=2))
    back = shifted(z=0.012 - depth / 2)
    face = face.moved(back @ shifted(y=0.004) @ leaning(d["tilt"]))
    return assemble(
        spec, face, leg.moved(back), mat.moved(back), stop.moved(back), footprint=(d["width"] * 0.95, depth)
    )
