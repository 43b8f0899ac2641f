"""How each kind of room is furnished: one rule file a kind."""

from __future__ import annotations

from collections.abc import Callable

from scenes.homes.arrange import Arrangement
from scenes.homes.rooms.bathroom import furnish_bathroom
from scenes.homes.rooms.bedroom import furnish_bedroom
from scenes.homes.rooms.dining import furnish_dining_room
from scenes.homes.rooms.kitchen import furnish_kitchen
from scenes.homes.rooms.living import furnish_living_room
from scenes.homes.rooms.service import furnish_hall, furnish_laundry
from scenes.homes.rooms.study import furnish_study

RULES: dict[str, Callable[[Arrangement], None]] = {
    "living_room": furnish_living_room,
    "kitchen": furnish_kitchen,
    "dining_room": furnish_dining_room,
    "bedroom": furnish_bedroom,
    "bathroom": furnish_bathroom,
    "study": furnish_study,
    "hall": furnish_hall,
    "laundry": furnish_laundry,
}
"""Furnishes a room of each kind in place. Each raises `Unfurnishable` when what the room is for does not fit."""
