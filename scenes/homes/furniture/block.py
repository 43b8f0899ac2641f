"""Plain boxes of the right size."""

from __future__ import annotations

from assets.model import Material
from assets.shapes import box
from scenes.homes.furniture.assembly import Assembly, Brief


def block(b: Brief) -> Assembly:
    """A box."""
    a = Assembly()
    a.add(box((b.width, b.height, b.depth), (0, b.height / 2, 0), Material("block", (0.6, 0.5, 0.4, 1.0))), solid=True)
    return a
