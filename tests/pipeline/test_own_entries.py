"""A topic and a device of one's own, and other thresholds, through the command lines."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from bench_gen.ua.disk import load_pair, pairs_in

Command = Callable[..., subprocess.CompletedProcess[str]]
ROOT = Path(__file__).parents[2]

TOPIC = """
bird:
  {title: Birds, noun: owl, attribute: wingspan, kind: length, page: cards, requests: [share, save],
   values: [20 centimetres, 30 centimetres, 41 centimetres, 52 centimetres, 63 centimetres, 74 centimetres,
            85 centimetres, 96 centimetres]}
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vocabulary folder, and a device folder with one more kind of distractor."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "words").mkdir()
    (folder / "words" / "topics.yaml").write_text(TOPIC)
    (folder / "devices").mkdir()
    frame = (ROOT / "conf/device/photo_frame_oak.yaml").read_text()
    for name in ("photo_frame_oak", "photo_frame_black", "photo_frame_wall"):  # ours take the place of these
        (folder / "devices" / f"{name}.yaml").write_text(frame.replace("category: photo frame", "category: art panel"))
    return folder


@pytest.fixture(scope="module")
def made(own: Path, tmp_path_factory: pytest.TempPathFactory, run: Command) -> Path:
    output = tmp_path_factory.mktemp("made") / "set"
    done = run("", "render=fast", "render.width=320", "render.height=240", f"script.vocabulary={own / 'words'}",
               f"cast.devices={own / 'devices'}", "admission.min_user_pixels=1300", f"output={output}")  # fmt: skip
    assert done.returncode == 0, done.stderr
    return output


def test_a_set_tells_what_it_was_made_with_and_names_no_folder(made: Path, own: Path) -> None:
    record = json.loads((made / "ua/construction/set.json").read_text())
    assert record["admission"]["min_user_pixels"] == 1300
    assert "bird" in json.loads((made / "ua/construction/vocabulary.json").read_text())["topics"]
    assert not [f for f in made.rglob("*.json") if str(own) in f.read_text() or str(made) in f.read_text()]
    assert len(record["script"]["vocabulary"]) == len(record["cast"]["devices"]) == 16


def test_the_same_folder_with_other_entries_is_refused(made: Path, own: Path, run: Command) -> None:
    done = run("", "render=fast", "render.width=320", "render.height=240", f"cast.devices={own / 'devices'}",
               "admission.min_user_pixels=1300", f"output={made}")  # fmt: skip
    assert done.returncode == 2
    assert "script" in done.stderr


def test_admit_and_relayout_use_the_thresholds_of_the_set(made: Path, own: Path, tmp_path: Path, run: Command) -> None:
    assert run("admit", made).returncode == 0
    strict = shutil.copytree(made, tmp_path / "strict")
    path = strict / "ua/construction/set.json"
    record = json.loads(path.read_text())
    record["admission"]["min_user_pixels"] = 300_000
    path.write_text(json.dumps(record))
    done = run("admit", strict)
    assert done.returncode == 1
    assert "user_visible" in done.stdout
    moved = tmp_path / "moved"
    done = run("relayout", made, "layout.seed=3", f"cast.devices={own / 'devices'}", f"output={moved}")
    assert done.returncode == 0, done.stderr
    kept = json.loads((moved / "ua/construction/set.json").read_text())
    assert kept["admission"]["min_user_pixels"] == 1300
    assert kept["script"] == json.loads((made / "ua/construction/set.json").read_text())["script"]


def test_every_class_of_the_maps_is_in_the_legend(made: Path) -> None:
    rows = json.loads((made / "ua/construction/legend.json").read_text())["classes"]
    legend = {row["class_id"]: row["name"] for row in rows}
    pair = load_pair(made / "ua", pairs_in(made / "ua")[0])
    seen = {int(i) for f in pair.episode("A").frames for i in set(pair.classes(f.state).ravel().tolist())}
    assert seen - {0} <= set(legend)
    assert legend[2] == "person"
    assert (pair.size, pair.record.renderer.width) == ((320, 240), 320)


def test_unusable_folders_and_thresholds_are_named(tmp_path: Path, run: Command) -> None:
    for option, field in (
        (f"script.vocabulary={tmp_path / 'no'}", "no such folder"),
        (f"cast.devices={tmp_path / 'no'}", "not a folder"),
        ("admission.min_user_pixels=-3", "admission.min_user_pixels"),
        ("+admission.min_ear_pixels=3", "admission.min_ear_pixels"),
    ):
        done = run("", option, f"output={tmp_path / 'out'}")
        assert done.returncode == 2, (option, done.stderr)
        assert field in done.stderr
        assert not (tmp_path / "out").exists()
