"""Take pairs out of a set that people rejected, so that other tries can take their places."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bench_gen.ua.disk import load_pair, pair_path
from bench_gen.ua.review.decisions import rejections


def retract_rejected(ua: Path, pairs: Iterable[str]) -> None:
    """Remove those of these pairs that are there and that a reviewer rejected.

    The record goes last: a process killed half-way leaves a rejected pair with files missing, which the next run
    removes.
    """
    for pair in rejections(ua, pairs):
        for path in sorted(load_pair(ua, pair).record.files):
            (ua / path).unlink(missing_ok=True)
        (ua / pair_path(pair)).unlink()
