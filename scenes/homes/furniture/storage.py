"""Cupboards, drawers and shelves. Doors and drawers open to -z."""

from __future__ import annotations

import numpy as np

from scenes.homes.furniture.assembly import Assembly, Brief
from scenes.homes.furniture.books import books_along
from scenes.homes.furniture.materials import Stuff, cloth, metal, paint, wicker, wood
from scenes.homes.furniture.ornaments import vase_parts
from scenes.homes.furniture.parts import bent, board, four_legs, pad, rod, shift, turn, turned

_FRONT = 0.018
_GAP = 0.004


def _knob(a: Assembly, x: float, y: float, z: float, stuff: Stuff) -> None:
    a.add(rod((x, y, z), (x, y, z - 0.022), 0.008, stuff, end_radius=0.013, segments=10))


def bar_handle(
    a: Assembly, x: float, y: float, z: float, length: float, stuff: Stuff, *, upright: bool = False
) -> None:
    """A bar handle on a front whose face is at `z`."""
    size = (0.011, length, 0.011) if upright else (length, 0.011, 0.011)
    a.add(board(size, (x, y, z - 0.022), stuff, bevel=0.002))
    for end in (-1, 1):
        at = (x, y + end * length * 0.4) if upright else (x + end * length * 0.4, y)
        a.add(board((0.009, 0.009, 0.022), (*at, z - 0.011), stuff, bevel=0))


def front(a: Assembly, low: tuple[float, float], high: tuple[float, float], z: float, stuff: Stuff, kind: str) -> None:
    """One door or drawer front between two (x, y) corners, its back at `z`: "flat", "shaker" or "slats"."""
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    w, h = high[0] - low[0] - _GAP, high[1] - low[1] - _GAP
    if kind == "shaker" and min(w, h) > 0.16:
        rim = 0.055
        a.add(board((w - rim, h - rim, 0.010), (x, y, z - 0.005), stuff, grain="y", bevel=0))
        for s in (-1, 1):
            a.add(board((rim, h, _FRONT), (x + s * (w - rim) / 2, y, z - _FRONT / 2), stuff, grain="y", bevel=0.002))
            a.add(
                board(
                    (w - 2 * rim, rim, _FRONT),
                    (x, y + s * (h - rim) / 2, z - _FRONT / 2),
                    stuff,
                    grain="x",
                    bevel=0.002,
                )
            )
    elif kind == "slats":
        a.add(board((w, h, 0.008), (x, y, z - 0.004), stuff, grain="y", bevel=0))
        n = max(3, round(w / 0.032))
        for i in range(n):
            a.add(
                board(
                    (w / n - 0.010, h, 0.012),
                    (x - w / 2 + w / n * (i + 0.5), y, z - 0.013),
                    stuff,
                    grain="y",
                    bevel=0.002,
                )
            )
    else:
        a.add(board((w, h, _FRONT), (x, y, z - _FRONT / 2), stuff, grain="y" if h > w else "x", bevel=0.002))


def _case(a: Assembly, w: float, d: float, low: float, high: float, stuff: Stuff, *, thick: float = 0.022) -> None:
    """A closed carcase from `low` to `high` set back behind its fronts, with its top on it."""
    mid = _FRONT / 2
    gap = paint("#1c1712", 0.9)  # what shows between the fronts
    a.add(
        board(
            (w - 0.006, high - low - thick - 0.006, 0.004),
            (0, (low + high - thick) / 2, -d / 2 + _FRONT + 0.003),
            gap,
            bevel=0,
        )
    )
    a.add(
        board(
            (w, high - low - thick, d - _FRONT - 0.006), (0, (low + high - thick) / 2, mid + 0.003), stuff, grain="y"
        ),
        solid=True,
    )
    a.add(board((w, thick, d), (0, high - thick / 2, 0), stuff, grain="x"), solid=True)


def _open_case(
    a: Assembly,
    w: float,
    d: float,
    low: float,
    high: float,
    shelves: list[float],
    stuff: Stuff,
    *,
    back: Stuff | None = None,
) -> None:
    """A carcase with its front open: sides, top, bottom, shelves at the given heights (their upper faces), a back."""
    thick = 0.02
    for s in (-1, 1):
        a.add(board((thick, high - low, d), (s * (w - thick) / 2, (low + high) / 2, 0), stuff, grain="y"), solid=True)
    a.add(board((w - 2 * thick, thick, d), (0, high - thick / 2, 0), stuff, grain="x"), solid=True)
    a.add(
        board(
            (w - 2 * thick, high - low - thick, 0.008),
            (0, (low + high) / 2, d / 2 - 0.004),
            back or stuff,
            grain="y",
            bevel=0,
        )
    )
    for y in shelves:
        a.add(
            board((w - 2 * thick, thick, d - 0.010), (0, y - thick / 2, -0.004), stuff, grain="x", bevel=0.002),
            solid=True,
        )


