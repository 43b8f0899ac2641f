"""Every admission check rejects the one corruption it exists for, and no unrelated check does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from ua_sketch import SHOULDER, SIZE, USER, WALL, Drawing, Sketch, rescript, script_of

from assets.errors import InputError
from bench_gen.ua.admission import admit_directory, admit_pair
from bench_gen.ua.checks import CHECKS, check, wrong
from bench_gen.ua.disk import PairOnDisk, episode_id, episode_path, image_path, load_pair, pair_path, sha256
from bench_gen.ua.report import as_junit, as_text, write_report
from bench_gen.ua.review.decisions import Decision, record_decision
from bench_gen.ua.schema import ENGAGEMENT, ROLES, AgentEpisode, Finding, FrameRecord, PairReport, Role
from bench_gen.ua.settings import AdmissionSettings, load_settings
from bench_gen.ua.targets import joint_tally, targets

SCRIPT = script_of()
A, B = SCRIPT.episodes["A"], SCRIPT.episodes["B"]


def rejected(root: Path, pair: str = SCRIPT.pair) -> set[str]:
    report = admit_pair(load_pair(root, pair))
    return {c.check for c in report.checks if not c.ok}


def test_a_good_pair_is_admitted_with_figures(tmp_path: Path) -> None:
    Sketch(tmp_path, SCRIPT).write()
    report = admit_directory(tmp_path)
    assert report.admitted, as_text(report)
    assert all(c.skipped is None for c in report.pairs[0].checks)
    assert next(c for c in report.pairs[0].checks if c.check == "schedule").findings[-1].figure is not None


# --- corruptions: each changes a sketch before it is written --------------------------------------------------------

Corruption = Callable[[Sketch], None]
CORRUPTIONS: dict[str, Corruption] = {}


def corrupts(name: str) -> Callable[[Corruption], Corruption]:
    def keep(function: Corruption) -> Corruption:
        CORRUPTIONS[name] = function
        return function

    return keep


def rewrite_agents(sketch: Sketch, number: int, roles: tuple[Role, ...], **change: str) -> None:
    def edit(role: Role, agent: AgentEpisode) -> AgentEpisode:
        frames = [f.model_copy(update=change) if role in roles and f.frame == number else f for f in agent.frames]
        return agent.model_copy(update={"frames": tuple(frames)})

    sketch.agent_edit = edit


@corrupts("recoverable_targets")
def wrong_label(sketch: Sketch) -> None:
    labels = list(sketch.targets["A"])
    labels[9] = labels[9].model_copy(update={"eng": A.decoy})
    sketch.targets["A"] = tuple(labels)


@corrupts("schedule")
def nothing_lit(sketch: Sketch) -> None:
    """A frame in which only a device without a role is lit goes dark in both episodes."""
    for index in range(200):
        script = script_of(0, "dark", index)
        a = script.episodes["A"]
        for number in ENGAGEMENT:
            if not {a.engaged, a.decoy} & {d for e in script.episodes.values() for d in e.frames[number - 1].lit}:
                sketch.__init__(sketch.root, rescript(script, [number], ROLES, lit=()))  # type: ignore[misc]
                return
    raise AssertionError("no such frame in 200 pairs")


@corrupts("designated_frames")
def other_action(sketch: Sketch) -> None:
    """The script of f10 claims another action than the words ask for; labels stay."""
    request = A.frames[9].request
    assert request is not None
    other = next(name for name in ("book", "share", "save") if name != request.action)
    sketch.script = rescript(SCRIPT, [10], ROLES, request=request.model_copy(update={"action": other}))


@corrupts("anonymous_wording")
def names_a_device(sketch: Sketch) -> None:
    number = next(f.frame for f in A.frames[1:8] if f.statement is None)
    sketch.script = rescript(SCRIPT, [number], ROLES, utterance="Let me look at these laptops.")


@corrupts("recall_leak")
def question_holds_the_value(sketch: Sketch) -> None:
    value = next(f.statement.value for f in A.frames if f.statement)
    say = A.frames[10].utterance.replace(SCRIPT.noun, f"{SCRIPT.noun} with {value}")
    sketch.script = rescript(SCRIPT, [11], ROLES, utterance=say)


@corrupts("page_leak")
def page_shows_the_value(sketch: Sketch) -> None:
    value = SCRIPT.card.answers.inf[0]

    def change(_: Role, drawing: Drawing) -> FrameRecord:
        pages = dict.fromkeys(drawing.record.page_strings, ("Offers", f"only {value} today"))
        return drawing.record.model_copy(update={"page_strings": pages})

    sketch.edit_frames(change)


@corrupts("agent_fields")
def construction_word(sketch: Sketch) -> None:
    def edit(_: Role, agent: AgentEpisode) -> AgentEpisode:
        return agent

    sketch.agent_edit = edit
    roster = (SCRIPT.roster[0].model_copy(update={"appearance": "a grey screen, the decoy"}), *SCRIPT.roster[1:])
    sketch.script = SCRIPT.model_copy(update={"roster": roster})


@corrupts("agent_follows_script")
def other_words(sketch: Sketch) -> None:
    number = next(f.frame for f in A.frames[1:8] if f.statement is None)
    rewrite_agents(sketch, number, ("B",), utterance="Good.")


@corrupts("shared_frames")
def shared_frame_drawn_twice(sketch: Sketch) -> None:
    drawing = sketch.drawings["B"][9]
    drawing.record = drawing.record.model_copy(update={"state": "0" * 64})


@corrupts("role_swap")
def lit_once_less(sketch: Sketch) -> None:
    """In B alone, a device without a role is lit in one frame fewer."""
    for frame in B.frames:
        spare = [d for d in frame.lit if d in SCRIPT.candidates and d not in (B.engaged, B.decoy)]
        if spare and len(frame.lit) > 1:
            lit = tuple(d for d in frame.lit if d != spare[0])
            sketch.__init__(sketch.root, rescript(SCRIPT, [frame.frame], ("B",), lit=lit))  # type: ignore[misc]
            return
    raise AssertionError("nothing to take away")


@corrupts("value_collision")
def same_value(sketch: Sketch) -> None:
    one, other = (f for f in A.frames if f.statement)
    assert one.statement is not None
    assert other.statement is not None
    script = rescript(
        SCRIPT,
        [other.frame],
        ROLES,
        statement=other.statement.model_copy(update={"value": one.statement.value}),
        utterance=other.utterance.replace(other.statement.value, one.statement.value),
    )
    sketch.__init__(sketch.root, script)  # type: ignore[misc]


@corrupts("statement_order")
def order_kept(sketch: Sketch) -> None:
    """In B the two statement frames change places, words and pictures alike."""
    one, other = (f for f in B.frames if f.statement)
    frames = list(B.frames)
    frames[one.frame - 1] = other.model_copy(update={"frame": one.frame})
    frames[other.frame - 1] = one.model_copy(update={"frame": other.frame})
    episodes = {**SCRIPT.episodes, "B": B.model_copy(update={"frames": tuple(frames)})}
    sketch.__init__(sketch.root, SCRIPT.model_copy(update={"episodes": episodes}))  # type: ignore[misc]


@corrupts("intent_preserved")
def other_intent(sketch: Sketch) -> None:
    labels = list(sketch.targets["B"])
    intent = labels[9].int_
    assert intent is not None
    labels[9] = labels[9].model_copy(update={"int_": intent.model_copy(update={"sentence": "The user waits."})})
    sketch.targets["B"] = tuple(labels)


@corrupts("ability_routing")
def nobody_can(sketch: Sketch) -> None:
    """No device can do what f12 asks for: the responding set no longer tells A from B."""
    request = A.frames[11].request
    assert request is not None
    abilities = {d: tuple(a for a in able if a != request.action) for d, able in SCRIPT.card.abilities.items()}
    script = SCRIPT.model_copy(update={"card": SCRIPT.card.model_copy(update={"abilities": abilities})})
    sketch.__init__(sketch.root, script)  # type: ignore[misc]


def change_user(sketch: Sketch, **change: object) -> None:
    drawing = sketch.drawings["A"][4]
    user = drawing.record.user.model_copy(update=change)
    drawing.record = drawing.record.model_copy(update={"user": user})


@corrupts("pointing_visible")
def hidden_finger(sketch: Sketch) -> None:
    change_user(sketch, fingertip_visible=False)


@corrupts("pointing_direction")
def arm_elsewhere(sketch: Sketch) -> None:
    tip = sketch.drawings["A"][4].record.user.fingertip
    assert tip is not None
    change_user(sketch, fingertip=(160 - tip[0], tip[1]) if tip[0] != 80 else (60.0, 60.0))


def each_frame(sketch: Sketch, device: str) -> Iterator[tuple[Drawing, int]]:
    seen = [e.device for e in sketch.script.roster if e.glow and not e.observer]
    for role in ROLES:
        for drawing in sketch.drawings[role]:
            yield drawing, 10 + seen.index(device)


@corrupts("candidates_visible")
def occluded_screen(sketch: Sketch) -> None:
    for drawing, instance in each_frame(sketch, SCRIPT.candidates[0]):
        hidden = drawing.instance == instance
        drawing.instance[hidden & (hidden.cumsum().reshape(hidden.shape) > 2)] = WALL


@corrupts("screens_as_scripted")
def lights_out(sketch: Sketch) -> None:
    for drawing, instance in each_frame(sketch, A.engaged):
        drawing.color[drawing.instance == instance] = (14, 14, 16)


@corrupts("user_visible")
def user_behind_sofa(sketch: Sketch) -> None:
    for role in ROLES:
        for drawing in sketch.drawings[role]:
            hidden = drawing.instance == USER
            hidden[:61] = False
            drawing.instance[hidden] = WALL


@corrupts("file_integrity")
def changed_file(sketch: Sketch) -> None:
    path = image_path(sketch.drawings["A"][0].record.state)
    sketch.record_edit = lambda r: r.model_copy(update={"files": {**r.files, path: "0" * 64}})


@corrupts("human_review")
def somebody_says_no(sketch: Sketch) -> None:
    def reject(pair: str) -> None:
        record_decision(
            sketch.root,
            Decision(
                pair=pair,
                verdict="reject",
                reason="too dark",
                reviewer="ada",
                time="2026-12-01T10:00:00+00:00",
                record=sha256(sketch.root / pair_path(pair)),
            ),
        )

    sketch.after = reject


@corrupts("maps_agree")
def chair_called_a_sofa(sketch: Sketch) -> None:
    """The entity table calls a device by another name than the class maps do."""
    sketch.record_edit = lambda r: r.model_copy(
        update={
            "entities": tuple(
                row.model_copy(update={"semantic_class": "stage"}) if row.kind == "device" else row
                for row in r.entities
            )
        }
    )


def test_every_check_has_its_corruption() -> None:
    assert set(CORRUPTIONS) == set(CHECKS)


@pytest.mark.parametrize("name", sorted(CORRUPTIONS))
def test_only_the_check_that_a_corruption_is_for_rejects(name: str, tmp_path: Path) -> None:
    sketch = Sketch(tmp_path / "ua", SCRIPT)
    CORRUPTIONS[name](sketch)
    assert rejected(tmp_path / "ua", sketch.write()) == {name}


def test_a_screen_that_glows_when_it_should_be_dark_is_rejected(tmp_path: Path) -> None:
    sketch = Sketch(tmp_path, SCRIPT)
    for drawing, instance in each_frame(sketch, A.engaged):
        drawing.color[drawing.instance == instance] = np.array([255, 255, 255], np.uint8)
    sketch.write()
    assert rejected(tmp_path) == {"screens_as_scripted"}


def test_an_id_that_no_entity_has_is_rejected(tmp_path: Path) -> None:
    sketch = Sketch(tmp_path, SCRIPT)
    sketch.class_of[77] = "stage"
    sketch.drawings["A"][4].instance[0, 0] = 77
    sketch.write()
    assert rejected(tmp_path) == {"maps_agree"}


def test_a_target_of_the_wrong_device_is_a_value_collision(tmp_path: Path) -> None:
    sketch = Sketch(tmp_path, SCRIPT)
    labels = list(sketch.targets["A"])
    decoys = next(f.statement.value for f in A.frames if f.statement and f.statement.device == A.decoy)
    labels[10] = labels[10].model_copy(update={"inf": decoys})
    sketch.targets["A"] = tuple(labels)
    sketch.write()
    assert rejected(tmp_path) == {"value_collision", "recoverable_targets"}


def test_an_arm_that_points_across_another_screen_is_rejected(tmp_path: Path) -> None:
    """The pointed screen stays nearest to the ray, but a second one lies on the way to it."""
    sketch = Sketch(tmp_path, SCRIPT)
    drawing = sketch.drawings["A"][4]
    pointed = A.frames[4].pointed
    other = next(d for d in SCRIPT.candidates if d != pointed)
    tip, devices = drawing.record.user.fingertip, dict(drawing.record.devices)
    assert tip is not None
    assert devices[pointed].corners is not None
    centre = np.mean(devices[pointed].corners, axis=0)
    middle, off = (np.asarray(tip) + centre) / 2, np.array([[0.0, 0.0], [30, -30], [34, -26], [4, 4]])
    corners = tuple((float(x), float(y)) for x, y in middle + off)
    devices[other] = devices[other].model_copy(update={"corners": corners})
    drawing.record = drawing.record.model_copy(update={"devices": devices})
    pair = sketch.write()
    report = admit_pair(load_pair(tmp_path, pair))
    causes = {f.cause for c in report.checks if c.check == "pointing_direction" for f in c.findings if not f.ok}
    assert causes == {f"in the picture the arm points at {pointed} across {other}"}


def test_an_arm_that_points_at_a_screen_behind_the_pointed_one_is_rejected(tmp_path: Path) -> None:
    """Whoever follows the arm's line in the picture meets two screens, and cannot tell which is meant."""
    sketch = Sketch(tmp_path, SCRIPT)
    drawing = sketch.drawings["A"][4]
    pointed = A.frames[4].pointed
    other = next(d for d in SCRIPT.candidates if d != pointed)
    devices = dict(drawing.record.devices)
    assert pointed is not None
    outline = devices[pointed].corners
    assert outline is not None
    centre = np.mean(outline, axis=0)
    behind = centre + 1.5 * (centre - np.array(SHOULDER)) / np.linalg.norm(centre - np.array(SHOULDER)) * max(SIZE)
    corners = tuple((float(x), float(y)) for x, y in np.asarray(outline) - centre + behind)
    devices[other] = devices[other].model_copy(update={"corners": corners})
    drawing.record = drawing.record.model_copy(update={"devices": devices})
    report = admit_pair(load_pair(tmp_path, sketch.write()))
    causes = {f.cause for c in report.checks if c.check == "pointing_direction" for f in c.findings if not f.ok}
    assert causes == {f"in the picture the arm points past {other} by 0.0 degrees only"}


