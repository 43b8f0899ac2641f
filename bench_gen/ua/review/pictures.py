"""The pictures of the page: a frame as it is, and its classes in colour."""

from __future__ import annotations

import cv2

from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.images import jpeg, png, scaled
from bench_gen.ua.schema import ROLES
from bench_gen.ua.sheet import paint_classes

_FAST, _QUALITY = 1, 85  # of PNG compression, on loopback; of JPEG


def states_of(pair: PairOnDisk) -> list[str]:
    """The states of a pair's frames, sorted, each once."""
    return sorted({frame.state for role in ROLES for frame in pair.episode(role).frames})


def frame_png(pair: PairOnDisk, state: str) -> bytes:
    """The image that agents see.

    Raises:
        bench_gen.ua.disk.UnreadableFileError: when it is missing or broken.
    """
    return png(pair.image(state), _FAST)


def overlay_png(pair: PairOnDisk, state: str) -> bytes:
    """Every pixel in its class's colour; raises like `frame_png`."""
    return png(paint_classes(pair, pair.instances(state)), _FAST)


def frame_jpeg(pair: PairOnDisk, state: str, width: int) -> bytes:
    """The image, scaled down to `width`; raises like `frame_png`."""
    return jpeg(scaled(pair.image(state), width), _QUALITY)


def overlay_jpeg(pair: PairOnDisk, state: str, width: int) -> bytes:
    """The classes, scaled down to `width`; raises like `frame_png`."""
    return jpeg(scaled(paint_classes(pair, pair.instances(state)), width, cv2.INTER_NEAREST), _QUALITY)
