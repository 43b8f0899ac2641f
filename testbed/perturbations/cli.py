"""The shell of a device: its files read-only, or a command missing."""

from __future__ import annotations

from testbed.perturbations.registry import FaultInjector, Level, Reach, Target, injector
from testbed.services.faults import Fault
from testbed.services.model import Modality
from testbed.site import Testbed


@injector("cli_read_only")
class ReadOnly:
    """Commands see the device's files mounted read-only; apps write as before."""

    level: Level = "modality"
    modality: Modality | None = "cli"
    reach: Reach = "files"

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Mount read-only."""
        testbed.devices[target.device].set_read_only(on=True)

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Mount as it was."""
        testbed.devices[target.device].set_read_only(on=False)


@injector("command_missing")
class CommandMissing:
    """The command for a service is not installed."""

    level: Level = "modality"
    modality: Modality | None = "cli"
    reach: Reach = "command"

    def apply(self, testbed: Testbed, target: Target) -> None:
        """Take the command away."""
        testbed.devices[target.device].set_missing(target.service)

    def revert(self, testbed: Testbed, target: Target) -> None:
        """Put it back."""
        testbed.devices[target.device].set_missing("")


@injector("command_denied")
class CommandDenied(FaultInjector):
    """The services refuse what the command sends."""

    modality: Modality | None = "cli"

    def fault(self, target: Target) -> Fault:
        """The fault for a target."""
        return Fault(target.device, target.service, "cli", status=403, message="command-line access is switched off")
