"""Scripts keep their invariants for any seed, targets can be recovered, and cheap cues stay at chance."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ua_sketch import VOCABULARY, cast_of, script_of

from bench_gen.ua.schedule import Stratum, draw_schedule, stratum
from bench_gen.ua.schema import ENGAGEMENT, ROLES, SHARED, EpisodeScript, PairScript
from bench_gen.ua.script import write_pair
from bench_gen.ua.seeds import dealt
from bench_gen.ua.solver import solve, true_evidence
from bench_gen.ua.targets import joint_tally, targets
from bench_gen.ua.understanding import Reader

READER = Reader(VOCABULARY)


@given(seed=st.integers(0, 2**31), index=st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_invariants_of_any_pair(seed: int, index: int) -> None:
    script = script_of(seed, "any", index)
    a, b = script.episodes["A"], script.episodes["B"]
    assert (a.engaged, a.decoy) == (b.decoy, b.engaged)
    assert all(a.frames[n - 1] == b.frames[n - 1] for n in SHARED)
    assert [f.utterance for f in a.frames] == [f.utterance for f in b.frames]
    for episode in (a, b):
        tally = joint_tally(episode, script.candidates)
        others = [points for device, points in tally.items() if device != episode.engaged]
        assert tally[episode.engaged] > max(others)
        assert tally[episode.engaged] >= tally[episode.decoy] + 2
        assert all(f.lit and f.pointed in script.candidates for f in episode.frames if f.frame in ENGAGEMENT)
    first = [next(f.statement for f in e.frames if f.statement) for e in (a, b)]
    assert (first[0].device == a.engaged) != (first[1].device == b.engaged)  # type: ignore[union-attr]
    ta, tb = targets(script, "A"), targets(script, "B")
    assert ta[9].eng != tb[9].eng
    assert ta[10].inf != tb[10].inf
    assert ta[11].rsp != tb[11].rsp
    assert ta[11].nxt != tb[11].nxt
    assert [t.int_ for t in ta] == [t.int_ for t in tb]


def test_the_solver_recovers_every_target_of_300_seeds() -> None:
    for seed in range(300):
        script = script_of(seed, "solver", seed)
        for role in ROLES:
            answers = solve(script.card, true_evidence(script.episodes[role]), READER)
            for want, got in zip(targets(script, role), answers, strict=True):
                assert want.eng in (None, got.eng)
                assert want.inf in (None, got.inf)
                assert want.nxt in (None, got.nxt)
                assert want.rsp is None or set(want.rsp) == got.rsp


def test_every_stratum_has_schedules_with_three_and_four_candidates() -> None:
    ends = [(a, b) for a, b in itertools.product(range(3), repeat=2) if a != b]
    rng = np.random.default_rng(0)
    for carrier, third, pointing, lit in itertools.product(("lit", "pointing"), (False, True), ends, ends):
        wanted = Stratum(carrier, third, pointing, lit, 0, 1, 0, engaged_first=True)  # type: ignore[arg-type]
        for candidates in (3, 4):
            tally = draw_schedule(wanted, candidates, rng).tallies(candidates)
            assert (tally[0, 0] > tally[0, 1]) == (carrier == "lit")
            assert (tally[1, 0] > tally[1, 1]) == (carrier == "pointing")
            assert (tally[0].argmax() >= 2) == third
            assert tally.min(axis=1)[0] >= 0
            assert (tally[:, :2] > 0).all()


def test_strata_are_balanced_over_36_pairs() -> None:
    dealt_to = [stratum(5, "set", index) for index in range(72)]
    for block in (dealt_to[:36], dealt_to[36:]):
        assert Counter(s.carrier for s in block) == {"lit": 18, "pointing": 18}
        assert sum(s.third_leads for s in block) == 12
        assert sum(s.engaged_first for s in block) == 18
        for end in (0, 1):
            assert Counter(s.pointing_ends[end] for s in block) == {0: 12, 1: 12, 2: 12}
            assert Counter(s.lit_ends[end] for s in block) == {0: 12, 1: 12, 2: 12}
    assert dealt_to[:36] != dealt_to[36:]
    assert sorted(dealt(1, "n", "f", i, (4, 5, 6)) for i in range(3, 6)) == [4, 5, 6]


def test_another_attempt_changes_the_words_and_keeps_what_was_dealt() -> None:
    cast = cast_of(0, "again", 3)
    one, other = (write_pair(0, "again", 3, VOCABULARY, cast, attempt=attempt) for attempt in (0, 1))
    assert one == write_pair(0, "again", 3, VOCABULARY, cast)
    assert one.topic == other.topic
    assert one.pair == other.pair
    assert one.stratum == other.stratum
    assert one.episodes != other.episodes


def test_golden_script_of_seed_zero() -> None:
    script = script_of(0, "golden", 0)
    b = targets(script, "B")
    assert script.topic == GOLDEN["topic"]
    assert [f.pointed for f in script.episodes["A"].frames[1:9]] == GOLDEN["pointed"]
    assert [f.lit for f in script.episodes["A"].frames[1:9]] == GOLDEN["lit"]
    assert script.episodes["A"].frames[11].utterance == GOLDEN["last words"]
    assert (b[11].eng, b[11].inf, b[11].rsp, b[11].nxt) == GOLDEN["targets of B in f12"]


GOLDEN: dict[str, object] = {
    "topic": "gift",
    "pointed": ["phone", "laptop", "phone", "tablet", "tablet", "laptop", "phone", "tablet"],
    "lit": [
        ("television",),
        ("laptop",),
        ("laptop", "television", "thermostat"),
        ("laptop", "tablet", "television"),
        ("laptop", "television", "thermostat"),
        ("laptop", "tablet", "television"),
        ("phone",),
        ("phone", "television"),
    ],
    "last words": (
        "To finish, message everyone the price that belongs to the gift I have "
        "mostly been on, leaving out the one I have been using most."
    ),
    "targets of B in f12": ("phone", "42 euros", ("laptop", "smart_display"), "message@phone"),
}

# --- a quick audit: cheap strategies on the true evidence ------------------------------------------------------------

Strategy = Callable[[PairScript, EpisodeScript, np.random.Generator], str]


def one_of(choices: object, rng: np.random.Generator) -> str:
    items = sorted(choices)  # type: ignore[call-overload]
    return str(items[int(rng.integers(len(items)))])


def candidates_lit(script: PairScript, episode: EpisodeScript) -> list[list[str]]:
    return [[d for d in f.lit if d in script.candidates] for f in episode.frames]


def most(counts: Counter[str], rng: np.random.Generator) -> str:
    return one_of([device for device, n in counts.items() if n == max(counts.values())], rng)


def stated(episode: EpisodeScript, which: int) -> str:
    return [f.statement.device for f in episode.frames if f.statement][which]


def lit_end(which: int) -> Strategy:
    def strategy(script: PairScript, episode: EpisodeScript, rng: np.random.Generator) -> str:
        return one_of([lit for lit in candidates_lit(script, episode) if lit][which], rng)

    return strategy


def pointed(rows: slice) -> Strategy:
    return lambda _, e, rng: most(Counter(str(f.pointed) for f in e.frames[rows]), rng)


def lit(rows: slice) -> Strategy:
    return lambda s, e, rng: most(Counter(d for ds in candidates_lit(s, e)[rows] for d in ds), rng)


def present(script: PairScript, episode: EpisodeScript, rng: np.random.Generator) -> str:
    seen = {str(f.pointed) for f in episode.frames[1:9]} & {d for ds in candidates_lit(script, episode) for d in ds}
    return one_of(seen or script.candidates, rng)


def together(script: PairScript, episode: EpisodeScript, rng: np.random.Generator) -> str:
    return most(Counter(str(f.pointed) for f in episode.frames[1:9] if f.pointed in f.lit), rng)


STRATEGIES: dict[str, Strategy] = {
    "last pointed": pointed(slice(8, 9)),
    "first pointed": pointed(slice(1, 2)),
    "most pointed": pointed(slice(1, 9)),
    "most pointed late": pointed(slice(5, 9)),
    "most lit and pointed late": lambda s, e, rng: most(
        Counter([d for ds in candidates_lit(s, e)[5:9] for d in ds]) + Counter(str(f.pointed) for f in e.frames[5:9]),
        rng,
    ),
    "most lit": lit(slice(1, 9)),
    "most lit late": lit(slice(5, 9)),
    "last lit": lit_end(-1),
    "first lit": lit_end(0),
    "presence": present,
    "lit and pointed at once": together,
    "first stated": lambda _, e, __: stated(e, 0),
    "last stated": lambda _, e, __: stated(e, 1),
    "constant": lambda s, _, __: s.candidates[0],
    "widest abilities": lambda s, _, __: max(s.candidates, key=lambda d: (len(s.card.abilities[d]), d)),
}


@pytest.fixture(scope="module")
def pairs() -> list[PairScript]:
    return [script_of(0, "audit", index) for index in range(216)]


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_no_cheap_strategy_tells_engaged_from_decoy(name: str, pairs: list[PairScript]) -> None:
    # Whoever cannot tell A from B gets at most one episode of a pair: 0.5 is what blindness to counts allows.
    rng = np.random.default_rng(1)
    picks = [(STRATEGIES[name](s, s.episodes[r], rng), s.episodes[r]) for s in pairs for r in ROLES]
    right = np.mean([pick == episode.engaged for pick, episode in picks])
    decoy = np.mean([pick == episode.decoy for pick, episode in picks])
    assert right <= 0.57, f"{name}: engaged {right:.3f}, decoy {decoy:.3f}"


def test_first_and_last_value_are_right_in_half_of_the_episodes(pairs: list[PairScript]) -> None:
    for which in (0, 1):
        hits = []
        for script, role in itertools.product(pairs, ROLES):
            values = [f.statement.value for f in script.episodes[role].frames if f.statement]
            hits.append(values[which] == targets(script, role)[11].inf)
        assert np.mean(hits) == 0.5


def test_responding_sets_vary_in_size_and_no_rule_that_ignores_engagement_gets_them(pairs: list[PairScript]) -> None:
    sizes: Counter[int] = Counter()
    constant: Counter[str] = Counter()
    for script in pairs:
        for role in ROLES:
            for frame in (9, 12):
                rsp = targets(script, role)[frame - 1].rsp
                assert rsp is not None
                sizes[min(len(rsp), 2)] += 1
                request = script.episodes[role].frames[frame - 1].request
                assert request is not None
                able = {d for d, can in script.card.abilities.items() if request.action in can}
                constant["all able"] += set(rsp) == able
                constant["nobody"] += not rsp
                constant["first able"] += set(rsp) == set(sorted(able)[:1])
    total = sum(sizes.values())
    assert all(sizes[size] / total > 0.12 for size in (0, 1, 2)), sizes
    assert all(count / total < 0.5 for count in constant.values()), constant
