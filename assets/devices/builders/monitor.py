"""Desktop computers: a monitor on its stand with a keyboard and a mouse, on a desk or on a trolley of its own."""

from __future__ import annotations

from assets.devices.device import Device, DeviceSpec, builder
from assets.devices.finishes import BLACK_METAL, DARK_PLASTIC, KEY, LIGHT_KEY, bezel, shade, shell
from assets.devices.keys import keyboard
from assets.devices.parts import Panel, Part, assemble, leaning, panel, shifted, solid, together, trim
from assets.devices.stands import mouse, trolley
from assets.shapes import box

_SIZES = {
    "screen_width": (0.40, 0.90),
    "screen_height": (0.22, 0.50),
    "bezel": (0.004, 0.03),
    "chin": (0.006, 0.08),
    "thickness": (0.012, 0.06),
    "clearance": (0.05, 0.25),
    "tilt": (0.0, 15.0),
    "base_width": (0.15, 0.40),
    "base_depth": (0.12, 0.30),
    "keyboard_width": (0.27, 0.46),
    "camera_down": (0.0, 25.0),
}
_KEYBOARD_DEPTH = 0.135
_GAP = 0.10


def _desk_set(spec: DeviceSpec) -> tuple[Panel, Part, tuple[float, float]]:
    """Monitor, the rest, and (width, depth): bottom centre of the whole at the origin."""
    d = spec.dimensions
    width, height = d["screen_width"] + 2 * d["bezel"], d["screen_height"] + d["bezel"] + d["chin"]
    depth = _KEYBOARD_DEPTH + _GAP + d["base_depth"]
    base_z = depth / 2 - d["base_depth"] / 2
    face = panel(
        width, height, d["thickness"], border=(d["bezel"], d["bezel"], d["chin"]), shell=shell(spec),
        bezel=bezel(spec), corner=0.006, edge=0.003, camera_down=d["camera_down"],
    )  # fmt: skip
    hump = box(
        (width * 0.45, height * 0.45, 0.03), (0, height * 0.45, d["thickness"] + 0.01), shade(spec, 0.85), radius=0.01
    )
    face = face.with_part(solid(hump))
    if d["chin"] > 0.018:
        face = face.with_part(trim(box((0.02, 0.003, 0.001), (0, d["chin"] / 2, -0.0006), DARK_PLASTIC)))
    face = face.moved(shifted(y=d["clearance"], z=base_z - 0.02) @ leaning(d["tilt"]))
    metal = shade(spec, 0.95)
    base = box((d["base_width"], 0.012, d["base_depth"]), (0, 0.006, base_z), metal, radius=0.005, segments=2)
    neck_height = d["clearance"] + height * 0.5
    neck = box((0.07, neck_height, 0.024), (0, neck_height / 2, base_z + 0.065), metal, radius=0.008, segments=2)
    keys = LIGHT_KEY if sum(spec.body_color) > 450 else KEY
    board = keyboard(d["keyboard_width"], _KEYBOARD_DEPTH, shade(spec, 0.9), keys)
    shift = min(0.06, (width - d["keyboard_width"]) / 4 + 0.02)
    front = -depth / 2 + _KEYBOARD_DEPTH / 2
    # The typist's right is -x: the mouse lies there.
    pointer = mouse(keys).moved(shifted(x=-(d["keyboard_width"] / 2 - shift + 0.055), z=front))
    rest = together((solid(base), solid(neck), board.moved(shifted(x=shift, z=front)), pointer))
    return face, rest, (max(width, d["keyboard_width"] + 0.15), depth)


@builder("monitor", **_SIZES)
def monitor(spec: DeviceSpec) -> Device:
    """A desktop computer for a desk. `clearance`: from the desk to the panel's lower edge; `chin`: lower bezel."""
    face, rest, footprint = _desk_set(spec)
    return assemble(spec, face, rest, footprint=footprint)


@builder("monitor_trolley", **_SIZES, top_height=(0.6, 1.0))
def monitor_trolley(spec: DeviceSpec) -> Device:
    """The same on a small castered desk whose top is `top_height` above the floor."""
    face, rest, (width, depth) = _desk_set(spec)
    lift = shifted(y=spec.dimensions["top_height"])
    size = (width + 0.06, depth + 0.05)
    desk = trolley(*size, spec.dimensions["top_height"], shade(spec, 1.15), BLACK_METAL)
    return assemble(spec, face.moved(lift), rest.moved(lift), desk, footprint=(size[0], size[1] + 0.12))
