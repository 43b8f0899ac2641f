"""The pictures of the page: a frame as it is, and its classes in colour."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.schema import ROLES
from bench_gen.ua.sheet import paint_classes


def states_of(pair: PairOnDisk) -> list[str]:
    """The states of a pair's frames, sorted, each once."""
    return sorted({frame.state for role in ROLES for frame in pair.episode(role).frames})


def frame_png(pair: PairOnDisk, state: str) -> bytes:
    """The image that agents see.

    Raises:
        bench_gen.ua.disk.UnreadableFileError: when it is missing or broken.
    """
    return _png(pair.image(state))


def overlay_png(pair: PairOnDisk, state: str) -> bytes:
    """Every pixel in its class's colour; raises like `frame_png`."""
    return _png(paint_classes(pair, pair.instances(state)))


def frame_jpeg(pair: PairOnDisk, state: str, width: int) -> bytes:
    """The image, scaled down to `width`; raises like `frame_png`."""
    return _jpeg(_scaled(pair.image(state), width, cv2.INTER_AREA))


def overlay_jpeg(pair: PairOnDisk, state: str, width: int) -> bytes:
    """The classes, scaled down to `width`; raises like `frame_png`."""
    return _jpeg(_scaled(paint_classes(pair, pair.instances(state)), width, cv2.INTER_NEAREST))


def _scaled(picture: NDArray[np.uint8], width: int, how: int) -> NDArray[np.uint8]:
    height, own = picture.shape[:2]
    if own <= width:
        return picture
    return np.asarray(cv2.resize(picture, (width, round(height * width / own)), interpolation=how), np.uint8)


def _png(picture: NDArray[np.uint8]) -> bytes:
    return bytes(cv2.imencode(".png", picture[:, :, ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes())


def _jpeg(picture: NDArray[np.uint8]) -> bytes:
    return bytes(cv2.imencode(".jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())