def _base(a: Assembly, b: Brief, stuff: Stuff, *, tapered: bool) -> float:
    """Legs or a plinth; returns the height of the carcase's bottom."""
    if tapered:
        a.add(*four_legs(b.width, b.depth, 0.16, stuff, top=0.022, foot=0.012, splay=0.03, inset=0.06))
        a.block((-b.width / 2 + 0.05, 0, -b.depth / 2 + 0.05), (b.width / 2 - 0.05, 0.15, b.depth / 2 - 0.05))
        return 0.15
    a.add(board((b.width - 0.04, 0.06, b.depth - 0.06), (0, 0.03, 0.01), stuff, bevel=0))
    a.block((-b.width / 2 + 0.02, 0, -b.depth / 2 + 0.04), (b.width / 2 - 0.02, 0.06, b.depth / 2 - 0.02))
    return 0.058


def nightstand(b: Brief) -> Assembly:
    """A cupboard beside the bed."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    low = _base(a, b, timber, tapered=b.style == "mid_century")
    if b.style == "open":
        _open_case(a, w, d, low, h, [low + 0.02, h - 0.19], timber)
        front(a, (-w / 2 + 0.02, h - 0.19), (w / 2 - 0.02, h - 0.02), -d / 2 + 0.02, timber, "flat")
        _knob(a, 0, h - 0.105, -d / 2 + 0.002, metal(b.palette.metal))
        books_along(a, b, (-w / 2 + 0.04, low + 0.02, -d / 2 + 0.05), w * 0.5, min(0.2, h - 0.21 - low - 0.03), d * 0.6)
        return a
    _case(a, w, d, low, h, timber)
    count = 2
    for i in range(count):
        tall = (h - 0.022 - low) / count
        front(a, (-w / 2, low + i * tall), (w / 2, low + (i + 1) * tall), -d / 2 + _FRONT, timber, "flat")
        _knob(a, 0, low + (i + 0.55) * tall, -d / 2, metal(b.palette.metal))
    return a


def dresser(b: Brief) -> Assembly:
    """A chest of drawers."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    skin = paint(b.palette.paint[0]) if b.style == "classic" and b.rng.random() < 0.5 else timber
    low = _base(a, b, skin, tapered=b.style == "mid_century")
    _case(a, w, d, low, h, skin)
    rows = [1.0, 1.0, 1.0] if b.style != "classic" else [1.2, 1.1, 0.8]
    y = low
    for r, share in enumerate(rows):
        tall = (h - 0.022 - low) * share / sum(rows)
        columns = 1 if b.style == "classic" and r < 2 else 2
        for c in range(columns):
            x0, x1 = -w / 2 + w * c / columns, -w / 2 + w * (c + 1) / columns
            front(a, (x0, y), (x1, y + tall), -d / 2 + _FRONT, skin, "shaker" if b.style == "classic" else "flat")
            if b.style == "six_drawer":
                bar_handle(a, (x0 + x1) / 2, y + tall * 0.6, -d / 2, 0.14, metal(b.palette.metal))
            else:
                for s in (-1, 1) if columns == 1 else (0,):
                    _knob(a, (x0 + x1) / 2 + s * w * 0.28, y + tall * 0.55, -d / 2, metal(b.palette.metal))
        y += tall
    return a


def wardrobe(b: Brief) -> Assembly:
    """A tall cupboard for clothes."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    skin = paint(b.palette.paint[0], 0.5) if b.rng.random() < 0.5 else wood(b.palette.woods[0])
    low = _base(a, b, skin, tapered=False)
    _case(a, w, d, low, h, skin)
    doors = max(2, round(w / 0.5)) if b.style != "sliding" else 2
    steel = metal(b.palette.metal)
    for i in range(doors):
        x0, x1 = -w / 2 + w * i / doors, -w / 2 + w * (i + 1) / doors
        kind = {"panelled": "shaker", "flat": "flat", "sliding": "flat"}[b.style]
        split = low + (h - low) * 0.30 if b.style == "panelled" else low
        if split > low:
            front(a, (x0, low), (x1, split), -d / 2 + _FRONT, skin, "shaker")
        front(a, (x0, split), (x1, h - 0.022), -d / 2 + _FRONT, skin, kind)
        right = i % 2 == 0 if doors % 2 == 0 else i < doors // 2 + 1
        x = x1 - 0.045 if right else x0 + 0.045
        if b.style == "panelled":
            _knob(a, x, h * 0.52, -d / 2, steel)
        else:
            bar_handle(a, x, h * 0.5, -d / 2, 0.26, steel, upright=True)
    return a


def bookshelf(b: Brief) -> Assembly:
    """Shelves with books and things on them."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    count = max(3, round(h / 0.37))
    if b.style == "case":
        low = _base(a, b, timber, tapered=False)
        levels = [low + 0.02 + (h - low - 0.04) * i / count for i in range(count)]
        _open_case(a, w, d, low, h, levels, timber, back=paint(b.palette.paint[0]) if b.rng.random() < 0.4 else None)
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


