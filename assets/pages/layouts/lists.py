"""Pages of many like things: lists, cards, products, tables, conversations."""

from __future__ import annotations

from assets.pages.canvas import Canvas
from assets.pages.draw import layout


@layout("list")
def list_page(c: Canvas) -> None:
    """Rows with a thumbnail, two lines and a button."""
    u, p = c.unit, c.palette
    for left, top, right, bottom in c.grid(c.header(), 1, 4 if c.wide else 7, 3):
        c.block((left, top, right, bottom), p.card, 2.5 * u)
        side = bottom - top - 4 * u
        c.picture((left + 2 * u, top + 2 * u, left + 2 * u + side, bottom - 2 * u))
        x = left + side + 6 * u
        c.words(x, top + 3.5 * u, (right - x) * 0.55, 1, size=4.2, color=p.ink)
        c.words(x, top + 10.5 * u, (right - x) * 0.7, 1, size=2.6)
        c.block((right - 17 * u, bottom - 8.5 * u, right - 3 * u, bottom - 2.5 * u), p.glow, 3 * u)


@layout("cards")
def cards_page(c: Canvas) -> None:
    """A grid of big picture cards."""
    u, p = c.unit, c.palette
    columns, rows = (3, 1) if c.wide and c.rng.random() < 0.5 else (3, 2) if c.wide else (1, 3)
    for left, top, right, bottom in c.grid(c.header(), columns, rows, 4):
        c.block((left, top, right, bottom), p.card, 3 * u)
        split = top + (bottom - top) * 0.6
        c.picture((left + 1.5 * u, top + 1.5 * u, right - 1.5 * u, split))
        c.words(left + 4 * u, split + 3 * u, (right - left) * 0.7, 1, size=4, color=p.ink)
        if bottom - split > 16 * u:
            c.words(left + 4 * u, split + 10.5 * u, (right - left) * 0.8, 2, size=2.5)


@layout("products")
def products_page(c: Canvas) -> None:
    """A shop: a column of filters (when wide) and a grid of goods with stars."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    if c.width > 1.3 * c.height:
        for i in range(6):
            y = top + i * 11 * u
            c.block((left, y, left + 4 * u, y + 4 * u), p.header, u)
            c.words(left + 7 * u, y + 0.5 * u, 20 * u, 1, size=3)
        left += 32 * u
    for x0, y0, x1, y1 in c.grid(
        (left, top, right, bottom), max(2, int((right - left) / (26 * u))), max(2, int((bottom - top) / (34 * u))), 3
    ):
        c.block((x0, y0, x1, y1), p.card, 2 * u)
        middle, low = (x0 + x1) / 2, y0 + (y1 - y0) * 0.62
        radius = min(x1 - x0, low - y0) * 0.34
        c.disc(middle, (y0 + low) / 2, radius, p.glow)
        c.block((middle - radius * 0.5, y0 + 2 * u, middle + radius * 0.5, low), p.text, radius * 0.25)
        c.words(x0 + 2 * u, low + 2 * u, (x1 - x0) * 0.8, 1, size=3, color=p.ink)
        for i in range(5):
            c.disc(x0 + (4 + 4.2 * i) * u, low + 9 * u, 1.4 * u, p.header if i < 4 else p.back)


@layout("table")
def table_page(c: Canvas) -> None:
    """A timetable: a head row and striped rows of bars in columns, one of them chosen."""
    u, p = c.unit, c.palette
    rows = 6 if c.wide else 11
    chosen = int(c.rng.integers(1, rows))
    for i, (left, top, right, bottom) in enumerate(c.grid(c.header(), 1, rows, 1.6)):
        head, picked = i == 0, i == chosen
        c.block((left, top, right, bottom), p.header if head else p.glow if picked else p.card, 1.5 * u)
        high = min(4.2 * u, (bottom - top) * 0.42)
        y = (top + bottom) / 2 - high / 2
        for start, share in ((0.03, 0.16), (0.25, 0.30), (0.62, 0.12), (0.80, 0.15)):
            x = left + (right - left) * start
            wide = (right - left) * share * (1.0 if head else float(c.rng.uniform(0.6, 1.0)))
            c.block((x, y, x + wide, y + high), p.card if head else p.ink if start < 0.2 else p.text, high / 2)


@layout("messages")
def messages_page(c: Canvas) -> None:
    """A conversation: bubbles from both sides and a field to type in."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    field = bottom - 11 * u
    c.block((left, field, right - 14 * u, bottom), p.card, 5 * u)
    c.disc(right - 5.5 * u, (field + bottom) / 2, 5.5 * u, p.header)
    y = top
    mine = bool(c.rng.random() < 0.5)
    while y < field - 16 * u:
        lines = int(c.rng.integers(1, 4))
        height = (5 + 6 * lines) * u
        if y + height > field - 2 * u:
            break
        wide = (right - left) * float(c.rng.uniform(0.4, 0.62))
        x = right - wide if mine else left
        c.block((x, y, x + wide, y + height), p.glow if mine else p.card, 4 * u)
        c.words(x + 4 * u, y + 4 * u, wide - 8 * u, lines, size=3, color=p.ink if mine else p.text)
        y += height + 4 * u
        mine = not mine
