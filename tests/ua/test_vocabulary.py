"""The vocabulary is rich, closed, anonymous, and extended by an entry of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ua_sketch import VOCABULARY, cast_of, spec

from assets.errors import InputError
from bench_gen.ua.cast import sample_cast
from bench_gen.ua.script import write_pair
from bench_gen.ua.seeds import generator
from bench_gen.ua.solver import solve, true_evidence
from bench_gen.ua.targets import targets
from bench_gen.ua.understanding import Reader
from bench_gen.ua.vocabulary import SCOPES, SLOTS, load_vocabulary
from bench_gen.ua.wording import forbidden_word, holds

BIRD = """
bird:
  {title: Birds, noun: bird, attribute: wingspan, kind: length, page: cards, requests: [share, save],
   values: [20 centimetres, 30 centimetres, 41 centimetres, 52 centimetres, 63 centimetres, 74 centimetres,
            85 centimetres, 96 centimetres]}
"""


def test_what_is_asked_of_the_vocabulary() -> None:
    assert len(VOCABULARY.topics) >= 20
    assert len(VOCABULARY.actions) >= 12
    assert all(len(set(topic.values)) >= 8 for topic in VOCABULARY.topics.values())
    assert all(len(set(getattr(VOCABULARY.phrases, kind))) >= 6 for kind in SLOTS)
    assert all(len(set(VOCABULARY.phrases.scopes[scope])) >= 6 for scope in SCOPES)
    hues = sorted(glow.hue for glow in VOCABULARY.glows.values())
    assert min((b - a) % 360 for a, b in zip(hues, [*hues[1:], hues[0]], strict=True)) >= 40


def test_every_noun_takes_its_article() -> None:
    spoken = {
        t.noun: phrase.format(a_noun=t.a_noun)
        for t in VOCABULARY.topics.values()
        for phrase in VOCABULARY.phrases.opening
    }
    assert not [text for text in spoken.values() if re.search(r"\ba [aeiou]|\ban [^aeiou]", text)]
    assert "an appointment" in spoken["appointment"]
    hour = VOCABULARY.topics["film"].model_copy(update={"noun": "hour", "article": "an"})
    assert hour.a_noun == "an hour"


def test_a_topic_action_and_paraphrase_of_ones_own_are_one_entry_each(tmp_path: Path) -> None:
    (tmp_path / "topics.yaml").write_text(BIRD)
    (tmp_path / "actions.yaml").write_text(
        "sketch: {label: sketch, route: sketch it, recall: 'sketch {fact}', intent: sketch it}\n"
    )
    (tmp_path / "abilities.yaml").write_text("default: [sketch]\n")
    (tmp_path / "phrases.yaml").write_text("state: ['Ah, {value} as the {attribute}.']\n")
    mine = load_vocabulary(tmp_path)
    assert set(mine.topics) == {*VOCABULARY.topics, "bird"}
    assert "sketch" in mine.may("tablet")
    reader = Reader(mine)
    topics, words, asked = set(), set(), set()
    for index in range(3 * len(mine.topics)):
        script = write_pair(0, "mine", index, mine, cast_of(0, "mine", index))
        topics.add(script.topic)
        episode = script.episodes["B"]
        words |= {frame.utterance[:3] for frame in episode.frames if frame.statement}
        asked |= {frame.request.action for frame in episode.frames if frame.request}
        last = solve(script.card, true_evidence(episode), reader)[-1]
        assert last.inf == targets(script, "B")[-1].inf
    assert "bird" in topics
    assert "Ah," in words
    assert "sketch" in asked


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("topics.yaml", BIRD.replace("kind: length, ", ""), r"topics\.yaml: bird\.kind"),
        ("topics.yaml", BIRD.replace("kind: length", "kind: length, colour: red"), r"bird\.colour"),
        ("topics.yaml", BIRD.replace("30 centimetres", "20 centimetres tall"), "is contained in"),
        ("topics.yaml", BIRD.replace("noun: bird", "noun: tablet"), "names a device"),
        ("topics.yaml", BIRD.replace("[share, save]", "[share, fly]"), "'fly' is no action"),
        ("topics.yaml", BIRD.replace("bird:", "hotel:"), "already defined"),
        ("topics.yaml", "[1, 2]", "not a mapping"),
        ("topics.yaml", "a: [", "not readable as YAML"),
        ("phrases.yaml", "state: ['This one says {price}.']", "must use the slots"),
        ("phrases.yaml", "engage: ['The laptop, again.']", "names a device"),
        ("actions.yaml", "fly: {label: flying, route: fly off, intent: fly}", r"actions\.yaml: fly\.label"),
        ("abilities.yaml", "default: [fly]", "'fly' is no action"),
        ("glows.yaml", "grey: {rgb: [1, 1, 1], hue: 400}", r"grey\.hue"),
    ],
)
def test_a_wrong_entry_is_named_by_file_and_field(file: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text(text)
    with pytest.raises(InputError, match=message):
        load_vocabulary(tmp_path)


def test_an_extra_folder_that_is_not_there() -> None:
    with pytest.raises(InputError, match="no such folder"):
        load_vocabulary(Path("no/such/folder"))


def test_words_are_matched_whole() -> None:
    assert holds("at 7:30, then", "7:30")
    assert not holds("at 17:30", "7:30")
    assert not holds("for 7:305", "7:30")
    assert holds("Saint  Mark's it is", "saint mark's")
    assert forbidden_word("both Laptops", ["laptop"]) == "laptop"
    assert forbidden_word("a smart-display", ["smart display"]) == "smart display"
    assert forbidden_word("the tabletop", ["tablet"]) is None


def test_a_cast_has_its_own_glows_and_one_observer_that_is_no_candidate() -> None:
    for index in range(50):
        cast = cast_of(3, "cast", index, candidates=3 + index % 2, distractors=1 + index % 2)
        entries = [member.entry for member in cast.members]
        glows = [entry.glow for entry in entries if entry.glow]
        assert len(glows) == len(set(glows)) == len(entries) - (cast.robot is not None)
        assert [entry.device for entry in entries if entry.observer] == [cast.observer.entry.device]
        assert cast.observer not in cast.candidates
        assert [entry.device for entry in entries] == sorted({entry.device for entry in entries})


def test_a_catalogue_that_is_too_small_is_refused() -> None:
    with pytest.raises(InputError, match="screen categories"):
        sample_cast(generator(0, "x"), VOCABULARY, [spec("laptop"), spec("tablet")])
    with pytest.raises(InputError, match="glow colours"):
        sample_cast(generator(0, "x"), VOCABULARY, [spec("laptop")], candidates=9)
    with pytest.raises(InputError, match=r"cast\.candidates"):
        sample_cast(generator(0, "x"), VOCABULARY, [spec("laptop")], candidates=2)
