"""What the page shows of a pair, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from bench_gen.ua.admission import admit_pair
from bench_gen.ua.checks import CHECKS
from bench_gen.ua.disk import PairOnDisk, UnreadableFileError, load_pair, pair_path, sha256
from bench_gen.ua.report import place_of
from bench_gen.ua.review.decisions import Decision, decisions
from bench_gen.ua.review.pictures import states_of
from bench_gen.ua.schema import ROLES, SHARED, PairReport, Role, Targets
from bench_gen.ua.settings import AdmissionSettings
from sim.semantics import class_color
from sim.world import Kind

Json = dict[str, object]


def index_of(ua: Path, names: Sequence[str]) -> Json:
    """The set as a list: every pair's scene, topic, devices and decision."""
    decided = decisions(ua)
    rows = []
    for name in names:
        row, fingerprint = _row(ua, name, (ua / pair_path(name)).stat().st_mtime_ns)
        rows.append({**row, "decision": as_json(decided.get((name, fingerprint)))})
    title = (ua.parent if ua.name == "ua" else ua).resolve().name
    return {"title": title, "pairs": rows}


@lru_cache(maxsize=100_000)
def _row(ua: Path, name: str, _written: int) -> tuple[Json, str]:
    """What the list says of a pair, and the SHA-256 of its record."""
    pair = load_pair(ua, name)
    record, script = pair.record, pair.script
    row: Json = {
        "pair": name,
        "scene": str(record.scene["ref"]),
        "topic": script.topic,
        "observer": observer_of(pair),
        "evening": bool(record.scene["evening"]),
        "robot": any(entry.device == "robot" for entry in script.roster),
        "devices": sorted({e.engaged for e in script.episodes.values()}),
    }
    return row, sha256(ua / pair_path(name))


def detail_of(pair: PairOnDisk, settings: AdmissionSettings) -> Json:
    """All that the page shows of one pair, its checks run now on what is on disk."""
    script, record = pair.script, pair.record
    fingerprint = sha256(pair.ua / pair_path(script.pair))
    return {
        "pair": script.pair,
        "record": fingerprint,
        "scene": str(record.scene["ref"]),
        "topic": script.topic,
        "title": f"{script.noun}: {script.attribute}",
        "observer": observer_of(pair),
        "size": list(pair.size),
        "roles": {role: {"engaged": e.engaged, "decoy": e.decoy} for role, e in script.episodes.items()},
        "roster": [
            {"device": e.device, "appearance": e.appearance, "glow": e.glow or "", "observer": e.observer}
            for e in script.roster
        ],
        "frames": [_moment(pair, number) for number in range(1, 13)],
        "classes": _legend(pair),
        "checks": _checks(admit_pair(pair, settings)),
        "decision": as_json(decisions(pair.ua).get((script.pair, fingerprint))),
    }


def observer_of(pair: PairOnDisk) -> str:
    """Through whose camera the pair is seen."""
    return next((entry.device for entry in pair.script.roster if entry.observer), "robot")


def as_json(decision: Decision | None) -> Json | None:
    """A decision for the page."""
    if decision is None:
        return None
    return {k: getattr(decision, k) for k in ("verdict", "reason", "reviewer", "time")}


def _moment(pair: PairOnDisk, number: int) -> Json:
    """One of twelve moments: one picture where the episodes share it, else A's and B's."""
    roles: tuple[Role, ...] = ("A",) if number in SHARED else ROLES
    return {
        "frame": number,
        "kind": pair.script.episodes["A"].frames[number - 1].kind.value,
        "shared": number in SHARED,
        "views": [_view(pair, role, number) for role in roles],
    }


def _view(pair: PairOnDisk, role: Role, number: int) -> Json:
    script, record = pair.script.episodes[role].frames[number - 1], pair.frame(role, number)
    others = ROLES if number in SHARED else (role,)
    return {
        "role": "A and B" if number in SHARED else role,
        "state": record.state,
        "moment": record.moment,
        "utterance": script.utterance,
        "lit": list(script.lit),
        "pointed": script.pointed,
        "labels": {r: found for r in others if (found := _labels(pair.episode(r).targets[number - 1]))},
    }


def _labels(target: Targets) -> dict[str, str]:
    found = {
        "Eng": target.eng,
        "Int": target.int_.sentence if target.int_ else None,
        "Inf": target.inf,
        "Rsp": None if target.rsp is None else ", ".join(target.rsp) or "nobody",
        "Nxt": target.nxt,
    }
    return {name: value for name, value in found.items() if value is not None}


def _legend(pair: PairOnDisk) -> list[Json]:
    """The classes that the pair's pictures show."""
    try:
        seen = set().union(*(np.unique(pair.instances(state)).tolist() for state in states_of(pair)))
    except UnreadableFileError:
        seen = {row.instance_id for row in pair.record.entities}
    rows = [row for row in pair.record.entities if row.instance_id in seen]
    colors = {row.semantic_class: class_color(row.semantic_class, Kind(row.kind)) for row in rows}
    return [
        {"name": name, "color": "#" + "".join(f"{int(c):02x}" for c in color)} for name, color in sorted(colors.items())
    ]


def _figure(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _checks(report: PairReport) -> list[Json]:
    rows = []
    for check in report.checks:
        figures = [f.figure for f in check.findings if f.figure is not None]
        causes = [f"{place_of(f)} {f.cause}".strip() for f in check.findings if not f.ok]
        rows.append(
            {
                "name": check.check,
                "asks": CHECKS[check.check].asks,
                "ok": check.ok,
                "figure": _figure(figures[-1]) if figures else "",
                "causes": causes or ([check.skipped] if check.skipped else []),
            }
        )
    return rows
