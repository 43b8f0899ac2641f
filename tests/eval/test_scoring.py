"""Scoring to the letter of appendix C.4, and crashed episodes that count."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench_eval.answers import checked
from bench_eval.decisions import DECISIONS
from bench_eval.judges.normalised import normalised_judge
from bench_eval.log import EpisodeLog, Moment
from bench_eval.scoring import load_labels, score
from bench_gen.ua.schema import Intent, Targets
from bench_gen.ua.vocabulary import load_vocabulary

JUDGE = normalised_judge()
DEVICES = ("laptop", "phone", "robot", "tv")
INTENT = Intent(
    sentence="The user wants the agent to book it, concerning the hotel the user engaged with most, "
    "on any device that can.",
    action="book",
    target="the hotel the user engaged with most",
    device="on any device that can",
    constraint="any",
)
TARGET = Targets(frame=12, eng="tv", int_=INTENT, inf="Harbour Hall", rsp=("phone", "tv"), nxt="book@tv")


def scored(name: str, answer: object, target: Targets = TARGET) -> float | None:
    return DECISIONS[name].score(checked({name: answer})[0][name], target, JUDGE)


def test_exact_decisions() -> None:
    assert (scored("eng", "tv"), scored("eng", "TV"), scored("eng", None)) == (1.0, 0.0, 0.0)
    assert (scored("nxt", "book@tv"), scored("nxt", "book@phone"), scored("nxt", "")) == (1.0, 0.0, 0.0)


def test_recall_ignores_case_and_gives_none_credit_only_where_it_is_the_target() -> None:
    assert scored("inf", "harbour HALL ") == 1.0
    assert scored("inf", "none") == 0.0
    assert scored("inf", "None", TARGET.model_copy(update={"inf": "none"})) == 1.0
    assert scored("inf", None, TARGET.model_copy(update={"inf": "none"})) == 0.0


def test_no_answer_is_not_the_empty_set() -> None:
    empty = TARGET.model_copy(update={"rsp": ()})
    assert scored("rsp", [], empty) == 1.0
    assert scored("rsp", None, empty) == 0.0
    assert scored("rsp", "tv", empty) == 0.0
    assert scored("rsp", [["tv"]], empty) == 0.0
    assert scored("rsp", []) == 0.0


@given(st.sets(st.sampled_from(DEVICES)), st.sets(st.sampled_from(DEVICES)))
def test_set_f1_is_the_harmonic_mean(given_: set[str], wanted: set[str]) -> None:
    found = scored("rsp", sorted(given_), TARGET.model_copy(update={"rsp": tuple(sorted(wanted))}))
    hits = len(given_ & wanted)
    if not given_ and not wanted:
        assert found == 1.0
    elif not hits:
        assert found == 0.0
    else:
        precision, recall = hits / len(given_), hits / len(wanted)
        assert found == pytest.approx(2 * precision * recall / (precision + recall))


def test_what_a_frame_does_not_ask_is_not_scored() -> None:
    nothing = Targets(frame=3)
    assert {name: scored(name, "tv", nothing) for name in DECISIONS} == dict.fromkeys(DECISIONS)


@pytest.mark.parametrize(
    ("answer", "same"),
    [
        (INTENT.sentence, True),
        ("Book the hotel they looked at, with any device that is able to.", True),
        ("They want to book it: the hotel, on whatever can", True),
        ("Book the hotel, but only on the one used most.", False),  # another constraint
        ("Book the train on any device that can.", False),  # another target
        ("Share the hotel on any device that can.", False),  # another action
        ("The user says hello.", False),
        ("   ", False),
        (None, False),
        (["book"], False),
    ],
)
def test_the_offline_judge_compares_four_things(answer: object, same: bool) -> None:
    assert scored("int", answer) == float(same)


def test_the_offline_judge_credits_every_authored_sentence(sketched: Path) -> None:
    for labels in load_labels(sketched / "ua").values():
        for target in labels.targets:
            if target.int_ is not None:
                assert JUDGE(target.int_.sentence, target.int_), target.int_.sentence


def test_the_offline_judge_tells_every_scope_and_action_apart() -> None:
    actions = load_vocabulary().actions
    from bench_gen.ua.script import SCOPE_INTENT

    def reference(action: str, scope: str) -> Intent:
        words = f"The user wants the agent to {actions[action].intent}, {SCOPE_INTENT[scope]}."  # type: ignore[index]
        return Intent(sentence=words, action=action, target="no particular thing", device="", constraint=scope)

    every = [reference(action, scope) for action in sorted(actions) for scope in SCOPE_INTENT]
    for wanted in every:
        assert [other for other in every if JUDGE(other.sentence, wanted)] == [wanted]


def test_a_crashed_episode_counts_with_what_it_had(sketched: Path) -> None:
    labels = load_labels(sketched / "ua")
    episode = sorted(labels)[0]
    right = {t.frame: t for t in labels[episode].targets}
    moments = tuple(
        Moment(frame=f, answers={"eng": right[f].eng, "rsp": right[f].rsp}, before="-", after="-", carried=0)
        for f in range(1, 11)
    )
    log = EpisodeLog(
        episode=episode, agent="a", perception="p", decoder="d", moments=moments, crashed="RuntimeError: no"
    )
    (row,) = score([log], labels, JUDGE)
    assert row.crashed
    assert row.frames["eng", 10] == 1.0
    assert row.frames["eng", 11] == row.frames["eng", 12] == 0.0
    assert row.decisions["eng"] == pytest.approx(1 / 3)
    assert row.decisions["rsp"] == pytest.approx(0.5)
    assert row.overall == pytest.approx((1 / 3 + 0.5) / 5)
