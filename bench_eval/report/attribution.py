"""Where errors come from: perception, state or decoding, by what would have happened with perfect perception.

An answer that is wrong counts as an error of *perception* when the same system gets it right from the oracle's records;
else of *state* when Unified Agent, under the same decoder, gets it right from those; else of *decoding*. It needs runs
of the same systems with `perception=oracle` beside the others.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from bench_eval.report.results import BASE, order, title
from bench_eval.report.tables import Table

ORACLE = "oracle"
_Frames = dict[str, dict[str, float]]


def attribute(output: Path, perception: str, decoder: str) -> Table | None:
    """Error counts a system, None without the oracle's runs to compare with."""
    frames: _Frames = json.loads((output / "scores.json").read_text(encoding="utf-8"))["frames"]
    prefix, bound = f"{perception}/{decoder}/", f"{ORACLE}/{decoder}/"
    if perception == ORACLE or not any(key.startswith(bound) for key in frames):
        return None
    counts: dict[str, Counter[str]] = {}
    for key, scores in frames.items():
        if not key.startswith(prefix):
            continue
        agent, trial, episode = key.removeprefix(prefix).rsplit("/", 2)
        own = frames.get(f"{bound}{agent}/{trial}/{episode}") or frames.get(f"{bound}{agent}/0/{episode}")
        best = frames.get(f"{bound}{BASE}/{trial}/{episode}") or frames.get(f"{bound}{BASE}/0/{episode}")
        if own is None or best is None:
            continue
        counted = counts.setdefault(agent, Counter())
        for what, value in scores.items():
            counted["scored"] += 1
            if value < 1.0:
                counted["perception" if own[what] == 1.0 else "state" if best[what] == 1.0 else "decoding"] += 1
    rows = tuple(
        (title(agent), *(str(counts[agent][kind]) for kind in ("scored", "perception", "state", "decoding")))
        for agent in sorted(counts, key=order)
    )
    caption = f"Errors by origin. Perception {perception}, decoder {decoder}; scored answers, and those that are wrong."
    return Table("errors", caption, ("System", "scored", "perception", "state", "decoding"), rows) if rows else None
