"""Pages with one thing on them: players, articles, recipes, photographs, games, dials."""

from __future__ import annotations

import numpy as np

from assets.pages.canvas import Canvas
from assets.pages.draw import layout


@layout("player")
def player_page(c: Canvas) -> None:
    """A big picture with a play button, a progress bar and what comes next."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    beside = c.width > 1.3 * c.height
    side = right - 42 * u if beside else right
    low = bottom - 20 * u if beside else top + (bottom - top) * 0.5
    c.picture((left, top, side, low))
    x, y = (left + side) / 2, (top + low) / 2
    c.disc(x, y, 11 * u, p.card)
    c.polygon([(x - 4 * u, y - 6 * u), (x - 4 * u, y + 6 * u), (x + 7 * u, y)], p.ink)
    done = left + (side - left) * float(c.rng.uniform(0.2, 0.7))
    c.block((left, low + 4 * u, side, low + 6.5 * u), p.card, 2 * u)
    c.block((left, low + 4 * u, done, low + 6.5 * u), p.ink, 2 * u)
    c.disc(done, low + 5.2 * u, 2.4 * u, p.ink)
    for i in (-1, 0, 1):
        c.disc(x + 12 * u * i, low + 14 * u, (5 if i == 0 else 3.4) * u, p.header)
    rest = (side + 4 * u, top, right, bottom) if beside else (left, low + 24 * u, right, bottom)
    for x0, y0, x1, y1 in c.grid(rest, 1, max(1, int((rest[3] - rest[1]) / (15 * u))), 3):
        c.block((x0, y0, x1, y1), p.card, 2 * u)
        tall = y1 - y0 - 3 * u
        c.picture((x0 + 1.5 * u, y0 + 1.5 * u, x0 + 1.5 * u + tall, y1 - 1.5 * u))
        c.words(x0 + tall + 5 * u, y0 + 3 * u, (x1 - x0) - tall - 9 * u, 2, size=2.6)


@layout("article")
def article_page(c: Canvas) -> None:
    """A text in one or two columns beside a picture."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    c.block((left, top, right, bottom), p.card, 2 * u)
    if c.wide:
        middle = left + (right - left) * 0.46
        c.picture((left + 3 * u, top + 3 * u, middle, top + (bottom - top) * 0.62))
        c.words(left + 3 * u, top + (bottom - top) * 0.62 + 4 * u, middle - left - 4 * u, 4, size=2.6)
        x, y = middle + 4 * u, top + 4 * u
    else:
        c.picture((left + 3 * u, top + 3 * u, right - 3 * u, top + (bottom - top) * 0.34))
        x, y = left + 4 * u, top + (bottom - top) * 0.34 + 5 * u
    c.words(x, y, right - x - 5 * u, 2, size=4.4, color=p.ink)
    c.words(x, y + 19 * u, right - x - 4 * u, int((bottom - y - 22 * u) / (5.1 * u)), size=2.7)


@layout("recipe")
def recipe_page(c: Canvas) -> None:
    """A dish on a plate, ingredients with ticks, and steps."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    across, down = (0.42, 1.0) if c.wide else (1.0, 0.40)
    x1, y1 = left + (right - left) * across, top + (bottom - top) * down
    c.block((left, top, x1, y1), p.header, 3 * u)
    x, y, r = (left + x1) / 2, (top + y1) / 2, min(x1 - left, y1 - top) * 0.42
    c.disc(x, y, r, p.card)
    c.disc(x, y, r * 0.76, p.glow)
    for angle in c.rng.uniform(0, 2 * np.pi, size=9):
        c.disc(x + r * 0.48 * float(np.cos(angle)), y + r * 0.48 * float(np.sin(angle)), r * 0.13, p.text)
    x, y = (x1 + 5 * u, top) if c.wide else (left, y1 + 5 * u)
    c.block((x, y, right, bottom), p.card, 3 * u)
    for i in range(int((bottom - y - 6 * u) / (9.5 * u))):
        line = y + (5 + 9.5 * i) * u
        c.disc(x + 6 * u, line + 1.7 * u, 2.3 * u, p.header)
        c.words(x + 11 * u, line, right - x - 15 * u, 1, size=3.4, color=p.ink if i % 3 == 0 else None)


@layout("photo")
def photo_page(c: Canvas) -> None:
    """One picture that fills the screen, its heading on a band."""
    c.header()
    u = c.unit
    c.picture((0, 16.5 * u, c.width, c.height))


@layout("dial")
def dial_page(c: Canvas) -> None:
    """A round control with a handle, as of a heating."""
    p = c.palette
    left, top, right, bottom = c.header()
    x, y, r = (left + right) / 2, (top + bottom) / 2, min(right - left, bottom - top) * 0.46
    end = 135 + float(c.rng.uniform(90, 240))
    c.disc(x, y, r, p.card)
    c.ring(x, y, r * 0.9, r * 0.16, p.back, 135, 405)
    c.ring(x, y, r * 0.9, r * 0.16, p.header, 135, end)
    turn = np.radians(end)
    c.disc(x + r * 0.82 * float(np.cos(turn)), y + r * 0.82 * float(np.sin(turn)), r * 0.12, p.ink)
    c.disc(x, y, r * 0.55, p.glow)
    c.polygon([(x - r * 0.22, y + r * 0.1), (x + r * 0.22, y + r * 0.1), (x, y - r * 0.25)], p.ink)


@layout("game")
def game_page(c: Canvas) -> None:
    """A platform game: ground, blocks, coins and a small hero."""
    u, p = c.unit, c.palette
    left, top, right, bottom = c.header()
    c.block((0, bottom - 12 * u, c.width, c.height), p.text)
    c.block((0, bottom - 12 * u, c.width, bottom - 9 * u), p.header)
    for i in range(4):
        x = left + (right - left) * (0.08 + 0.24 * i)
        y = top + (bottom - top) * float(c.rng.uniform(0.25, 0.62))
        c.block((x, y, x + 22 * u, y + 7 * u), p.header, u)
        for j in range(3):
            c.disc(x + (4 + 7 * j) * u, y - 6 * u, 2.4 * u, p.card)
    x = left + (right - left) * float(c.rng.uniform(0.2, 0.7))
    c.block((x, bottom - 28 * u, x + 10 * u, bottom - 12 * u), p.ink, 3 * u)
    c.disc(x + 5 * u, bottom - 31 * u, 5.5 * u, p.card)
