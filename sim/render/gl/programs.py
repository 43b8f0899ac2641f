"""Sets shader inputs by name; a name that the driver dropped as unused is passed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import moderngl
from numpy.typing import NDArray

UNITS: Mapping[str, int] = {
    "materials": 0,
    "base_texture": 1,
    "emissive_texture": 2,
    "shadow_map": 3,
    "samples": 4,
    "keys": 5,
    "roots": 6,
}


def set_units(program: moderngl.Program) -> None:
    """Point every sampler at its texture unit, once."""
    for name, unit in UNITS.items():
        set_value(program, name, unit)


def set_value(program: moderngl.Program, name: str, value: bool | int) -> None:
    """Set a scalar."""
    member: Any = program.get(name, None)
    if member is not None:
        member.value = value


def set_bytes(program: moderngl.Program, name: str, value: bytes) -> None:
    """Set a matrix that is already in OpenGL's order."""
    member: Any = program.get(name, None)
    if member is not None:
        member.write(value)


def set_array(program: moderngl.Program, name: str, values: NDArray[Any]) -> None:
    """Set a vector or an array of them; a driver may have cut the array to the elements that are used."""
    member: Any = program.get(name, None)
    if member is not None:
        member.write(values.tobytes()[: member.array_length * member.dimension * 4])
