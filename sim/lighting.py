"""Lights of a scene, read off its rooms, windows and lamps.

Every room has one broad light under its ceiling, drawn towards its windows as daylight is; windows are areas of sky,
lamps are warm points. Each stays in its own room. The light of the room that a frame is about throws the shadow map.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Point, Polygon, box

from scenes.scene import Region, Scene, SceneObject
from sim.world import Ambient, Light, LightKind

_WINDOW = re.compile(r"(^|_)windows?($|_)")
_LAMP = re.compile(r"(^|_)((floor|table|desk|wall|ceiling)?lamps?|chandelier|sconce|lantern|pendant|lights?)($|_)")
_CEILING_LAMP = re.compile(r"ceiling|chandelier|pendant")
_WALL = 0.1  # how far past its polygon a room's light reaches, metres: the faces of its own walls
_TALLEST = 3.2  # a room's light hangs no higher than under this, however high the ceiling is


@dataclass(frozen=True)
class _Mood:
    room: tuple[float, float, float]
    window: tuple[float, float, float]
    lamp: tuple[float, float, float]
    ambient: Ambient


_DAY = _Mood(
    room=(6.4, 6.2, 5.8),
    window=(3.0, 3.3, 3.7),
    lamp=(0.10, 0.08, 0.055),
    ambient=Ambient((0.50, 0.51, 0.53), (0.47, 0.465, 0.455), (0.44, 0.42, 0.39), (0.72, 0.83, 0.95)),
)
_EVENING = _Mood(
    room=(2.7, 2.2, 1.6),
    window=(0.10, 0.13, 0.22),
    lamp=(0.55, 0.38, 0.20),
    ambient=Ambient((0.25, 0.23, 0.22), (0.22, 0.20, 0.18), (0.20, 0.17, 0.14), (0.03, 0.045, 0.09)),
)


def light_scene(
    scene: Scene, *, evening: bool = False, around: tuple[float, float] | None = None
) -> tuple[tuple[Light, ...], Ambient, float]:
    """Lights, ambient light and exposure for a scene.

    Args:
        scene: any loaded scene; one without regions is lit as one room, one without windows or lamps from above.
        evening: lamps instead of daylight.
        around: (x, z) on the floor that the frame is about, as a rule where the user is. The room there throws the
            shadows; default is the largest room.
    """
    mood = _EVENING if evening else _DAY
    rooms = scene.regions or (_whole(scene),)
    main = _room_at(rooms, around) if around is not None else max(rooms, key=lambda r: (r.polygon.area, r.name))
    windows = [o for o in scene.objects if _WINDOW.search(_noun(o))]
    lamps = [o for o in scene.objects if _LAMP.search(_noun(o))]
    lights = [_room_light(room, rooms, windows, lamps, mood, casts_shadow=room is main) for room in rooms]
    lights += [_window_light(window, rooms, mood) for window in windows]
    lights += [_lamp_light(lamp, rooms, mood) for lamp in lamps if not _CEILING_LAMP.search(_noun(lamp))]
    return tuple(lights), mood.ambient, 1.0


def _noun(thing: SceneObject) -> str:
    return thing.category.strip().lower().replace(" ", "_").replace("-", "_")


def _bounds(thing: SceneObject) -> NDArray[np.float64]:
    """World bounds, (2, 3), of the box of the model's bounds."""
    low, high = thing.model.bounds()
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    world = corners @ thing.transform[:3, :3].T + thing.transform[:3, 3]
    return np.stack([world.min(axis=0), world.max(axis=0)])


def _whole(scene: Scene) -> Region:
    low, high = scene.stage.bounds()
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    world = corners @ scene.stage_transform[:3, :3].T + scene.stage_transform[:3, 3]
    (x0, y0, z0), (x1, y1, z1) = world.min(axis=0), world.max(axis=0)
    return Region("whole", "unknown", box(x0, z0, x1, z1), float(y0), float(y1))


def _room_at(rooms: tuple[Region, ...], at: tuple[float, float]) -> Region:
    point = Point(at)
    return min(rooms, key=lambda r: (float(r.polygon.distance(point)), r.name))


