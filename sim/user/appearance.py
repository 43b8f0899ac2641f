"""Who the user is: one of the baked adults, with skin, hair and clothes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Srgb = tuple[int, int, int]

SKINS: dict[str, Srgb] = {
    "porcelain": (232, 196, 176), "fair": (222, 178, 152), "olive": (200, 155, 120), "tan": (176, 128, 92),
    "brown": (134, 90, 62), "deep": (92, 60, 44),
}  # fmt: skip
HAIR_COLOURS: dict[str, Srgb] = {
    "black": (28, 24, 24), "dark brown": (52, 36, 28), "brown": (92, 62, 42), "auburn": (116, 60, 36),
    "blond": (186, 148, 96), "grey": (150, 148, 146), "white": (208, 206, 202),
}  # fmt: skip
EYES: dict[str, Srgb] = {"brown": (84, 54, 34), "hazel": (112, 90, 50), "blue": (86, 120, 150), "green": (92, 116, 88)}
CLOTH: dict[str, Srgb] = {
    "white": (226, 224, 218), "cream": (218, 204, 176), "mustard": (200, 150, 46), "rust": (170, 82, 48),
    "red": (172, 44, 46), "plum": (112, 56, 92), "teal": (34, 112, 116), "forest": (48, 90, 66), "sky": (132, 170, 204),
    "navy": (40, 50, 84), "denim": (66, 90, 128), "light denim": (122, 146, 174), "charcoal": (62, 62, 66),
    "black": (36, 35, 38), "khaki": (164, 144, 108), "grey": (140, 142, 146),
}  # fmt: skip
HAIR_STYLES = ("crop", "short", "bob", "bun", "long")
TOPS = ("t-shirt", "shirt", "jumper")
BOTTOMS = ("jeans", "trousers", "skirt")


@dataclass(frozen=True)
class Appearance:
    """What the user looks like; every field is a name from the tables of this module.

    Attributes:
        adult: file stem in `assets/human/`.
        skin, eyes: keys of `SKINS` and `EYES`.
        hair: one of `HAIR_STYLES`; hair_colour: key of `HAIR_COLOURS`.
        top: one of `TOPS` or "dress" (then `bottom` is "dress" and has the same colour).
        top_colour, bottom_colour, shoe_colour: keys of `CLOTH`.
        stripes: whether the top has a second colour in stripes.
    """

    adult: str
    skin: str
    eyes: str
    hair: str
    hair_colour: str
    top: str
    top_colour: str
    bottom: str
    bottom_colour: str
    shoe_colour: str
    stripes: bool = False

    @property
    def key(self) -> str:
        """Canonical text: equal exactly when the appearance is."""
        parts = (
            self.adult, self.skin, self.eyes, self.hair, self.hair_colour, self.top, self.top_colour, self.bottom,
            self.bottom_colour, self.shoe_colour, "stripes" if self.stripes else "plain",
        )  # fmt: skip
        return "/".join(part.replace(" ", "-") for part in parts)

    @property
    def description(self) -> str:
        """A phrase for rosters and galleries, e.g. "a woman with brown hair in a teal jumper and denim jeans"."""
        who = "woman" if self.adult.startswith("woman") else "man"
        stripes = "striped " if self.stripes else ""
        worn = f"a {self.top_colour} {stripes}{self.top}"
        if self.top != "dress":
            worn += f" and {'a ' if self.bottom == 'skirt' else ''}{self.bottom_colour} {self.bottom}"
        return f"a {who} with {self.hair_colour} hair in {worn}"


APPEARANCES: tuple[Appearance, ...] = (
    Appearance("woman_a", "fair", "blue", "bob", "brown", "jumper", "mustard", "jeans", "denim", "white"),
    Appearance("man_a", "fair", "hazel", "short", "dark brown", "shirt", "sky", "trousers", "khaki", "charcoal"),
    Appearance("woman_b", "deep", "brown", "bun", "black", "t-shirt", "red", "jeans", "light denim", "white"),
    Appearance("man_b", "deep", "brown", "crop", "black", "t-shirt", "cream", "jeans", "navy", "grey", stripes=True),
    Appearance("woman_c", "porcelain", "brown", "long", "black", "dress", "teal", "dress", "teal", "cream"),
    Appearance("man_c", "olive", "brown", "short", "black", "jumper", "forest", "trousers", "charcoal", "white"),
    Appearance("woman_d", "fair", "green", "short", "grey", "shirt", "plum", "trousers", "charcoal", "black"),
    Appearance("man_d", "porcelain", "blue", "short", "white", "jumper", "navy", "trousers", "khaki", "rust"),
    Appearance("woman_e", "brown", "brown", "long", "dark brown", "t-shirt", "white", "skirt", "rust", "cream",
               stripes=True),
    Appearance("man_e", "tan", "brown", "crop", "dark brown", "shirt", "rust", "jeans", "denim", "black"),
)  # fmt: skip

_SKIN_OF = {
    "woman_a": ("porcelain", "fair", "olive"), "woman_b": ("brown", "deep"), "woman_c": ("porcelain", "fair", "olive"),
    "woman_d": ("porcelain", "fair", "olive"), "woman_e": ("tan", "brown"), "man_a": ("porcelain", "fair", "olive"),
    "man_b": ("brown", "deep"), "man_c": ("fair", "olive"), "man_d": ("porcelain", "fair"), "man_e": ("tan", "olive"),
}  # fmt: skip
_OLDER = ("woman_d", "man_d")


def sample_appearance(rng: np.random.Generator) -> Appearance:
    """Draw a body, then skin, hair and clothes that go with it and with each other."""

    def pick(options: tuple[str, ...]) -> str:
        return options[int(rng.integers(len(options)))]

    body = pick(tuple(sorted(_SKIN_OF)))
    skin = pick(_SKIN_OF[body])
    woman = body.startswith("woman")
    dark = skin in {"tan", "brown", "deep"} or body.endswith("_c")
    if body in _OLDER:
        colour = pick(("grey", "white"))
    else:
        colour = pick(("black", "dark brown") if dark else ("dark brown", "brown", "auburn", "blond"))
    top = pick((*TOPS, "dress")) if woman else pick(TOPS)
    top_colour = pick(
        ("white", "cream", "mustard", "rust", "red", "plum", "teal", "forest", "sky", "navy") if not dark else
        ("white", "cream", "mustard", "red", "teal", "forest", "sky", "light denim")
    )  # fmt: skip
    bottom = "dress" if top == "dress" else pick(BOTTOMS if woman else BOTTOMS[:2])
    colours = {
        "jeans": ("denim", "light denim", "navy"), "trousers": ("khaki", "charcoal", "black", "grey"),
        "skirt": ("rust", "navy", "plum", "charcoal"), "dress": (top_colour,),
    }  # fmt: skip
    return Appearance(
        adult=body,
        skin=skin,
        eyes="brown" if dark else pick(tuple(sorted(EYES))),
        hair=pick(("short", "bob", "bun", "long") if woman else ("crop", "short")),
        hair_colour=colour,
        top=top,
        top_colour=top_colour,
        bottom=bottom,
        bottom_colour=pick(tuple(c for c in colours[bottom] if bottom == "dress" or c != top_colour)),
        shoe_colour=pick(("white", "charcoal", "cream", "black", "rust")),
        stripes=top in {"t-shirt", "jumper"} and bool(rng.random() < 0.3),
    )
