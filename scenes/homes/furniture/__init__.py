"""Parametric furniture and household things.

`build` makes one; `CATEGORIES` says what there is, how it is placed and how large it usually is; `PALETTES` are the
sets of colours and materials that hang together.
"""

from __future__ import annotations

import numpy as np

from assets.errors import InputError
from assets.model import Model
from scenes.homes.furniture.assembly import Brief, Placement
from scenes.homes.furniture.categories import CATEGORIES, Furniture
from scenes.homes.furniture.palette import PALETTES, Palette

__all__ = ["CATEGORIES", "PALETTES", "Furniture", "Palette", "Placement", "build"]

_VERSION = 5  # part of every key: raise it when a builder's output changes


def build(
    category: str,
    rng: np.random.Generator,
    *,
    width: float | None = None,
    depth: float | None = None,
    height: float | None = None,
    style: str | None = None,
    palette: str | None = None,
) -> Model:
    """Build one thing.

    Metres, y up, front (the side it is used from) towards -z; for the origin see `Placement`. A size that is given is
    kept exactly, others are drawn around the category's typical size. The key names the category and every
    parameter, and is the same on every machine; `rng` advances by the same amount whatever is given, and two calls
    with generators in the same state give the same model.

    Raises:
        assets.errors.InputError: for an unknown category, style or palette, or a size that is not positive.
    """
    if category not in CATEGORIES:
        raise InputError(
            f"no furniture category {category!r}", field="category", expected="one of " + ", ".join(sorted(CATEGORIES))
        )
    kind = CATEGORIES[category]
    seed = int(rng.integers(2**31))
    draw = np.random.default_rng(seed)
    sizes: list[float] = []
    for axis, given, typical in zip(("width", "depth", "height"), (width, depth, height), kind.size, strict=True):
        sampled = typical * (1 + kind.spread * float(draw.uniform(-1, 1)))
        value = round(float(given if given is not None else sampled), 4)
        if not value > 0:
            raise InputError(
                f"{category} cannot have {axis} {given}", field=axis, expected="a length above 0 in metres"
            )
        sizes.append(value)
    drawn_style = kind.styles[int(draw.integers(len(kind.styles)))]
    drawn_palette = sorted(PALETTES)[int(draw.integers(len(PALETTES)))]
    style = drawn_style if style is None else style
    palette = drawn_palette if palette is None else palette
    for field, name, known in (("style", style, kind.styles), ("palette", palette, tuple(sorted(PALETTES)))):
        if name not in known:
            raise InputError(f"{category} has no {field} {name!r}", field=field, expected="one of " + ", ".join(known))
    w, d, h = sizes
    parts = kind.builder(Brief(w, d, h, style, PALETTES[palette], draw))
    key = f"furniture/{_VERSION}/{category}/{style}/{palette}/{w:.4f}x{d:.4f}x{h:.4f}/{seed}"
    return parts.model(key, (w, d, h), kind.placement)
