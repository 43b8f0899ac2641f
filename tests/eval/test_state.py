"""The carried state: appendix A.2 as properties."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bench_eval.records import Record
from bench_eval.state import State, fold

CANDIDATES = ("laptop", "phone", "tv")
DEVICES = st.sampled_from((*CANDIDATES, "thermostat"))
RECORDS = st.builds(
    lambda frame, active, attended, value, topic, action: Record(
        frame=frame,
        active=tuple(sorted(active)),
        attended=attended,
        attending=attended is not None,
        value=value,
        topic=topic if value else None,
        requested_action=action,
        request=action is not None,
    ),
    st.integers(1, 12),
    st.sets(DEVICES),
    st.none() | DEVICES,
    st.none() | st.sampled_from(("7:30", "8:15")),
    st.sampled_from(("train", "hotel")),
    st.none() | st.sampled_from(("book", "share")),
)


def folded(records: list[Record]) -> State:
    state = State()
    for record in records:
        state = fold(state, record, CANDIDATES)
    return state


@given(st.lists(RECORDS, max_size=15))
def test_tallies_count_moments(records: list[Record]) -> None:
    state = folded(records)
    lit = Counter(d for r in records for d in r.active if d in CANDIDATES)
    pointed = Counter(r.attended for r in records if r.attended in CANDIDATES)
    assert dict(state.lit) == lit
    assert dict(state.pointing) == pointed
    assert state.observations == sum(bool(r.active) for r in records)


@given(st.lists(RECORDS, max_size=15))
def test_the_first_fact_and_the_last_request_stay(records: list[Record]) -> None:
    state = folded(records)
    stated: dict[tuple[str | None, str | None], str] = {}
    for r in records:
        if r.value and r.active:
            stated.setdefault((r.attended if r.attended in CANDIDATES else None, r.topic), r.value)
    assert {(f.device, f.topic): f.value for f in state.facts} == stated
    asked = [r.requested_action for r in records if r.requested_action]
    assert state.standing == (asked[-1] if asked else None)


@given(st.lists(RECORDS, min_size=1, max_size=6), st.integers(2, 40))
def test_it_is_bounded_by_devices_and_facts_not_by_length(records: list[Record], times: int) -> None:
    """Seeing the same again and again adds digits to counts, and nothing else."""
    once, often = folded(records), folded(records * times)
    assert len(often.retained()) == len(once.retained())
    assert len(often.facts) == len(once.facts)


@given(st.lists(RECORDS, max_size=8))
def test_it_prints_what_it_holds(records: list[Record]) -> None:
    state = folded(records)
    for value in state.retained():
        assert value in str(state)


def test_a_value_stated_while_nothing_is_active_is_not_kept() -> None:
    record = Record(frame=3, attended="tv", attending=True, value="7:30", topic="train")
    assert folded([record]).facts == ()
