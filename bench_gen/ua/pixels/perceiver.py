"""From an episode's images, one after another, to what is active and what is pointed at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bench_gen.ua.pixels.arm import Box, Ray, body_box, pointing_ray
from bench_gen.ua.pixels.change import change, person_likelihood
from bench_gen.ua.pixels.dark import dark_quads
from bench_gen.ua.pixels.glow import lit_screens
from bench_gen.ua.pixels.naming import meant
from bench_gen.ua.schema import RosterEntry
from bench_gen.ua.vocabulary import load_vocabulary

_MARGIN = 5 / 640  # of the width: a screen's glow reaches past its edge
_MOVED = 13  # of 255
_SAME_POSE, _OTHER_POSE = 0.008, 0.016  # changed area over squared body height
_MANY_POSES = 4


@dataclass(frozen=True)
class Sight:
    """What one image shows: devices whose screens are lit, sorted, and the device pointed at, if any."""

    active: tuple[str, ...]
    attended: str | None


@dataclass(frozen=True, eq=False)
class _Pose:
    image: NDArray[np.uint8]
    screens: NDArray[np.bool_]


class PixelPerceiver:
    """Sees one episode, image by image. The camera must stand still, as UA-Bench's does.

    The first image is the reference: screens are dark in it, by the protocol. What is seen later is told from it and
    from earlier poses; nothing is taken from later images. An arm is looked for only while some screen is lit, as the
    paper lets activity decide when pointing is read (appendix C.2).
    """

    def __init__(self, roster: Sequence[RosterEntry], hues: Mapping[str, float] | None = None) -> None:
        """Args:
            roster: the episode's.
            hues: what the names of glow colours mean, in degrees (HSV); by default what `conf/vocabulary` says.

        Raises:
            KeyError: when the roster names a colour that `hues` doesn't have.
        """  # fmt: skip
        if hues is None:
            hues = {name: glow.hue for name, glow in load_vocabulary().glows.items()}
        seen = [entry for entry in roster if entry.glow is not None and not entry.observer]
        self._hues = {entry.device: hues[entry.glow] for entry in seen if entry.glow is not None}
        self._categories = {entry.device: entry.category for entry in seen}
        self._first: NDArray[np.uint8] | None = None
        self._dark: list[NDArray[np.float64]] = []
        self._named: dict[str, NDArray[np.float64]] = {}
        self._poses: list[_Pose] = []
        self._person: NDArray[np.float32] | None = None
        self._box: Box | None = None

    def see(self, image: NDArray[np.uint8]) -> Sight:
        """The next image, (H, W, 3) sRGB.

        Raises:
            ValueError: when it is not of the first image's size.
        """
        if self._first is None:
            self._first = image
            self._dark = dark_quads(image)
            return Sight((), None)
        if image.shape != self._first.shape:
            raise ValueError(f"an image of {image.shape} follows one of {self._first.shape}")
        lit = lit_screens(image, self._first, self._hues)
        self._named.update(lit)
        ray = self._ray(image, lit) if lit else None
        attended = None
        if ray is not None:
            attended = meant(ray, self._named, self._unnamed(), self._categories, image.shape[1])
        return Sight(tuple(sorted(lit)), attended)

    def watch(self, images: Sequence[NDArray[np.uint8]]) -> tuple[Sight, ...]:
        """A whole episode as somebody sees it who has looked through it once: every image with all that any shows."""
        for image in images:
            self.see(image)
        return (Sight((), None), *(self.see(image) for image in images[1:]))

    def _unnamed(self) -> list[NDArray[np.float64]]:
        """Dark screens that are none of those known by their glow."""
        known = list(self._named.values())
        return [
            quad
            for quad in self._dark
            if all(cv2.pointPolygonTest(other.astype(np.float32), _xy(quad.mean(axis=0)), False) < 0 for other in known)
            and all(
                cv2.pointPolygonTest(quad.astype(np.float32), _xy(other.mean(axis=0)), False) < 0 for other in known
            )
        ]

    def _ray(self, image: NDArray[np.uint8], lit: Mapping[str, NDArray[np.float64]]) -> Ray | None:
        first = self._first
        assert first is not None
        screens = _covered(lit, image.shape[:2])
        moved = change(image, first)
        likely = person_likelihood(image, first, moved, screens)
        since_first = np.where(screens, 0, moved.weight).astype(np.float32)
        person = since_first * likely
        self._person = person if self._person is None else self._person + person
        self._box = body_box((self._person / (len(self._poses) + 1)).astype(np.float32)) or self._box
        if self._box is None:
            return None
        news, known = [since_first], False
        for pose in self._poses:
            differs = change(image, pose.image)
            area = (differs.amount > _MOVED) & ~differs.shadow & ~screens & ~pose.screens
            share = float(_around(area, self._box).sum()) / max(1, self._box[3] - self._box[1]) ** 2
            known = known or share < _SAME_POSE
            if share >= _OTHER_POSE:
                weight = np.where(screens, 0, differs.weight).astype(np.float32)
                news.append(np.where(pose.screens & ~screens, since_first, weight).astype(np.float32))
        if not known:
            self._poses.append(_Pose(image, screens))
        if len(news) > 1:
            # An arm is where this image differs from all other poses; with many of them one may agree by chance.
            ranked = np.sort(np.stack(news), axis=0)
            fresh = ranked[1] if len(news) > _MANY_POSES else ranked[0]
            person = np.minimum(fresh, likely + 0.35) if len(news) == 2 else fresh
        return pointing_ray(person, self._box, [*self._named.values(), *self._unnamed()])


def _covered(lit: Mapping[str, NDArray[np.float64]], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """(H, W) pixels of lit screens and their rims."""
    mask = np.zeros(shape, dtype=np.uint8)
    margin = max(1, round(_MARGIN * shape[1]))
    for quad in lit.values():
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - margin, 0)
        high = np.ceil(quad.max(axis=0)).astype(int) + margin + 1
        mask[low[1] : high[1], low[0] : high[0]] = 1
    return np.asarray(mask > 0)


def _around(mask: NDArray[np.bool_], box: Box) -> NDArray[np.bool_]:
    """The part of a mask that a body's arms can reach."""
    reach = int(0.55 * (box[3] - box[1]))
    return mask[max(0, box[1] - 20) : box[3] + 20, max(0, box[0] - reach) : box[2] + reach]


def _xy(point: NDArray[np.float64]) -> tuple[float, float]:
    return float(point[0]), float(point[1])