def tv_stand(b: Brief) -> Assembly:
    """A low cupboard for the television."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    low = _base(a, b, timber if b.style != "slats" else metal(b.palette.metal), tapered=b.style != "open")
    third = w / 3
    if b.style == "open":
        _open_case(a, w, d, low, h, [low + 0.02, low + 0.02 + (h - low) * 0.48], timber)
        for s in (-1, 1):
            a.add(board((0.018, h - low - 0.03, d - 0.02), (s * third / 2, (h + low) / 2 - 0.01, 0), timber, grain="y"))
            x0 = -w / 2 + 0.02 if s < 0 else third / 2 + 0.01
            front(a, (x0, low + 0.02), (x0 + third - 0.03, h - 0.022), -d / 2 + 0.019, timber, "flat")
            bar_handle(a, x0 + third / 2 - 0.015, h - 0.07, -d / 2 + 0.001, 0.14, metal(b.palette.metal))
        return a
    _case(a, w, d, low, h, timber)
    n = 4 if b.style == "slats" else 3
    for i in range(n):
        x0, x1 = -w / 2 + w * i / n, -w / 2 + w * (i + 1) / n
        if b.style == "mid_century" and i == 1:
            middle = (low + h - 0.022) / 2
            for y0, y1 in ((low, middle), (middle, h - 0.022)):
                front(a, (x0, y0), (x1, y1), -d / 2 + _FRONT, timber, "flat")
                _knob(a, (x0 + x1) / 2, (y0 + y1) / 2, -d / 2, metal(b.palette.metal))
        else:
            front(a, (x0, low), (x1, h - 0.022), -d / 2 + _FRONT, timber, "slats" if b.style == "slats" else "flat")
            if b.style != "slats":
                _knob(a, x1 - 0.05 if i == 0 else x0 + 0.05, (low + h) / 2, -d / 2, metal(b.palette.metal))
    return a


def sideboard(b: Brief) -> Assembly:
    """A cupboard for the dining room."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    skin = paint(b.pick(b.palette.paint)) if b.style == "classic" and b.rng.random() < 0.6 else timber
    low = _base(a, b, timber, tapered=b.style != "classic")
    _case(a, w, d, low, h, skin)
    if b.style == "classic":
        a.add(board((w, 0.024, d), (0, h - 0.012, 0), timber, grain="x"))
    n = 3 if w < 1.7 else 4
    drawer = 0.16 if b.style != "slats" else 0.0
    for i in range(n):
        x0, x1 = -w / 2 + w * i / n, -w / 2 + w * (i + 1) / n
        top = h - 0.024
        if drawer:
            front(a, (x0, top - drawer), (x1, top), -d / 2 + _FRONT, skin, "flat")
            _knob(a, (x0 + x1) / 2, top - drawer / 2, -d / 2, metal(b.palette.metal))
        kind = {"classic": "shaker", "slats": "slats", "mid_century": "flat"}[b.style]
        front(a, (x0, low), (x1, top - drawer), -d / 2 + _FRONT, skin, kind)
        if b.style != "slats":
            _knob(
                a,
                x1 - 0.04 if i % 2 == 0 else x0 + 0.04,
                (low + top - drawer) / 2 + 0.08,
                -d / 2,
                metal(b.palette.metal),
            )
    return a


