"""The pages of one service on one device: an error, a disabled form, a dialog that does not close."""

from __future__ import annotations

from testbed.perturbations.registry import FaultInjector, Reach, Target, injector
from testbed.services.faults import Effect, Fault
from testbed.services.model import Modality


class _PageFault(FaultInjector):
    modality: Modality | None = "gui"
    effect: Effect = "page_error"

    def fault(self, target: Target) -> Fault:
        return Fault(target.device, target.service, "gui", effect=self.effect)


@injector("gui_error")
class PageError(_PageFault):
    """Every page of the service fails to draw."""


@injector("gui_disabled")
class Disabled(_PageFault):
    """Its buttons are disabled."""

    reach: Reach = "forms"
    effect: Effect = "disabled"


@injector("gui_modal")
class Modal(_PageFault):
    """Its pages lie under a dialog that does not close."""

    effect: Effect = "modal"
