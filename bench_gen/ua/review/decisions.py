"""What people decided about pairs: a log beside the set, `<set>/review.jsonl`, one JSON object a line.

Lines are only ever added, each in one write that reaches the disk, so a crash costs at most the line that was being
written, and who changed their mind can be seen. A decision is about one rendering of a pair: it names the SHA-256 of
the pair's construction record, which holds those of all its files. Made anew, the pair is undecided again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

from filelock import FileLock
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assets.errors import InputError
from bench_gen.ua.disk import pair_path, sha256
from bench_gen.ua.schema import Sha256

Verdict = Literal["accept", "reject", "none"]
_LARGEST = 64 << 20


class Decision(BaseModel):
    """One line of the log.

    Attributes:
        verdict: "none" takes back what was decided before.
        reason: why a pair is rejected.
        reviewer: a name or initials.
        time: UTC, ISO 8601.
        record: SHA-256 of the pair's construction record as it was shown.
        attempt: which of the tries at the pair it was.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    pair: Annotated[str, Field(pattern=r"^[0-9a-f]{1,64}$")]
    verdict: Verdict
    reason: Annotated[str, Field(max_length=1000)] = ""
    reviewer: Annotated[str, Field(min_length=1, max_length=100)]
    time: Annotated[str, Field(max_length=40)]
    record: Sha256
    attempt: Annotated[int, Field(ge=0)] = 0


def review_path(ua: Path) -> Path:
    """The log of the set whose `agent/` and `construction/` lie in `ua`."""
    return ua.parent / "review.jsonl"


def now() -> str:
    """The time that a decision is stamped with."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_log(ua: Path) -> tuple[Decision, ...]:
    """Every decision, oldest first; none without a log.

    Raises:
        InputError: for a line that is no decision. A last line without its end was being written in a crash: it is left
            out.
    """
    path = review_path(ua)
    if not path.is_file():
        return ()
    if path.stat().st_size > _LARGEST:
        raise InputError("too large", file=path, expected=f"at most {_LARGEST >> 20} MiB")
    return tuple(_parsed(path))


def _parsed(path: Path) -> Iterator[Decision]:
    *whole, _torn = path.read_bytes().split(b"\n")
    for number, line in enumerate(whole, start=1):
        if not line.strip():
            continue
        try:
            yield Decision.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            raise InputError(
                first["msg"],
                file=path,
                field=f"line {number}: {'.'.join(map(str, first['loc']))}",
                remedy="mend or delete the line",
            ) from None


def decisions(ua: Path) -> dict[tuple[str, str], Decision]:
    """What holds now, by pair and SHA-256 of its record; what was taken back is left out."""
    latest = {(entry.pair, entry.record): entry for entry in read_log(ua)}
    return {key: entry for key, entry in latest.items() if entry.verdict != "none"}


def rejections(ua: Path, pairs: Iterable[str]) -> dict[str, Decision]:
    """Those of these pairs that are rejected as they are on disk, each with what was decided."""
    found = {key: entry for key, entry in decisions(ua).items() if entry.verdict == "reject"}
    asked = sorted({pair for pair, _ in found} & set(pairs))
    here = {pair: sha256(ua / pair_path(pair)) for pair in asked if (ua / pair_path(pair)).is_file()}
    return {pair: found[pair, record] for pair, record in here.items() if (pair, record) in found}


def rejected_attempts(ua: Path) -> dict[str, set[int]]:
    """For each pair the tries at it that people rejected, whether they are still on disk or not."""
    found: dict[str, set[int]] = {}
    for (pair, _), entry in decisions(ua).items():
        if entry.verdict == "reject":
            found.setdefault(pair, set()).add(entry.attempt)
    return found


def record_decision(ua: Path, decision: Decision) -> None:
    """Add a decision to the log; when this returns, it is on disk."""
    path = review_path(ua)
    line = json.dumps(decision.model_dump(mode="json"), sort_keys=True, ensure_ascii=False).encode() + b"\n"
    with FileLock(path.with_name(".review.lock")), path.open("a+b") as log:
        if log.tell() and not _ends_whole(path):
            log.truncate(path.read_bytes().rfind(b"\n") + 1)
        log.write(line)
        log.flush()
        os.fsync(log.fileno())


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as log:
        log.seek(-1, os.SEEK_END)
        return log.read(1) == b"\n"
