"""Screens that are dark: black, filled quadrilaterals of the opening image."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bench_gen.ua.pixels.change import largest_channel

_BLACK = (0.16, 0.24, 0.32)  # of the largest channel, relative to the image's 95th percentile
_FILL = 0.72
_AREA = (2.5e-4, 0.12)  # of the image
_SLENDER = 4.5


def dark_quads(image: NDArray[np.uint8]) -> list[NDArray[np.float64]]:
    """(4, 2) corners of dark rectangles in a (H, W, 3) image, in pixels, largest first, none twice."""
    value = largest_channel(image).astype(np.float32)
    bright = max(float(np.percentile(value, 95)), 40.0)
    kernel = np.ones((5, 5), np.uint8)  # parts a screen from its pole
    found: list[tuple[float, NDArray[np.float64]]] = []
    for share in _BLACK:
        mask = cv2.morphologyEx((value < share * bright).astype(np.uint8), cv2.MORPH_OPEN, kernel)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            area = cv2.contourArea(contour)
            rectangle = cv2.minAreaRect(contour)
            short, long = sorted(rectangle[1])
            if not _AREA[0] <= area / value.size <= _AREA[1] or long > _SLENDER * max(short, 1.0):
                continue
            if area >= _FILL * short * long:
                found.append((area, np.asarray(cv2.boxPoints(rectangle), dtype=np.float64)))
    kept: list[NDArray[np.float64]] = []
    for area, quad in sorted(found, key=lambda pair: -pair[0]):
        centre = quad.mean(axis=0)
        if all(np.linalg.norm(other.mean(axis=0) - centre) > 0.4 * np.sqrt(area) for other in kept):
            kept.append(quad)
    return kept
