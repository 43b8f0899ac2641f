"""A real Android device or emulator through adb, behind the interface of the sandboxed ones.

**Untested on Android itself**: tests hold it to what it says to an adb server and to what it makes of the answers.
"""

from typing import Final

IMPOSSIBLE: Final = ("cli_read_only", "clock_wrong", "command_missing", "storage_full")
"""Perturbations that need root on a device, or would fill it."""
