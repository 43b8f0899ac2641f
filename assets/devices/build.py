"""From a catalogue entry to a device."""

from __future__ import annotations

from assets.devices import builders as _builders
from assets.devices.device import BUILDERS, Device, DeviceSpec

_ = _builders  # importing it registers the shapes that ship


def build_device(spec: DeviceSpec) -> Device:
    """Build the device of a catalogue entry, in the device frame.

    Raises:
        KeyError: for a shape that no builder is registered for (`load_catalogue` checks that).
    """
    return BUILDERS[spec.shape](spec)
