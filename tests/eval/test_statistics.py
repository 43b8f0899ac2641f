"""The bootstrap against slow and independent computations, and by its properties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bench_eval.statistics import bootstrap_means, cluster_weights, contrasts, estimates, holm

PAIRS = [f"p{i:02d}" for i in range(30) for _ in (0, 1)]


def samples(seed: int, columns: int = 3) -> np.ndarray:
    return np.random.default_rng(seed).random((len(PAIRS), columns))


def test_replicates_are_those_of_a_loop_over_clusters() -> None:
    values, names = samples(0), sorted(set(PAIRS))
    drawn = np.random.default_rng(0).integers(0, len(names), size=(50, len(names)))
    slow = np.array(
        [np.concatenate([values[[p == names[c] for p in PAIRS]] for c in row]).mean(axis=0) for row in drawn]
    )
    fast = bootstrap_means(values, PAIRS, cluster_weights(PAIRS, 50, 0))
    np.testing.assert_allclose(fast, slow, atol=1e-12)


def test_intervals_agree_with_scipys_bootstrap() -> None:
    values = samples(1, 1)
    found = estimates(values, PAIRS, cluster_weights(PAIRS))[0]
    means = values[:, 0].reshape(-1, 2).mean(axis=1)
    other = stats.bootstrap((means,), np.mean, method="percentile", rng=np.random.default_rng(5), n_resamples=10_000)
    assert found.low == pytest.approx(other.confidence_interval.low, abs=0.004)
    assert found.high == pytest.approx(other.confidence_interval.high, abs=0.004)


def test_clusters_of_unequal_size_are_weighed_by_their_samples() -> None:
    clusters = ["a"] * 5 + ["b"]
    values = np.array([[1.0]] * 5 + [[0.0]])
    means = bootstrap_means(values, clusters, np.array([[1.0, 1.0], [2.0, 0.0], [0.0, 2.0]]))
    np.testing.assert_allclose(means[:, 0], [5 / 6, 1.0, 0.0])


def test_episodes_of_a_pair_stay_together() -> None:
    """What one episode of a pair gains the other loses: no replicate can tell, so the interval has no width."""
    values = np.tile([[1.0], [0.0]], (30, 1))
    found = estimates(values, PAIRS, cluster_weights(PAIRS))[0]
    assert (found.low, found.value, found.high) == (0.5, 0.5, 0.5)


def test_p_is_the_add_one_tail() -> None:
    weights = cluster_weights(PAIRS)
    base = samples(2, 1)[:, 0]
    better, same, worse = contrasts(base, np.stack([base - 0.3, base, base + 0.3], axis=1), PAIRS, weights)
    assert better.p == pytest.approx(1 / 10_001)
    assert better.adjusted == pytest.approx(3 / 10_001)
    assert better.meets_criterion
    assert (same.p, worse.p) == (1.0, 1.0)
    assert not same.meets_criterion


def test_a_small_gap_does_not_meet_the_criterion_however_sure() -> None:
    base = samples(3, 1)[:, 0]
    (found,) = contrasts(base, base[:, None] - 0.05, PAIRS, cluster_weights(PAIRS))
    assert found.adjusted < 0.001
    assert not found.meets_criterion


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_holm(values: list[float]) -> None:
    """Against the definition: the smallest level at which the step-down procedure rejects."""
    p, found = np.array(values), holm(np.array(values))
    for i in range(len(p)):
        order = np.argsort(p, kind="stable")
        rank = int(np.flatnonzero(order == i)[0])
        expected = max(min(1.0, (len(p) - k) * p[order[k]]) for k in range(rank + 1))
        assert found[i] == pytest.approx(expected)
    assert (found >= p - 1e-15).all()


@given(st.integers(0, 50), st.floats(-1, 1))
def test_a_shift_shifts_everything(seed: int, shift: float) -> None:
    weights = cluster_weights(PAIRS, 200)
    a, b = estimates(samples(seed, 1), PAIRS, weights)[0], estimates(samples(seed, 1) + shift, PAIRS, weights)[0]
    assert (b.low, b.value, b.high) == pytest.approx((a.low + shift, a.value + shift, a.high + shift))
