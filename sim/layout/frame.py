"""Cameras and stations: what the observer could look from, and where the user could stand before it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assets.devices.device import Device
from sim.layout.person import BODY_RADIUS, ROBOT_EYE, ROBOT_RADIUS, Mannequin
from sim.layout.plan import Moment, Standing, Viewpoint
from sim.layout.spots import Places, footprints, scattered
from sim.world import Camera, look_at, upright

Points = NDArray[np.float64]

USER_CLEARANCE = BODY_RADIUS + 0.05
_TALL, _SHORT = 0.80, 0.46  # share of the image height that the user may fill, with room for the checks' 35 to 85 %
_USER_HEIGHT = 1.72
_FARTHEST = 4.2
_TILT = np.radians(18)  # a camera's own hinge
_ASIDE = 0.45  # share of the half view by which the user may be off its middle
_STATIONS = 10  # stations tried for each camera
_FOREGROUND = 0.66  # share of the way to the user
_ROBOT_HFOV = 75.0


@dataclass(frozen=True, eq=False)
class Shot:
    """One camera and one station of the user.

    Attributes:
        observer: option of the observer that is used; None for the robot.
        place, support: where the observer stands and on what.
        view: its camera.
        user: (3,) floor point of the user.
    """

    observer: Device | None
    place: Standing
    support: str
    view: Viewpoint
    user: Points

    @cached_property
    def camera(self) -> Camera:
        """The camera at the benchmark's image size."""
        return self.view.camera()

    @property
    def lens(self) -> Points:
        """(3,) where sight begins: the camera's near distance before its eye."""
        return np.asarray(self.camera.pose[:3, 3] - self.camera.near * self.camera.pose[:3, 2])

    @cached_property
    def body_box(self) -> Points:
        """(4,) pixels around the standing user, arms down: left, top, right, bottom."""
        x, y, z = (float(v) for v in self.user)
        figure = Mannequin().figure(Moment.STANDING, Standing(x, y, z, self.place.yaw + np.pi))
        xy = self.camera.project(figure.triangles.reshape(-1, 3))[:, :2]
        return np.concatenate([xy.min(axis=0), xy.max(axis=0)])


def shots(places: Places, options: tuple[Device, ...], count: int, rng: np.random.Generator) -> list[Shot]:
    """Shots in which nothing of the scene stands between camera and user, roughly the emptiest foregrounds first.

    Args:
        places: the region.
        options: builds of the observer; none means that the robot looks.
        count: observer places to try.
        rng: where randomness comes from.
    """
    stations = scattered(places.floor(USER_CLEARANCE), 160, rng)
    if not len(stations):
        return []
    found: list[Shot] = []
    for device in options or (None,):
        positions, normals, supports, outlines = _observer_places(places, device, rng)
        if not len(positions):
            continue
        hfov = _ROBOT_HFOV if device is None else float(device.spec.camera_hfov or 70.0)
        for index in rng.permutation(len(positions))[:count]:
            for station in rng.permutation(len(stations))[:_STATIONS]:
                shot = _shot(device, positions[index], normals[index], supports[index], stations[station], hfov, rng,
                             places.region.floor)  # fmt: skip
                if shot is None:
                    continue
                outline = outlines[index]
                if device is not None and outline is not None:
                    rectangle = footprints(device, shot.place.position[None], np.array([shot.place.yaw]))[0]
                    if not outline.covers(rectangle):
                        continue
                found.append(shot)
    seen = [shot for shot in found if _sees(places, shot)]
    crowds = np.array([crowd(places, shot) for shot in seen]) + rng.uniform(0, 0.2, len(seen))
    return [seen[i] for i in np.argsort(crowds, kind="stable")]


def _observer_places(
    places: Places, device: Device | None, rng: np.random.Generator
) -> tuple[Points, Points, tuple[str, ...], NDArray[np.object_]]:
    if device is not None:
        spots = places.spots(device)
        return spots.positions, spots.normals, spots.supports, spots.outlines
    plan = np.round(scattered(places.floor(ROBOT_RADIUS + 0.02), 60, rng), 4)
    heights, good = places.ground(plan)
    found = np.insert(plan, 1, np.round(heights, 4), axis=1)[good]
    return found, np.zeros((len(found), 2)), ("floor",) * len(found), np.full(len(found), None, object)


def _shot(
    device: Device | None, position: Points, normal: Points, support: str, station: Points, hfov: float,
    rng: np.random.Generator, floor: float,
) -> Shot | None:  # fmt: skip
    half = np.tan(np.radians(hfov) / 2)
    nearest, farthest = (_USER_HEIGHT / (2 * 0.75 * half * share) for share in (_TALL, _SHORT))
    away = station - position[[0, 2]]
    distance = float(np.hypot(*away))
    if not max(1.5, nearest) <= distance <= min(_FARTHEST, farthest):
        return None
    bearing = np.arctan2(-away[0], -away[1])
    aside = np.arctan(_ASIDE * half)
    if normal.any():
        yaw = float(np.arctan2(-normal[0], -normal[1]))
        if abs((bearing - yaw + np.pi) % (2 * np.pi) - np.pi) > aside:
            return None
    else:
        yaw = float(bearing + rng.uniform(-aside, aside))
    place = Standing(*(round(float(v), 4) for v in (*position, yaw)))
    if device is None:
        eye = (upright(place.x, place.y + ROBOT_EYE, place.z, place.yaw) @ np.array([0.0, 0.0, -0.16, 1.0]))[:3]
    else:
        assert device.camera_pose is not None, device.spec.name
        eye = (place.pose @ device.camera_pose)[:3, 3]
    tilt = np.clip(np.arctan2(floor + 0.92 - eye[1], distance), -_TILT, _TILT)
    ahead = np.array([-np.sin(place.yaw) * np.cos(tilt), np.sin(tilt), -np.cos(place.yaw) * np.cos(tilt)])
    pose = np.round(look_at(eye, eye + ahead), 6)
    view = Viewpoint(tuple(float(v) for v in pose.ravel()), hfov)
    return Shot(
        device, place, support, view, np.array([round(float(station[0]), 4), floor, round(float(station[1]), 4)])
    )


def _sees(places: Places, shot: Shot) -> bool:
    """Whether head, chest, hips and shins of a user at the station are in sight."""
    across = shot.camera.pose[:3, 0]
    points = shot.user + np.array([[0, y, 0] for y in (0.25, 0.6, 0.95, 1.3, 1.6)])
    points = np.concatenate([points, points[2:4] + 0.22 * across, points[2:4] - 0.22 * across])
    return bool(places.blockers.blocked(shot.lens, points).sum() <= (shot.observer is not None))


def crowd(places: Places, shot: Shot) -> float:
    """Share of the picture that is filled by what stands nearer than two thirds of the way to the user, 0 to 1."""
    camera = shot.camera
    u, v = np.meshgrid((np.arange(12) + 0.5) / 12 * 2 - 1, 1 - (np.arange(9) + 0.5) / 9 * 2)
    half = np.tan(np.radians(camera.hfov) / 2)
    ways = np.stack([u.ravel() * half, v.ravel() * half * camera.height / camera.width, -np.ones(u.size)], axis=1)
    ways = ways @ camera.pose[:3, :3].T
    distance, owner = places.blockers.first(np.broadcast_to(shot.lens, ways.shape), ways)
    away = float(np.hypot(*(shot.user - shot.lens)[[0, 2]]))
    return float(((owner >= 0) & (distance < _FOREGROUND * away)).mean())
