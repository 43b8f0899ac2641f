"""Plain stand-in devices for layout tests: a screen on a box, with or without a stand."""

from __future__ import annotations

import numpy as np

from assets.devices.device import Device, DeviceSpec, Support
from assets.model import Material, Model
from assets.shapes import box
from sim.layout import CastMember, Role

_BLACK = Material("black", (0.05, 0.05, 0.05, 1.0))


def slab(
    name: str, support: Support, width: float, height: float, *, raised: float = 0.0, camera: bool = False
) -> Device:
    """A screen of (width, height) metres in a 3 cm thick body; `raised` lifts its lower edge on a foot."""
    depth, foot = 0.03, max(0.12, 0.28 * (raised > 0.5))
    parts = []
    if support == Support.WALL:
        middle = np.array([0.0, 0.0, -depth / 2])
        footprint = (width, height)
    else:
        middle = np.array([0.0, raised + 0.02 + height / 2, 0.0])
        footprint = (max(width * 0.6, foot), max(0.14, foot))
        parts.append(box((footprint[0], 0.02, footprint[1]), (0, 0.01, 0), _BLACK))
        if raised:
            parts.append(box((0.04, raised, 0.02), (0, raised / 2 + 0.02, 0), _BLACK))
    parts.append(box((width + 0.02, height + 0.02, depth), tuple(middle), _BLACK))
    w, h, z = width / 2, height / 2, -depth / 2 - 0.001
    screen = np.array([[w, h, z], [-w, h, z], [-w, -h, z], [w, -h, z]]) + middle
    hulls = tuple(np.unique(p.positions.astype(float), axis=0) for p in parts)
    pose = np.eye(4)
    pose[:3, 3] = middle + [0, h + 0.005, z - 0.005]
    spec = DeviceSpec(name, name, "slab", support, False, {}, name, (0, 0, 0), 72.0 if camera else None)
    return Device(spec, Model(f"test:{name}", tuple(parts), hulls), screen, pose if camera else None, footprint)


def household(*, observer: bool = True) -> tuple[CastMember, ...]:
    """Three candidates with a desk build and a floor stand each, a wall distractor, and an observing television."""
    cast = [
        CastMember("tablet", (slab("tablet", Support.DESK, 0.24, 0.17),
                              slab("tablet_stand", Support.FLOOR, 0.24, 0.17, raised=0.9)), Role.CANDIDATE),
        CastMember("laptop", (slab("laptop", Support.DESK, 0.32, 0.2),
                              slab("laptop_stand", Support.FLOOR, 0.32, 0.2, raised=0.8)), Role.CANDIDATE),
        CastMember("monitor", (slab("monitor", Support.DESK, 0.5, 0.3, raised=0.12),
                               slab("monitor_stand", Support.FLOOR, 0.5, 0.3, raised=0.75)), Role.CANDIDATE),
        CastMember("thermostat", (slab("thermostat", Support.WALL, 0.1, 0.1),), Role.DISTRACTOR),
    ]  # fmt: skip
    if observer:
        tv = (slab("tv", Support.WALL, 1.0, 0.56, camera=True), slab("tv_desk", Support.DESK, 1.0, 0.56, camera=True),
              slab("tv_stand", Support.FLOOR, 1.0, 0.56, raised=0.7, camera=True))  # fmt: skip
        cast.append(CastMember("tv", tv, Role.OBSERVER))
    return tuple(cast)
