"""Clustered bootstrap, paired contrasts and Holm's correction (paper, appendix E), in arrays throughout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

REPLICATES = 10_000
SEED = 0
LEVEL = 0.95
SIGNIFICANT, LEAST_GAP = 0.05, 0.10

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A mean with its percentile interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Contrast:
    """A difference of two systems' means, paired by episode.

    Attributes:
        gap: the difference with its interval.
        p: one-sided tail area, (1 + k) / (B + 1) with k the replicates at or below zero.
        adjusted: p after Holm's correction within its family.
    """

    gap: Estimate
    p: float
    adjusted: float

    @property
    def meets_criterion(self) -> bool:
        """Adjusted p under 0.05 together with a difference of at least 0.10 (appendix E)."""
        return self.adjusted < SIGNIFICANT and self.gap.value >= LEAST_GAP


def cluster_weights(clusters: Sequence[str], replicates: int = REPLICATES, seed: int = SEED) -> Floats:
    """(B, C) how often each cluster is drawn in each replicate; clusters in the order of their names.

    The same seed for every system and contrast: all of them see the same replicates.
    """
    count = len(set(clusters))
    drawn = np.random.default_rng(seed).integers(0, count, size=(replicates, count))
    offsets = np.arange(replicates)[:, None] * count
    counts = np.bincount((drawn + offsets).ravel(), minlength=replicates * count)
    return counts.reshape(replicates, count).astype(np.float64)


def bootstrap_means(values: Floats, clusters: Sequence[str], weights: Floats) -> Floats:
    """(B, K) means of (N, K) values in each replicate; what lies in one cluster is drawn together.

    Args:
        values: (N, K), a row a sample.
        clusters: (N,) names.
        weights: from `cluster_weights` of the same clusters.
    """
    _, index = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.stack([np.bincount(index, values[:, k], weights.shape[1]) for k in range(values.shape[1])], axis=1)
    sizes = np.bincount(index, minlength=weights.shape[1]).astype(np.float64)
    return np.asarray((weights @ sums) / (weights @ sizes)[:, None])


def estimates(values: Floats, clusters: Sequence[str], weights: Floats) -> list[Estimate]:
    """Mean and interval of each column of (N, K) values."""
    means = bootstrap_means(values, clusters, weights)
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return [Estimate(float(v), float(a), float(b)) for v, a, b in zip(values.mean(axis=0), low, high, strict=True)]


def contrasts(base: Floats, others: Floats, clusters: Sequence[str], weights: Floats) -> list[Contrast]:
    """`base` minus each column of `others`, adjusted together: one family.

    Args:
        base: (N,) samples of the system of interest.
        others: (N, K) the same samples of the systems it is compared with.
    """
    if not others.shape[1]:
        return []
    gaps = base[:, None] - others
    means = bootstrap_means(gaps, clusters, weights)
    tails = (1 + (means <= 0).sum(axis=0)) / (len(means) + 1)
    adjusted = holm(tails)
    return [
        Contrast(gap, float(p), float(a))
        for gap, p, a in zip(estimates(gaps, clusters, weights), tails, adjusted, strict=True)
    ]


def holm(p: Floats) -> Floats:
    """Holm's step-down adjusted p-values, in the order given."""
    order = np.argsort(p, kind="stable")
    factors = len(p) - np.arange(len(p))
    stepped = np.maximum.accumulate(np.minimum(1.0, factors * p[order]))
    adjusted = np.empty(len(p))
    adjusted[order] = stepped
    return adjusted
