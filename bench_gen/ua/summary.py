"""What became of a set: how many pairs, what was rejected, what failed and why; no time and no machine in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bench_gen.ua.destination import Destination
from bench_gen.ua.disk import load_pair, pairs_in, write_json
from bench_gen.ua.make import Outcome
from bench_gen.ua.schema import Failure, SetSummary

SUMMARY_PATH = "construction/summary.json"


def write_summary(place: Destination, wanted: int, outcomes: Sequence[Outcome]) -> SetSummary:
    """Gather the summary from the records on disk and this run's failures, and write `construction/summary.json`."""
    scenes: Counter[str] = Counter()
    drivers: Counter[str] = Counter()
    rejections: Counter[str] = Counter()
    for pair in pairs_in(place.ua):
        record = load_pair(place.ua, pair).record
        scenes[str(record.scene["ref"])] += 1
        drivers[f"{record.renderer.backend}: {record.renderer.driver}"] += 1
        rejections.update(record.rejections)
    failures = tuple(
        Failure(index=o.index, pair=o.pair, scene=o.scene, cause=o.error or "not admitted in any try",
                rejections=dict(sorted(o.rejections.items())))
        for o in outcomes if not o.admitted
    )  # fmt: skip
    summary = SetSummary(
        wanted=wanted,
        admitted=sum(scenes.values()),
        scenes=dict(sorted(scenes.items())),
        drivers=dict(sorted(drivers.items())),
        rejections=dict(sorted(rejections.items())),
        failures=failures,
    )
    write_json(place.ua / SUMMARY_PATH, summary)
    return summary


def as_text(summary: SetSummary) -> str:
    """The summary in lines, for a terminal."""
    lines = []
    if summary.rejections:
        tries = ", ".join(f"{reason} ({n})" for reason, n in summary.rejections.items())
        lines.append(f"rejected tries: {tries}")
    if len(summary.drivers) > 1:
        lines.append("a mixed set: pixels were made by " + "; ".join(summary.drivers))
    for failure in summary.failures:
        tries = ", ".join(f"{reason} ({n})" for reason, n in failure.rejections.items())
        lines.append(f"pair {failure.index} in {failure.scene} failed: {failure.cause}{f': {tries}' if tries else ''}")
    if summary.failures:
        lines.append("the same command makes what is missing")
    return "\n".join(lines)
