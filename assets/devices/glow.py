"""The colours that lit screens glow in: few, nameable, and far apart.

A person (or a model) must tell from a screen 25 pixels wide which colour it is, and the roster names the colour in
words. So the list is closed: every pair differs by at least 25 degrees of hue, or is white against a pure hue.
"""

from __future__ import annotations

from assets.color import Srgb, to_linear
from assets.model import Rgb

GLOWS: dict[str, Srgb] = {
    "red": (255, 32, 32),
    "orange": (255, 122, 0),
    "yellow": (255, 236, 0),
    "lime": (140, 255, 0),
    "green": (0, 205, 75),
    "cyan": (0, 222, 235),
    "blue": (30, 92, 255),
    "purple": (138, 50, 255),
    "pink": (255, 50, 190),
    "white": (255, 255, 255),
}


def glow(name: str) -> Rgb:
    """Linear RGB of a named glow; KeyError for a name that is not in `GLOWS`."""
    return to_linear(GLOWS[name])
