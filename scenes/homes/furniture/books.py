"""Books: upright in a row, leaning, stacked. Spines look to -z."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from assets.model import Primitive
from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, printed, wood
from scenes.homes.furniture.parts import board, turn
from scenes.homes.textures.paint import rgb, texture

_PAPER = "#e9e2d0"
_BINDINGS = (
    "#7a2e2a",
    "#2d4a63",
    "#3d5a43",
    "#c9b88f",
    "#d9d3c4",
    "#3a3633",
    "#a86b3c",
    "#6d7f8c",
    "#8c7a9a",
    "#c2a14d",
)


@lru_cache(maxsize=8)
def _bindings(colors: tuple[str, ...]) -> Stuff:
    """One material for all books: a strip of flat colours, the last of them paper."""
    strip = np.repeat(np.stack([rgb(c) for c in colors]), 16, axis=0)
    image = np.broadcast_to(strip, (16, *strip.shape))
    return printed("bindings", texture(image, f"bindings/{'.'.join(colors)}"), 0.75)


@dataclass(frozen=True, eq=False)
class _Covers:
    """The bindings of one home's books."""

    colors: tuple[str, ...]

    def sheet(self, color: str, size: Sequence[float], center: Sequence[float]) -> Primitive:
        """A flat box all of one colour."""
        part = board(size, center, _bindings(self.colors), bevel=0)
        place = ((self.colors.index(color) + 0.5) / len(self.colors), 0.5)
        return replace(part, uvs=np.full_like(part.uvs, place))


def _covers(b: Brief) -> _Covers:
    return _Covers((*_BINDINGS, *(c for c in b.palette.accents if c not in _BINDINGS), _PAPER))


def _binding(b: Brief) -> str:
    return b.pick((*_BINDINGS, *b.palette.accents))


def _upright(
    a: Assembly, b: Brief, corner: tuple[float, float, float], size: tuple[float, float, float], cover: str
) -> list[int]:
    """One book of (thickness, height, depth) `size` standing with its spine at -z; returns the indices of its parts."""
    start = len(a.parts)
    covers, (x, y, z), (thick, tall, deep) = _covers(b), corner, size
    c = min(0.0025, thick * 0.15)
    # A closed block with its pages laid on top: what stands in a row shows no more than spines and top edges.
    a.add(covers.sheet(cover, (thick, tall - 0.001, deep), (x + thick / 2, y + (tall - 0.001) / 2, z + deep / 2)))
    pages = (thick - 2 * c, 0.001, deep - 2 * c)
    a.add(covers.sheet(_PAPER, pages, (x + thick / 2, y + tall - 0.0005, z + deep / 2)))
    return list(range(start, len(a.parts)))


def books_along(
    a: Assembly, b: Brief, corner: tuple[float, float, float], length: float, tall: float, deep: float
) -> None:
    """A run of standing books from `corner` (left, shelf, spines) to the right, as many as fit in `length`."""
    x, y, z = corner
    end = x + length
    series: str | None = None
    left = 0
    height = tall * 0.8
    while True:
        if left == 0 and b.rng.random() < 0.25:
            series, left, height = _binding(b), int(b.rng.integers(2, 5)), tall * b.between(0.72, 0.95)
        thick = b.between(0.016, 0.044)
        if x + thick > end:
            break
        h = height if left else tall * b.between(0.66, 0.97)
        cover = series if left and series is not None else _binding(b)
        _upright(a, b, (x, y, z + b.between(0.0, 0.012)), (thick, h, min(deep, h * 0.78)), cover)
        left = max(0, left - 1)
        x += thick + 0.0012


def book_row(b: Brief) -> Assembly:
    """A short row of books on a table or shelf."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    if b.style == "bookend":
        for s in (-1, 1):
            a.add(
                board(
                    (0.022, h * 0.62, d * 0.8), (s * (w / 2 - 0.011), h * 0.31, 0), wood(b.palette.woods[0]), grain="y"
                )
            )
        books_along(a, b, (-w / 2 + 0.023, 0, -d / 2), w - 0.046, h, d)
    else:
        run = w if b.style == "upright" else w * 0.72
        books_along(a, b, (-w / 2, 0, -d / 2), run, h, d)
        if b.style == "leaning":
            right = a.bounds()[1, 0]
            for part in _upright(a, b, (right + 0.004, 0, -d / 2), (0.028, h * 0.9, d * 0.9), _binding(b)):
                a.parts[part] = a.parts[part].transformed(turn(0.28, "z", (right + 0.032, 0, 0)))
            low = min(float(p.positions[:, 1].min()) for p in a.parts[-4:])
            move = np.eye(4)
            move[:3, 3] = h * 0.9 * np.sin(0.28) + 0.002, -low, 0
            a.parts[-4:] = [p.transformed(move) for p in a.parts[-4:]]
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def book_stack(b: Brief) -> Assembly:
    """Books lying on one another."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    count = {"pair": 2, "stack": 3, "tall": 5}[b.style]
    shares = 0.6 + b.rng.random(count)
    shares = shares / shares.sum() * h
    covers = _covers(b)
    y = 0.0
    for i, thick in enumerate(shares.tolist()):
        bw, bd = (w, d) if i == 0 else (w * b.between(0.78, 0.94), d * b.between(0.78, 0.94))
        cover = _binding(b)
        twist = turn(b.between(-0.08, 0.08) if i else 0.0)
        c = min(0.003, thick * 0.15)
        parts = [
            covers.sheet(_PAPER, (bw - 0.006, thick - 2 * c, bd - 0.006), (0, y + thick / 2, 0.002)),
            covers.sheet(cover, (bw, c, bd), (0, y + c / 2, 0)),
            covers.sheet(cover, (bw, c, bd), (0, y + thick - c / 2, 0)),
            covers.sheet(cover, (bw, thick - 2 * c, c), (0, y + thick / 2, -bd / 2 + c / 2)),
        ]
        a.add(*(p.transformed(twist) for p in parts), solid=True)
        y += thick
    return a
