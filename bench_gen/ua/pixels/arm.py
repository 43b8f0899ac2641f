"""The pointing arm: a straight, thin ridge of what is the person's, from about a shoulder outward."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

# Lengths are shares of the body's height in the picture.
_REACH = np.linspace(0.07, 0.42, 15)  # along the arm
_BESIDE = 0.05  # where an arm has ended, sideways
_SHOULDERS_X, _SHOULDERS_Y = np.linspace(-0.14, 0.14, 7), np.linspace(0.14, 0.26, 4)
_STEP = 3  # degrees
_REFINE = (0.06, 0.04, 0.035)


@dataclass(frozen=True, eq=False)
class Ray:
    """Where the arm points: from `origin` along the unit vector `along`, (2,) each, in pixels; `strength`: no unit."""

    origin: NDArray[np.float64]
    along: NDArray[np.float64]
    strength: float

    def angle_to(self, quad: NDArray[np.float64]) -> float:
        """Degrees by which the ray misses a (N, 2) convex outline; 0 when it meets it."""
        offset = quad - self.origin
        cross = self.along[0] * offset[:, 1] - self.along[1] * offset[:, 0]
        angles = np.degrees(np.arctan2(cross, offset @ self.along))
        if (np.abs(angles) < 90).all() and angles.min() <= 0 <= angles.max():
            return 0.0
        return float(np.abs(angles).min())


Box = tuple[int, int, int, int]


def body_box(person: NDArray[np.float32]) -> Box | None:
    """Left, top, right, bottom of the upright column that holds most of the person; None when nobody is seen."""
    columns = cv2.blur(person.sum(axis=0)[None].astype(np.float32), (21, 1))[0]
    centre = int(np.argmax(columns))
    half = int(max(8, columns[centre] * 0.12))
    band = person[:, max(0, centre - half) : centre + half + 1].sum(axis=1)
    rows = np.nonzero(cv2.blur(band[:, None].astype(np.float32), (1, 5))[:, 0] > 0.15 * half)[0]
    if len(rows) < 20:
        return None
    run = max(np.split(rows, np.nonzero(np.diff(rows) > 12)[0] + 1), key=len)
    return centre - half, int(run[0]), centre + half, int(run[-1])


def pointing_ray(person: NDArray[np.float32], box: Box, places: list[NDArray[np.float64]]) -> Ray | None:
    """The strongest arm.

    Args:
        person: (H, W), 0 to 1: what is the person's and was not there in other poses.
        box: the body's column.
        places: (4, 2) outlines that may be pointed at; a direction that meets none counts for less than half.
    """
    height, centre = box[3] - box[1], (box[0] + box[2]) / 2
    if height < 20:
        return None
    smooth = cv2.GaussianBlur(person, (0, 0), max(0.8, height * 0.008))
    angles = np.radians(np.arange(0, 360, _STEP))
    along = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    shoulders = np.stack(np.meshgrid(centre + _SHOULDERS_X * height, box[1] + _SHOULDERS_Y * height), -1).reshape(-1, 2)
    points = shoulders[:, None, None] + along[None, :, None] * (_REACH * height)[None, None, :, None]
    sideways = np.stack([-along[:, 1], along[:, 0]], axis=1)[None, :, None] * (_BESIDE * height)
    on, left, right = (_sample(smooth, p) for p in (points, points + sideways, points - sideways))
    score = np.cumsum(on - 0.5 * (left + right) - 0.35 * (1 - on), axis=-1)
    # A hanging arm and a head are ridges too.
    from_down, from_up = (np.degrees(np.arccos(np.clip(sign * along[:, 1], -1, 1))) for sign in (1, -1))
    score = score * (np.clip((from_down - 14) / 12, 0, 1) * np.clip((from_up - 20) / 15, 0, 1))[None, :, None]
    if places:
        score = score * (0.45 + 0.55 * _meets(shoulders, along, places))[:, :, None]
    score = score * np.clip(0.35 + np.abs(points[..., 0] - centre) / (0.3 * height), 0, 1)
    best = np.unravel_index(int(np.argmax(score)), score.shape)
    strength = float(score[best])
    if strength <= 0:
        return None
    ray = Ray(shoulders[best[0]], along[best[1]], strength)
    return _refined(ray, smooth, float(_REACH[best[2]]) * height, height)


def _sample(image: NDArray[np.float32], points: NDArray[np.float64]) -> NDArray[np.float32]:
    flat = points.reshape(points.shape[0], -1, 2).astype(np.float32)
    values = cv2.remap(image, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(values.reshape(points.shape[:-1]))


def _meets(
    shoulders: NDArray[np.float64], along: NDArray[np.float64], places: list[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """(shoulders, directions), 0 to 1: whether some place lies that way."""
    meets = np.zeros((len(shoulders), len(along)))
    for quad in places:
        offset = quad.mean(axis=0) - shoulders
        distance = np.maximum(np.linalg.norm(offset, axis=1), 1.0)
        miss = np.degrees(np.arccos(np.clip(offset / distance[:, None] @ along.T, -1, 1)))
        radius = np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))) / 2
        tolerance = np.degrees(np.arctan(radius / distance)) * 0.6 + 2.5
        meets = np.maximum(meets, np.clip(1.6 - 0.6 * miss / tolerance[:, None], 0, 1))
    return meets


def _refined(ray: Ray, person: NDArray[np.float32], length: float, height: float) -> Ray:
    """The ray through the pixels of the arm, by their principal axis."""
    origin, along = ray.origin.astype(np.float64), ray.along
    rows, columns = np.nonzero(person > 0.35)
    points = np.stack([columns, rows], axis=1).astype(np.float64)
    for width in _REFINE:
        offset = points - origin
        far, aside = offset @ along, offset @ np.array([-along[1], along[0]])
        own = (far > 0.12 * height) & (far < length + 0.12 * height) & (np.abs(aside) < width * height)
        if own.sum() < 15:
            break
        weights = person[rows[own], columns[own]].astype(np.float64)
        centre = (points[own] * weights[:, None]).sum(axis=0) / weights.sum()
        spread = points[own] - centre
        values, vectors = np.linalg.eigh((spread * weights[:, None]).T @ spread)
        axis = vectors[:, 1] if vectors[:, 1] @ along > 0 else -vectors[:, 1]
        if values[1] < 6 * values[0] or axis @ along < 0.93:
            break
        along, origin = axis, centre - axis * ((centre - origin) @ axis)
    return Ray(origin, along, ray.strength)
