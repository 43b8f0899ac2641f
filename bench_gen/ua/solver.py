"""A solver that sees the true evidence stream, roster and card, and nothing of the construction.

It shows that every target can be recovered. It shares no code with `bench_gen.ua.targets`: it reads utterances with the
vocabulary, counts what it sees, and applies the card's rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bench_gen.ua.schema import NONE, DeviceCard, EpisodeScript
from bench_gen.ua.understanding import Reader


@dataclass(frozen=True)
class Evidence:
    """What can be perceived in one frame: lit screens, the device pointed at, the words."""

    lit: frozenset[str]
    pointed: str | None
    utterance: str


@dataclass(frozen=True)
class Answer:
    """The four closed decisions after a frame; `eng` is None while nobody is ahead, `rsp` None without a request."""

    eng: str | None
    inf: str
    rsp: frozenset[str] | None
    nxt: str | None


def true_evidence(episode: EpisodeScript) -> tuple[Evidence, ...]:
    """The evidence that a perfect perceiver would get from an episode."""
    return tuple(Evidence(frozenset(f.lit), f.pointed, f.utterance) for f in episode.frames)


def solve(card: DeviceCard, stream: Sequence[Evidence], reader: Reader) -> tuple[Answer, ...]:
    """Answers after each frame, from the frames up to it."""
    score = dict.fromkeys(card.answers.eng, 0)
    facts: dict[str, str] = {}
    standing: str | None = None
    answers = []
    for seen in stream:
        said = reader.read(seen.utterance, card.answers.inf)
        for device in score:
            score[device] += (device in seen.lit) + (device == seen.pointed)
        if said.value is not None and seen.pointed is not None:
            facts.setdefault(seen.pointed, said.value)
        best = max(score.values())
        leaders = [device for device, points in score.items() if points == best]
        leader = leaders[0] if len(leaders) == 1 else None
        responders: frozenset[str] | None = None
        if said.request is not None:
            standing = said.request.action
            responders = _responders(card, standing, said.request.scope, leader)
        answers.append(
            Answer(
                eng=leader,
                inf=facts.get(leader or "", NONE) if said.queries else NONE,
                rsp=responders,
                nxt=f"{standing}@{leader}" if standing and leader else None,
            )
        )
    return tuple(answers)


def _responders(card: DeviceCard, action: str, scope: str, leader: str | None) -> frozenset[str]:
    supporting = frozenset(device for device, able in card.abilities.items() if action in able)
    if scope == "other":
        return supporting - {leader}
    if scope == "any" or (scope == "fallback" and leader not in supporting):
        return supporting
    return supporting & {leader}
