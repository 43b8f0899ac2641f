"""Whether things stay where they were put, when gravity is switched on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import mujoco
import numpy as np

from sim.physics.solid import Solid, compile_model

DURATION = 0.5  # simulated seconds
MOST_METRES, MOST_DEGREES = 0.02, 5.0
_REACH = 0.1  # metres around a mover in which fixed pieces may catch it


class Drift(NamedTuple):
    """How far a solid went in half a simulated second: metres (of its bounds' centre) and degrees."""

    name: str
    metres: float
    degrees: float

    @property
    def stands(self) -> bool:
        """Whether it stayed within 2 cm and 5 degrees."""
        return self.metres < MOST_METRES and self.degrees < MOST_DEGREES


def settle(movers: Sequence[Solid], fixed: Sequence[Solid]) -> tuple[Drift, ...]:
    """Let free bodies go for half a second on fixed solids and measure their drift, in the movers' order.

    Layouts keep the pose that was asked for; the drift only proves that it is one in which the device stands.
    """
    if not movers:
        return ()
    near = [solid.near(movers, _REACH) for solid in fixed]
    model = compile_model([n for n in near if n.pieces], movers)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    for _ in range(round(DURATION / model.opt.timestep)):
        mujoco.mj_step(model, data)
    found = []
    for index, solid in enumerate(movers):
        qpos = data.qpos[7 * index : 7 * index + 7]
        rotation = np.zeros(9)
        mujoco.mju_quat2Mat(rotation, qpos[3:])
        bounds = solid.bounds
        center = (bounds[:, 0].min(axis=0) + bounds[:, 1].max(axis=0)) / 2
        moved = rotation.reshape(3, 3) @ center + qpos[:3]
        degrees = float(np.degrees(2 * np.arccos(np.clip(abs(qpos[3]), 0.0, 1.0))))
        found.append(Drift(solid.name, float(np.linalg.norm(moved - center)), degrees))
    return tuple(found)
