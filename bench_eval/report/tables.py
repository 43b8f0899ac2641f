"""The paper's tables 1, 2, 3 and 8 of a run, as plain cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench_eval.decisions import DECISIONS
from bench_eval.report.results import BASE, FAMILIES, Results, family, order, title
from bench_eval.statistics import Contrast, Estimate, cluster_weights, contrasts, estimates

_SECTIONS = {
    "controls": "State controls",
    "published": "Published baselines",
    "ablations": "Ablations",
    "others": "Other systems",
}


@dataclass(frozen=True)
class Table:
    """A table: name, what it shows, column heads, and rows of cells; a row of one cell heads a section."""

    name: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def table_1(results: Results, note: str) -> Table:
    """Scores of each decision, Overall and Gap with intervals clustered by pair, and Holm-adjusted p by family."""
    weights = cluster_weights(results.pairs)
    gaps = _gaps(results, lambda agent: results.overall(agent))
    rows: list[tuple[str, ...]] = []
    last = "own"
    for agent in results.agents:
        kind = family(agent)
        if kind != last and kind in _SECTIONS:
            rows.append((_SECTIONS[kind],))
        last = kind
        overall = estimates(results.overall(agent)[:, None], results.pairs, weights)[0]
        cells = [f"{value:.3f}" for value in results.scores[agent].mean(axis=0)]
        spread = results.spread[agent]
        shown = f"{overall.value:.3f} [{overall.low:.2f}, {overall.high:.2f}]" + (f" ±{spread:.3f}" if spread else "")
        contrast = gaps.get(agent)
        rows.append(
            (
                title(agent),
                *cells,
                shown,
                _gap(contrast.gap) if contrast else "",
                _p(contrast) if contrast else "",
                str(results.crashed[agent] or ""),
            )
        )
    head = (
        "System",
        *(d.title for d in DECISIONS.values()),
        "Overall [95% CI]",
        "Gap [95% CI]",
        "adjusted p",
        "crashed",
    )
    return Table("table_1", f"State-design comparison. {note}", head, tuple(rows))


def table_2(results: Results, note: str) -> Table:
    """Signed differences of each ablation's decision scores from Unified Agent's, with intervals."""
    weights = cluster_weights(results.pairs)
    rows = []
    for agent in results.agents:
        if family(agent) == "ablations" and BASE in results.scores:
            change = results.scores[agent] - results.scores[BASE]
            rows.append((title(agent), *(_gap(e) for e in estimates(change, results.pairs, weights))))
    head = ("Variant", *(d.title for d in DECISIONS.values()))
    return Table(
        "table_2", f"Ablations: differences from Unified Agent; negative values favour it. {note}", head, tuple(rows)
    )


def table_3(every: Sequence[Results], note: str) -> Table:
    """Overall under each setting, and the gap of Unified Agent to the strongest control."""
    agents = sorted(
        {a for r in every for a in r.agents if family(a) in ("own", "controls")},
        key=order,
    )
    rows: list[tuple[str, ...]] = []
    for agent in agents:
        cells = (f"{r.overall(agent).mean():.3f}" if agent in r.scores else "" for r in every)
        rows.append((title(agent), *cells))
    gaps = []
    for r in every:
        controls = [float(r.overall(a).mean()) for a in r.agents if family(a) == "controls"]
        gaps.append(f"{r.overall(BASE).mean() - max(controls):+.3f}" if controls and BASE in r.scores else "")
    rows.append(("Gap to the strongest control", *gaps))
    head = ("System", *(f"{r.perception} + {r.decoder}{' (upper bound)' if r.upper_bound else ''}" for r in every))
    return Table("table_3", f"Overall across settings. {note}", head, tuple(rows))


def table_8(output: Path, note: str) -> Table:
    """Diagnostics of shared perception."""
    path = output / "perception.csv"
    read = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))) if path.is_file() else []
    rows = []
    for r in read:
        figures = (f"{float(r['active_f1']):.3f}", f"{float(r['pointed']):.3f}")
        rows.append((r["perception"], *figures, r["frames"], r["pointing_frames"]))
    head = ("Perception", "Active-screen set-F1", "Pointed-device accuracy", "frames", "pointing frames")
    return Table("table_8", f"Shared perception. {note}", head, tuple(rows))


def scene_table(results: Results, note: str) -> Table:
    """The gaps of table 1 with intervals clustered by scene in place of pair."""
    gaps = _gaps(results, lambda agent: results.overall(agent), by_scene=True)
    rows = tuple((title(agent), _gap(c.gap), _p(c)) for agent, c in gaps.items())
    head = ("System", "Gap [95% CI], clustered by scene", "adjusted p")
    return Table("table_1_by_scene", f"Gaps of table 1, resampling scenes. {note}", head, rows)


def _gaps(
    results: Results,
    values: Callable[[str], NDArray[np.float64]],
    *,
    by_scene: bool = False,
) -> dict[str, Contrast]:
    """Unified Agent minus each other system, adjusted within its family."""
    if BASE not in results.scores:
        return {}
    clusters = results.scenes if by_scene else results.pairs
    weights = cluster_weights(clusters)
    found: dict[str, Contrast] = {}
    for kind in FAMILIES[1:]:
        members = [agent for agent in results.agents if family(agent) == kind]
        if members:
            others = np.stack([values(agent) for agent in members], axis=1)
            found |= dict(zip(members, contrasts(values(BASE), others, clusters, weights), strict=True))
    return found


def _gap(e: Estimate) -> str:
    return f"{e.value:+.3f} [{e.low:+.3f}, {e.high:+.3f}]"


def _p(contrast: Contrast) -> str:
    text = "<0.001" if contrast.adjusted < 0.001 else f"{contrast.adjusted:.3f}"
    return text + (" *" if contrast.meets_criterion else "")
