"""The legend of a set's class maps; what each instance id is stands in the entity table of the pair's record."""

from __future__ import annotations

from pathlib import Path

from bench_gen.ua.disk import load_pair, pairs_in, write_json
from bench_gen.ua.schema import ClassRow, Legend

LEGEND_PATH = "construction/legend.json"


def write_legend(ua: Path) -> Path:
    """Gather the class ids of every pair under `ua` into `construction/legend.json` and return its path."""
    rows: dict[tuple[int, str], set[str]] = {}
    for pair in pairs_in(ua):
        record = load_pair(ua, pair).record
        for name, number in record.classes.items():
            rows.setdefault((number, name), set()).add(str(record.scene["id"]))
    path = ua / LEGEND_PATH
    found = tuple(
        ClassRow(class_id=number, name=name, scenes=tuple(sorted(where)))
        for (number, name), where in sorted(rows.items())
    )
    write_json(path, Legend(classes=found))
    return path
