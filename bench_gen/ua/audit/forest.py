"""A learned stress test: can a random forest do without the pictures? (after arXiv 2511.04655)

It gets what an agent is handed except the images: words, frame positions, card and roster. Folds are by pair, so that
it never sees a pair in training that it is tested on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from assets.errors import InputError
from bench_gen.ua.audit.shortcuts import DECISIONS, MARGIN, score
from bench_gen.ua.audit.view import View

FOLDS, TREES = 5, 200
_Z = 2.576
_WORDS = 256  # hashed bag of words


@dataclass(frozen=True)
class ForestScore:
    """What the forest scores on one decision, out of fold, the coin's score, and the most it may score."""

    decision: str
    score: float
    chance: float
    limit: float

    @property
    def leaks(self) -> bool:
        """Whether it scores more than it may."""
        return self.score > self.limit


def stress(views: Sequence[View], seed: int = 0) -> tuple[ForestScore, ...]:
    """Train and test the forest on a set.

    Each row is a candidate of an episode; the forest learns whether it is the engaged one; its best row is its guess.

    Raises:
        InputError: without scikit-learn, or with fewer pairs than folds.
    """
    try:
        from sklearn.ensemble import RandomForestClassifier
    except ImportError:
        raise InputError("scikit-learn is missing", remedy="pip install 'crossroom[audit]'") from None
    pairs = sorted({view.pair for view in views})
    if len(pairs) < FOLDS:
        raise InputError(f"{len(pairs)} pairs", expected=f"at least {FOLDS}, one a fold")
    rows = [(number, device) for number, view in enumerate(views) for device in view.candidates]
    features = np.stack([_features(views[number], device) for number, device in rows])
    labels = np.array([device == views[number].episode.engaged for number, device in rows])
    fold_of = dict(zip(pairs, np.random.default_rng(seed).permutation(len(pairs)) % FOLDS, strict=True))
    folds = np.array([fold_of[views[number].pair] for number, _ in rows])
    chances = np.zeros(len(rows))
    for fold in range(FOLDS):
        forest: Any = RandomForestClassifier(TREES, random_state=seed, n_jobs=1)
        forest.fit(features[folds != fold], labels[folds != fold])
        chances[folds == fold] = forest.predict_proba(features[folds == fold])[:, 1]
    best: dict[int, tuple[float, str]] = {}
    for (number, device), chance in zip(rows, chances, strict=True):
        best[number] = max(best.get(number, (-1.0, "")), (float(chance), device))
    guessed = np.array([score(view, best[number][1]) for number, view in enumerate(views)])
    coin = np.array([np.mean([score(view, device) for device, _ in view.stated], axis=0) for view in views])
    gain = _over_pairs(guessed - coin, views, pairs)
    found = []
    for column, decision in enumerate(DECISIONS):
        error = math.sqrt(float(np.mean(gain[:, column] ** 2)) / len(pairs))
        fair = float(coin[:, column].mean())
        limit = min(fair + MARGIN + _Z * error, 1.0)
        found.append(ForestScore(decision, float(guessed[:, column].mean()), fair, limit))
    return tuple(found)


def _over_pairs(values: NDArray[np.float64], views: Sequence[View], pairs: Sequence[str]) -> NDArray[np.float64]:
    return np.stack([values[[view.pair == pair for view in views]].mean(axis=0) for pair in pairs])


def _features(view: View, device: str) -> NDArray[np.float64]:
    """Words by frame kind, where values are stated, and the candidate's place, category and abilities on the card."""
    words = np.zeros(_WORDS)
    for frame in view.episode.frames:
        for word in frame.utterance.casefold().split():
            words[crc32(f"{frame.kind}:{word}".encode()) % _WORDS] += 1
    stated = [float(frame.statement is not None) for frame in view.episode.frames]
    able = view.script.card.abilities
    actions = sorted({action for actions in able.values() for action in actions})
    asked = [frame.request.action for frame in view.episode.frames if frame.request]
    own = [
        view.candidates.index(device) / len(view.candidates),
        crc32(device.encode()) % 97 / 97,
        len(able[device]) / max(len(actions), 1),
        *(float(action in able[device]) for action in asked[-3:]),
    ]
    return np.concatenate([words, stated, own])
