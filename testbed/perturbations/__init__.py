"""Perturbations, one file a family: applied to the environment, never announced, seen only by acting."""

from testbed.perturbations import api, cli, device, gui, network
from testbed.perturbations.registry import INJECTORS, FaultInjector, Injector, Level, Reach, Target, injector

__all__ = [
    "INJECTORS", "FaultInjector", "Injector", "Level", "Reach", "Target", "api", "cli", "device", "gui", "injector",
    "network",
]  # fmt: skip