def shoe_rack(b: Brief) -> Assembly:
    """Shelves for shoes, with shoes."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    timber = wood(b.palette.woods[0])
    levels = (0.07, 0.07 + (h - 0.09) / 2)
    if b.style == "bench":
        a.add(
            pad((w, 0.06, d), (0, h - 0.03, 0), cloth(b.pick(b.palette.upholstery)), radius=0.025, bulge=(0, 0.006, 0)),
            solid=True,
        )
        levels = (0.07, 0.07 + (h - 0.12) / 2)
    else:
        a.add(board((w, 0.022, d), (0, h - 0.011, 0), timber, grain="x"), solid=True)
    side = metal(b.palette.metal) if b.style == "metal_frame" else timber
    for s in (-1, 1):
        if b.style == "metal_frame":
            for z in (-1, 1):
                a.add(
                    board(
                        (0.02, h - 0.022, 0.02),
                        (s * (w / 2 - 0.01), (h - 0.022) / 2, z * (d / 2 - 0.01)),
                        side,
                        bevel=0.002,
                    )
                )
            a.block((s * (w / 2 - 0.01) - 0.01, 0, -d / 2), (s * (w / 2 - 0.01) + 0.01, h, d / 2))
        else:
            a.add(
                board((0.02, h - 0.05, d - 0.01), (s * (w / 2 - 0.012), (h - 0.05) / 2, 0), side, grain="y"), solid=True
            )
    for y in levels:
        for i in range(4):
            a.add(
                board((w - 0.03, 0.014, d * 0.15), (0, y - 0.007, (i - 1.5) * d * 0.24), timber, grain="x", bevel=0.002)
            )
        a.block((-w / 2 + 0.01, y - 0.014, -d / 2), (w / 2 - 0.01, y, d / 2))
    for y in levels:
        x = -w / 2 + 0.09
        while x < w / 2 - 0.2:
            if b.rng.random() < 0.75:
                _shoes(a, b, x + 0.06, y, min(0.27, d - 0.03))
            x += 0.24
    return a


def _shoes(a: Assembly, b: Brief, x: float, y: float, length: float) -> None:
    leather = cloth(b.pick(("#2a2522", "#5a3a26", "#e6e3dc", "#3b4a5a", "#7a2f2a", "#8b8378")), "leather")
    sole = paint("#d8d4cb" if b.rng.random() < 0.5 else "#1f1d1b")
    for s in (-1, 1):
        foot = x + s * 0.05
        a.add(board((0.085, 0.022, length), (foot, y + 0.011, 0), sole, bevel=0.008))
        a.add(board((0.08, 0.06, length * 0.95), (foot, y + 0.05, 0), leather, bevel=0.02))
        a.add(board((0.075, 0.05, length * 0.42), (foot, y + 0.085, length * 0.25), leather, bevel=0.017))


def coat_rack(b: Brief) -> Assembly:
    """A stand for coats, one or two hanging."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    stuff = wood(b.palette.woods[0]) if b.style != "pole" else metal(b.palette.metal)
    reach = min(w, d) / 2
    a.add(rod((0, 0.02, 0), (0, h, 0), 0.02, stuff, end_radius=0.014))
    if b.style == "pole":
        a.add(
            turned(
                [(0, 0), (reach * 0.7, 0), (reach * 0.7, 0.012), (0.03, 0.03), (0, 0.03)],
                (0, 0, 0),
                stuff,
                smooth=False,
                segments=32,
            )
        )
    else:
        for i in range(3 if b.style == "tripod" else 4):
            angle = 2 * np.pi * i / (3 if b.style == "tripod" else 4)
            a.add(
                rod(
                    (np.cos(angle) * reach * 0.96, 0.012, np.sin(angle) * reach * 0.96),
                    (0, 0.24, 0),
                    0.013,
                    stuff,
                    end_radius=0.016,
                )
            )
    for i in range(6):
        angle = 2 * np.pi * i / 6 + 0.3
        c, s = np.cos(angle), np.sin(angle)
        y = h - 0.10 - 0.09 * (i % 2)
        a.add(
            bent(
                [(0, y - 0.04, 0), (c * 0.10, y, s * 0.10), (c * (reach - 0.02), y + 0.07, s * (reach - 0.02))],
                0.009,
                stuff,
            )
        )
    for i in range(int(b.rng.integers(1, 3))):
        angle = 2 * np.pi * (2 * i + 1) / 6 + 0.3
        coat = cloth(b.pick((*b.palette.accents, "#2d3136", "#6b5d4b")), "twill")
        part = pad(
            (0.36, 0.92, 0.13),
            (0, h - 0.19 - 0.47, 0),
            coat,
            radius=0.06,
            bulge=(0.02, 0.0, 0.02),
            wrinkle=0.02,
            inner=4,
        )
        a.add(part.transformed(turn(-angle + np.pi / 2, "y") @ shift(0, 0, 0.085)))
    a.block((-reach, 0, -reach), (reach, 0.05, reach))
    a.block((-0.12, 0, -0.12), (0.12, h, 0.12))
    return a


