"""The audit of a set as JSON, as text, and as JUnit XML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from bench_gen.ua.audit.balance import BALANCES, BalanceRow
from bench_gen.ua.audit.forest import ForestScore
from bench_gen.ua.audit.shortcuts import Shortcut
from bench_gen.ua.audit.strategies import STRATEGIES

_NAMED = 8


@dataclass(frozen=True)
class Audit:
    """What an audit found.

    `full` is what counting both channels on all frames scores on each decision; `forest` is empty when not asked for.
    """

    pairs: int
    balance: tuple[BalanceRow, ...]
    shortcuts: tuple[Shortcut, ...]
    full: tuple[float, ...]
    forest: tuple[ForestScore, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing leaks, everything is balanced, and the full evidence gives every target."""
        return min(self.full) == 1.0 and not any(
            [*(s.leaks for s in self.shortcuts), *(f.leaks for f in self.forest), *(not b.ok for b in self.balance)]
        )


def as_text(audit: Audit) -> str:
    """A table of strategies and decisions, then whatever is wrong."""
    lines = [f"{audit.pairs} pairs", "", f"{'strategy':18}" + "".join(f"{d:>16}" for d in ("eng", "inf", "rsp", "nxt"))]
    for name in sorted({s.strategy for s in audit.shortcuts}):
        cells = {s.decision: f"{s.score:.3f} <= {s.limit:.3f}" for s in audit.shortcuts if s.strategy == name}
        lines.append(f"{name:18}" + "".join(f"{cells.get(d, ''):>16}" for d in ("eng", "inf", "rsp", "nxt")))
    if audit.forest:
        lines.append(
            f"{'random forest':18}" + "".join(f"{f.score:.3f} <= {f.limit:.3f}".rjust(16) for f in audit.forest)
        )
    chance = {s.decision: s.chance for s in audit.shortcuts}
    lines.append(f"{'full evidence':18}" + "".join(f"{figure:.3f}".rjust(16) for figure in audit.full))
    lines += [f"{'coin (chance)':18}" + "".join(f"{chance[d]:.3f}".rjust(16) for d in sorted(chance, key=_order)), ""]
    for row in audit.balance:
        state = "ok" if row.ok else "FAILED"
        lines.append(
            f"{state:8}{row.check:18}{row.option:24}{row.count:5}  {row.share:.3f} in {row.low:.3f} to {row.high:.3f}"
        )
    for leak in audit.shortcuts:
        if leak.leaks:
            where = ", ".join(leak.pairs[:_NAMED]) + (", ..." if len(leak.pairs) > _NAMED else "")
            lines.append(
                f"LEAK    {leak.strategy} ({STRATEGIES[leak.strategy].says}) scores {leak.score:.3f} on "
                f"{leak.decision}, chance is {leak.chance:.3f}; it gains on {where}"
            )
    lines += [
        f"LEAK    a random forest without pictures scores {f.score:.3f} on {f.decision}"
        for f in audit.forest
        if f.leaks
    ]
    lines.append("the audit holds" if audit.passed else "THE AUDIT FAILS")
    return "\n".join(lines) + "\n"


def as_json(audit: Audit) -> dict[str, Any]:
    """Plain JSON values; figures rounded to 6 decimals."""
    return {
        "schema_version": 1,
        "passed": audit.passed,
        "pairs": audit.pairs,
        "full_evidence": list(audit.full),
        "balance": [{**_plain(row), "ok": row.ok} for row in audit.balance],
        "shortcuts": [_plain(row) for row in audit.shortcuts],
        "forest": [{**_plain(row), "leaks": row.leaks} for row in audit.forest],
    }


def as_junit(audit: Audit) -> str:
    """JUnit XML: a test case a strategy and decision, a balance option, and a decision of the forest."""
    cases: list[tuple[str, str, str]] = [
        ("shortcuts", f"{s.strategy}.{s.decision}", f"{s.score:.3f} > {s.limit:.3f}" if s.leaks else "")
        for s in audit.shortcuts
    ]
    cases += [("forest", f.decision, f"{f.score:.3f} > {f.limit:.3f}" if f.leaks else "") for f in audit.forest]
    cases += [
        (f"balance.{b.check}", b.option, "" if b.ok else f"{b.share:.3f}: {BALANCES[b.check].asks}")
        for b in audit.balance
    ]
    failures = str(sum(bool(wrong) for _, _, wrong in cases))
    root = ElementTree.Element("testsuites", name="audit")
    suite = ElementTree.SubElement(root, "testsuite", name="audit", tests=str(len(cases)), failures=failures)
    for group, name, wrong in cases:
        case = ElementTree.SubElement(suite, "testcase", classname=group, name=name)
        if wrong:
            ElementTree.SubElement(case, "failure", message=wrong)
    ElementTree.indent(root)
    return str(ElementTree.tostring(root, encoding="unicode")) + "\n"


def _plain(row: Shortcut | BalanceRow | ForestScore) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in row.__dataclass_fields__}
    return {name: round(v, 6) if isinstance(v, float) else list(v) if isinstance(v, Sequence) and not isinstance(v, str)
            else v for name, v in values.items()}  # fmt: skip


def _order(decision: str) -> int:
    return ("eng", "inf", "rsp", "nxt").index(decision)
