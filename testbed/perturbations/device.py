"""A device as a whole: its storage full, locked, or without power."""

from __future__ import annotations

from testbed.perturbations.registry import Level, Reach, Target, injector
from testbed.services.model import Modality
from testbed.site import Testbed


class _Whole:
    level: Level = "device"
    modality: Modality | None = None
    reach: Reach = "device"


@injector("storage_full")
class StorageFull(_Whole):
    """No byte more fits on the device."""

    reach: Reach = "writes"

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Fill it."""
        testbed.devices[target.device].set_full(full=True)

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Give the room back."""
        testbed.devices[target.device].set_full(full=False)


@injector("locked")
class Locked(_Whole):
    """The device is locked."""

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Lock it."""
        testbed.devices[target.device].set_lock(on=True)

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Unlock it."""
        testbed.devices[target.device].set_lock(on=False)


@injector("unreachable")
class Unreachable(_Whole):
    """The device does not answer at all, as with a dead battery; its files are there when it is back."""

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Lose it."""
        testbed.devices[target.device].set_lost(lost=True)

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Find it again."""
        testbed.devices[target.device].set_lost(lost=False)