def test_an_arm_that_comes_at_the_camera_is_rejected(tmp_path: Path) -> None:
    """It is long enough for its own sake, and short for a body of that size: the user is near, and points at us."""
    sketch = Sketch(tmp_path, SCRIPT)
    change_user(sketch, pixels=6000)
    report = admit_pair(load_pair(tmp_path, sketch.write()))
    causes = {f.cause for c in report.checks if c.check == "pointing_visible" for f in c.findings if not f.ok}
    assert causes == {"the arm is 41 pixels long, little for a body of 6000 pixels"}


def test_pictures_of_any_size_are_held_to_the_same() -> None:
    base = load_settings()
    small, large = base.at_width(320), base.at_width(1280)
    assert (small.min_screen_pixels, large.min_screen_pixels) == (62, 1000)
    assert (small.min_user_pixels, large.min_user_pixels) == (300, 4800)
    assert (small.min_arm_pixels, large.min_arm_pixels) == (20, 80)
    assert base.at_width(640) == base


def test_pictures_of_another_size_than_recorded_are_rejected(tmp_path: Path) -> None:
    sketch = Sketch(tmp_path, SCRIPT)
    sketch.record_edit = lambda r: r.model_copy(update={"renderer": r.renderer.model_copy(update={"height": 121})})
    sketch.write()
    assert rejected(tmp_path) == {"file_integrity"}


