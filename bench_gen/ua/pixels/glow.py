"""Lit screens: patches that shine in a glow's hue where the first image, taken while all screens were dark, did not."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from bench_gen.ua.pixels.change import largest_channel

_SHINE = 0.75  # of the largest channel: pages glow at about 0.95 by day and by night, surfaces rarely reach 0.85
_FULL_SHINE, _FULL_SHARE = 0.9, 0.25
_SATURATION = 0.30
_HUE = 12.0  # degrees; hues of a roster lie at least 40 apart
_CHANGE = 40
_FILL = 0.45  # of the smallest rectangle around it: text on a page leaves holes
_AREA = 1e-4  # of the image: 31 pixels at 640x480


def lit_screens(
    image: NDArray[np.uint8], dark: NDArray[np.uint8], hues: Mapping[str, float]
) -> dict[str, NDArray[np.float64]]:
    """The screens that glow.

    Args:
        image, dark: (H, W, 3) sRGB; `dark` is the same view with all screens dark.
        hues: device to the hue of its glow in degrees.

    Returns:
        Device to the (4, 2) corners of the rectangle around its screen, in pixels (x right, y down).
    """
    change = largest_channel(cv2.absdiff(image, dark))
    hsv = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_RGB2HSV)
    shining = (hsv[..., 1] >= _SATURATION) & (hsv[..., 2] >= _SHINE) & (change > _CHANGE)
    found: dict[str, NDArray[np.float64]] = {}
    for device, hue in sorted(hues.items()):
        apart = np.abs((hsv[..., 0] - hue + 180) % 360 - 180)
        patch = _largest_patch(shining & (apart <= _HUE), hsv[..., 2])
        if patch is not None:
            found[device] = patch
    return found


def _largest_patch(mask: NDArray[np.bool_], value: NDArray[np.float32]) -> NDArray[np.float64] | None:
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    for label in sorted(range(1, count), key=lambda i: -int(stats[i, cv2.CC_STAT_AREA])):
        area = int(stats[label, cv2.CC_STAT_AREA])
        if area < _AREA * mask.size:
            return None
        x, y, w, h = (int(v) for v in stats[label, :4])
        own = labels[y : y + h, x : x + w] == label
        rows, columns = np.nonzero(own)
        rectangle = cv2.minAreaRect(np.stack([columns + x, rows + y], axis=1).astype(np.float32))
        fill = area / ((rectangle[1][0] + 1) * (rectangle[1][1] + 1))
        if fill >= _FILL and (value[y : y + h, x : x + w][own] > _FULL_SHINE).mean() >= _FULL_SHARE:
            return np.asarray(cv2.boxPoints(rectangle), dtype=np.float64)
    return None
