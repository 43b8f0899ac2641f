"""Which device is where: by its glow once it was lit, before that by elimination and by its kind's usual size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from bench_gen.ua.pixels.arm import Ray

# Square root of a usual screen area in metres, by words of a category; general knowledge, not the catalogue's figures.
_USUAL_SIZE = {
    "tv": 0.75,
    "television": 0.75,
    "desktop": 0.43,
    "monitor": 0.43,
    "laptop": 0.26,
    "photo": 0.22,
    "smart": 0.22,
    "tablet": 0.21,
    "reader": 0.13,
    "console": 0.11,
    "phone": 0.10,
    "thermostat": 0.08,
}
_DEFAULT_SIZE = 0.25
_UPRIGHT = ("phone", "reader")  # usually taller than wide
_WRONG_WAY = 0.7  # of natural log of size
_PIXELS_PER_METRE = 0.25  # of the image's width: what a screen three metres away shows
_NEAR = 10.0  # degrees within which a ray can mean a place
_UNSURE = 3.0  # degrees that a place without a name is put behind those with one


def usual_size(category: str) -> float:
    """Square root of the usual screen area of a category, metres."""
    words = category.lower().replace("-", " ").split()
    return next((_USUAL_SIZE[word] for word in words if word in _USUAL_SIZE), _DEFAULT_SIZE)


def meant(
    ray: Ray,
    named: Mapping[str, NDArray[np.float64]],
    unnamed: Sequence[NDArray[np.float64]],
    categories: Mapping[str, str],
    width: int,
) -> str | None:
    """The device that a ray points at.

    Args:
        ray: the arm's.
        named: outlines of screens that were lit before.
        unnamed: outlines of dark screens of which nobody knows whose they are.
        categories: of all devices that may be meant.
        width: the image's, in pixels.
    """
    best = min(((ray.angle_to(quad), _distance(ray, quad), name) for name, quad in sorted(named.items())), default=None)
    left = sorted(set(categories) - set(named))
    if left:
        dark = [(ray.angle_to(quad) + _UNSURE, _distance(ray, quad), index) for index, quad in enumerate(unnamed)]
        miss, _, index = min(dark, default=(180.0, 0.0, -1))
        if best is None or min(miss, _NEAR) < best[0]:
            if miss >= _NEAR + _UNSURE:
                return left[0]
            costs = _costs(unnamed, left, named, categories, width)
            quads, devices = linear_sum_assignment(costs)
            given = dict(zip(quads.tolist(), devices.tolist(), strict=True))
            return left[given.get(index, int(np.argmin(costs[index])))]
    return None if best is None else best[2]


def _costs(
    quads: Sequence[NDArray[np.float64]],
    left: list[str],
    named: Mapping[str, NDArray[np.float64]],
    categories: Mapping[str, str],
    width: int,
) -> NDArray[np.float64]:
    """(quads, devices): how badly a dark screen's size and shape fit what a device of that category usually has."""
    scales = [np.log(_extent(q) / usual_size(categories[name])) for name, q in named.items() if name in categories]
    scale = float(np.mean([*scales, np.log(_PIXELS_PER_METRE * width)]))
    costs = np.zeros((len(quads), len(left)))
    for row, quad in enumerate(quads):
        for column, name in enumerate(left):
            size = abs(np.log(_extent(quad) / usual_size(categories[name])) - scale)
            upright = any(word in categories[name].lower() for word in _UPRIGHT)
            costs[row, column] = size + _WRONG_WAY * (upright != _is_upright(quad))
    return costs


def _is_upright(quad: NDArray[np.float64]) -> bool:
    """Whether a rectangle's longer side is nearer to the vertical."""
    sides = np.diff(quad[[0, 1, 2]], axis=0)
    longer = sides[int(np.argmax(np.linalg.norm(sides, axis=1)))]
    return bool(abs(longer[1]) > abs(longer[0]))


def _extent(quad: NDArray[np.float64]) -> float:
    return max(1.0, float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32))))))


def _distance(ray: Ray, quad: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(quad.mean(axis=0) - ray.origin))
