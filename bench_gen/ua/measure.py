"""What a frame shows, in numbers: screens and user measured in the image, for the construction record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bench_gen.ua.schema import DeviceMeasure, Point, UserMeasure
from sim.staging import FIRST_DEVICE_ID, USER_ID, PlacedDevice
from sim.world import Camera, Frame

FINGERTIP_WINDOW = 3 / 640  # of the image's width: a fingertip is a few pixels wide at three metres


@dataclass(frozen=True, eq=False)
class UserPoints:
    """The user's landmarks in the world, each (3,); `pointing_error` in degrees, None when not pointing."""

    eye: NDArray[np.float64]
    shoulder: NDArray[np.float64]
    fingertip: NDArray[np.float64]
    pointing_error: float | None


def measure_devices(frame: Frame, camera: Camera, devices: Sequence[PlacedDevice]) -> dict[str, DeviceMeasure]:
    """Each device's screen in the image; `devices` in the order that gave them their instance ids."""
    return {
        placed.device_id: _device(frame, camera, FIRST_DEVICE_ID + number, placed.screen_corners())
        for number, placed in enumerate(devices)
    }


def measure_user(frame: Frame, camera: Camera, points: UserPoints) -> UserMeasure:
    """The user's area and landmarks in the image."""
    eye, shoulder, fingertip = (
        _pixel(p) for p in camera.project(np.stack([points.eye, points.shoulder, points.fingertip]))
    )
    error = points.pointing_error
    return UserMeasure(
        pixels=int((frame.instance == USER_ID).sum()),
        eye=eye,
        shoulder=shoulder,
        fingertip=fingertip,
        fingertip_visible=_is_user_near(frame.instance, fingertip),
        pointing_error=None if error is None else round(error, 3),
    )


def _device(frame: Frame, camera: Camera, instance_id: int, corners: NDArray[np.float64]) -> DeviceMeasure:
    own = frame.instance == instance_id
    projected = camera.project(corners)
    if (projected[:, 2] <= 0).any():
        return DeviceMeasure(corners=None, pixels=int(own.sum()), screen_pixels=0, brightness=0.0)
    inside = np.zeros(frame.instance.shape, np.uint8)
    # A pixel's centre is at half-integers, OpenCV's at integers.
    cv2.fillConvexPoly(inside, np.round(projected[:, :2] - 0.5).astype(np.int32), 1)
    screen = own & (inside > 0)
    brightness = float(frame.color[screen].max(axis=1).mean() / 255) if screen.any() else 0.0
    a, b, c, d = (_rounded(p) for p in projected)
    return DeviceMeasure(
        corners=(a, b, c, d), pixels=int(own.sum()), screen_pixels=int(screen.sum()), brightness=round(brightness, 4)
    )


def _pixel(projected: NDArray[np.float64]) -> Point | None:
    return _rounded(projected) if projected[2] > 0 else None


def _rounded(projected: NDArray[np.float64]) -> Point:
    return (round(float(projected[0]), 2), round(float(projected[1]), 2))


def _is_user_near(instance: NDArray[np.uint16], point: Point | None) -> bool:
    if point is None:
        return False
    column, row = int(point[0]), int(point[1])
    if not (0 <= row < instance.shape[0] and 0 <= column < instance.shape[1]):
        return False
    reach = max(1, round(FINGERTIP_WINDOW * instance.shape[1]))
    window = instance[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
    return bool((window == USER_ID).any())
