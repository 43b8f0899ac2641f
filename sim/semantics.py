"""Semantic maps: instance and class ids as 16-bit PNG, class numbers that never change, and pictures for people."""

from __future__ import annotations

import colorsys
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from io import BytesIO

import numpy as np
import yaml
from numpy.typing import NDArray
from PIL import Image

from assets.errors import InputError
from sim.world import Kind, World

FIRST_UNLISTED = 1000
_HIGHLIGHT = {Kind.USER: (255, 196, 37), Kind.ROBOT: (236, 72, 153)}


@lru_cache(maxsize=1)
def _known() -> dict[str, int]:
    names = yaml.safe_load((resources.files("conf") / "classes.yaml").read_text(encoding="utf-8"))
    return {str(name): number for number, name in enumerate(names, start=1)}


def class_ids(names: Iterable[str]) -> dict[str, int]:
    """A number for each class name: its place in `conf/classes.yaml`, else 1000 and up by a hash of the name.

    So a class has the same number in every set, whatever else is in the scene. Where two unlisted names of one scene
    hash alike, the alphabetically later one takes the next free number.
    """
    found: dict[str, int] = {}
    taken: set[int] = set()
    for name in sorted(set(names)):
        number = _known().get(name)
        if number is None:
            hashed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")
            number = FIRST_UNLISTED + hashed % (65_536 - FIRST_UNLISTED)
            while number in taken:
                number = number + 1 if number < 65_535 else FIRST_UNLISTED
        taken.add(number)
        found[name] = number
    return found


def class_map(
    instance: NDArray[np.uint16], class_of: Mapping[int, str], classes: Mapping[str, int]
) -> NDArray[np.uint16]:
    """Class ids, (H, W), from instance ids, (H, W); 0 stays 0.

    Args:
        class_of: instance id to class name.
        classes: class name to class id.

    Raises:
        ValueError: for an instance id that is not in `class_of` (a defect of the renderer or the caller).
    """
    lookup = np.zeros(65536, np.uint16)
    for number, name in class_of.items():
        lookup[number] = classes[name]
    result: NDArray[np.uint16] = lookup[instance]
    if np.any((result == 0) & (instance != 0)):
        stray = int(instance[(result == 0) & (instance != 0)][0])
        raise ValueError(f"instance id {stray} belongs to no entity of this world")
    return result


def encode_ids(ids: NDArray[np.uint16]) -> bytes:
    """A lossless 16-bit grey PNG of an (H, W) map; the same map gives the same bytes."""
    if ids.dtype != np.uint16 or ids.ndim != 2:
        raise ValueError(f"expected (H, W) uint16, got {ids.shape} {ids.dtype}")
    buffer = BytesIO()
    Image.fromarray(ids).save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def decode_ids(data: bytes, *, file: str = "semantic map") -> NDArray[np.uint16]:
    """The (H, W) uint16 map of a PNG that `encode_ids` wrote.

    Raises:
        InputError: for anything but a 16-bit grey PNG.
    """
    try:
        with Image.open(BytesIO(data)) as image:
            mode, pixels = image.mode, np.asarray(image)
    except (OSError, SyntaxError, ValueError) as error:
        raise InputError(f"not an image: {error}", file=file, expected="a 16-bit grey PNG") from error
    if not mode.startswith("I;16"):
        raise InputError(
            f"image mode {mode}",
            file=file,
            expected="a 16-bit grey PNG",
            remedy="use the map as it was written; converting it to 8 bits loses ids",
        )
    return np.ascontiguousarray(pixels, np.uint16)


def class_color(name: str, kind: Kind = Kind.OBJECT) -> tuple[int, int, int]:
    """An sRGB colour for a class: the same in every scene, muted for the stage, bright for user, robot and devices."""
    if kind in _HIGHLIGHT:
        return _HIGHLIGHT[kind]
    if kind is Kind.STAGE:
        return (78, 84, 97)
    digest = hashlib.sha256(name.encode()).digest()
    hue = int.from_bytes(digest[:2], "big") / 65536
    if kind is Kind.DEVICE:
        return _rgb(hue, 0.62, 0.95)
    return _rgb(hue, (0.60, 0.46, 0.70)[digest[2] % 3], (0.30, 0.36, 0.28)[digest[3] % 3])


def _rgb(hue: float, lightness: float, saturation: float) -> tuple[int, int, int]:
    r, g, b = colorsys.hls_to_rgb(hue, lightness, saturation)
    return round(r * 255), round(g * 255), round(b * 255)


def paint(instance: NDArray[np.uint16], world: World) -> NDArray[np.uint8]:
    """An (H, W, 3) picture of the semantic map: a colour a class, a dark line between instances."""
    table = np.full((65536, 3), 18, np.uint8)
    for entity in world.entities:
        table[entity.instance_id] = class_color(entity.semantic_class, entity.kind)
    picture = table[instance]
    edge = np.zeros(instance.shape, bool)
    edge[:, 1:] |= instance[:, 1:] != instance[:, :-1]
    edge[1:] |= instance[1:] != instance[:-1]
    picture[edge] = picture[edge] // 3
    return picture


def overlay(
    color: NDArray[np.uint8], instance: NDArray[np.uint16], world: World, *, strength: float = 0.55,
    kinds: Sequence[Kind] = tuple(Kind),
) -> NDArray[np.uint8]:  # fmt: skip
    """The frame, (H, W, 3), tinted by `paint` where an entity of one of `kinds` is seen."""
    shown = np.zeros(65536, bool)
    shown[[e.instance_id for e in world.entities if e.kind in kinds]] = True
    weight = np.where(shown[instance], strength, 0.0)[..., None]
    mixed = color * (1 - weight) + paint(instance, world) * weight
    return np.asarray(np.round(mixed), np.uint8)
