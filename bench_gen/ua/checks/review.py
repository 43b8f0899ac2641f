"""What people decided after looking (`python -m bench_gen.gallery`)."""

from __future__ import annotations

from collections.abc import Iterator

from bench_gen.ua.checks.registry import check, wrong
from bench_gen.ua.disk import PairOnDisk
from bench_gen.ua.review.decisions import rejections
from bench_gen.ua.schema import Finding
from bench_gen.ua.settings import AdmissionSettings


@check("human_review", "nobody who looked at the pair rejected it")
def human_review(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
    """The latest decision in `review.jsonl` beside the set about this very rendering; undecided pairs pass."""
    for decision in rejections(pair.ua, [pair.script.pair]).values():
        yield wrong(f"{decision.reviewer} at {decision.time}: {decision.reason}")
