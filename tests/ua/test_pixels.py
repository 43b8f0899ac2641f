"""The perceiver on drawn scenes whose truth is known, and its parts by their properties."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bench_gen.ua.pixels import PixelPerceiver
from bench_gen.ua.pixels.arm import Ray, body_box
from bench_gen.ua.pixels.change import change
from bench_gen.ua.pixels.dark import dark_quads
from bench_gen.ua.pixels.glow import lit_screens
from bench_gen.ua.schema import RosterEntry
from bench_gen.ua.vocabulary import load_vocabulary

Image = NDArray[np.uint8]
WIDTH, HEIGHT = 640, 480
SCREENS = {
    "tv": (470, 120, 110, 66),
    "laptop": (60, 250, 90, 60),
    "phone": (520, 300, 30, 52),
    "tablet": (90, 90, 76, 56),
}
GLOWS = dict(zip(SCREENS, ("blue", "green", "red", "magenta"), strict=True))
HUES = {name: entry.hue for name, entry in load_vocabulary().glows.items()}
ROSTER = [RosterEntry(device=d, category=d, appearance=d, glow=g) for d, g in GLOWS.items()]
SHOULDER = np.array([322.0, 180.0])


def room(rng: np.random.Generator) -> Image:
    """Walls and floor with a little texture, screens dark."""
    picture = np.full((HEIGHT, WIDTH, 3), (196, 190, 178), np.uint8)
    picture[330:] = (150, 120, 92)
    picture = np.clip(picture + rng.normal(0, 1.5, picture.shape), 0, 255).astype(np.uint8)
    for x, y, w, h in SCREENS.values():
        picture[y : y + h, x : x + w] = (14, 14, 16)
    return picture


def drawn(base: Image, lit: tuple[str, ...] = (), pointed: str | None = None, at: int = 322) -> Image:
    """The room with screens lit and the person standing, pointing or not."""
    picture = base.copy()
    for device in lit:
        x, y, w, h = SCREENS[device]
        hsv = np.uint8([[[HUES[GLOWS[device]] / 2, 200, 245]]])
        picture[y : y + h, x : x + w] = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0]
        picture[y + h // 2 : y + h // 2 + 4, x + 6 : x + w - 6] = (30, 30, 34)
    skin, shirt, trousers = (204, 150, 120), (40, 110, 90), (50, 60, 110)
    cv2.rectangle(picture, (at - 26, 165), (at + 26, 285), shirt, -1)
    cv2.rectangle(picture, (at - 22, 285), (at + 22, 420), trousers, -1)
    cv2.circle(picture, (at, 140), 22, skin, -1)
    shoulder = SHOULDER + np.array([at - 322.0, 0.0])
    if pointed is not None:
        x, y, w, h = SCREENS[pointed]
        along = np.array([x + w / 2, y + h / 2]) - shoulder
        along = along / np.linalg.norm(along)
        elbow, hand = shoulder + 62 * along, shoulder + 100 * along
        cv2.line(picture, _at(shoulder), _at(elbow), shirt, 16)
        cv2.line(picture, _at(elbow), _at(hand), skin, 11)
    return picture


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


EPISODE = [
    ((), None),
    (("tv",), "laptop"),
    (("laptop", "phone"), "tv"),
    (("tablet",), "phone"),
    (("tv", "tablet"), "tablet"),
    (("phone",), "tv"),
    ((), None),
]


def episode(seed: int) -> list[Image]:
    base = room(np.random.default_rng(seed))
    return [drawn(base, lit, pointed, at=300 if i == 0 else 322) for i, (lit, pointed) in enumerate(EPISODE)]


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_lit_screens_and_pointing_are_read(seed: int) -> None:
    sights = PixelPerceiver(ROSTER, HUES).watch(episode(seed))
    assert [set(sight.active) for sight in sights] == [set(lit) for lit, _ in EPISODE]
    assert [sight.attended for sight in sights] == [pointed for _, pointed in EPISODE]


def test_nothing_is_taken_from_later_images() -> None:
    """What is said of an image is the same, whatever follows."""
    images = episode(0)
    whole = PixelPerceiver(ROSTER, HUES)
    sights = [whole.see(image) for image in images]
    for stop in range(1, len(images)):
        part = PixelPerceiver(ROSTER, HUES)
        assert [part.see(image) for image in images[:stop]] == sights[:stop]


def test_a_person_who_does_not_point_is_not_said_to() -> None:
    base = room(np.random.default_rng(0))
    perceiver = PixelPerceiver(ROSTER, HUES)
    for image in (drawn(base, at=300), drawn(base, at=322), drawn(base, at=350)):
        assert perceiver.see(image).attended is None


def test_an_image_of_another_size_is_refused() -> None:
    perceiver = PixelPerceiver(ROSTER, HUES)
    perceiver.see(np.zeros((48, 64, 3), np.uint8))
    with pytest.raises(ValueError, match="48"):
        perceiver.see(np.zeros((64, 48, 3), np.uint8))


def test_a_glow_that_the_roster_does_not_mean_is_no_screen() -> None:
    base = room(np.random.default_rng(0))
    assert set(lit_screens(drawn(base, ("tv",)), base, {"phone": HUES["red"]})) == set()
    assert set(lit_screens(drawn(base, ("tv",)), drawn(base, ("tv",)), {"tv": HUES["blue"]})) == set()


def test_dark_screens_are_found_where_they_are() -> None:
    quads = dark_quads(room(np.random.default_rng(0)))
    centres = {tuple(np.round(quad.mean(axis=0)).astype(int).tolist()) for quad in quads}
    for x, y, w, h in SCREENS.values():
        assert min(np.hypot(cx - x - w / 2, cy - y - h / 2) for cx, cy in centres) < 3


@settings(deadline=None)  # a room is drawn each time
@given(st.floats(0.5, 1.6), st.integers(0, 3))
def test_light_that_changes_by_one_factor_is_a_shadow(factor: float, seed: int) -> None:
    base = room(np.random.default_rng(seed))
    other = np.clip(base[330:].astype(np.float64) * factor, 0, 255).astype(np.uint8)
    seen = change(other, base[330:])
    strong = seen.amount > 12
    assert seen.shadow[strong].mean() > 0.95 if strong.any() else True


@given(st.floats(-179, 179), st.floats(20, 300), st.floats(0, 360))
def test_a_ray_meets_what_it_points_at_and_misses_by_its_angle(turn: float, far: float, off: float) -> None:
    along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    ray = Ray(np.array([50.0, 60.0]), along, 1.0)
    box = np.array([[-5.0, -5], [5, -5], [5, 5], [-5, 5]])
    assert ray.angle_to(ray.origin + far * along + box) == 0.0
    aside = np.array([np.cos(np.radians(turn + off)), np.sin(np.radians(turn + off))])
    point = ray.origin + far * aside + box * 1e-6
    assert ray.angle_to(point) == pytest.approx(min(off, 360 - off), abs=0.01)


def test_nobody_has_no_body() -> None:
    assert body_box(np.zeros((HEIGHT, WIDTH), np.float32)) is None
