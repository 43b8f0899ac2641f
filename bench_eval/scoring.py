"""From logs and labels to scores: one row an episode, system and trial (paper, appendices C.4 and E).

For each episode the scored frames of a decision are averaged; Overall is the equal-weight mean of the decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench_eval.decisions import DECISIONS
from bench_eval.judges.registry import Judge
from bench_eval.log import EpisodeLog
from bench_eval.photos.labels import photo_labels
from bench_gen.ua.disk import load_pair, pairs_in
from bench_gen.ua.schema import ROLES, Role, Targets


@dataclass(frozen=True)
class Labels:
    """The construction side of an episode that scoring needs."""

    pair: str
    role: Role
    scene: str
    targets: tuple[Targets, ...]


@dataclass(frozen=True)
class EpisodeScore:
    """Scores of one episode by one system.

    Attributes:
        decisions: decision to the mean over its scored frames, 0 to 1.
        frames: (decision, frame) to score.
    """

    perception: str
    decoder: str
    agent: str
    trial: int
    episode: str
    pair: str
    role: Role
    scene: str
    decisions: Mapping[str, float]
    frames: Mapping[tuple[str, int], float]
    crashed: str
    malformed: int

    @property
    def overall(self) -> float:
        """Macro-average over the decisions."""
        return sum(self.decisions.values()) / len(self.decisions)


def load_labels(ua: Path) -> dict[str, Labels]:
    """Labels by episode id.

    Raises:
        assets.errors.InputError: when the set's construction records are not there.
    """
    found = {row.episode: Labels(row.pair, row.role, "photos", row.targets) for row in photo_labels(ua)}
    if found and not (ua / "construction" / "pairs").is_dir():
        return found
    for name in pairs_in(ua):
        pair = load_pair(ua, name)
        for role in ROLES:
            record = pair.episode(role)
            found[record.episode] = Labels(name, role, str(pair.record.scene["ref"]), record.targets)
    return found


def score(logs: Iterable[EpisodeLog], labels: Mapping[str, Labels], judge: Judge) -> Iterator[EpisodeScore]:
    """Score logs; needs no agent and no model, unless the judge is one.

    Moments that a crashed episode lacks score zero: it is counted, never dropped.

    Raises:
        KeyError: when a log is of an episode that the labels lack.
    """
    for log in logs:
        label = labels[log.episode]
        answers = {moment.frame: moment.answers for moment in log.moments}
        frames: dict[tuple[str, int], float] = {}
        for name, decision in DECISIONS.items():
            for target in label.targets:
                value = decision.score(answers.get(target.frame, {}).get(name), target, judge)
                if value is not None:
                    frames[name, target.frame] = value
        decisions = {}
        for name in DECISIONS:
            scored = [value for (decided, _), value in frames.items() if decided == name]
            decisions[name] = sum(scored) / len(scored) if scored else 0.0
        yield EpisodeScore(
            log.perception,
            log.decoder,
            log.agent,
            log.trial,
            log.episode,
            label.pair,
            label.role,
            label.scene,
            decisions,
            frames,
            log.crashed,
            sum(len(moment.malformed) for moment in log.moments),
        )
