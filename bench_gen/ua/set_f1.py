"""Agreement of two sets."""

from __future__ import annotations

from collections.abc import Collection


def set_f1(said: Collection[str], wanted: Collection[str]) -> float:
    """Set-F1, where the empty set is right exactly when nothing was wanted (paper, appendix C.4)."""
    a, b = set(said), set(wanted)
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 1.0
