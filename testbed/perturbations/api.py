"""The API of one service answers, but not with what was asked; or the device's token is stale."""

from __future__ import annotations

from testbed.perturbations.registry import FaultInjector, Level, Reach, Target, injector
from testbed.services.faults import Fault
from testbed.services.model import Modality
from testbed.site import Testbed


class _ApiFault(FaultInjector):
    modality: Modality | None = "api"
    status, message = 503, "the service is being maintained"

    def fault(self, target: Target) -> Fault:
        return Fault(target.device, target.service, "api", status=self.status, message=self.message)


@injector("api_unauthorized")
class Unauthorized(_ApiFault):
    """401 on every request."""

    status, message = 401, "this client is not authorized"


@injector("api_rate_limited")
class RateLimited(_ApiFault):
    """429 on every request."""

    status, message = 429, "too many requests; the daily quota is used up"


@injector("api_unavailable")
class Unavailable(_ApiFault):
    """503 on every request."""


@injector("api_removed")
class Removed(_ApiFault):
    """410 for one operation; the others work."""

    reach: Reach = "operation"

    def fault(self, target: Target) -> Fault:
        """The fault for a target."""
        operation = target.operation or "*"
        return Fault(target.device, target.service, "api", operation, status=410, message="this endpoint was removed")


@injector("token_stale")
class TokenStale:
    """The device's token is no longer accepted by any service's API."""

    level: Level = "modality"
    modality: Modality | None = "api"
    reach: Reach = "account"

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Accept no token of that device."""
        testbed.services({"do": "tokens", "tokens": {**testbed.tokens(), target.device: ""}})

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Accept it again."""
        del target
        testbed.services({"do": "tokens", "tokens": testbed.tokens()})
