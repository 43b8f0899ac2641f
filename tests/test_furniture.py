"""Every category, every style: sizes, origins, outward faces, colliders, keys."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from assets.errors import InputError
from assets.model import Model
from scenes.homes.furniture import CATEGORIES, PALETTES, Placement, build
from scenes.homes.furniture.assembly import Assembly, Brief

KINDS = [(category, style) for category, kind in sorted(CATEGORIES.items()) for style in kind.styles]
STICKS_OUT = {"kitchen_counter"}  # a tap above the worktop


@cache
def sample(category: str, style: str) -> Model:
    return build(category, np.random.default_rng(len(category)), style=style, palette="mid_century")


def raw(category: str, style: str) -> Assembly:
    kind = CATEGORIES[category]
    return kind.builder(Brief(*kind.size, style, PALETTES["coastal"], np.random.default_rng(5)))


def test_there_is_enough_to_furnish_a_home() -> None:
    assert len(CATEGORIES) >= 36
    assert all(len(kind.styles) >= 3 for kind in CATEGORIES.values())


@pytest.mark.parametrize(("category", "style"), KINDS)
def test_size_is_exact_and_the_origin_is_where_the_placement_says(category: str, style: str) -> None:
    model = sample(category, style)
    low, high = model.bounds()
    size = [float(v) for v in model.key.split("/")[5].split("x")]
    measured = [high[0] - low[0], high[2] - low[2], high[1] - low[1]]
    checked = 2 if category in STICKS_OUT else 3
    np.testing.assert_allclose(measured[:checked], size[:checked], atol=2e-4)
    placement = CATEGORIES[category].placement
    assert low[0] == pytest.approx(-high[0], abs=2e-4)
    if placement is Placement.WALL:
        assert high[2] == pytest.approx(0, abs=2e-4)
        assert low[1] == pytest.approx(-high[1], abs=2e-4)
    else:
        assert low[2] == pytest.approx(-high[2], abs=2e-4)
        assert (high if placement is Placement.CEILING else low)[1] == pytest.approx(0, abs=2e-4)


@pytest.mark.parametrize(("category", "style"), KINDS)
def test_builders_aim_at_the_size_so_that_nothing_is_visibly_stretched(category: str, style: str) -> None:
    low, high = raw(category, style).bounds()
    w, d, h = CATEGORIES[category].size
    stretch = np.array([w, h, d]) / (high - low)
    assert stretch.min() > 0.78, stretch
    assert stretch.max() < 1.3, stretch


@pytest.mark.parametrize(("category", "style"), KINDS)
def test_faces_look_outward_and_arrays_are_sound(category: str, style: str) -> None:
    against = total = 0
    for p in sample(category, style).primitives:
        assert all(np.isfinite(x).all() for x in (p.positions, p.normals, p.uvs))
        np.testing.assert_allclose(np.linalg.norm(p.normals, axis=1), 1, atol=1e-3)
        assert p.triangles.max() < len(p.positions)
        a, b, c = (p.positions[p.triangles[:, i]].astype(float) for i in range(3))
        facing = (np.cross(b - a, c - a) * p.normals[p.triangles].mean(axis=1)).sum(axis=1)
        against += int((facing < -1e-9).sum())
        total += len(facing)
    assert against <= 0.002 * total


@pytest.mark.parametrize(("category", "style"), KINDS)
def test_no_closed_body_is_inside_out(category: str, style: str) -> None:
    """A body whose faces and normals both look inward passes the test above and is drawn black."""
    corners = np.concatenate([p.positions[p.triangles] for p in sample(category, style).primitives]).astype(float)
    _, welded = np.unique(np.round(corners.reshape(-1, 3) * 1e4), axis=0, return_inverse=True)
    welded = welded.reshape(-1, 3)
    edges = np.concatenate([welded[:, [0, 1]], welded[:, [1, 2]], welded[:, [2, 0]]])
    graph = coo_matrix((np.ones(len(edges)), edges.T), shape=(welded.max() + 1,) * 2)
    bodies, body_of = connected_components(graph, directed=False)
    ends, which = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    balance = np.bincount(which.ravel(), weights=np.where(edges[:, 0] < edges[:, 1], 1, -1))
    count = np.bincount(body_of[ends[:, 0]], minlength=bodies)
    closed = np.bincount(body_of[ends[:, 0]], weights=balance != 0, minlength=bodies) <= 0.02 * count
    own = body_of[welded[:, 0]]
    middle = np.stack([np.bincount(own, corners[:, :, k].mean(axis=1), bodies) for k in range(3)], axis=1)
    a, b, c = ((corners - (middle / np.maximum(np.bincount(own, minlength=bodies), 1)[:, None])[own][:, None])[:, i]
               for i in range(3))  # fmt: skip
    volume = np.bincount(own, weights=(a * np.cross(b, c)).sum(axis=1) / 6, minlength=bodies)
    assert volume[closed].min(initial=0) > -1e-7


@pytest.mark.parametrize(("category", "style"), KINDS)
def test_colliders_are_a_few_pieces_inside_the_bounds(category: str, style: str) -> None:
    model = sample(category, style)
    assert 1 <= len(model.colliders) <= 16
    low, high = model.bounds()
    points = np.concatenate(model.colliders)
    assert (points > low - 0.03).all()
    assert (points < high + 0.03).all()
    if CATEGORIES[category].placement is Placement.FLOOR and category != "rug":
        assert points[:, 1].min() < 0.03, "something must touch the floor"
        assert points[:, 1].max() > 0.7 * high[1] or category in STICKS_OUT
        assert np.ptp(points[:, 0]) > 0.55 * (high - low)[0]


@pytest.mark.parametrize(
    "category", ["dining_table", "coffee_table", "desk", "side_table", "kitchen_counter", "tv_stand"]
)
def test_tops_are_truly_flat_and_at_the_height_asked(category: str) -> None:
    for style in CATEGORIES[category].styles:
        model = build(category, np.random.default_rng(3), style=style, height=0.7)
        up = np.concatenate([p.positions[p.normals[:, 1] > 0.9999] for p in model.primitives])
        top = up[np.abs(up[:, 1] - 0.7) < 1e-4]
        assert np.ptp(top[:, 0]) > 0.7 * np.ptp(model.bounds()[:, 0])
        assert np.ptp(top[:, 2]) > 0.7 * np.ptp(model.bounds()[:, 2])


@pytest.mark.parametrize("category", ["coffee_table", "desk", "dining_table", "dining_chair"])
def test_there_is_room_between_the_legs(category: str) -> None:
    for style in (
        ("mid_century", "trestle") if category in ("desk", "dining_table") else CATEGORIES[category].styles[:1]
    ):
        model = sample(category, style)
        low, high = model.bounds()
        volume = sum(float(np.prod(np.ptp(c, axis=0))) for c in model.colliders)
        assert volume < 0.75 * float(np.prod(high - low))


@pytest.mark.parametrize("category", ["sofa", "armchair", "dining_chair", "office_chair", "double_bed"])
def test_backs_and_heads_are_behind(category: str) -> None:
    for style in CATEGORIES[category].styles:
        model = sample(category, style)
        points = np.concatenate([p.positions for p in model.primitives])
        high = points[points[:, 1] > 0.92 * points[:, 1].max()]
        assert high[:, 2].mean() > 0, "the highest part of a seat or a bed is its back, at +z"


def test_same_seed_same_model_and_key_and_another_seed_another_key() -> None:
    for category in sorted(CATEGORIES)[::4]:
        one, two, other = (build(category, np.random.default_rng(seed)) for seed in (8, 8, 9))
        assert one.key == two.key != other.key
        for p, q in zip(one.primitives, two.primitives, strict=True):
            np.testing.assert_array_equal(p.positions, q.positions)
            assert p.material.name == q.material.name


def test_keys_are_the_same_on_every_machine() -> None:
    model = build("sofa", np.random.default_rng(0), width=2.0, depth=0.9, height=0.8, style="modern", palette="coastal")
    assert model.key == "furniture/5/sofa/modern/coastal/2.0000x0.9000x0.8000/1826701615"


def test_what_is_given_does_not_change_how_far_the_generator_advances() -> None:
    free, fixed = np.random.default_rng(4), np.random.default_rng(4)
    build("vase", free)
    build("vase", fixed, width=0.1, depth=0.1, height=0.2, style="urn", palette="coastal")
    assert free.integers(1 << 30) == fixed.integers(1 << 30)


def test_lamps_and_windows_shine_and_other_things_do_not() -> None:
    shines = {
        category
        for category, style in KINDS
        if any(max(p.material.emissive) > 1 for p in sample(category, style).primitives)
    }
    assert shines == {
        "floor_lamp", "table_lamp", "desk_lamp", "ceiling_lamp", "wall_lamp", "candles", "window"
    }  # fmt: skip


def test_triangles_stay_within_what_a_home_can_afford() -> None:
    counts = {kind: sample(*kind).triangle_count() for kind in KINDS}
    assert max(counts.values()) < 12_000, max(counts, key=counts.__getitem__)
    assert np.median(list(counts.values())) < 2_000


@pytest.mark.parametrize(
    "bad",
    [{"category": "spaceship"}, {"style": "baroque"}, {"palette": "neon"}, {"width": 0.0}, {"height": float("nan")}],
)
def test_unusable_requests_say_what_is_wrong(bad: dict[str, object]) -> None:
    with pytest.raises(InputError) as error:
        build(**{"category": "sofa", "rng": np.random.default_rng(0), **bad})  # type: ignore[arg-type]
    assert error.value.field in bad
    assert error.value.expected


@pytest.mark.parametrize("style", ["pair", "sheer"])
def test_folds_of_curtains_are_gentle(style: str) -> None:
    """The valleys of steep folds get no light and show as dark dashes when they are seen from the side."""
    cloth = [p for p in sample("curtain", style).primitives if p.material.double_sided]
    assert cloth
    assert min(float(np.abs(p.normals[:, 2]).min()) for p in cloth) > 0.45
