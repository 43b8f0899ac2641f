"""Pictures as bytes, and smaller."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def scaled(picture: Image, width: int, how: int = cv2.INTER_AREA) -> Image:
    """A (H, W, 3) picture scaled down to `width`; one that is no wider stays as it is."""
    height, own = picture.shape[:2]
    if own <= width:
        return picture
    return np.asarray(cv2.resize(picture, (width, round(height * width / own)), interpolation=how), np.uint8)


def png(picture: Image, compression: int | None = None) -> bytes:
    """PNG bytes of a (H, W, 3) sRGB picture; `compression` is 0 to 9, by default OpenCV's."""
    options = [] if compression is None else [cv2.IMWRITE_PNG_COMPRESSION, compression]
    return bytes(cv2.imencode(".png", picture[:, :, ::-1], options)[1].tobytes())


def jpeg(picture: Image, quality: int) -> bytes:
    """JPEG bytes of a (H, W, 3) sRGB picture; `quality` is 1 to 95."""
    return bytes(cv2.imencode(".jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())
