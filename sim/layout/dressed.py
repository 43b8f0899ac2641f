"""Check layouts with the very body that will be drawn, instead of the mannequin."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scenes.geometry import world_triangles
from sim.layout.person import Figure, Mannequin
from sim.layout.plan import Moment, Standing
from sim.user import PosedUser, UserBody

_EVERY = 37  # vertices a landmark
_STRIDE = 0.2  # phase of walking that openings show


class Dressed:
    """A `Person` that poses a `UserBody`; the floor that the body needs is the mannequin's."""

    def __init__(self, body: UserBody) -> None:
        self._body = body
        self._mannequin = Mannequin()

    def posed(self, moment: Moment, place: Standing, target: NDArray[np.float64] | None = None) -> PosedUser:
        """The body for a moment.

        Raises:
            sim.user.PoseError: when `target` cannot be pointed at naturally.
        """
        spot = (place.x, place.y, place.z)
        if moment == Moment.POINTING and target is not None:
            return self._body.point(spot, place.yaw, (float(target[0]), float(target[1]), float(target[2])))
        if moment == Moment.WALKING_UP:
            return self._body.walk(spot, place.yaw, _STRIDE)
        return self._body.stand(spot, place.yaw)

    def figure(self, moment: Moment, place: Standing, target: NDArray[np.float64] | None = None) -> Figure:
        """See `sim.layout.person.Person.figure`; raises like `posed`."""
        posed = self.posed(moment, place, target)
        triangles = world_triangles(posed.model, posed.pose)
        points = triangles.reshape(-1, 3)
        across = points @ place.pose[:3, 0]
        top = points[np.argmax(points[:, 1])]
        arms = [points[np.argmin(across)], points[np.argmax(across)], posed.elbow, posed.fingertip]
        return Figure(
            triangles=triangles,
            landmarks=points[::_EVERY],
            essentials=np.stack([top, posed.eye, *arms]),
            shoulders=np.stack([posed.shoulder, posed.shoulder]),
            pieces=self._mannequin.figure(Moment.STANDING, place).pieces,
        )
