"""The testbed's devices by name. Adding one is a line in a module that is loaded (`testbed.extensions`)."""

from __future__ import annotations

from assets.entries import enter
from testbed.inside.kinds import ANDROID_LIKE, KINDS, LINUX, DeviceKind

DEVICES: dict[str, str] = {}
"""Name to kind, in the order in which people see them."""


def device(name: str, kind: DeviceKind) -> None:
    """Register a device of a registered kind.

    Raises:
        ValueError: when the name is taken, or the kind is not registered.
    """
    if KINDS.get(kind.name) is not kind:
        raise ValueError(f"the kind {kind.name!r} is not registered")
    enter(DEVICES, name, kind.name)


def kind_of(name: str) -> DeviceKind:
    """A device's kind."""
    return KINDS[DEVICES[name]]


# The paper's two and two (OctoNest, section 3.1).
device("linux-1", LINUX)
device("linux-2", LINUX)
device("phone-1", ANDROID_LIKE)
device("phone-2", ANDROID_LIKE)