def test_a_tie_is_rejected(tmp_path: Path) -> None:
    script = SCRIPT
    while True:
        tally = joint_tally(script.episodes["A"], script.candidates)
        if tally[A.engaged] <= max(n for d, n in tally.items() if d != A.engaged):
            break
        frame = next(f for f in script.episodes["A"].frames if A.engaged in f.lit and not f.statement)
        lit = tuple(d for d in frame.lit if d != A.engaged) or (A.decoy,)
        script = rescript(script, [frame.frame], ("A",), lit=lit)
    assert "schedule" in rejected(tmp_path, Sketch(tmp_path, script).write())


def test_files_that_cannot_be_read_skip_other_checks_and_reject(tmp_path: Path) -> None:
    Sketch(tmp_path, SCRIPT).write()
    pair = load_pair(tmp_path, SCRIPT.pair)
    (tmp_path / image_path(pair.frame("A", 1).state)).write_bytes(b"no image")
    (tmp_path / episode_path(episode_id(SCRIPT, "B"))).unlink()
    report = admit_pair(load_pair(tmp_path, SCRIPT.pair))
    assert {c.check for c in report.checks if not c.ok} == {"file_integrity"}
    assert {"screens_as_scripted", "shared_frames"} <= {c.check for c in report.checks if c.skipped}