def laundry_basket(b: Brief) -> Assembly:
    """A basket for washing."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    if b.style == "slatted":
        timber = wood(b.palette.woods[0])
        a.add(
            board((w - 0.03, h - 0.06, d - 0.03), (0, h / 2 - 0.01, 0), cloth(b.palette.linens[0], "linen"), bevel=0.01)
        )
        for s in (-1, 1):
            for t in (-1, 1):
                a.add(
                    board(
                        (0.03, h - 0.02, 0.03),
                        (s * (w / 2 - 0.015), h / 2 - 0.01, t * (d / 2 - 0.015)),
                        timber,
                        grain="y",
                    )
                )
        a.add(board((w, 0.02, d), (0, h - 0.01, 0), timber, grain="x"))
    else:
        stuff = wicker() if b.style == "wicker" else cloth(b.pick(b.palette.linens), "linen")
        profile = [
            (0, 0.0),
            (0.40, 0.0),
            (0.43, 0.02),
            (0.49, h - 0.03),
            (0.50, h - 0.012),
            (0.485, h),
            (0.46, h - 0.01),
            (0.44, h * 0.82),
        ]
        body = turned(profile, (0, 0, 0), stuff, segments=28)
        a.add(body.transformed(np.diag([w, 1.0, d, 1.0])))
        heap = turned(
            [(0.44, 0.0), (0.38, 0.05), (0.2, 0.08), (0, 0.09)],
            (0, h * 0.82, 0),
            cloth(b.pick(b.palette.linens), "plain"),
            segments=20,
        )
        a.add(heap.transformed(np.diag([w, 1.0, d, 1.0])))
        for s in (-1, 1):
            x = s * w * 0.475
            a.add(
                bent(
                    [
                        (x, h - 0.06, -0.06),
                        (x + s * 0.01, h - 0.03, -0.05),
                        (x + s * 0.012, h - 0.02, 0),
                        (x + s * 0.01, h - 0.03, 0.05),
                        (x, h - 0.06, 0.06),
                    ],
                    0.007,
                    wood("oak"),
                )
            )
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a


def storage_box(b: Brief) -> Assembly:
    """A lidded box."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    stuff = {
        "fabric": cloth(b.pick((*b.palette.linens, *b.palette.accents)), "linen"),
        "wood": wood(b.palette.woods[-1]),
        "wicker": wicker(),
    }[b.style]
    a.add(board((w - 0.012, h - 0.04, d - 0.012), (0, (h - 0.04) / 2, 0), stuff, bevel=0.006), solid=True)
    a.add(board((w, 0.045, d), (0, h - 0.0225, 0), stuff, bevel=0.006), solid=True)
    a.add(
        bent(
            [
                (-0.05, h * 0.58, -d / 2 + 0.006),
                (-0.03, h * 0.54, -d / 2 - 0.004),
                (0.03, h * 0.54, -d / 2 - 0.004),
                (0.05, h * 0.58, -d / 2 + 0.006),
            ],
            0.005,
            cloth("#5a3a26", "leather"),
        )
    )
    return a


def waste_bin(b: Brief) -> Assembly:
    """A bin."""
    a = Assembly()
    w, d, h = b.width, b.depth, b.height
    stuff = {"pedal": metal("steel"), "paper": paint(b.pick((*b.palette.accents, "#2b2d2f"))), "wicker": wicker()}[
        b.style
    ]
    scale = np.diag([w, 1.0, d, 1.0])
    if b.style == "pedal":
        a.add(
            turned(
                [(0, 0), (0.47, 0), (0.48, 0.03), (0.48, h - 0.06), (0, h - 0.06)], (0, 0, 0), stuff, smooth=False
            ).transformed(scale)
        )
        lid = [(0, 0), (0.5, 0), (0.5, 0.02), (0.44, 0.045), (0.2, 0.06), (0, 0.06)]
        a.add(turned(lid, (0, h - 0.06, 0), paint("#2b2d2f")).transformed(scale))
        a.add(board((0.10, 0.012, 0.04), (0, 0.02, -d / 2), paint("#2b2d2f")))
    else:
        profile = [(0, 0.0), (0.40, 0.0), (0.50, h), (0.475, h), (0.38, 0.02), (0, 0.02)]
        a.add(turned(profile, (0, 0, 0), stuff, smooth=False).transformed(scale))
    a.block((-w / 2, 0, -d / 2), (w / 2, h, d / 2))
    return a
