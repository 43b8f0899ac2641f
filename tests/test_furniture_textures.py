"""Procedural textures: seamless, repeatable, neutral where they are tinted."""

from __future__ import annotations

import numpy as np
import pytest

from assets.errors import InputError
from assets.model import Texture
from scenes.homes.furniture import PALETTES
from scenes.homes.textures import FINISHES, finish
from scenes.homes.textures.noise import fractal_noise, value_noise
from scenes.homes.textures.pictures import outdoors, painting, rug_pattern
from scenes.homes.textures.wood import SPECIES, wood
from scenes.homes.textures.woven import WEAVES, weave, wicker

TILES = [
    *(pytest.param(wood(s), id=s) for s in sorted(SPECIES)),
    *(pytest.param(weave(k), id=k) for k in WEAVES),
    pytest.param(wicker(), id="wicker"),
    *(pytest.param(finish(n), id=n) for n in ("oak_planks", "walnut_herringbone", "marble", "terrazzo", "brick_red")),
]


@pytest.mark.parametrize("source", TILES)
def test_opposite_edges_meet(source: object) -> None:
    texture = source if isinstance(source, Texture) else source.material.base_color_texture  # type: ignore[attr-defined]
    p = texture.pixels[..., :3].astype(float)
    for axis in (0, 1):
        steps = np.abs(np.diff(p, axis=axis)).mean(axis=(1 - axis, 2))
        seam = np.abs(np.take(p, 0, axis) - np.take(p, -1, axis)).mean()
        assert seam <= max(steps.max(), 1.5) * 1.05, "the step across the seam is larger than any step inside"


def test_noise_repeats_and_stays_in_range() -> None:
    n = value_noise(np.random.default_rng(1), (64, 96), (4, 6))
    assert n.shape == (64, 96)
    assert 0 <= n.min() <= n.max() <= 1
    f = fractal_noise(np.random.default_rng(1), (64, 64), (3, 3))
    assert abs(f.mean() - 0.5) < 0.12


def test_textures_are_repeatable_and_named_by_their_parameters() -> None:
    colors = ("#7d9a8c", "#d9b25f", "#44586a")
    for make in (
        lambda: painting("landscape", colors, 3),
        lambda: painting("abstract", colors, 3),
        lambda: painting("botanical", colors, 3),
        lambda: painting("geometric", colors, 3),
        lambda: rug_pattern("persian", ("#7d2f2c", *colors), 2, 1.5),
        lambda: outdoors(2),
    ):
        one, two = make(), make()
        assert one.key == two.key
        np.testing.assert_array_equal(one.pixels, two.pixels)
        assert one.pixels[..., :3].std() > 8, "a picture shows something"
    assert painting("abstract", colors, 3).key != painting("abstract", colors, 4).key


def test_cloth_is_neutral_so_that_a_tint_keeps_its_colour() -> None:
    for kind in WEAVES:
        p = weave(kind).pixels[..., :3].astype(int)
        assert (p.max(axis=-1) - p.min(axis=-1)).max() == 0
        assert 0.7 < p.mean() / 255 < 0.97


def test_every_palette_names_finishes_and_timbers_that_exist() -> None:
    for palette in PALETTES.values():
        assert set(palette.floors) <= set(FINISHES)
        assert set(palette.woods) <= set(SPECIES)


def test_a_tint_multiplies_and_an_unknown_finish_is_refused() -> None:
    red = finish("plaster", "#ff0000").material.base_color
    assert red[0] == pytest.approx(1)
    assert red[1] == pytest.approx(0)
    with pytest.raises(InputError):
        finish("chocolate")