def test_an_agent_file_with_a_construction_field_is_rejected(tmp_path: Path) -> None:
    sketch = Sketch(tmp_path, SCRIPT)
    sketch.write()
    path = tmp_path / episode_path(episode_id(SCRIPT, "A"))
    path.write_text(json.dumps({**json.loads(path.read_text()), "engaged": A.engaged}))
    sketch.write_record()
    assert rejected(tmp_path) == {"agent_fields"}


def test_agent_files_do_not_tell_pairs_or_roles(tmp_path: Path) -> None:
    Sketch(tmp_path, SCRIPT).write()
    names = sorted(path.name for path in (tmp_path / "agent").rglob("*") if path.is_file())
    assert not any(SCRIPT.pair in name for name in names)
    texts = [path.read_text() for path in sorted((tmp_path / "agent" / "episodes").iterdir())]
    assert len(texts) == 2
    for text in texts:
        assert SCRIPT.pair not in text
        assert set(json.loads(text)) == {"schema_version", "episode", "roster", "card", "frames"}


def test_a_check_can_be_added_from_outside(tmp_path: Path) -> None:
    @check("seated_user", "the user sits in every frame")
    def seated_user(pair: PairOnDisk, _: AdmissionSettings) -> Iterator[Finding]:
        for role in ROLES:
            for frame in pair.episode(role).frames:
                if frame.moment != "seated":
                    yield wrong(f"the user is {frame.moment}", episode=role, frame=frame.frame)

    try:
        Sketch(tmp_path, SCRIPT).write()
        assert rejected(tmp_path) == {"seated_user"}
        with pytest.raises(ValueError, match="seated_user"):
            check("seated_user", "again")(seated_user)
    finally:
        del CHECKS["seated_user"]


