"""The words of a record by closed-vocabulary rules (paper, appendix C.3): what is stated, asked and requested."""

from __future__ import annotations

from functools import lru_cache

from bench_eval.records import Record
from bench_gen.ua.schema import DeviceCard
from bench_gen.ua.understanding import Reader
from bench_gen.ua.vocabulary import load_vocabulary


@lru_cache(maxsize=1)
def _reader() -> Reader:
    return Reader(load_vocabulary())


def record_of(frame: int, utterance: str, card: DeviceCard, active: tuple[str, ...], attended: str | None) -> Record:
    """The record of a frame whose picture shows this and whose words are these."""
    said = _reader().read(utterance, card.answers.inf)
    action = said.request.action if said.request else None
    return Record(
        frame=frame,
        active=tuple(sorted(set(active))),
        attended=attended,
        attending=attended is not None,
        action=action,
        value=said.value,
        topic=said.topic,
        requested_action=action,
        request=action is not None,
    )
