"""What furniture is made of: materials with the physical scale of their textures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from assets.model import Material, Texture
from scenes.homes.textures import linear, stone, woven
from scenes.homes.textures import wood as timber
from scenes.homes.textures.paint import ramp, texture

METALS = {
    "black": ("#262625", 0.6, 0.5),
    "steel": ("#b9bbbd", 0.9, 0.35),
    "brass": ("#c39a4e", 0.9, 0.35),
    "bronze": ("#6a4c34", 0.8, 0.45),
    "chrome": ("#d6d8da", 1.0, 0.15),
}
"""Colour, metallic and roughness of the metals."""


@dataclass(frozen=True, eq=False)
class Stuff:
    """A material and the metres that one repeat of its texture covers, along u and along v."""

    material: Material
    tile: tuple[float, float] = (1.0, 1.0)


@lru_cache(maxsize=256)
def wood(species: str) -> Stuff:
    """Oiled timber."""
    return Stuff(Material(f"wood_{species}", (1.0, 1.0, 1.0, 1.0), timber.wood(species), roughness=0.5), timber.BOARD)


@lru_cache(maxsize=512)
def cloth(color: str, weave: str = "plain") -> Stuff:
    """Woven cloth, knit, velvet or leather of an sRGB colour."""
    tile = woven.WEAVE_TILE[weave]
    roughness = {"leather": 0.45, "velvet": 0.8}.get(weave, 0.95)
    name = f"{weave}_{color[1:]}"
    return Stuff(
        Material(name, linear(color), woven.weave(weave), roughness=roughness, double_sided=True), (tile, tile)
    )


@lru_cache(maxsize=512)
def paint(color: str, roughness: float = 0.45) -> Stuff:
    """A smooth painted or plastic surface of an sRGB colour."""
    return Stuff(Material(f"paint_{color[1:]}_{roughness}", linear(color), roughness=roughness))


@lru_cache(maxsize=16)
def metal(kind: str) -> Stuff:
    """One of `METALS`."""
    color, metallic, roughness = METALS[kind]
    return Stuff(Material(f"metal_{kind}", linear(color), metallic=metallic, roughness=roughness))


@lru_cache(maxsize=64)
def ceramic(color: str) -> Stuff:
    """Glazed earthenware."""
    return Stuff(Material(f"ceramic_{color[1:]}", linear(color), roughness=0.25))


@lru_cache(maxsize=64)
def glow(color: str, strength: float) -> Stuff:
    """A lamp shade or bulb that shines: emissive linear radiance is the colour times `strength`."""
    r, g, b, _ = linear(color)
    emissive = (round(r * strength, 4), round(g * strength, 4), round(b * strength, 4))
    name = f"glow_{color[1:]}_{strength}"
    return Stuff(Material(name, (r * 0.6, g * 0.6, b * 0.6, 1.0), roughness=0.9, emissive=emissive, double_sided=True))


@lru_cache(maxsize=1)
def lit_shade() -> Stuff:
    """A cloth lamp shade with its lamp on: brightest round the bulb, warm towards its rims (v runs over its height)."""
    t = np.linspace(0, 1, 64)
    near = np.exp(-(((t - 0.55) / 0.42) ** 2))[:, None] * np.ones((1, 8))
    image = texture(ramp(near, ("#b98a55", "#e8bd84", "#ffe2b8")), "lit_shade")
    light = (2.0, 2.0, 2.0)
    shade = Material("lit_shade", (0.4, 0.36, 0.3, 1.0), None, 0.0, 0.9, light, image, double_sided=True)
    return Stuff(shade)


@lru_cache(maxsize=4)
def wicker() -> Stuff:
    """Basket work."""
    material = Material("wicker", (1.0, 1.0, 1.0, 1.0), woven.wicker(), roughness=0.8, double_sided=True)
    return Stuff(material, (woven.WICKER_TILE, woven.WICKER_TILE))


@lru_cache(maxsize=8)
def worktop(kind: str) -> Stuff:
    """A kitchen worktop: "oak", "marble", "granite" or "laminate"."""
    if kind == "oak":
        return wood("oak")
    if kind == "laminate":
        return paint("#d9d6cf", 0.4)
    texture, tile = {
        "marble": (stone.marble("#ece9e4", "#8b8a8c"), 1.2),
        "granite": (stone.granite(("#17181a", "#2f3133", "#55575a", "#8f8f8c")), 0.5),
    }[kind]
    return Stuff(Material(f"worktop_{kind}", (1.0, 1.0, 1.0, 1.0), texture, roughness=0.25), (tile, tile))


def printed(name: str, texture: Texture, roughness: float = 0.8, *, double_sided: bool = False) -> Stuff:
    """A picture, a rug or anything else with one image over its whole face (uvs 0 to 1)."""
    return Stuff(Material(name, (1.0, 1.0, 1.0, 1.0), texture, roughness=roughness, double_sided=double_sided))


def leaf(color: str) -> Stuff:
    """Foliage."""
    return Stuff(Material(f"leaf_{color[1:]}", linear(color), roughness=0.55, double_sided=True))
