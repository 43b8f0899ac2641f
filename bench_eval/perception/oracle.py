"""Perception as the construction records have it: an upper bound, marked as such wherever it shows.

It reads the folder `construction/`, which no system may see, so it belongs to the harness: it makes records before any
system runs.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from assets.errors import InputError
from bench_eval.episodes import Episode
from bench_eval.perception.registry import perceiver
from bench_eval.perception.words import record_of
from bench_eval.photos.labels import PhotoMoment, photo_labels
from bench_eval.records import Record
from bench_eval.resources import Resources
from bench_gen.ua.disk import load_pair, pairs_in
from bench_gen.ua.schema import ROLES, EpisodeScript


@perceiver("oracle", upper_bound=True)
def perceive(episode: Episode, _: Resources) -> tuple[Record, ...]:
    """The records of an episode, from its script.

    Raises:
        InputError: when the set has no construction records, or none of this episode.
    """
    ua, card = episode.folder.parent, episode.content.card
    for labels in photo_labels(ua):
        if labels.episode == episode.id:
            return tuple(
                record_of(frame.frame, frame.utterance, card, _contact(moment), moment.contact)
                for frame, moment in zip(episode.content.frames, labels.moments, strict=True)
            )
    script = _scripts(ua).get(episode.id)
    if script is None:
        raise InputError("no construction record has this episode", file=episode.id, field="perception")
    return tuple(
        record_of(frame.frame, frame.utterance, card, shown.lit, shown.pointed)
        for frame, shown in zip(episode.content.frames, script.frames, strict=True)
    )


def _contact(moment: PhotoMoment) -> tuple[str, ...]:
    """On photographs engagement is hand-on-device contact, not activity (appendix A.1)."""
    return (moment.contact,) if moment.contact else ()


@lru_cache(maxsize=2)
def _scripts(ua: Path) -> dict[str, EpisodeScript]:
    found = {}
    for name in pairs_in(ua):
        pair = load_pair(ua, name)
        for role in ROLES:
            found[pair.episode(role).episode] = pair.script.episodes[role]
    return found
