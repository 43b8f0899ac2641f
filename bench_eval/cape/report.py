"""Tables of a CAPEBench run: quality by condition, coverage, recovery."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench_eval.cape.agents import CONTROLS
from bench_eval.cape.log import CapeLog
from bench_eval.cape.metrics import coverage, recovery, rows_of, sensitivity
from bench_eval.report.formats import as_csv, as_latex, as_markdown
from bench_eval.report.tables import Table
from bench_eval.statistics import Estimate
from bench_gen.cape.schema import Instance
from bench_gen.ua.disk import write_text

LEVELS = {"all": "all", "none": "unperturbed", "modality": "modality", "device": "device", "mixed": "mixed"}
NOTE = (
    "Phones are Android-like devices in sandboxes: these scores do not compare with scores on Android. "
    "scripted (the reference solution), fixed_plan (the gold plan run blindly), random and idle are controls."
)
ANDROID = "{} was a real Android device or emulator behind adb: compare with scores on the same devices alone."


def write_report(output: Path, logs: Sequence[CapeLog], instances: dict[str, Instance]) -> Path:
    """Write `cape/report.md` and each table as CSV and LaTeX; returns the first's path."""
    tables = [quality(logs), adaptation(logs, instances)]
    for table in tables:
        write_text(output / "cape" / f"{table.name}.csv", as_csv(table))
        write_text(output / "cape" / f"{table.name}.tex", as_latex(table))
    crashed = [f"- {log.agent}, {log.instance}: {log.crashed}" for log in logs if log.crashed]
    android = sorted({name for log in logs for name in log.android})
    notes = [NOTE, *([ANDROID.format(", ".join(android))] if android else [])]
    text = "\n".join(["# CAPEBench", "", *notes, "", *(as_markdown(table) for table in tables)])
    if crashed:
        text += "\nCrashed episodes (they count, with nothing done):\n\n" + "\n".join(crashed) + "\n"
    path = output / "cape" / "report.md"
    write_text(path, text)
    return path


def quality(logs: Sequence[CapeLog]) -> Table:
    """Tables 1 and 2 of the paper: an agent's quality and efficiency by condition."""
    body = []
    for row in rows_of(logs):
        each = "∞" if row.tokens_per_pass is None else f"{row.tokens_per_pass:,.0f}"
        body.append((row.agent, LEVELS[row.level], str(row.episodes), _percent(row.completion), _percent(row.adherence),
                     _percent(row.perfect), f"{row.tokens:,.0f}", each))  # fmt: skip
    head = ("Agent", "Condition", "Episodes", "Comp. (%)", "Adh. (%)", "PP (%)", "Tok./Ep.", "Tok./PP")
    caption = "Completion, Adherence and Perfect Pass with 95 % intervals by bootstrap over seed tasks."
    return Table("quality", caption, head, tuple(body))


def adaptation(logs: Sequence[CapeLog], instances: dict[str, Instance]) -> Table:
    """Coverage (figure 4), recovery (figure 5) and sensitivity (figure 6) an agent."""
    body = []
    base = CONTROLS[0]
    for agent in dict.fromkeys(log.agent for log in logs):
        own = [log for log in logs if log.agent == agent]
        seen = coverage(own, instances)
        cells = [agent, f"{100 * seen.feasible:.1f}", f"{100 * seen.preferred:.1f}", f"{100 * seen.composed:.1f}"]
        for level in ("modality", "device"):
            found = recovery(own, instances, level)
            cells += [str(found.met), f"{100 * found.boundary:.1f}", f"{100 * found.recovered:.1f}"]
        for level in ("modality", "device", "mixed"):
            widened = sensitivity(logs, agent, base, level, lambda log: log.adherence)
            cells.append(f"{100 * widened:+.1f}")
        body.append(tuple(cell.replace("nan", "-").replace("+-", "-") for cell in cells))
    head = ("Agent", "Feasible", "Preferred", "Composed", "met", "Boundary (mod.)", "Recovered (mod.)", "met",
            "Boundary (dev.)", "Recovered (dev.)", "Gap mod.", "Gap dev.", "Gap mixed")  # fmt: skip
    caption = (
        "Modality sequences covered without perturbation (%); under single perturbations that the agent met, boundary "
        f"match and affected-step recovery (%); how much the Adherence gap to {base} widens (points)."
    )
    return Table("adaptation", caption, head, tuple(body))


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"
