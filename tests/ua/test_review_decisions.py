"""Decisions are kept safely: the last one holds, a torn line costs itself alone, and a pair made anew is undecided."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ua_sketch import Sketch, script_of

from assets.errors import InputError
from bench_gen.ua.disk import pair_path, sha256
from bench_gen.ua.retract import retract_rejected
from bench_gen.ua.review.decisions import (
    Decision,
    Verdict,
    decisions,
    read_log,
    record_decision,
    rejected_attempts,
    rejections,
    review_path,
)

RECORD = "ab" * 32


def said(verdict: Verdict, pair: str = "0a", record: str = RECORD, attempt: int = 0, reason: str = "x") -> Decision:
    return Decision(
        pair=pair, verdict=verdict, reason=reason, reviewer="ada", time="2026-12-01", record=record, attempt=attempt
    )


Said = st.lists(
    st.builds(
        said,
        st.sampled_from(["accept", "reject", "none"]),
        st.sampled_from(["0a", "0b"]),
        reason=st.text(max_size=20),
        attempt=st.integers(0, 3),
    ),
    max_size=8,
)


@settings(deadline=None)  # every line waits for the disk
@given(Said, st.integers(0, 400))
def test_what_reached_the_disk_holds(tmp_path_factory: pytest.TempPathFactory, log: list[Decision], cut: int) -> None:
    """However many bytes of the last line a crash lost, all earlier lines hold, and new ones can follow."""
    ua = tmp_path_factory.mktemp("set") / "ua"
    ua.mkdir()
    for entry in log:
        record_decision(ua, entry)
    assert read_log(ua) == tuple(log)
    latest = {entry.pair: entry for entry in log}
    assert {p: e for (p, _), e in decisions(ua).items()} == {p: e for p, e in latest.items() if e.verdict != "none"}
    path = review_path(ua)
    if not log:
        return
    whole = path.read_bytes()
    last = len(whole) - (whole[:-1].rfind(b"\n") + 1)
    path.write_bytes(whole[: len(whole) - 1 - cut % last])
    assert read_log(ua) == tuple(log[:-1])
    record_decision(ua, log[-1])
    assert read_log(ua) == tuple(log)


def test_a_line_that_is_no_decision_is_named(tmp_path: Path) -> None:
    (tmp_path / "ua").mkdir()
    record_decision(tmp_path / "ua", said("accept"))
    with review_path(tmp_path / "ua").open("a") as log:
        log.write('{"pair": "../../etc"}\n')
    with pytest.raises(InputError, match=r"review\.jsonl.*line 2"):
        read_log(tmp_path / "ua")


def test_a_pair_made_anew_is_undecided_again(tmp_path: Path) -> None:
    ua = tmp_path / "ua"
    sketch = Sketch(ua, script_of())
    pair = sketch.write()
    record_decision(ua, said("reject", pair, sha256(ua / pair_path(pair))))
    assert rejections(ua, [pair])[pair].verdict == "reject"
    sketch.record_edit = lambda record: record.model_copy(update={"user": {"build": "another"}})
    sketch.write_record()
    assert rejections(ua, [pair]) == {}


def test_a_rejected_pair_is_taken_out_with_all_its_files(tmp_path: Path) -> None:
    ua = tmp_path / "ua"
    bad, good = Sketch(ua, script_of(index=0)).write(), Sketch(ua, script_of(index=1)).write()
    for pair, verdict in ((bad, "reject"), (good, "accept")):
        record_decision(ua, said(verdict, pair, sha256(ua / pair_path(pair)), attempt=2))
    kept = Sketch(tmp_path / "alone", script_of(index=1))
    kept.write()
    retract_rejected(ua, [bad, good])
    assert rejected_attempts(ua) == {bad: {2}}
    files = {p.relative_to(ua) for p in ua.rglob("*") if p.is_file()}
    alone = {p.relative_to(tmp_path / "alone") for p in (tmp_path / "alone").rglob("*") if p.is_file()}
    assert files == alone
