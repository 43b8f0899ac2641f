"""What the harness can make go wrong on a device's way to the services; nothing announces it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from testbed.services.model import MODALITIES, Operation

Effect = Literal["refuse", "page_error", "disabled", "modal"]


@dataclass(frozen=True)
class Fault:
    """One fault.

    Attributes:
        device: whose requests it strikes.
        service: which service's, or "*".
        modality: which modality's, or "*".
        operation: which operation's, or "*" (pages: "create", "update" and "delete" strike the forms).
        effect: "refuse" answers `status` and `message`; pages can also fail to draw ("page_error"), have their buttons
            disabled ("disabled") or lie under a dialog that does not close ("modal").
    """

    device: str
    service: str = "*"
    modality: str = "*"
    operation: str = "*"
    effect: Effect = "refuse"
    status: int = 503
    message: str = "Service unavailable"

    def strikes(self, device: str, service: str, modality: str, operation: Operation | None) -> bool:
        """Whether it strikes a request; `operation` None is a page that only shows."""
        return (
            device == self.device
            and self.service in ("*", service)
            and self.modality in ("*", modality)
            and (self.operation == "*" or self.operation == operation)
        )

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


def fault_from(values: dict[str, Any]) -> Fault:
    """A fault from plain values.

    Raises:
        ValueError: for an unknown modality or effect.
    """
    fault = Fault(**values)
    if fault.modality not in ("*", *MODALITIES) or fault.effect not in ("refuse", "page_error", "disabled", "modal"):
        raise ValueError(f"unusable fault {values}")
    return fault
