"""Which processes outlive the one that started them."""

from __future__ import annotations

import time
from collections.abc import Sequence

import psutil


def left_alive(processes: Sequence[psutil.Process], seconds: float) -> list[psutil.Process]:
    """Those that still live after so many seconds, fewer when all have ended."""
    deadline = time.monotonic() + seconds
    while (left := [process for process in processes if _lives(process)]) and time.monotonic() < deadline:
        time.sleep(0.1)
    return left


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
