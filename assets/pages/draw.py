"""From a topic to a page: which layout suits it, and every string that ends up on the screen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import numpy as np

from assets.color import to_srgb
from assets.model import Rgb, Texture
from assets.pages.canvas import Canvas, Palette

Layout = Callable[[Canvas], None]
LAYOUTS: dict[str, Layout] = {}
TOPICS: dict[str, str] = {
    "flight": "table", "train": "table", "restaurant": "list", "hotel": "cards", "recipe": "recipe", "film": "player",
    "music": "player", "podcast": "player", "hike": "map", "route": "map", "appointment": "calendar",
    "workshop": "calendar", "gift": "products", "shoes": "products", "novel": "article", "news": "article",
    "chat": "messages", "weather": "weather", "energy": "chart", "budget": "chart", "photos": "photo",
    "heating": "dial", "game": "game",
}  # fmt: skip
"""Topic to the layout that suits it. Add an entry for a topic of your own; others get `DEFAULT_LAYOUT`."""
DEFAULT_LAYOUT = "cards"
_REVISION = 2  # enters every key: raise it when the same arguments draw another page


def layout(name: str) -> Callable[[Layout], Layout]:
    """Register a layout: a function that fills a canvas."""

    def register(function: Layout) -> Layout:
        LAYOUTS[name] = function
        return function

    return register


def layout_of(topic: str) -> str:
    """The layout that `draw_page` takes for a topic or a layout's own name."""
    return topic if topic in LAYOUTS else TOPICS.get(topic, DEFAULT_LAYOUT)


def draw_page(topic: str, glow: Rgb, resolution: tuple[int, int], variant: int, *, title: str | None = None) -> Texture:
    """Draw an app page in shades of a glow colour.

    Args:
        topic: a topic of `TOPICS`, or a layout of `LAYOUTS`; anything else gets the default layout.
        glow: linear RGB.
        resolution: (width, height) in pixels, as `Device.resolution`.
        variant: pages of one topic that differ in everything but their kind.
        title: heading; default: the topic with a capital letter.

    Returns:
        A texture whose key is made of the arguments; its only text is `page_text`.
    """
    name = layout_of(topic)
    (heading,) = page_text(topic, variant, title=title)
    seed = hashlib.sha256(f"{name}/{variant}".encode()).digest()
    rng = np.random.default_rng(int.from_bytes(seed[:8], "big"))
    canvas = Canvas(resolution, Palette.of(glow), heading, rng)
    LAYOUTS[name](canvas)
    hue = "{:02x}{:02x}{:02x}".format(*to_srgb(glow))
    label = hashlib.sha256(heading.encode()).hexdigest()[:8]
    return Texture(canvas.pixels(), f"page/{_REVISION}/{name}/{label}/{variant}/{hue}/{resolution[0]}x{resolution[1]}")


def page_text(topic: str, variant: int, *, title: str | None = None) -> tuple[str, ...]:  # noqa: ARG001
    """Every string on the page that `draw_page` draws for the same arguments: its heading, whatever the variant."""
    return (title if title is not None else topic[:1].upper() + topic[1:],)
