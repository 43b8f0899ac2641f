"""Drawn pages: in the glow's hue, all alike when asked alike, and without a word but the heading."""

from __future__ import annotations

import colorsys
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageDraw

from assets.pages import LAYOUTS, TOPICS, draw_page, layout, page_text
from bench_gen.ua.vocabulary import load_vocabulary

GLOWS = {name: glow.rgb for name, glow in load_vocabulary().glows.items()}
SIZES = [(256, 144), (120, 256), (187, 256), (256, 256)]
each_layout = pytest.mark.parametrize("name", sorted(LAYOUTS))


def test_layouts_and_topics() -> None:
    assert len(LAYOUTS) >= 8
    assert set(TOPICS.values()) <= set(LAYOUTS)
    assert {t.page for t in load_vocabulary().topics.values()} <= set(LAYOUTS), "a topic falls back to the default"


@each_layout
@pytest.mark.parametrize("glow", sorted(GLOWS))
def test_a_page_seen_small_is_bright_and_of_its_glow(name: str, glow: str) -> None:
    texture = draw_page(name, GLOWS[glow], (256, 160), 5, title="Film night")
    mean = texture.pixels[..., :3].reshape(-1, 3).mean(axis=0) / 255
    hue, saturation, value = colorsys.rgb_to_hsv(*mean)
    wanted, _, _ = colorsys.rgb_to_hsv(*(np.array(GLOWS[glow]) ** (1 / 2.2)))
    apart = abs(hue - wanted) * 360
    assert min(apart, 360 - apart) < 12
    assert saturation > 0.3
    assert value > 0.7


@each_layout
@pytest.mark.parametrize("size", SIZES)
def test_fits_every_aspect(name: str, size: tuple[int, int]) -> None:
    texture = draw_page(name, GLOWS["cyan"], size, 2)
    assert texture.pixels.shape == (size[1], size[0], 4)
    assert texture.pixels.dtype == np.uint8
    assert (texture.pixels[..., 3] == 255).all()
    assert len(np.unique(texture.pixels.reshape(-1, 4), axis=0)) > 20, "an empty page"


@each_layout
def test_only_the_heading_is_written(name: str) -> None:
    real = ImageDraw.ImageDraw.text
    written: list[str] = []

    def spy(self: ImageDraw.ImageDraw, xy: object, text: str, *args: object, **kwargs: object) -> None:
        written.append(text)
        real(self, xy, text, *args, **kwargs)  # type: ignore[arg-type]

    with mock.patch.object(ImageDraw.ImageDraw, "text", spy):
        draw_page(name, GLOWS["red"], (400, 300), 1, title="Trains")
    assert tuple(written) == page_text(name, 1, title="Trains") == ("Trains",)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 999), st.sampled_from(sorted(GLOWS)))
def test_same_arguments_same_page(name: str, variant: int, glow: str) -> None:
    first, again = (draw_page(name, GLOWS[glow], (256, 160), variant) for _ in range(2))
    assert first.key == again.key
    np.testing.assert_array_equal(first.pixels, again.pixels)


def test_keys_tell_pages_apart() -> None:
    keys = {
        draw_page(topic, GLOWS[glow], size, variant, title=title).key
        for topic in ("map", "list")
        for glow in ("red", "blue")
        for size in ((128, 80), (80, 128))
        for variant in (1, 2)
        for title in ("Hikes", "Hotels")
    }
    assert len(keys) == 32


def test_variants_differ() -> None:
    pages = [draw_page("list", GLOWS["red"], (256, 160), v).pixels for v in range(3)]
    assert not np.array_equal(pages[0], pages[1])
    assert not np.array_equal(pages[1], pages[2])


def test_long_headings_shrink_into_the_page() -> None:
    title = "Everything that could possibly be planned for the second week of the holidays"
    page = draw_page("list", GLOWS["blue"], (240, 512), 1, title=title).pixels
    np.testing.assert_array_equal(page[:34, -4], np.broadcast_to(page[2, -4], (34, 4)))


def test_a_layout_from_outside() -> None:
    try:
        layout("plain")(lambda canvas: None)
        page = draw_page("plain", (1.0, 1.0, 1.0), (32, 16), 0)
        assert (page.pixels == 255).all()
    finally:
        del LAYOUTS["plain"]