def _zone(polygon: Polygon) -> tuple[float, float, float, float]:
    x0, z0, x1, z1 = polygon.buffer(_WALL, join_style="mitre").bounds
    return _tidy(x0), _tidy(z0), _tidy(x1), _tidy(z1)


def _tidy(value: float) -> float:
    return round(float(value), 4)


def _position(x: float, y: float, z: float) -> tuple[float, float, float]:
    return _tidy(x), _tidy(y), _tidy(z)


def _room_light(
    room: Region,
    rooms: tuple[Region, ...],
    windows: list[SceneObject],
    lamps: list[SceneObject],
    mood: _Mood,
    *,
    casts_shadow: bool,
) -> Light:
    center = room.polygon.representative_point() if not room.polygon.centroid.within(room.polygon) else None
    x, z = (center or room.polygon.centroid).coords[0]
    ceiling = room.ceiling if np.isfinite(room.ceiling) else room.floor + 2.6
    height = min(max(ceiling - room.floor, 2.0), _TALLEST)
    x0, z0, x1, z1 = room.polygon.bounds
    hanging = [b for o in lamps if _CEILING_LAMP.search(_noun(o)) for b in [_bounds(o)] if _inside(room, b)]
    openings = [b for o in windows for b in [_bounds(o)] if _room_of(rooms, b) is room]
    if hanging:
        x, _, z = np.mean([b.mean(axis=0) for b in hanging], axis=0)
    elif openings:
        wx, _, wz = np.mean([b.mean(axis=0) for b in openings], axis=0)
        x, z = x + 0.3 * (wx - x), z + 0.3 * (wz - z)
    side = min(max(0.35 * min(x1 - x0, z1 - z0), 0.5), 1.4)
    # A larger room gets a stronger light, so that its far corners are not gloomy.
    strength = min(max(float(room.polygon.area) / 14.0, 0.55), 1.9) ** 0.5 * 1.2 / (side * side) ** 0.8
    r, g, b = mood.room
    return Light(
        LightKind.AREA,
        _position(x, room.floor + height - 0.3, z),
        (0.0, -1.0, 0.0),
        (_tidy(r * strength), _tidy(g * strength), _tidy(b * strength)),
        (_tidy(side), _tidy(side)),
        casts_shadow,
        _zone(room.polygon),
        main=True,
    )


def _inside(room: Region, bounds: NDArray[np.float64]) -> bool:
    x, y, z = bounds.mean(axis=0)
    return bool(room.polygon.covers(Point(x, z))) and room.floor <= y <= room.floor + 6.0


def _room_of(rooms: tuple[Region, ...], bounds: NDArray[np.float64]) -> Region:
    x, _, z = bounds.mean(axis=0)
    return _room_at(rooms, (x, z))


def _window_light(window: SceneObject, rooms: tuple[Region, ...], mood: _Mood) -> Light:
    bounds = _bounds(window)
    room = _room_of(rooms, bounds)
    middle, extent = bounds.mean(axis=0), np.ptp(bounds, axis=0)
    axis = 0 if extent[0] < extent[2] else 2  # thin side of the window: its normal
    inward = np.zeros(3)
    target = room.polygon.representative_point()
    inward[axis] = np.sign((target.x - middle[0]) if axis == 0 else (target.y - middle[2])) or 1.0
    position = middle + 0.05 * inward
    width = extent[2] if axis == 0 else extent[0]
    return Light(
        LightKind.AREA,
        _position(*position),
        (float(inward[0]), 0.0, float(inward[2])),
        mood.window,
        (_tidy(width), _tidy(extent[1])),
        zone=_zone(room.polygon),
    )


def _lamp_light(lamp: SceneObject, rooms: tuple[Region, ...], mood: _Mood) -> Light:
    bounds = _bounds(lamp)
    x, _, z = bounds.mean(axis=0)
    y = bounds[0, 1] + 0.8 * (bounds[1, 1] - bounds[0, 1])
    return Light(
        LightKind.POINT, _position(x, y, z), (0.0, -1.0, 0.0), mood.lamp, zone=_zone(_room_of(rooms, bounds).polygon)
    )
