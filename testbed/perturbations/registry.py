"""The registry of perturbations. Adding one is a class with `@injector` in a module that is imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from assets.entries import enter
from testbed.services.faults import Fault
from testbed.services.model import Modality, Operation
from testbed.site import Testbed

Level = Literal["modality", "device"]
Reach = Literal["device", "account", "service", "forms", "operation", "command", "files", "writes"]
"""What of its device a perturbation strikes: all of it; what goes to the account's services; one service, its forms
alone, one operation of it, or the command for it; the device's files, or writing new ones."""


@dataclass(frozen=True)
class Target:
    """What a perturbation strikes: a device, and of it a service and an operation where that matters ("" for files)."""

    device: str
    service: str = ""
    operation: Operation | None = None


class Injector(Protocol):
    """One perturbation.

    Attributes:
        level: "modality" leaves another way on the same device; "device" leaves none there.
        modality: which modality it takes away; None at device level.
        reach: what of the device it strikes.
    """

    level: Level
    modality: Modality | None
    reach: Reach

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Make it so."""
        ...

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Undo exactly that."""
        ...


INJECTORS: dict[str, Injector] = {}


def injector(name: str) -> Callable[[Callable[[], Injector]], Callable[[], Injector]]:
    """Register a perturbation.

    Raises:
        ValueError: when the name is taken.
    """

    def register(make: Callable[[], Injector]) -> Callable[[], Injector]:
        enter(INJECTORS, name, make())
        return make

    return register


class FaultInjector:
    """A perturbation that is a fault on a device's way to the services."""

    level: Level = "modality"
    modality: Modality | None = None
    reach: Reach = "service"

    def fault(self, target: Target) -> Fault:
        """The fault for a target."""
        raise NotImplementedError

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Put the fault in force."""
        testbed.set_faults([*testbed.faults, self.fault(target)])

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Take that fault away."""
        fault = self.fault(target)
        testbed.set_faults([other for other in testbed.faults if other != fault])
