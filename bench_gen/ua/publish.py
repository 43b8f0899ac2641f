"""Put a pair's files on disk: first whole in a staging folder, then, once admitted, into the set."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bench_gen.ua.disk import class_path, depth_path, image_path, instance_path, pair_path
from sim.semantics import class_map
from sim.world import Frame

_PNG = (cv2.IMWRITE_PNG_COMPRESSION, 2)  # a quarter of the time of 6, a tenth larger
MILLIMETRES = 1000.0
DEEPEST = 65_535


def write_frame(ua: Path, state: str, frame: Frame, class_of: Mapping[int, str], classes: Mapping[str, int]) -> None:
    """Write a frame's image, instance map, class map and depth (16-bit millimetres, 0 where nothing was hit).

    Args:
        class_of: instance id to class name.
        classes: class name to class id.
    """
    depth = np.clip(np.round(frame.depth * MILLIMETRES), 0, DEEPEST).astype(np.uint16)
    _write_png(ua / image_path(state), np.ascontiguousarray(frame.color[:, :, ::-1]))
    _write_png(ua / instance_path(state), frame.instance)
    _write_png(ua / class_path(state), class_map(frame.instance, class_of, classes))
    _write_png(ua / depth_path(state), depth)


def _write_png(path: Path, pixels: NDArray[np.generic]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    ok, data = cv2.imencode(".png", pixels, list(_PNG))
    if not ok:
        raise ValueError(f"{path.name}: not an image that PNG can hold: {pixels.dtype} {pixels.shape}")
    path.write_bytes(data.tobytes())


def publish(staged: Path, ua: Path, pair: str) -> None:
    """Move a staged pair into the set.

    The construction record goes last: a pair is in the set exactly when its record is, whole and with all its files. A
    process killed before that leaves files that the same pair, made again, overwrites with the same bytes.
    """
    record = Path(pair_path(pair))
    others = sorted(p.relative_to(staged) for p in staged.rglob("*") if p.is_file())
    for path in [*(p for p in others if p != record), record]:
        (ua / path).parent.mkdir(parents=True, exist_ok=True)
        (staged / path).replace(ua / path)
    shutil.rmtree(staged)
