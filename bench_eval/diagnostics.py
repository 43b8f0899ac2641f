"""Quality of shared perception: set-F1 of active screens, accuracy of the pointed device (paper, appendix C.3)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench_eval.log import MADE_AGAIN
from bench_eval.records import EpisodeRecords
from bench_gen.ua.disk import load_json, load_pair, pairs_in, write_text
from bench_gen.ua.legibility import lit_in
from bench_gen.ua.schema import ROLES
from bench_gen.ua.set_f1 import set_f1


@dataclass(frozen=True)
class Diagnostics:
    """Of one perception: frames and pointing frames that were perceived, and the two figures."""

    perception: str
    frames: int
    pointing_frames: int
    active_f1: float
    pointed: float


def diagnose(output: Path, ua: Path) -> Iterator[Diagnostics]:
    """Every perception of a run against what is drawn; a lit screen of which next to nothing shows isn't asked for."""
    if not (ua / "construction" / "pairs").is_dir():
        return
    for folder in sorted(path for path in (output / "records").iterdir() if path.is_dir()):
        found: list[float] = []
        right: list[bool] = []
        name = folder.name
        for pair_id in pairs_in(ua):
            pair = load_pair(ua, pair_id)
            for role in ROLES:
                path = folder / f"{pair.episode(role).episode}.json"
                if not path.is_file():
                    continue
                records = load_json(path, EpisodeRecords, remedy=MADE_AGAIN)
                name = records.perception
                for record, script in zip(records.records, pair.script.episodes[role].frames, strict=True):
                    lit = lit_in(script, pair.frame(role, record.frame))
                    found.append(set_f1(record.active, lit))
                    if script.pointed:
                        right.append(record.attended == script.pointed)
        if found:
            yield Diagnostics(name, len(found), len(right), sum(found) / len(found), sum(right) / max(1, len(right)))


def write_diagnostics(output: Path, ua: Path) -> Path:
    """Write `perception.csv`; returns its path."""
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(["perception", "frames", "pointing_frames", "active_f1", "pointed"])
    for row in diagnose(output, ua):
        table.writerow([row.perception, row.frames, row.pointing_frames, f"{row.active_f1:.6f}", f"{row.pointed:.6f}"])
    write_text(output / "perception.csv", stream.getvalue())
    return output / "perception.csv"
