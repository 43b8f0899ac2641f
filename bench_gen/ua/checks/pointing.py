"""Does the picture show whom the user points at?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from numpy.typing import NDArray

from bench_gen.ua.checks.registry import check, wrong
from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.pixels.arm import Ray
from bench_gen.ua.schema import ENGAGEMENT, ROLES, Finding, FrameRecord, Point
from bench_gen.ua.settings import AdmissionSettings


@check("pointing_visible", "in f2 to f9 fingertip and arm are in the picture, and the arm is not foreshortened")
def pointing_visible(pair: PairOnDisk, settings: AdmissionSettings) -> Iterator[Finding]:
    """The figure is the shortest arm in pixels."""
    shortest = float("inf")
    for role in ROLES:
        for number in ENGAGEMENT:
            frame = pair.frame(role, number)
            height, width = pair.instances(frame.state).shape
            user = frame.user
            if user.shoulder is None or user.fingertip is None or not user.fingertip_visible:
                yield wrong("the pointing hand cannot be seen", episode=role, frame=number)
                continue
            if not _inside(user.fingertip, width, height):
                yield wrong("the fingertip is outside the picture", episode=role, frame=number)
            arm = float(np.hypot(*np.subtract(user.fingertip, user.shoulder)))
            shortest = min(shortest, arm)
            if arm < settings.min_arm_pixels:
                cause = f"the arm is {arm:.0f} pixels long, at least {settings.min_arm_pixels:.0f} are needed"
                yield wrong(cause, episode=role, frame=number, figure=arm)
            elif arm < settings.min_arm_share * np.sqrt(user.pixels):
                cause = f"the arm is {arm:.0f} pixels long, little for a body of {user.pixels} pixels"
                yield wrong(cause, episode=role, frame=number, figure=arm)
    if np.isfinite(shortest):
        yield Finding(ok=True, figure=shortest)


@check("pointing_direction", "the arm points at the scripted device, in space and in the picture")
def pointing_direction(pair: PairOnDisk, settings: AdmissionSettings) -> Iterator[Finding]:
    """In space: at most `max_pointing_error` degrees. In the picture: of all candidates' screens, the ray from shoulder
    through fingertip passes nearest to the pointed one, on its way there it crosses no other, and it misses
    every other by `min_ray_gap` degrees, before and beyond. The figure is the largest angle.
    """
    largest = 0.0
    for role in ROLES:
        for number in ENGAGEMENT:
            frame = pair.frame(role, number)
            pointed = pair.script.episodes[role].frames[number - 1].pointed
            error = frame.user.pointing_error
            if error is None or error > settings.max_pointing_error:
                yield wrong(f"the arm misses {pointed} by {error} degrees", episode=role, frame=number, figure=error)
            else:
                largest = max(largest, error)
            nearest = _nearest_to_ray(frame, pair.script.candidates)
            if nearest is not None and nearest != pointed:
                yield wrong(f"in the picture the arm points at {nearest}, not {pointed}", episode=role, frame=number)
            crossed = _crossed(frame, pointed, pair.script.candidates)
            for other in crossed:
                yield wrong(f"in the picture the arm points at {pointed} across {other}", episode=role, frame=number)
            for other, gap in _gaps(frame, pointed, pair.script.candidates):
                if gap < settings.min_ray_gap and other not in crossed:
                    cause = f"in the picture the arm points past {other} by {gap:.1f} degrees only"
                    yield wrong(cause, episode=role, frame=number, figure=gap)
    yield Finding(ok=True, figure=largest)


def _nearest_to_ray(frame: FrameRecord, candidates: tuple[str, ...]) -> str | None:
    """The candidate whose screen centre is nearest to the image ray; None where arm or screens are unseen."""
    user = frame.user
    if user.shoulder is None or user.fingertip is None:
        return None
    centres = {
        device: np.mean(measure.corners, axis=0)
        for device, measure in frame.devices.items()
        if device in candidates and measure.corners is not None
    }
    origin = np.asarray(user.shoulder)
    along = np.asarray(user.fingertip) - origin
    if not centres or not np.linalg.norm(along):
        return None
    return min(sorted(centres), key=lambda device: _ray_distance(origin, along, centres[device]))


def _crossed(frame: FrameRecord, pointed: str | None, candidates: tuple[str, ...]) -> list[str]:
    """Candidates whose screen lies between the fingertip and the pointed screen's centre in the image."""
    corners = {d: m.corners for d, m in frame.devices.items() if d in candidates and m.corners is not None}
    if frame.user.fingertip is None or pointed not in corners:
        return []
    way = shapely.LineString([frame.user.fingertip, np.mean(corners[pointed], axis=0)])
    return [d for d in sorted(corners) if d != pointed and way.intersects(shapely.Polygon(corners[d]))]


def _gaps(frame: FrameRecord, pointed: str | None, candidates: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """Degrees in the image by which the ray from shoulder through fingertip misses each other candidate's screen."""
    user = frame.user
    if user.shoulder is None or user.fingertip is None or user.shoulder == user.fingertip:
        return
    along = np.subtract(user.fingertip, user.shoulder) / np.hypot(*np.subtract(user.fingertip, user.shoulder))
    ray = Ray(np.asarray(user.shoulder), along, 0.0)
    for device, measure in sorted(frame.devices.items()):
        if device in candidates and device != pointed and measure.corners is not None:
            yield device, ray.angle_to(np.asarray(measure.corners))


def _ray_distance(origin: NDArray[np.float64], along: NDArray[np.float64], point: NDArray[np.float64]) -> float:
    """Distance in pixels from a point to the half-line that starts at `origin`."""
    direction = along / np.linalg.norm(along)
    offset = point - origin
    forward = max(0.0, float(offset @ direction))
    return float(np.linalg.norm(offset - forward * direction))


def _inside(point: Point, width: int, height: int) -> bool:
    return 0 <= point[0] < width and 0 <= point[1] < height
