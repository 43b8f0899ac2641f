"""Digital photo frames: a wide moulding with a mat around the screen, on an easel or on the wall."""

from __future__ import annotations

from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import BLACK_METAL, bezel, shell
from assets.devices.parts import Panel, assemble, leaning, panel, shifted, trim
from assets.devices.stands import easel
from assets.shapes import box

_SIZES = {
    "width": (0.14, 0.60),
    "height": (0.12, 0.60),
    "thickness": (0.012, 0.04),
    "moulding": (0.008, 0.05),
    "mat": (0.0, 0.06),
}


def _frame(spec: DeviceSpec) -> Panel:
    d = spec.dimensions
    w, h, m = d["width"], d["height"], d["moulding"]
    border = m + d["mat"]
    face = panel(
        w, h, d["thickness"], border=(border, border, border), shell=shell(spec), bezel=bezel(spec), corner=0.002,
        edge=0.001, camera=False,
    )  # fmt: skip
    rim, middle = 0.017, -0.0005  # wraps around the edge of the screen behind it
    wood = shell(spec)
    bars = [
        box((w + 0.002, m, rim), (0, m / 2 - 0.001, middle), wood, radius=0.003, segments=2),
        box((w + 0.002, m, rim), (0, h - m / 2 + 0.001, middle), wood, radius=0.003, segments=2),
        box((m, h - 2 * m + 0.006, rim), (w / 2 - m / 2 + 0.001, h / 2, middle), wood, radius=0.003, segments=2),
        box((m, h - 2 * m + 0.006, rim), (-w / 2 + m / 2 - 0.001, h / 2, middle), wood, radius=0.003, segments=2),
    ]
    return face.with_part(trim(*bars))


@builder("photo_frame", **_SIZES, tilt=(5.0, 25.0))
def photo_frame(spec: DeviceSpec) -> Device:
    """A frame that leans back by `tilt` on its easel leg."""
    d = spec.dimensions
    leg = easel(d["height"] * 0.6, d["tilt"], 0.045, BLACK_METAL).moved(shifted(z=d["thickness"]))
    # Leaning back about its front edge sinks the back edge; lift the frame so that it stands on the table.
    lift = d["thickness"] * float(leaning(d["tilt"])[2, 1])
    depth = float(max(points[:, 2].max() for points in leg.colliders)) + 0.01
    back = shifted(z=0.01 - depth / 2)
    face = _frame(spec).moved(back @ shifted(y=lift) @ leaning(d["tilt"]))
    return assemble(spec, face, leg.moved(back), footprint=(d["width"], depth))


@builder("photo_frame_wall", **_SIZES)
def photo_frame_wall(spec: DeviceSpec) -> Device:
    """A frame that hangs flat on the wall; the origin is the centre of its back."""
    d = spec.dimensions
    face = _frame(spec).moved(shifted(y=-d["height"] / 2, z=-d["thickness"]))
    return assemble(spec, face, footprint=(d["width"], d["height"]))
