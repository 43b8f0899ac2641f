"""How deep solids stand in each other, from MuJoCo's contacts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import mujoco

from sim.physics.solid import Solid, compile_model

TOLERANCE = 0.005
"""Metres of overlap from which two solids collide."""


class Penetration(NamedTuple):
    """Two solids that overlap: names in alphabetical order, and the deepest contact in metres (positive)."""

    first: str
    second: str
    depth: float


def penetrations(
    movers: Sequence[Solid], fixed: Sequence[Solid], *, tolerance: float = TOLERANCE
) -> tuple[Penetration, ...]:
    """Every pair of solids that overlap by more than `tolerance` metres, deepest first.

    Movers are compared with each other and with the fixed solids; fixed ones not with each other. Only fixed pieces
    next to a mover enter the model, so a whole home costs no more than the corner that is looked at.
    """
    movers = [m for m in movers if m.pieces]
    if not movers:
        return ()
    near = [solid.near(movers, 0.01) for solid in fixed]
    model = compile_model([n for n in near if n.pieces], movers)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    mujoco.mj_collision(model, data)
    deepest: dict[tuple[str, str], float] = {}
    for contact in data.contact:
        first, second = sorted(model.geom(int(g)).name.rpartition("|")[0] for g in contact.geom)
        if contact.dist < -tolerance:
            deepest[first, second] = max(deepest.get((first, second), 0.0), -float(contact.dist))
    found = [Penetration(a, b, round(depth, 4)) for (a, b), depth in deepest.items()]
    return tuple(sorted(found, key=lambda p: (-p.depth, p.first, p.second)))
