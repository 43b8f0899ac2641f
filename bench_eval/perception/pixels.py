"""Perception from pixels alone: OpenCV for the pictures, closed-vocabulary rules for the words. No key, no network."""

from __future__ import annotations

from bench_eval.episodes import Episode
from bench_eval.perception.registry import perceiver
from bench_eval.perception.words import record_of
from bench_eval.records import Record
from bench_eval.resources import Resources
from bench_gen.ua.pixels import PixelPerceiver


@perceiver("pixels")
def perceive(episode: Episode, _: Resources) -> tuple[Record, ...]:
    """The records of an episode in temporal order: nothing is taken from later frames (appendix C.2).

    Screens that the card's engagement answers leave out are seen, too: who counts them is the systems' affair.
    """
    content = episode.content
    eyes = PixelPerceiver(content.roster)
    records = []
    for frame in content.frames:
        sight = eyes.see(episode.image(frame))
        records.append(record_of(frame.frame, frame.utterance, content.card, sight.active, sight.attended))
    return tuple(records)
