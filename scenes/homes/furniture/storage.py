"""Cupboards and drawers. Doors and drawers open to -z."""

from __future__ import annotations

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.books import books_along
from scenes.homes.furniture.carcase import FRONT, bar_handle, base, case, front, knob, open_case
from scenes.homes.furniture.materials import metal, paint, wood
from scenes.homes.furniture.parts import board


def nightstand(b: Brief) -> Assembly:
    """A cupboard beside the bed."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    low = base(a, b, timber, tapered=b.style == "mid_century")
    if b.style == "open":
        open_case(a, w, d, low, h, [low + 0.02, h - 0.19], timber)
        front(a, (-w / 2 + 0.02, h - 0.19), (w / 2 - 0.02, h - 0.02), -d / 2 + 0.02, timber, "flat")
        knob(a, 0, h - 0.105, -d / 2 + 0.002, metal(b.palette.metal))
        books_along(a, b, (-w / 2 + 0.04, low + 0.02, -d / 2 + 0.05), w * 0.5, min(0.2, h - 0.21 - low - 0.03), d * 0.6)
        return a
    case(a, w, d, low, h, timber)
    count = 2
    for i in range(count):
        tall = (h - 0.022 - low) / count
        front(a, (-w / 2, low + i * tall), (w / 2, low + (i + 1) * tall), -d / 2 + FRONT, timber, "flat")
        knob(a, 0, low + (i + 0.55) * tall, -d / 2, metal(b.palette.metal))
    return a


def dresser(b: Brief) -> Assembly:
    """A chest of drawers."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    skin = paint(b.palette.paint[0]) if b.style == "classic" and b.rng.random() < 0.5 else timber
    low = base(a, b, skin, tapered=b.style == "mid_century")
    case(a, w, d, low, h, skin)
    rows = [1.0, 1.0, 1.0] if b.style != "classic" else [1.2, 1.1, 0.8]
    y = low
    for r, share in enumerate(rows):
        tall = (h - 0.022 - low) * share / sum(rows)
        columns = 1 if b.style == "classic" and r < 2 else 2
        for c in range(columns):
            x0, x1 = -w / 2 + w * c / columns, -w / 2 + w * (c + 1) / columns
            front(a, (x0, y), (x1, y + tall), -d / 2 + FRONT, skin, "shaker" if b.style == "classic" else "flat")
            if b.style == "six_drawer":
                bar_handle(a, (x0 + x1) / 2, y + tall * 0.6, -d / 2, 0.14, metal(b.palette.metal))
            else:
                for s in (-1, 1) if columns == 1 else (0,):
                    knob(a, (x0 + x1) / 2 + s * w * 0.28, y + tall * 0.55, -d / 2, metal(b.palette.metal))
        y += tall
    return a


def wardrobe(b: Brief) -> Assembly:
    """A tall cupboard for clothes."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = paint(b.palette.paint[0], 0.5) if b.rng.random() < 0.5 else wood(b.palette.woods[0])
    low = base(a, b, skin, tapered=False)
    case(a, w, d, low, h, skin)
    doors = max(2, round(w / 0.5)) if b.style != "sliding" else 2
    steel = metal(b.palette.metal)
    for i in range(doors):
        x0, x1 = -w / 2 + w * i / doors, -w / 2 + w * (i + 1) / doors
        kind = {"panelled": "shaker", "flat": "flat", "sliding": "flat"}[b.style]
        split = low + (h - low) * 0.30 if b.style == "panelled" else low
        if split > low:
            front(a, (x0, low), (x1, split), -d / 2 + FRONT, skin, "shaker")
        front(a, (x0, split), (x1, h - 0.022), -d / 2 + FRONT, skin, kind)
        right = i % 2 == 0 if doors % 2 == 0 else i < doors // 2 + 1
        x = x1 - 0.045 if right else x0 + 0.045
        if b.style == "panelled":
            knob(a, x, h * 0.52, -d / 2, steel)
        else:
            bar_handle(a, x, h * 0.5, -d / 2, 0.26, steel, upright=True)
    return a


def tv_stand(b: Brief) -> Assembly:
    """A low cupboard for the television."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    low = base(a, b, timber if b.style != "slats" else metal(b.palette.metal), tapered=b.style != "open")
    third = w / 3
    if b.style == "open":
        open_case(a, w, d, low, h, [low + 0.02, low + 0.02 + (h - low) * 0.48], timber)
        for s in (-1, 1):
            a.add(board((0.018, h - low - 0.03, d - 0.02), (s * third / 2, (h + low) / 2 - 0.01, 0), timber, grain="y"))
            x0 = -w / 2 + 0.02 if s < 0 else third / 2 + 0.01
            front(a, (x0, low + 0.02), (x0 + third - 0.03, h - 0.022), -d / 2 + 0.019, timber, "flat")
            bar_handle(a, x0 + third / 2 - 0.015, h - 0.07, -d / 2 + 0.001, 0.14, metal(b.palette.metal))
        return a
    case(a, w, d, low, h, timber)
    n = 4 if b.style == "slats" else 3
    for i in range(n):
        x0, x1 = -w / 2 + w * i / n, -w / 2 + w * (i + 1) / n
        if b.style == "mid_century" and i == 1:
            middle = (low + h - 0.022) / 2
            for y0, y1 in ((low, middle), (middle, h - 0.022)):
                front(a, (x0, y0), (x1, y1), -d / 2 + FRONT, timber, "flat")
                knob(a, (x0 + x1) / 2, (y0 + y1) / 2, -d / 2, metal(b.palette.metal))
        else:
            front(a, (x0, low), (x1, h - 0.022), -d / 2 + FRONT, timber, "slats" if b.style == "slats" else "flat")
            if b.style != "slats":
                knob(a, x1 - 0.05 if i == 0 else x0 + 0.05, (low + h) / 2, -d / 2, metal(b.palette.metal))
    return a


def sideboard(b: Brief) -> Assembly:
    """A cupboard for the dining room."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    skin = paint(b.pick(b.palette.paint)) if b.style == "classic" and b.rng.random() < 0.6 else timber
    low = base(a, b, timber, tapered=b.style != "classic")
    case(a, w, d, low, h, skin)
    if b.style == "classic":
        a.add(board((w, 0.024, d), (0, h - 0.012, 0), timber, grain="x"))
    n = 3 if w < 1.7 else 4
    drawer = 0.16 if b.style != "slats" else 0.0
    for i in range(n):
        x0, x1 = -w / 2 + w * i / n, -w / 2 + w * (i + 1) / n
        top = h - 0.024
        if drawer:
            front(a, (x0, top - drawer), (x1, top), -d / 2 + FRONT, skin, "flat")
            knob(a, (x0 + x1) / 2, top - drawer / 2, -d / 2, metal(b.palette.metal))
        kind = {"classic": "shaker", "slats": "slats", "mid_century": "flat"}[b.style]
        front(a, (x0, low), (x1, top - drawer), -d / 2 + FRONT, skin, kind)
        if b.style != "slats":
            knob(
                a,
                x1 - 0.04 if i % 2 == 0 else x0 + 0.04,
                (low + top - drawer) / 2 + 0.08,
                -d / 2,
                metal(b.palette.metal),
            )
    return a
