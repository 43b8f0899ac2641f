"""What differs between two images from one fixed camera, and which of it looks like the person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

_SHADOW_WEIGHT = 0.8  # a grey sleeve before a grey wall changes like a shadow does
_LIGHTNESS_BINS, _CHROMA_BINS = 12, 32
_EVIDENCE = 4.0  # natural log, either way


@dataclass(frozen=True, eq=False)
class Change:
    """Difference of two images, all (H, W).

    Attributes:
        amount: largest channel difference, 0 to 255.
        shadow: whether all channels changed by one factor, as they do where a shadow comes or goes.
    """

    amount: NDArray[np.float32]
    shadow: NDArray[np.bool_]

    @property
    def weight(self) -> NDArray[np.float32]:
        """0 (same) to 1 (surely something else), shadows counting a little less."""
        sure = np.clip((self.amount - 2) / 10, 0, 1)
        return np.asarray(sure * np.where(self.shadow, _SHADOW_WEIGHT, 1.0), dtype=np.float32)


def change(image: NDArray[np.uint8], other: NDArray[np.uint8]) -> Change:
    """How (H, W, 3) images differ, after a blur of one pixel against edges that shimmer."""
    a, b = (cv2.GaussianBlur(picture, (3, 3), 0).astype(np.float32) for picture in (image, other))
    red, green, blue = cv2.split((a + 4) / (b + 4))
    mean = (red + green + blue) / 3
    spread = (cv2.max(cv2.max(red, green), blue) - cv2.min(cv2.min(red, green), blue)) * np.minimum(1, 1 / mean)
    return Change(largest_channel(cv2.absdiff(a, b)), (mean > 0.35) & (mean < 2.8) & (spread < 0.08))


def largest_channel(image: NDArray[Any]) -> NDArray[Any]:
    """(H, W) the largest of three channels: many times faster than a reduction over a short last axis."""
    red, green, blue = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(red, green), blue))


def person_likelihood(
    image: NDArray[np.uint8], first: NDArray[np.uint8], difference: Change, ignored: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """(H, W) from 0 to 1: how much a changed pixel's colour is the person's rather than the room's.

    The person is in both images, in two places: colours that are commoner where something changed than elsewhere are
    theirs. That tells where they are now from where they were in `first`.
    """
    now, then = _colour_codes(image), _colour_codes(first)
    moved = (difference.amount > 8) & ~difference.shadow & ~ignored
    still = (difference.amount < 3) & ~ignored
    person = _histogram(np.concatenate([now[moved], then[moved]]))
    room = _histogram(np.concatenate([now[still], then[still]]))
    evidence = np.clip(np.log((person + 2e-5) / (room + 2e-5)), -_EVIDENCE, _EVIDENCE)
    return np.asarray(np.clip(0.5 + (evidence[now] - 0.4 * evidence[then]) / 3, 0, 1), dtype=np.float32)


def _colour_codes(image: NDArray[np.uint8]) -> NDArray[np.int32]:
    lab = cv2.cvtColor(image, cv2.COLOR_RGB2Lab).astype(np.int32)
    lightness = lab[..., 0] * _LIGHTNESS_BINS // 256
    a, b = (np.clip((lab[..., i] - 128) // 4 + _CHROMA_BINS // 2, 0, _CHROMA_BINS - 1) for i in (1, 2))
    return np.asarray((lightness * _CHROMA_BINS + a) * _CHROMA_BINS + b, dtype=np.int32)


def _histogram(codes: NDArray[np.int32]) -> NDArray[np.float32]:
    counts = np.bincount(codes, minlength=_LIGHTNESS_BINS * _CHROMA_BINS**2).astype(np.float32)
    planes = counts.reshape(_LIGHTNESS_BINS, _CHROMA_BINS, _CHROMA_BINS)
    smooth = np.stack([cv2.GaussianBlur(plane, (0, 0), 0.8) for plane in planes])
    return np.asarray(smooth.ravel() / max(1.0, float(smooth.sum())), dtype=np.float32)
