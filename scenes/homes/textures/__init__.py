"""Procedural, tileable textures and the finishes of floors and walls made from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from assets.color import to_linear
from assets.errors import InputError
from assets.model import Material, Texture
from scenes.homes.textures import stone, wood, woven
from scenes.homes.textures.paint import rgb

__all__ = ["FINISHES", "Finish", "finish", "linear"]


def linear(color: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """Linear RGBA of an sRGB "#rrggbb" colour."""
    r, g, b = to_linear([int(v) for v in rgb(color)])
    return r, g, b, alpha


@dataclass(frozen=True, eq=False)
class Finish:
    """A floor or wall finish: a material whose texture repeats every `tile` metres."""

    material: Material
    tile: float


def _metro(color: str, grout: str) -> Texture:
    return stone.tiles(color, grout, across=4, tile=0.6, bond=True, ratio=2)


_CHIPS = ("#b5654a", "#6d7f86", "#c9a56a", "#4c4a47", "#f4f1ea")
_CARPET = (partial(woven.weave, "carpet"), woven.WEAVE_TILE["carpet"], 0.98)
_TABLE: dict[str, tuple[Callable[[], Texture], float, float, str]] = {
    # name: texture, tile in metres, roughness, tint
    **{f"{s}_planks": (partial(wood.planks, s), wood.PLANKS_TILE, 0.45, "#ffffff") for s in wood.SPECIES},
    **{
        f"{s}_herringbone": (partial(wood.herringbone, s), wood.HERRINGBONE_TILE, 0.42, "#ffffff") for s in wood.SPECIES
    },
    "carpet_beige": (*_CARPET, "#d3c6b0"),
    "carpet_grey": (*_CARPET, "#b4b5b6"),
    "carpet_blue": (*_CARPET, "#8ca0b0"),
    "tile_white": (partial(stone.tiles, "#e9e7e1", "#b9b5ac"), 1.2, 0.25, "#ffffff"),
    "tile_grey": (partial(stone.tiles, "#a9a8a4", "#7f7d79"), 1.2, 0.35, "#ffffff"),
    "tile_terracotta": (partial(stone.tiles, "#b4704c", "#b9a892"), 1.2, 0.6, "#ffffff"),
    "tile_slate": (partial(stone.tiles, "#5b6063", "#8d8d8a"), 1.2, 0.5, "#ffffff"),
    "metro_white": (partial(_metro, "#f1efe9", "#c3bfb6"), 0.6, 0.15, "#ffffff"),
    "metro_green": (partial(_metro, "#6f8f7f", "#d3d0c6"), 0.6, 0.15, "#ffffff"),
    "terrazzo": (partial(stone.terrazzo, "#e2ded5", _CHIPS), 0.8, 0.3, "#ffffff"),
    "marble": (partial(stone.marble, "#ece9e4", "#8b8a8c"), 1.2, 0.2, "#ffffff"),
    "concrete": (stone.concrete, 2.4, 0.6, "#ffffff"),
    "plaster": (stone.plaster, 1.6, 0.92, "#ffffff"),
    "brick_red": (partial(stone.brick, ("#6f3527", "#914a35", "#a9634a"), "#b7ab9c"), 0.9, 0.9, "#ffffff"),
    "brick_white": (partial(stone.brick, ("#dcd8d0", "#e8e5de", "#f0eee9"), "#cfcac0"), 0.9, 0.85, "#ffffff"),
}
FINISHES: tuple[str, ...] = tuple(sorted(_TABLE))


@lru_cache(maxsize=256)
def finish(name: str, tint: str | None = None) -> Finish:
    """The finish of that name; `tint`, an sRGB "#rrggbb", multiplies it (give "plaster" its wall paint this way).

    Raises:
        assets.errors.InputError: for a name that is not in `FINISHES`.
    """
    if name not in _TABLE:
        raise InputError(f"no finish {name!r}", field="finish", expected="one of " + ", ".join(FINISHES))
    make, tile, roughness, default = _TABLE[name]
    color = linear(tint or default)
    return Finish(Material(f"{name}_{(tint or default)[1:]}", color, make(), roughness=roughness), tile)
