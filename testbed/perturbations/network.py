"""What keeps a whole device from the services: no network, signed out, a wrong clock, a service down there."""

from __future__ import annotations

from testbed.perturbations.registry import FaultInjector, Level, Reach, Target, injector
from testbed.services.faults import Fault
from testbed.services.model import Modality
from testbed.site import Testbed

_DAYS = 412


@injector("network_cut")
class NetworkCut:
    """The device has no network."""

    level: Level = "device"
    modality: Modality | None = None
    reach: Reach = "account"

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Cut it."""
        testbed.devices[target.device].set_network(up=False)

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Connect it again."""
        testbed.devices[target.device].set_network(up=True)


class _DeviceFault(FaultInjector):
    level: Level = "device"
    reach: Reach = "account"
    status, message = 403, ""

    def fault(self, target: Target) -> Fault:
        service = target.service if self.reach == "service" else "*"
        return Fault(target.device, service, status=self.status, message=self.message)


@injector("signed_out")
class SignedOut(_DeviceFault):
    """The device is signed out of the account."""

    message = "this device is signed out of the account"


@injector("clock_wrong")
class ClockWrong(_DeviceFault):
    """The device's clock is wrong, which `date` shows, so the services don't believe its requests' time."""

    message = f"the request's time is {_DAYS} days off; set this device's clock"

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Set the clock wrong."""
        testbed.devices[target.device].set_clock(days=-_DAYS)
        super().apply(testbed, target)

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Set it right."""
        super().revert(testbed, target)
        testbed.devices[target.device].set_clock(days=0)


@injector("service_down")
class ServiceDown(_DeviceFault):
    """One service does not answer this device."""

    reach: Reach = "service"
    status, message = 503, "the service cannot be reached from this device"
