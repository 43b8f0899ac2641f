"""Bookshelves and what stands on them."""

from __future__ import annotations

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.books import books_along
from scenes.homes.furniture.carcase import base, open_case
from scenes.homes.furniture.materials import cloth, metal, paint, wicker, wood
from scenes.homes.furniture.ornaments import vase_parts
from scenes.homes.furniture.parts import board, shift


def bookshelf(b: Brief) -> Assembly:
    """Shelves with books and things on them."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    count = max(3, round(h / 0.37))
    if b.style == "case":
        low = base(a, b, timber, tapered=False)
        levels = [low + 0.02 + (h - low - 0.04) * i / count for i in range(count)]
        open_case(a, w, d, low, h, levels, timber, back=paint(b.palette.paint[0]) if b.rng.random() < 0.4 else None)
        inner = w - 0.05
    else:
        steel = metal(b.palette.metal) if b.style == "metal_frame" else timber
        bar = 0.022 if b.style == "metal_frame" else 0.032
        for sx in (-1, 1):
            for sz in (-1, 1):
                at = (sx * (w - bar) / 2, h / 2, sz * (d - bar) / 2)
                a.add(board((bar, h, bar), at, steel, grain="y", bevel=0.002), solid=True)
        levels = [0.10 + (h - 0.12) * i / (count - 0.0) for i in range(count + 1)]
        for y in levels:
            a.add(board((w - 2 * bar, 0.022, d - 0.01), (0, y - 0.011, 0), timber, grain="x", bevel=0.002), solid=True)
            for sx in (-1, 1):
                a.add(board((bar * 0.8, bar * 0.8, d - 2 * bar), (sx * (w - bar) / 2, y - 0.015, 0), steel, bevel=0))
        levels = levels[:-1]
        inner = w - 2 * bar - 0.02
    tall = (h - levels[0]) / count - 0.03
    for level, y in enumerate(levels):
        _shelf_things(a, b, y, inner, d, tall, level)
    return a


def _shelf_things(a: Assembly, b: Brief, y: float, inner: float, d: float, tall: float, level: int) -> None:
    """Fill one shelf: runs of books, a box, a bowl or a vase, and some air."""
    x = -inner / 2
    depth = d * 0.62
    while x < inner / 2 - 0.12:
        room = inner / 2 - x
        choice = b.rng.random()
        if choice < 0.58 or level == 0:
            run = min(b.between(0.16, 0.42), room - 0.01)
            books_along(a, b, (x, y, -d / 2 + 0.035), run, min(tall, 0.31), depth)
            x += run + b.between(0.02, 0.09)
        elif choice < 0.76 and room > 0.26:
            size = b.between(0.2, min(0.3, room - 0.02))
            high = min(tall * 0.7, 0.2)
            stuff = wicker() if b.rng.random() < 0.5 else cloth(b.pick(b.palette.linens), "linen")
            a.add(board((size, high, d * 0.72), (x + size / 2, y + high / 2, 0.0), stuff, bevel=0.008))
            x += size + 0.04
        elif choice < 0.9:
            high = min(tall * 0.8, b.between(0.14, 0.24))
            part = vase_parts(b, high, high * 0.28, b.pick(("bottle", "urn", "ribbed")))
            a.merge(part, shift(x + 0.09, y, b.between(-0.03, 0.03)))
            x += 0.19
        else:
            x += b.between(0.08, 0.2)
