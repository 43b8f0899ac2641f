"""Parametric screen devices, built from the dimensions in `conf/device/`."""

from __future__ import annotations

from assets.devices.build import build_device
from assets.devices.catalogue import load_catalogue
from assets.devices.device import Device, DeviceSpec, ScreenState, Support
from assets.devices.screen import with_screen

__all__ = ["Device", "DeviceSpec", "ScreenState", "Support", "build_device", "load_catalogue", "with_screen"]
