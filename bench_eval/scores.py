"""Scores on disk: `scores.csv`, a row an episode, system and trial, beside the judge that scored Int."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from assets.errors import InputError
from bench_eval.decisions import DECISIONS
from bench_eval.diagnostics import write_diagnostics
from bench_eval.judges import JUDGES
from bench_eval.log import logs_in
from bench_eval.registry import find
from bench_eval.resources import Resources
from bench_eval.scoring import EpisodeScore, load_labels, score
from bench_gen.ua.disk import write_text

_KEYS = ("perception", "decoder", "agent", "trial", "episode", "pair", "role", "scene", "crashed", "malformed")


def write_scores(output: Path, ua: Path, judge: str, resources: Resources) -> Path:
    """Score every log under `output` and write `scores.csv`, `scores.json`
    and `perception.csv`; returns the path of the first.

    Raises:
        InputError: when there are no logs or no labels, or a log is of an episode that the set lacks.
    """
    labels = load_labels(ua)
    logs = list(logs_in(output))
    if unknown := next((log.episode for log in logs if log.episode not in labels), None):
        raise InputError(f"no labels of episode {unknown}", file=ua, expected="the set that the run was made on")
    rows = list(score(logs, labels, find(JUDGES, judge, "judge")(resources)))
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow([*_KEYS, *DECISIONS, "overall"])
    for row in rows:
        values = [f"{row.decisions[name]:.6f}" for name in DECISIONS]
        table.writerow([*(getattr(row, key) for key in _KEYS), *values, f"{row.overall:.6f}"])
    write_text(output / "scores.csv", stream.getvalue())
    frames = {_key(row): {f"{d} f{f}": value for (d, f), value in sorted(row.frames.items())} for row in rows}
    write_text(output / "scores.json", json.dumps({"judge": judge, "frames": frames}, sort_keys=True, indent=1) + "\n")
    write_diagnostics(output, ua)
    return output / "scores.csv"


def _key(row: EpisodeScore) -> str:
    return "/".join((row.perception, row.decoder, row.agent, str(row.trial), row.episode))


def read_scores(output: Path) -> list[dict[str, str]]:
    """The rows of `scores.csv`.

    Raises:
        InputError: when the run was not scored.
    """
    path = output / "scores.csv"
    try:
        return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    except OSError as error:
        raise InputError(
            str(error.strerror), file=path, remedy="score the run first: python -m bench_eval.score"
        ) from None


def judge_of(output: Path) -> str:
    """The judge that scored Int."""
    return str(json.loads((output / "scores.json").read_text(encoding="utf-8"))["judge"])
