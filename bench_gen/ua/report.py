"""An admission report as JSON, as text, and as JUnit XML (one test case a pair and check)."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from bench_gen.ua.checks import CHECKS
from bench_gen.ua.disk import write_json, write_text
from bench_gen.ua.schema import AdmissionReport, CheckReport, Finding


def write_report(report: AdmissionReport, ua: Path) -> Path:
    """Write `construction/admission.{json,txt,xml}` under `ua` and return the path of the text."""
    folder = ua / "construction"
    write_json(folder / "admission.json", report)
    text = folder / "admission.txt"
    write_text(text, as_text(report))
    write_text(folder / "admission.xml", as_junit(report).decode("utf-8"))
    return text


def as_text(report: AdmissionReport) -> str:
    """Plain text: a line a check, with the cause of every rejection."""
    lines = []
    for pair in report.pairs:
        lines.append(f"pair {pair.pair}: {'admitted' if pair.admitted else 'REJECTED'}")
        for check in pair.checks:
            state = "skipped" if check.skipped else "ok" if check.ok else "FAILED"
            lines.append(f"  {state:8}{check.check:22}{_figure(check)}")
            lines += [f"          {_where(finding)}{finding.cause}" for finding in check.findings if not finding.ok]
            lines += [f"          {check.skipped}"] if check.skipped else []
    admitted = sum(pair.admitted for pair in report.pairs)
    lines.append(f"{admitted} of {len(report.pairs)} pairs admitted")
    return "\n".join(lines) + "\n"


def as_junit(report: AdmissionReport) -> bytes:
    """JUnit XML, UTF-8: a test suite a pair, a test case a check."""
    root = ElementTree.Element("testsuites", name="admission")
    for pair in report.pairs:
        failures = sum(not check.ok for check in pair.checks)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=pair.pair,
            tests=str(len(pair.checks)),
            failures=str(failures),
            errors="0",
            skipped=str(sum(check.skipped is not None for check in pair.checks)),
        )
        for check in pair.checks:
            case = ElementTree.SubElement(suite, "testcase", classname=f"admission.{pair.pair}", name=check.check)
            if check.skipped:
                ElementTree.SubElement(case, "skipped", message=check.skipped)
            bad = [finding for finding in check.findings if not finding.ok]
            if bad:
                asks = CHECKS[check.check].asks if check.check in CHECKS else check.check
                failure = ElementTree.SubElement(case, "failure", message=_where(bad[0]) + bad[0].cause, type=asks)
                failure.text = "\n".join(_where(finding) + finding.cause for finding in bad)
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def place_of(finding: Finding) -> str:
    """Episode and frame that a finding is about, as far as it names them: "A f5"."""
    parts = (finding.episode, f"f{finding.frame}" if finding.frame else None)
    return " ".join(part for part in parts if part)


def _where(finding: Finding) -> str:
    place = place_of(finding)
    return f"{place}: " if place else ""


def _figure(check: CheckReport) -> str:
    figures = [finding.figure for finding in check.findings if finding.figure is not None]
    return f"{figures[-1]:.3g}" if figures else ""