def test_reports_name_check_frame_and_cause(tmp_path: Path) -> None:
    sketch = Sketch(tmp_path, SCRIPT)
    hidden_finger(sketch)
    sketch.write()
    report = admit_directory(tmp_path)
    assert not report.admitted
    text = write_report(report, tmp_path).read_text()
    assert "pointing_visible" in text
    assert "A f5: the pointing hand cannot be seen" in text
    suite = ElementTree.fromstring(as_junit(report))[0]
    assert suite.get("failures") == "1"
    stored = json.loads((tmp_path / "construction" / "admission.json").read_text())
    assert PairReport.model_validate(stored["pairs"][0]) == report.pairs[0]


def test_unusable_input_names_file_and_field(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no pairs"):
        admit_directory(tmp_path)
    Sketch(tmp_path, SCRIPT).write()
    path = tmp_path / pair_path(SCRIPT.pair)
    path.write_text(path.read_text().replace('"schema_version": 1', '"schema_version": 9'))
    with pytest.raises(InputError, match="schema_version"):
        admit_directory(tmp_path)
    with pytest.raises(InputError, match=r"admission\.lit_share"):
        load_settings({"lit_share": 3})
    with pytest.raises(InputError, match=r"admission\.lit_shear"):
        load_settings({"lit_shear": 0.3})


def test_labels_follow_from_script_and_card() -> None:
    for role in ROLES:
        rows = targets(SCRIPT, role)
        assert [r.frame for r in rows if r.rsp is not None] == [9, 12]
        assert [r.frame for r in rows if r.eng is not None] == [10, 11, 12]
        assert [r.frame for r in rows if r.inf is not None] == [11, 12]
        assert {r.nxt for r in rows} - {None} <= set(SCRIPT.card.answers.nxt)
