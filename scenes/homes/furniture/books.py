"""Books: upright in a row, leaning, stacked. Spines look to -z."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.materials import Stuff, paint, wood
from scenes.homes.furniture.parts import board, turn

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


def _binding(b: Brief) -> Stuff:
    return paint(b.pick((*_BINDINGS, *b.palette.accents)), 0.7)


def _paper() -> Stuff:
    return paint("#e9e2d0", 0.9)


def _upright(
    a: Assembly, x: float, y: float, z: float, thick: float, tall: float, deep: float, cover: Stuff
) -> list[int]:
    """One book standing, spine at `z`, left side at `x`; returns the indices of its parts."""
    start = len(a.parts)
    c = min(0.0025, thick * 0.15)
    a.add(
        board(
            (thick - 2 * c, tall - 0.006, deep - 0.007),
            (x + thick / 2, y + tall / 2, z + deep / 2 + 0.001),
            _paper(),
            bevel=0,
        )
    )
    for side in (x + c / 2, x + thick - c / 2):
        a.add(board((c, tall, deep), (side, y + tall / 2, z + deep / 2), cover, bevel=0))
    a.add(board((thick, tall, c), (x + thick / 2, y + tall / 2, z + c / 2), cover, bevel=0))
    return list(range(start, len(a.parts)))


def books_along(
    a: Assembly, b: Brief, corner: tuple[float, float, float], length: float, tall: float, deep: float
) -> None:
    """A run of standing books from `corner` (left, shelf, spines) to the right, as many as fit in `length`."""
    x, y, z = corner
    end = x + length
    series: Stuff | None = None
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
        _upright(a, x, y, z + b.between(0.0, 0.012), thick, h, min(deep, h * 0.78), cover)
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
            for part in _upright(a, right + 0.004, 0, -d / 2, 0.028, h * 0.9, d * 0.9, _binding(b)):
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
    y = 0.0
    for i, thick in enumerate(shares.tolist()):
        bw, bd = (w, d) if i == 0 else (w * b.between(0.78, 0.94), d * b.between(0.78, 0.94))
        cover = _binding(b)
        twist = turn(b.between(-0.08, 0.08) if i else 0.0)
        c = min(0.003, thick * 0.15)
        parts = [
            board((bw - 0.006, thick - 2 * c, bd - 0.006), (0, y + thick / 2, 0.002), _paper(), bevel=0),
            board((bw, c, bd), (0, y + c / 2, 0), cover, bevel=0),
            board((bw, c, bd), (0, y + thick - c / 2, 0), cover, bevel=0),
            board((bw, thick, c), (0, y + thick / 2, -bd / 2 + c / 2), cover, bevel=0),
        ]
        a.add(*(p.transformed(twist) for p in parts), solid=True)
        y += thick
    return a
