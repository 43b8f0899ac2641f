"""A whole home in memory: a plan, and everything that stands, hangs and lies in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scenes.homes.arrange import Arrangement
from scenes.homes.furniture import CATEGORIES, PALETTES
from scenes.homes.items import Design, Item
from scenes.homes.plan import INNER_HALF, OUTER_REST, Opening, Plan, draw_plan
from scenes.homes.rooms import RULES
from scenes.homes.rooms.finishing import Unfurnishable

_ATTEMPTS = 60
_OPENING_DEPTH = {"window": 0.16, "entrance": 0.12}


@dataclass(frozen=True)
class Home:
    """A furnished plan.

    Attributes:
        number: 1 to 46.
        palette: key of `PALETTES`.
        items: in a stable order; `Item.on` indexes this tuple.
        walls, floors: finish names and tints by room name: (finish, "#rrggbb" or None).
    """

    number: int
    palette: str
    plan: Plan
    items: tuple[Item, ...]
    walls: dict[str, tuple[str, str | None]]
    floors: dict[str, tuple[str, str | None]]


def design_home(number: int) -> Home:
    """Draw home `number`: the same on every machine."""
    for attempt in range(_ATTEMPTS):
        rng = np.random.default_rng([number, attempt, 20260])
        try:
            return _draw(number, rng)
        except Unfurnishable:
            continue
    raise RuntimeError(f"no plan for home {number} could be furnished in {_ATTEMPTS} draws")


def _draw(number: int, rng: np.random.Generator) -> Home:
    names = sorted(PALETTES)
    palette = names[number % len(names)]
    plan = draw_plan(rng, number - 1)
    mood: dict[str, tuple[str, int]] = {}
    for category in sorted(CATEGORIES):
        styles = CATEGORIES[category].styles
        mood[category] = styles[int(rng.integers(len(styles)))], int(rng.integers(2**31))
    items: list[Item] = [_opening(o, mood) for o in plan.openings if o.kind in _OPENING_DEPTH]
    # Kitchens are the hardest to fit: a plan that fails should fail early.
    for room in sorted(plan.rooms, key=lambda r: (r.kind != "kitchen", r.name)):
        arrangement = Arrangement(plan, room, rng, mood)
        RULES[room.kind](arrangement)
        if not arrangement.doors_joined():
            raise Unfurnishable("a way between doors")
        start = len(items)
        items += [replace(i, on=i.on + start if i.on >= 0 else -1) for i in arrangement.items]
    walls, floors = _finishes(rng, plan, palette)
    return Home(number, palette, plan, tuple(items), walls, floors)


def _opening(opening: Opening, mood: dict[str, tuple[str, int]]) -> Item:
    """The window or front door that fills a hole in an outer wall."""
    category = "window" if opening.kind == "window" else "door"
    style, seed = mood[category]
    if category == "door" and style == "glazed":
        style = "panelled"
    width, height = round(opening.end - opening.start, 2), round(opening.head - opening.sill, 2)
    design = Design(category, width, _OPENING_DEPTH[opening.kind], height, style, seed)
    outward = -1.0 if opening.side in ("north", "west") else 1.0
    across = opening.line + outward * (OUTER_REST - INNER_HALF) / 2
    along = (opening.start + opening.end) / 2
    x, z = (along, across) if opening.along_x else (across, along)
    yaw = {"north": np.pi, "south": 0.0, "west": -np.pi / 2, "east": np.pi / 2}[opening.side]
    return Item(design, round(x, 4), opening.sill, round(z, 4), round(float(yaw), 4), opening.rooms[0])


def _finishes(
    rng: np.random.Generator, plan: Plan, palette: str
) -> tuple[dict[str, tuple[str, str | None]], dict[str, tuple[str, str | None]]]:
    colors = PALETTES[palette]
    main_floor = colors.floors[int(rng.integers(len(colors.floors)))]
    tiles = ("tile_white", "tile_grey", "tile_terracotta", "tile_slate", "terrazzo")
    tile = tiles[int(rng.integers(len(tiles)))]
    bath = ("metro_white", "tile_white", "metro_green", "marble", "tile_grey")[int(rng.integers(5))]
    carpet = ("carpet_beige", "carpet_grey", "carpet_blue")[int(rng.integers(3))]
    soft = rng.random() < 0.4
    walls: dict[str, tuple[str, str | None]] = {}
    floors: dict[str, tuple[str, str | None]] = {}
    for room in plan.rooms:
        paint = colors.walls[int(rng.integers(len(colors.walls)))]
        walls[room.name] = ("plaster", paint)
        if room.kind == "laundry":
            walls[room.name] = ("metro_white", None)
        elif room.kind == "bathroom":
            walls[room.name] = (bath, None)
        elif palette == "industrial" and room.kind in ("living_room", "study") and rng.random() < 0.4:
            walls[room.name] = ("brick_white" if room.kind == "living_room" else "brick_red", None)
        floors[room.name] = (main_floor, None)
        if room.kind in ("kitchen", "laundry", "bathroom"):
            floors[room.name] = (tile, None)
        elif room.kind == "bedroom" and soft:
            floors[room.name] = (carpet, None)
    return walls, floors
