"""The audit holds on what the sampler makes, and names the strategy that a leaky set leaks to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from ua_sketch import script_of

from bench_gen.ua.audit import STRATEGIES, View, audit_shortcuts, full_evidence, strategy, views_of_script
from bench_gen.ua.audit.balance import BALANCES, audit_balance
from bench_gen.ua.audit.forest import stress
from bench_gen.ua.audit.report import Audit, as_json, as_junit, as_text
from bench_gen.ua.audit.shortcuts import score
from bench_gen.ua.set_f1 import set_f1

POOL = [views_of_script(script_of(0, "audit", index)) for index in range(160)]
RENDERED = {"largest_in_view", "nearest"}


def flat(pairs: Sequence[Sequence[View]]) -> list[View]:
    return [view for pair in pairs for view in pair]


def leaks(views: Sequence[View]) -> set[str]:
    return {found.strategy for found in audit_shortcuts(views) if found.leaks}


@pytest.mark.parametrize("seed", [0, 1])
def test_a_hundred_pairs_of_the_sampler_hold(seed: int) -> None:
    views = flat([views_of_script(script_of(seed, "ua_full", index)) for index in range(100)])
    audit = Audit(100, audit_balance(views), audit_shortcuts(views), full_evidence(views), stress(views))
    assert audit.full == (1.0, 1.0, 1.0, 1.0)
    assert audit.passed, as_text(audit)


def test_six_pairs_are_not_failed_by_noise() -> None:
    for start in range(0, 120, 6):
        views = flat(POOL[start : start + 6])
        assert not leaks(views)
        assert all(row.ok for row in audit_balance(views)), [row for row in audit_balance(views) if not row.ok]


def own_score(name: str, pair: Sequence[View]) -> float:
    guesses = [(view, STRATEGIES[name].guess(view, flat(POOL[:20]))) for view in pair]
    return float(np.mean([np.mean([score(v, d)[0] for d in devices]) if devices else 0 for v, devices in guesses]))


@pytest.mark.parametrize(
    "name",
    ["last_pointed", "first_pointed", "most_pointed", "last_lit", "first_lit", "most_lit", "at_once"],
)
def test_a_set_of_pairs_in_which_a_shortcut_works_leaks_to_it(name: str) -> None:
    best = sorted(POOL, key=lambda pair: (-own_score(name, pair), pair[0].pair))[:40]
    assert name in leaks(flat(best))


@pytest.mark.parametrize("name", ["first_stated", "last_stated", "constant", "widest_abilities", "can_do_request"])
def test_unmatched_episodes_leak_to_what_pairs_cannot(name: str) -> None:
    """A pair holds what a strategy blind to pictures can get to a half; sets of single episodes don't."""
    single = sorted(flat(POOL), key=lambda view: (-own_score(name, [view]), view.pair))
    seen: dict[str, View] = {}
    for view in single:
        seen.setdefault(view.pair, view)
    assert name in leaks(list(seen.values())[:60])


@pytest.mark.parametrize("name", sorted(RENDERED))
def test_a_set_that_shows_the_engaged_device_largest_or_nearest_leaks(name: str) -> None:
    def seen(view: View) -> View:
        large = {device: 900.0 if device == view.episode.engaged else 400.0 for device in view.candidates}
        return replace(view, areas=large, distances={device: -area for device, area in large.items()})

    assert not {s.strategy for s in audit_shortcuts(flat(POOL[:5]))} & RENDERED
    assert leaks([seen(view) for view in flat(POOL[:30])]) >= {name}


def test_a_set_whose_decoys_stay_dark_leaks_to_presence() -> None:
    def darkened(view: View) -> View:
        frames = tuple(
            f.model_copy(update={"lit": tuple(d for d in f.lit if d in (view.episode.engaged,))})
            for f in view.episode.frames
        )
        episodes = {**view.script.episodes, view.role: view.episode.model_copy(update={"frames": frames})}
        return replace(view, script=view.script.model_copy(update={"episodes": episodes}))

    assert "presence" in leaks([darkened(view) for view in flat(POOL[:30])])


def test_a_set_that_engages_one_category_leaks_to_the_prior_and_is_unbalanced() -> None:
    single = [view for view in flat(POOL) if view.episode.engaged == "laptop"]
    assert "category_prior" in leaks(single)
    assert {row.check for row in audit_balance(single) if not row.ok} >= {"engaged"}


def test_words_that_give_the_device_away_leak_to_the_forest() -> None:
    def told(view: View) -> View:
        frames = list(view.episode.frames)
        place = view.candidates.index(view.episode.engaged)
        frames[1] = frames[1].model_copy(update={"utterance": f"number{place} " * 20})
        episodes = {**view.script.episodes, view.role: view.episode.model_copy(update={"frames": tuple(frames)})}
        return replace(view, script=view.script.model_copy(update={"episodes": episodes}))

    assert all(row.leaks for row in stress([told(view) for view in flat(POOL)]) if row.decision == "eng")


def test_a_leak_names_strategy_pairs_and_figures() -> None:
    best = sorted(POOL, key=lambda pair: (-own_score("last_pointed", pair), pair[0].pair))[:40]
    views = flat(best)
    audit = Audit(40, audit_balance(views), audit_shortcuts(views), full_evidence(views))
    text = as_text(audit)
    assert not audit.passed
    assert "LEAK    last_pointed (the device pointed at last) scores" in text
    assert best[0][0].pair in text
    assert json.loads(json.dumps(as_json(audit)))["passed"] is False
    assert int(ElementTree.fromstring(as_junit(audit))[0].get("failures") or 0) > 0


def test_a_strategy_can_be_added_from_outside() -> None:
    @strategy("oracle", "knows it")
    def _oracle(view: View, _: Sequence[View]) -> list[str]:
        return [view.episode.engaged]

    try:
        assert "oracle" in leaks(flat(POOL[:10]))
        with pytest.raises(ValueError, match="oracle"):
            strategy("oracle", "again")(_oracle)
    finally:
        del STRATEGIES["oracle"]


def test_every_balance_check_counts_something() -> None:
    assert {row.check for row in audit_balance(flat(POOL[:40]))} == set(BALANCES)


def test_set_f1() -> None:
    assert set_f1(set(), set()) == 1.0
    assert set_f1({"a"}, set()) == 0.0
    assert set_f1({"a", "b"}, {"b", "c"}) == pytest.approx(0.5)
