"""The ways through a room: where people can walk while it fills up, and whether its doors stay joined."""

from __future__ import annotations

from collections.abc import Iterable

from shapely.geometry import Point, Polygon

WIDTH = 0.8
"""Width of the ways that stay free between doors and furniture, metres."""

_REACH = 0.1  # metres from the way within which a door counts as on it


class Walkway:
    """Where the centre of a `WIDTH` wide body may be, in (x, z).

    Args:
        floor: the room between its walls.
        doors: points in front of the doors that must stay joined.
    """

    def __init__(self, floor: Polygon, doors: Iterable[tuple[float, float]]) -> None:
        self._empty = floor.buffer(-WIDTH / 2, join_style="mitre")
        self._doors = [Point(*door) for door in doors]
        self._free = self._empty

    def narrow(self, shape: Polygon) -> None:
        """Take away what a thing on the floor stands in the way of."""
        self._free = self._free.difference(_grown(shape))

    def clear(self) -> None:
        """Back to the empty room."""
        self._free = self._empty

    def largest(self) -> Polygon:
        """The largest connected part."""
        return _largest(self._free)

    def joins_doors(self, shape: Polygon | None = None) -> bool:
        """Whether every door opens on the largest part, with `shape` standing there too where one is given."""
        main = _largest(self._free if shape is None else self._free.difference(_grown(shape)))
        return all(main.distance(door) < _REACH for door in self._doors)


def _grown(shape: Polygon) -> Polygon:
    return shape.buffer(WIDTH / 2, quad_segs=3)


def _largest(shape: Polygon) -> Polygon:
    parts = list(getattr(shape, "geoms", [shape]))
    return max(parts, key=lambda p: p.area) if parts else Polygon()
