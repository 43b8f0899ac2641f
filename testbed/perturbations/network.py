"""What keeps a whole device from the services: no network, signed out, a wrong clock, a service down there."""

from __future__ import annotations

from typing import Literal

from testbed.perturbations.registry import FaultInjector, Level, Target, injector
from testbed.services.faults import Fault
from testbed.services.model import Modality
from testbed.site import Testbed


@injector("network_cut")
class NetworkCut:
    """The device has no network."""

    level: Level = "device"
    modality: Modality | None = None
    needs: Literal["service", "files", "any"] = "service"

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Cut it."""
        testbed.devices[target.device].set_network(up=False)

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Connect it again."""
        testbed.devices[target.device].set_network(up=True)


class _DeviceFault(FaultInjector):
    level: Level = "device"
    status, message = 403, ""
    of_service = False

    def fault(self, target: Target) -> Fault:
        service = target.service if self.of_service else "*"
        return Fault(target.device, service, status=self.status, message=self.message)


@injector("signed_out")
class SignedOut(_DeviceFault):
    """The device is signed out of the account."""

    message = "this device is signed out of the account"


@injector("clock_wrong")
class ClockWrong(_DeviceFault):
    """The services refuse the device's requests, whose time they don't believe."""

    message = "the request's time is 412 days off; set this device's clock"


@injector("service_down")
class ServiceDown(_DeviceFault):
    """One service does not answer this device."""

    status, message, of_service = 503, "the service cannot be reached from this device", True
