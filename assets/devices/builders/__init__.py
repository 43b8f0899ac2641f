"""One file a shape; importing this package registers them all."""

from __future__ import annotations

from assets.devices.builders import (
    console,
    ereader,
    laptop,
    monitor,
    phone,
    photo_frame,
    smart_display,
    tablet,
    television,
    thermostat,
)

__all__ = [
    "console", "ereader", "laptop", "monitor", "phone", "photo_frame", "smart_display", "tablet", "television",
    "thermostat",
]  # fmt: skip
