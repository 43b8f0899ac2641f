"""Pages to plan with: maps, calendars, charts, the weather, a home screen."""

from __future__ import annotations

from assets.pages.canvas import Canvas, mix
from assets.pages.draw import layout


@layout("map")
def map_page(c: Canvas) -> None:
    """Streets, a river, a park, a route with a pin, and a card about the place."""
    u, p = c.unit, c.palette
    top = c.header()[1] - 4 * u
    c.block((0, top, c.width, c.height), p.card)
    for _ in range(3):
        x, y = float(c.rng.uniform(0, c.width)), float(c.rng.uniform(top, c.height))
        c.block((x, y, x + 30 * u, y + 22 * u), p.back, 4 * u)
    river = [(c.width * i / 5, top + (c.height - top) * float(c.rng.uniform(0.55, 0.8))) for i in range(6)]
    c.line(river, p.glow, 9 * u)
    for i in range(5):
        y = top + (c.height - top) * (0.1 + 0.2 * i)
        c.line([(0, y), (c.width, y + float(c.rng.uniform(-12, 12)) * u)], mix(p.card, (255, 255, 255), 0.7), 3 * u)
    for i in range(7):
        x = c.width * (0.05 + 0.15 * i)
        c.line([(x, top), (x + float(c.rng.uniform(-12, 12)) * u, c.height)], mix(p.card, (255, 255, 255), 0.7), 3 * u)
    stops = [(c.width * (0.15 + 0.17 * i), top + (c.height - top) * float(c.rng.uniform(0.2, 0.75))) for i in range(5)]
    c.line(stops, p.ink, 3.4 * u)
    x, y = stops[-1]
    c.polygon([(x - 6 * u, y - 10 * u), (x + 6 * u, y - 10 * u), (x, y)], p.header)
    c.disc(x, y - 12 * u, 7 * u, p.header)
    c.disc(x, y - 12 * u, 2.6 * u, p.card)
    c.disc(*stops[0], 4 * u, p.ink)
    box = (4 * u, c.height - 27 * u, 4 * u + min(62 * u, c.width - 8 * u), c.height - 4 * u)
    c.block(box, p.back, 3 * u)
    c.words(box[0] + 4 * u, box[1] + 4 * u, 40 * u, 1, size=4.2, color=p.ink)
    c.words(box[0] + 4 * u, box[1] + 11.5 * u, 50 * u, 2, size=2.7)


@layout("calendar")
def calendar_page(c: Canvas) -> None:
    """A month: seven columns of days, some with entries, one chosen. The days bear no numbers."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    for x0, y0, x1, y1 in c.grid((left, top, right, top + 5 * u), 7, 1, 1.6):
        c.block((x0 + (x1 - x0) * 0.3, y0, x1 - (x1 - x0) * 0.3, y1 - 1.5 * u), p.ink, 2 * u)
    chosen = int(c.rng.integers(7, 28))
    for i, (x0, y0, x1, y1) in enumerate(c.grid((left, top + 7 * u, right, bottom), 7, 5, 1.6)):
        c.block((x0, y0, x1, y1), p.header if i == chosen else p.card, 1.5 * u)
        if i == chosen or c.rng.random() < 0.35:
            high = min(3.2 * u, (y1 - y0) * 0.22)
            c.block((x0 + u, y0 + 2 * u, x1 - u, y0 + 2 * u + high), p.card if i == chosen else p.glow, high / 2)
            if c.rng.random() < 0.5:
                c.block((x0 + u, y0 + 3 * u + high, x1 - 2.5 * u, y0 + 3 * u + 2 * high), p.text, high / 2)


@layout("chart")
def chart_page(c: Canvas) -> None:
    """Bars over a base line, a curve, and a legend."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    base = bottom - 12 * u
    c.block((left, top, right, bottom), p.card, 3 * u)
    bars = 9 if c.wide else 6
    cells = c.grid((left + 5 * u, top + 5 * u, right - 5 * u, base), bars, 1, 3)
    tops = []
    for x0, y0, x1, y1 in cells:
        y = y0 + (y1 - y0) * float(c.rng.uniform(0.25, 0.8))
        c.block((x0, y, x1, y1), p.glow, u)
        tops.append(((x0 + x1) / 2, y - 5 * u))
    c.line(tops, p.ink, 1.6 * u)
    c.block((left + 4 * u, base, right - 4 * u, base + u), p.ink)
    for i in range(3):
        x = left + (6 + 28 * i) * u
        c.disc(x, base + 6.5 * u, 2 * u, (p.glow, p.ink, p.text)[i])
        c.words(x + 4 * u, base + 5 * u, 16 * u, 1, size=3)


@layout("weather")
def weather_page(c: Canvas) -> None:
    """A sun behind a cloud, and the days to come as smaller ones."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    days = bottom - 30 * u
    x, y = left + (right - left) * 0.5, (top + days) / 2
    size = min(right - left, (days - top) * 1.6) * 0.32
    _cloud(c, x, y, size, sunny=True)
    for x0, y0, x1, y1 in c.grid((left, days, right, bottom), 6 if c.wide else 4, 1, 3):
        c.block((x0, y0, x1, y1), p.header, 2 * u)
        _cloud(c, (x0 + x1) / 2, y0 + 9 * u, min(x1 - x0, 16 * u) * 0.36, sunny=bool(c.rng.random() < 0.5))
        c.words(x0 + 3 * u, y1 - 8 * u, (x1 - x0) - 6 * u, 1, size=3, color=p.card)


def _cloud(c: Canvas, x: float, y: float, size: float, *, sunny: bool) -> None:
    p = c.palette
    if sunny:
        c.disc(x + size * 0.45, y - size * 0.35, size * 0.5, p.card)
    white = mix(p.card, (255, 255, 255), 0.6)
    for dx, dy, r in ((-0.55, 0.15, 0.38), (0.0, -0.05, 0.52), (0.55, 0.15, 0.36)):
        c.disc(x + dx * size, y + dy * size, r * size, white)
    c.block((x - 0.6 * size, y + 0.1 * size, x + 0.6 * size, y + 0.53 * size), white, 0.2 * size)


@layout("home")
def home_page(c: Canvas) -> None:
    """A home screen: rows of app icons and a dock."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    dock = bottom - 16 * u
    columns, rows = int((right - left) / (20 * u)), int((dock - top) / (19 * u))
    for x0, y0, x1, y1 in c.grid((left, top, right, dock - 4 * u), columns, rows, 5):
        side = min(x1 - x0, (y1 - y0) * 0.75)
        x = (x0 + x1) / 2
        c.block(
            (x - side / 2, y0, x + side / 2, y0 + side), (p.card, p.header, p.glow)[int(c.rng.integers(3))], side / 4
        )
        c.block((x - side * 0.35, y0 + side * 1.1, x + side * 0.35, y0 + side * 1.1 + 2 * u), p.text, u)
    c.block((left, dock, right, bottom), p.card, 5 * u)
    for i in range(4):
        x = left + (right - left) * (0.2 + 0.2 * i)
        c.disc(x, (dock + bottom) / 2, 5.5 * u, p.header)
