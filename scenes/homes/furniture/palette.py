"""Colours and materials that hang together: a home picks one palette and all its furniture follows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """What the things of one home are made of. Colours are sRGB hex strings.

    Attributes:
        woods: timber species, the main one first (`scenes.homes.textures.wood.SPECIES`).
        upholstery: quiet colours for sofas, beds and chairs.
        accents: stronger colours for cushions, blankets, books' bindings, vases.
        linens: bedding, curtains, lamp shades.
        paint: painted cupboard fronts, doors.
        metal: "black", "steel", "brass" or "bronze": legs, handles, lamp stems.
        worktop: "oak", "marble", "granite" or "laminate".
        walls: wall paints, quiet ones first; rooms draw evenly.
        floors: floor finishes for living rooms and bedrooms, the most used first (`scenes.homes.textures.finish`).
    """

    woods: tuple[str, ...]
    upholstery: tuple[str, ...]
    accents: tuple[str, ...]
    linens: tuple[str, ...]
    paint: tuple[str, ...]
    metal: str
    worktop: str
    walls: tuple[str, ...]
    floors: tuple[str, ...]


PALETTES: dict[str, Palette] = {
    "scandinavian": Palette(
        woods=("oak", "birch", "ash"),
        upholstery=("#b9b6ae", "#8d9499", "#d8d0c0", "#6f7f86"),
        accents=("#c98f6b", "#7d9a8c", "#d9b25f", "#44586a", "#b7695c"),
        linens=("#f1ede4", "#dcd9d0", "#cfd6d6"),
        paint=("#f2efe8", "#dfe3e0", "#a9b8b2"),
        metal="black",
        worktop="oak",
        walls=("#f0ece3", "#e3e2dc", "#d5dcd8", "#b9c7bd", "#e2cfc0"),
        floors=("oak_planks", "ash_planks", "oak_herringbone"),
    ),
    "mid_century": Palette(
        woods=("walnut", "teak", "oak"),
        upholstery=("#a8553a", "#5f6b4b", "#3f5a66", "#c2a36b"),
        accents=("#d99a2b", "#b5482f", "#2f6d72", "#e3cfa4", "#6b4a35"),
        linens=("#efe4cf", "#e2d3b4", "#d7ddd2"),
        paint=("#efe6d4", "#6f8a80", "#c98a4b"),
        metal="brass",
        worktop="marble",
        walls=("#efe7d8", "#dccfb8", "#b9c4b4", "#e0c9ab", "#8fa6a0"),
        floors=("walnut_herringbone", "oak_planks", "walnut_planks"),
    ),
    "industrial": Palette(
        woods=("pine_aged", "walnut", "oak_dark"),
        upholstery=("#5a4032", "#55585b", "#7a6a58", "#3d4448"),
        accents=("#b0552f", "#8a8f45", "#c9a55a", "#2f4656", "#8f3b32"),
        linens=("#d9d4ca", "#b9b4aa", "#8f8d88"),
        paint=("#3f4548", "#8f9391", "#d8d5ce"),
        metal="black",
        worktop="granite",
        walls=("#dcd8d1", "#c3c1bc", "#e6e2da", "#8c9396", "#b8a894"),
        floors=("oak_dark_planks", "concrete", "walnut_planks"),
    ),
    "traditional": Palette(
        woods=("cherry", "mahogany", "walnut"),
        upholstery=("#7b3b38", "#47563f", "#a58f6c", "#46506b"),
        accents=("#8e2f2c", "#c29a4a", "#39513f", "#5a3f57", "#d8c49a"),
        linens=("#efe3cb", "#dfcfae", "#cdb99a"),
        paint=("#ece2cd", "#d8ccb0", "#6d7a68"),
        metal="bronze",
        worktop="granite",
        walls=("#eadfc6", "#d6c6a4", "#c4cdb9", "#c9a79a", "#97a58c"),
        floors=("cherry_planks", "walnut_herringbone", "oak_planks"),
    ),
    "coastal": Palette(
        woods=("whitewash", "pine", "oak"),
        upholstery=("#e2dccf", "#9fb6c3", "#5f88a0", "#c9bda6"),
        accents=("#3e7a9b", "#e0785a", "#8cc0b8", "#f0d9a0", "#27506e"),
        linens=("#f6f3ec", "#dfe9ec", "#e9e0cd"),
        paint=("#f5f4ef", "#c6d8dc", "#87a9b5"),
        metal="steel",
        worktop="laminate",
        walls=("#f4f2ea", "#dde8ea", "#e8e0cf", "#a9c3cd", "#efd9c8"),
        floors=("whitewash_planks", "pine_planks", "oak_planks"),
    ),
}
