"""Decoding the image formats that glTF allows: PNG, JPEG and KTX2 with a Basis Universal payload.

Sources: glTF 2.0 section 3.8.3; KHR_texture_basisu (KTX2, ETC1S or UASTC).
"""

from __future__ import annotations

import hashlib
import io
import weakref
from collections.abc import Callable

import numpy as np
import opengl_basisu
from numpy.typing import NDArray
from PIL import Image

from assets.errors import InputError
from assets.model import Texture
from scenes.glb.container import Document

MAX_PIXELS = 8192 * 8192
MAX_SIDE = 1024
"""Larger images are reduced to this, a KTX2 file by taking its own smaller level: a frame of 640x480 shows no more,
and a scene of a hundred 2048-pixel textures would take 1.6 GB."""

_live: weakref.WeakValueDictionary[str, Texture] = weakref.WeakValueDictionary()


def load_texture(document: Document, index: object, key: str | None, data: bytes, where: str) -> Texture:
    """The texture in encoded `data`, shared with every other asset in memory that holds the same bytes.

    Args:
        document: for messages.
        index: image index, for messages.
        key: identity that the file itself states; None takes the SHA-256 of the bytes.
        data: a whole PNG, JPEG or KTX2 file.
        where: field name, for messages.

    Raises:
        InputError: when it is none of those formats, is damaged, or is over `MAX_PIXELS`.
    """
    digest = hashlib.sha256(data).hexdigest()
    found = _live.get(digest)
    if found is None or (key is not None and found.key != key):
        found = Texture(_decode(document, data, f"{where} (image {index})", MAX_SIDE), key or digest)
        _live[digest] = found
    return found


def mean_color(document: Document, data: bytes, where: str) -> NDArray[np.float64]:
    """Mean RGBA of an encoded image, (4,), 0 to 1, without colour-space conversion."""
    pixels = _decode(document, data, where, 64)
    return np.asarray(pixels.reshape(-1, 4).mean(axis=0) / 255.0)


def _decode(document: Document, data: bytes, where: str, side: int) -> NDArray[np.uint8]:
    """(H, W, 4) uint8 pixels, top row first, neither side over `side`."""

    def fail(what: str) -> InputError:
        return document.fail(where, what, "a PNG, JPEG or Basis Universal KTX2 image of at most 8192 x 8192")

    if opengl_basisu.container_of(data[:16]) == "ktx2":
        return _decode_ktx2(data, side, fail)
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            if image.width * image.height > MAX_PIXELS:
                raise fail(f"{image.width} x {image.height} pixels")
            rgba = image.convert("RGBA")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise fail(f"cannot be decoded ({error})") from error
    if max(rgba.size) > side:
        scale = side / max(rgba.size)
        size = max(1, round(rgba.width * scale)), max(1, round(rgba.height * scale))
        rgba = rgba.resize(size, Image.Resampling.BOX)
    return np.asarray(rgba, dtype=np.uint8)


def _decode_ktx2(data: bytes, side: int, fail: Callable[[str], InputError]) -> NDArray[np.uint8]:
    try:
        texture = opengl_basisu.open(data)
        if texture.width * texture.height > MAX_PIXELS or texture.faces != 1 or texture.layers != 1:
            raise fail(f"{texture.width} x {texture.height} pixels, {texture.faces} faces, {texture.layers} layers")
        level = 0
        while level + 1 < texture.levels and max(texture.level_size(level)) > side:
            level += 1
        pixels = texture.transcode("rgba8", level=level).data
    except (opengl_basisu.BasisuError, ValueError) as error:
        raise fail(f"cannot be decoded ({error})") from error
    step = -(-max(pixels.shape[:2]) // side)
    if step > 1:
        reduced = Image.fromarray(np.ascontiguousarray(pixels, dtype=np.uint8)).reduce(step)
        return np.asarray(reduced, dtype=np.uint8)
    return np.asarray(pixels, dtype=np.uint8)
