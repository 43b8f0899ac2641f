"""Where the user comes from and may sit down, and where the robot waits, in a composed shot."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.layout.compose import Composition
from sim.layout.frame import USER_CLEARANCE, Shot
from sim.layout.person import ROBOT_RADIUS, ROBOT_REACH, Mannequin
from sim.layout.plan import Moment, Role, Seat, Standing
from sim.layout.spots import Places, scattered

Points = NDArray[np.float64]

_WALK = (0.7, 2.2)  # metres from the opening station to the main one
_ROBOT_NEAR, _ROBOT_FAR = 1.0, 3.2  # metres between robot and user
_HANDS = 0.24  # metres from the robot's middle line that its hands and forearms need
_ROBOT_DEPTH = 1.7  # metres before the camera: nearer, it would fill the picture
_BORDER = 6  # pixels
_TRIES = 150
_TOWARDS = 0.1  # least cosine, on the plan, between the way in and the camera, from which the face shows
_SEAT_DEPTH, _SEAT_BORDER = 1.0, 10  # metres before the camera, pixels
_SEAT_SIDE = -0.2  # least cosine, on the plan, between where the sitter faces and the camera


def way_in(places: Places, composition: Composition, rng: np.random.Generator) -> Standing | None:
    """A station from which the user walks straight to the main one, in the image and beside every candidate screen.

    Of those found, one that shows the face rather than the back, and of these the furthest from the image's border.
    """
    floor, user, camera = places.floor(USER_CLEARANCE), composition.user, composition.shot.camera
    walkable = floor.buffer(1e-3)
    mannequin = Mannequin()
    boxes = np.array([c.box for c in composition.choices if c.member.role == Role.CANDIDATE])
    best: tuple[bool, float, Standing] | None = None
    eye = camera.pose[[0, 2], 3]
    spots = np.round(scattered(floor, _TRIES, rng), 4)
    for x, z in spots[_pictured(composition, np.insert(spots, 1, user.y, axis=1))]:
        distance = float(np.hypot(x - user.x, z - user.z))
        if not _WALK[0] <= distance <= _WALK[1]:
            continue
        if not walkable.covers(shapely.LineString([(x, z), (user.x, user.z)])):
            continue
        place = Standing(float(x), user.y, float(z), round(float(np.arctan2(x - user.x, z - user.z)), 4))
        figure = mannequin.figure(Moment.WALKING_UP, place)
        ends = camera.project(figure.essentials)
        low, high = ends[:, :2].min(axis=0), ends[:, :2].max(axis=0)
        margin = float(min(low[0], low[1], camera.width - high[0], camera.height - high[1]))
        if (ends[:, 2] < 0.8).any() or margin < _BORDER:
            continue
        if ((boxes[:, 0] < high[0] + _BORDER) & (boxes[:, 2] > low[0] - _BORDER)).any():
            continue
        ahead, towards = np.array([user.x - x, user.z - z]), eye - [x, z]
        faces = bool(ahead @ towards > _TOWARDS * distance * np.linalg.norm(towards))
        if best is None or (faces, margin) > best[:2]:
            best = faces, margin, place
    return best[2] if best else None


def _pictured(composition: Composition, feet: Points) -> NDArray[np.bool_]:
    """Whether a head and a waist over (N, 3) floor points would be in the image at all."""
    camera = composition.shot.camera
    found = np.ones(len(feet), bool)
    for height in (0.85, 1.72):
        pixel = camera.project(feet + np.array([0.0, height, 0.0]))
        found &= (pixel[:, 2] > 0.8) & (pixel[:, :2] >= 0).all(axis=1)
        found &= (pixel[:, 0] <= camera.width) & (pixel[:, 1] <= camera.height)
    return found


def pictured_seats(places: Places, shot: Shot) -> list[Seat]:
    """Seats whose sitter would be in the picture and show more front than back, nearest to its middle first."""
    found: list[tuple[float, Seat]] = []
    camera, eye = shot.camera, shot.camera.pose[:3, 3]
    for seat in places.seats:
        at, ahead = seat.place.position, -seat.place.pose[:3, 2]
        up = np.array([0.0, 1.0, 0.0])
        knees, head = at + 0.5 * ahead, at + 0.85 * up
        pixels = camera.project(np.stack([head, at, knees]))
        xy = pixels[:, :2]
        if (pixels[:, 2] < _SEAT_DEPTH).any() or (xy < _SEAT_BORDER).any():
            continue
        if (xy > np.array([camera.width, camera.height]) - _SEAT_BORDER).any():
            continue
        towards = (eye - at)[[0, 2]]
        if towards @ ahead[[0, 2]] < _SEAT_SIDE * np.hypot(*towards):
            continue
        if places.blockers.blocked(shot.lens, np.stack([head, (at + head) / 2, knees + 0.1 * up])).any():
            continue
        found.append((abs(float(xy[:, 0].mean()) - camera.width / 2), seat))
    return [seat for _, seat in sorted(found, key=lambda f: f[0])]


def robot_spot(
    places: Places, composition: Composition, opening: Standing, rng: np.random.Generator
) -> Standing | None:
    """Free floor from which the robot faces the user, beside everything that must be seen; in view when possible."""
    user, camera, watcher = composition.user, composition.shot.camera, composition.shot.place
    eye = np.array(camera.pose[[0, 2], 3])
    stations = [np.array([s.x, s.z]) for s in (user, opening)]
    screens = [c.center[[0, 2]] for c in composition.choices if c.member.role == Role.CANDIDATE]
    sight = shapely.union_all([shapely.LineString([eye, s]) for s in screens])
    sight = sight.union(shapely.union_all([shapely.LineString([eye, s]).buffer(0.3) for s in stations]))
    footprints = shapely.union_all([c.outline for c in composition.choices])
    body_box = composition.shot.body_box
    open_floor = places.floor(0.0).buffer(0.02)
    fallback: Standing | None = None
    for at in np.round(scattered(places.floor(ROBOT_RADIUS + 0.02), _TRIES, rng), 4):
        spot = shapely.Point(at)
        if not _ROBOT_NEAR <= np.linalg.norm(at - stations[0]) <= _ROBOT_FAR:
            continue
        if np.linalg.norm(at - stations[1]) < 0.65 or np.hypot(*(at - [watcher.x, watcher.z])) < _ROBOT_DEPTH:
            continue
        towards = (stations[0] - at) / np.linalg.norm(stations[0] - at)
        body = (
            shapely.LineString([at, at + (ROBOT_REACH - _HANDS) * towards])
            .buffer(_HANDS)
            .union(spot.buffer(ROBOT_RADIUS))
        )
        if footprints.distance(body) < 0.08 or sight.intersects(body) or not open_floor.covers(body):
            continue
        heights, good = places.ground(at[None])
        if not good[0]:
            continue
        yaw = round(float(np.arctan2(at[0] - user.x, at[1] - user.z)), 4)
        place = Standing(float(at[0]), round(float(heights[0]), 4), float(at[1]), yaw)
        pixel = camera.project((place.position + np.array([0.0, 0.9, 0.0]))[None])[0]
        behind = body_box[0] - 25 <= pixel[0] <= body_box[2] + 25
        if pixel[2] > 0.5 and 40 <= pixel[0] <= camera.width - 40 and not behind:
            return place
        fallback = fallback or place
    return fallback
