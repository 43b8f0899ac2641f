"""Check layouts with the very body that will be drawn, instead of the mannequin."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scenes.geometry import world_triangles
from sim.layout.person import Figure, Mannequin, lifted, tube
from sim.layout.plan import Moment, Seat, Standing
from sim.user import PosedUser, UserBody

_EVERY = 37  # vertices a landmark
_STRIDE = 0.2  # phase of walking that openings show


class Dressed:
    """A `Person` that poses a `UserBody`; the floor that the body needs is the mannequin's."""

    def __init__(self, body: UserBody) -> None:
        self._body = body
        self._mannequin = Mannequin()

    def posed(
        self, moment: Moment, place: Standing | Seat, target: NDArray[np.float64] | None = None, *, variation: int = 0
    ) -> PosedUser:
        """The body for a moment: on a seat for `Moment.SEATED`, on the floor for the others.

        `variation` picks among ways of standing at ease, which differ by under 6 cm at the feet.

        Raises:
            sim.user.PoseError: when `target` cannot be pointed at naturally.
        """
        if isinstance(place, Seat):
            at = place.place
            return self._body.sit((at.x, at.y, at.z), at.yaw, floor=place.floor)
        spot = (place.x, place.y, place.z)
        if moment == Moment.POINTING and target is not None:
            return self._body.point(spot, place.yaw, (float(target[0]), float(target[1]), float(target[2])))
        if moment == Moment.WALKING_UP:
            return self._body.walk(spot, place.yaw, _STRIDE)
        return self._body.stand(spot, place.yaw, variation=variation)

    def figure(self, moment: Moment, place: Standing | Seat, target: NDArray[np.float64] | None = None) -> Figure:
        """See `sim.layout.person.Person.figure`; raises like `posed`."""
        posed = self.posed(moment, place, target)
        triangles = world_triangles(posed.model, posed.pose)
        points = triangles.reshape(-1, 3)
        sideways = posed.pose[:3, 0]
        across = points @ sideways
        top = points[np.argmax(points[:, 1])]
        arms = [points[np.argmin(across)], points[np.argmax(across)], posed.elbow, posed.fingertip]
        if isinstance(place, Seat):  # both hands lie on the lap alike: the other one is the mirrored one
            middle = place.place.position
            arms.append(posed.fingertip - 2 * ((posed.fingertip - middle) @ sideways) * sideways)
            landmarks = evenly(triangles, len(points) // _EVERY)
            pieces = lifted([tube(c[:3], c[3:6], c[6]).reshape(-1, 3) for c in posed.capsules], place.floor)
        else:
            landmarks = points[::_EVERY]
            pieces = self._mannequin.figure(Moment.STANDING, place).pieces
        return Figure(
            triangles=triangles,
            landmarks=landmarks,
            essentials=np.stack([top, posed.eye, *arms]),
            shoulders=np.stack([posed.shoulder, posed.shoulder]),
            hands=np.stack([posed.fingertip, posed.fingertip]),
            pieces=pieces,
        )


def evenly(triangles: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """(count, 3) middles of (N, 3, 3) triangles at equal steps of surface: a head has most of a body's vertices."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    surface = np.cumsum(np.linalg.norm(across, axis=1))
    steps = (np.arange(count) + 0.5) / count * surface[-1]
    return np.asarray(triangles[np.searchsorted(surface, steps)].mean(axis=1))
