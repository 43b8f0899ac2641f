"""A run's scores as arrays, system by system, ready for statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench_eval.agents import TITLES
from bench_eval.decisions import DECISIONS
from bench_eval.perception import PERCEIVERS
from bench_eval.scores import read_scores

FAMILIES = ("own", "controls", "published", "ablations", "others")
BASE = "unified"
_PAPER = (
    "full_context", "self_notes", "answer_cache", "text_only", "observation_only",
    "mixture_of_agents", "debate_or_vote", "mem0", "mm_dst",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Results:
    """Scores under one perception and one decoder.

    Attributes:
        agents: in the order of tables: Unified Agent, controls, published baselines, ablations, others.
        episodes, pairs, scenes: (N,) of each sample.
        scores: agent to (N, D) means over trials, decisions in registry order.
        spread: agent to the standard deviation of Overall between trials; None with a single one.
        crashed: agent to the number of episodes that crashed.
    """

    perception: str
    decoder: str
    agents: tuple[str, ...]
    episodes: tuple[str, ...]
    pairs: tuple[str, ...]
    scenes: tuple[str, ...]
    scores: dict[str, NDArray[np.float64]]
    spread: dict[str, float | None]
    crashed: dict[str, int]

    @property
    def upper_bound(self) -> bool:
        """Whether perception reads what no system may see."""
        entry = PERCEIVERS.get(self.perception)
        return entry is not None and entry.upper_bound

    def overall(self, agent: str) -> NDArray[np.float64]:
        """(N,) macro-average over the decisions."""
        return np.asarray(self.scores[agent].mean(axis=1))


def title(agent: str) -> str:
    """The paper's name of a system, or its own."""
    return TITLES[agent][0] if agent in TITLES else agent


def family(agent: str) -> str:
    """The family whose contrasts are adjusted together."""
    return TITLES[agent][1] if agent in TITLES else "others"


def order(agent: str) -> tuple[int, int, str]:
    """Where a system stands in tables: by family, then as in the paper, then by name."""
    return FAMILIES.index(family(agent)), _PAPER.index(agent) if agent in _PAPER else len(_PAPER), agent


def load_results(output: Path) -> list[Results]:
    """Every setting of a run that has Unified Agent or any other system, in the order of perception and decoder.

    Systems that did not finish all episodes that another of their setting has are compared on what they share.

    Raises:
        assets.errors.InputError: when the run was not scored.
    """
    rows = read_scores(output)
    settings = sorted({(row["perception"], row["decoder"]) for row in rows})
    return [_of([r for r in rows if (r["perception"], r["decoder"]) == s], *s) for s in settings]


def _of(rows: Sequence[dict[str, str]], perception: str, decoder: str) -> Results:
    agents = sorted({row["agent"] for row in rows}, key=order)
    have = {agent: {row["episode"] for row in rows if row["agent"] == agent} for agent in agents}
    episodes = tuple(sorted(set.intersection(*have.values())))
    place = {episode: number for number, episode in enumerate(episodes)}
    first = {row["episode"]: row for row in rows}
    scores, spread, crashed = {}, dict[str, float | None](), {}
    for agent in agents:
        own = [row for row in rows if row["agent"] == agent and row["episode"] in place]
        trials = sorted({row["trial"] for row in own})
        cube = np.full((len(trials), len(episodes), len(DECISIONS)), np.nan)
        for row in own:
            cube[trials.index(row["trial"]), place[row["episode"]]] = [float(row[name]) for name in DECISIONS]
        scores[agent] = np.nanmean(cube, axis=0)
        means = np.nanmean(cube, axis=(1, 2))
        spread[agent] = float(means.std(ddof=1)) if len(trials) > 1 else None
        crashed[agent] = sum(bool(row["crashed"]) for row in own)
    return Results(
        perception,
        decoder,
        tuple(agents),
        episodes,
        tuple(first[e]["pair"] for e in episodes),
        tuple(first[e]["scene"] for e in episodes),
        scores,
        spread,
        crashed,
    )
