"""Photographs with their screens in a known state: masks say where displays are, hands stay in front of them."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
_DARK = (14, 14, 16)
_SKIN_LOW, _SKIN_HIGH = (0, 133, 77), (255, 178, 132)  # YCrCb, the usual bounds for skin of any tone
_SMALLEST = 4e-4  # of the picture: less skin than that is no hand
_REACHES_IN = 0.2  # of a patch of skin that must lie off the displays


def prepared(
    photo: Image, masks: Mapping[str, NDArray[np.bool_]], glows: Mapping[str, tuple[int, int, int] | None]
) -> Image:
    """A photograph whose displays are lit in their glow or dark, fingers and hands kept.

    Args:
        photo: (H, W, 3) sRGB.
        masks: device to (H, W), where its display is.
        glows: device to the sRGB colour of its lit screen; None for a dark one.
    """
    out = photo.copy()
    displays = np.zeros(photo.shape[:2], bool)
    for mask in masks.values():
        displays |= mask
    hands = foreground(photo, displays)
    for device, mask in sorted(masks.items()):
        shown = mask & ~hands
        glow = glows.get(device)
        out[shown] = _DARK if glow is None else glow
        if glow is not None:
            out[shown & _lines(mask)] = tuple(int(0.35 * c) for c in glow)
    return out


def foreground(photo: Image, displays: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
    """(H, W) hands and arms: patches of skin large enough to be some, with their rims.

    Args:
        displays: (H, W), where displays are. A hand reaches in from outside: what lies on displays alone is a picture.
    """
    skin = cv2.inRange(cv2.cvtColor(photo, cv2.COLOR_RGB2YCrCb), np.array(_SKIN_LOW), np.array(_SKIN_HIGH))
    skin = cv2.morphologyEx(skin, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(skin, connectivity=8)
    areas = stats[:, cv2.CC_STAT_AREA]
    outside = np.bincount(labels[~displays].ravel(), minlength=count) if displays is not None else areas
    kept = [i for i in range(1, count) if areas[i] >= _SMALLEST * skin.size and outside[i] >= _REACHES_IN * areas[i]]
    hands = np.isin(labels, kept).astype(np.uint8)
    return np.asarray(cv2.dilate(hands, np.ones((3, 3), np.uint8)) > 0)


def _lines(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A few bars where a page would have text, so that a lit screen looks used and says nothing."""
    rows, columns = np.nonzero(mask)
    bars = np.zeros(mask.shape, bool)
    if not len(rows):
        return bars
    top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
    height, width = bottom - top, right - left
    for share in (0.25, 0.45, 0.65):
        y = int(top + share * height)
        bars[y : y + max(1, height // 16), int(left + 0.15 * width) : int(left + 0.85 * width)] = True
    return bars & mask
