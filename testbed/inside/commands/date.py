#!/usr/bin/env python3
"""`date` on a device whose clock is wrong by the days in CLOCK_DAYS."""

from __future__ import annotations

import os
import sys

OTHERS = ("-d", "--date", "-f", "--file", "-r", "--reference", "-s", "--set")

if __name__ == "__main__":
    words = sys.argv[1:]
    if not any(word.startswith(OTHERS) for word in words):
        words = ["-d", f"{os.environ['CLOCK_DAYS']} days", *words]
    os.execv("/usr/bin/date", ["date", *words])  # noqa: S606
