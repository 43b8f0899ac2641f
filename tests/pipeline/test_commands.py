"""`bench_gen.admit`, `bench_gen.relayout` and `bench_gen.sheet` on a real set."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from bench_gen.ua.disk import load_pair, pairs_in

Command = Callable[..., subprocess.CompletedProcess[str]]


def test_admit_accepts_a_good_set_and_rejects_a_changed_one(good: Path, tmp_path: Path, run: Command) -> None:
    done = run("admit", good)
    assert done.returncode == 0, done.stdout
    assert "2 of 2 pairs admitted" in done.stdout
    bad = shutil.copytree(good, tmp_path / "bad")
    frame = sorted((bad / "ua/agent/frames").glob("*.png"))[0]
    with Image.open(frame) as image:
        image.transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(frame)
    done = run("admit", bad, "--write")
    assert done.returncode == 1
    assert "has changed since it was recorded" in done.stdout
    assert "has changed" in (bad / "ua/construction/admission.xml").read_text()


def test_admit_of_something_else_exits_with_two(tmp_path: Path, run: Command) -> None:
    done = run("admit", tmp_path)
    assert done.returncode == 2
    assert "python -m bench_gen" in done.stderr


def test_relayout_keeps_words_and_labels_and_moves_everything(good: Path, tmp_path: Path, run: Command) -> None:
    output = tmp_path / "moved"
    done = run("relayout", good, "layout.seed=7", f"output={output}")
    assert done.returncode == 0, done.stderr
    assert pairs_in(output / "ua") == pairs_in(good / "ua")
    for pair in pairs_in(good / "ua"):
        old, new = (load_pair(root / "ua", pair).record for root in (good, output))
        assert new.origin == {"pair": pair, "layout_seed": old.layout["seed"], "scene": "homes:home_01"}
        for role in old.episodes:
            assert new.script.episodes[role] == old.script.episodes[role]
            assert new.episodes[role].targets == old.episodes[role].targets
            assert not {f.state for f in new.episodes[role].frames} & {f.state for f in old.episodes[role].frames}
        assert new.script.card == old.script.card


def test_relayout_needs_a_new_layout_and_another_folder(good: Path, run: Command) -> None:
    assert "layout.seed" in run("relayout", good).stderr
    done = run("relayout", good, "layout.seed=7", f"output={good}")
    assert done.returncode == 2
    assert "would overwrite" in done.stderr
    assert run("relayout").returncode == 2


def test_sheet_writes_one_pair_or_all(good: Path, tmp_path: Path, run: Command) -> None:
    pair = pairs_in(good / "ua")[0]
    assert run("sheet", good, "--out", tmp_path / "all.jpg").returncode == 0
    assert run("sheet", good, "--out", tmp_path / "one.jpg", "--pair", pair).returncode == 0
    with Image.open(tmp_path / "all.jpg") as both, Image.open(tmp_path / "one.jpg") as one:
        assert both.height == 2 * one.height
    assert run("sheet", tmp_path).returncode == 2


def test_verify_names_what_is_missing_altered_or_extra(good: Path, tmp_path: Path, run: Command) -> None:
    done = run("verify", good)
    assert done.returncode == 0, done.stdout
    bad = shutil.copytree(good, tmp_path / "bad")
    first, second, third = sorted((bad / "ua/construction/depth").glob("*.png"))[:3]
    first.unlink()
    second.write_bytes(second.read_bytes()[:-1] + b"x")
    (bad / "ua/agent/notes.txt").write_text("the answer")
    record = next((bad / "ua/construction/pairs").glob("*.json"))
    swapped = json.loads((bad / "ua/manifest.json").read_text())
    for row in swapped["files"]:
        if row["path"].endswith(third.name) and "/depth/" in row["path"]:
            row["sha256"] = "0" * 64
    (bad / "ua/manifest.json").write_text(json.dumps(swapped))
    done = run("verify", bad)
    assert done.returncode == 1
    assert f"missing: construction/depth/{first.name}" in done.stdout
    assert f"altered: construction/depth/{second.name}" in done.stdout
    assert "extra: agent/notes.txt" in done.stdout
    assert f"was recorded with another construction/depth/{third.name}" in done.stdout
    record.write_text("{")
    assert run("verify", bad).returncode == 2
    assert run("verify", tmp_path).returncode == 2


def test_reports_written_on_purpose_keep_the_manifest_true(good: Path, tmp_path: Path, run: Command) -> None:
    mine = shutil.copytree(good, tmp_path / "mine")
    assert run("admit", mine, "--write").returncode == 0
    done = run("audit", mine, "--write")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "last_pointed" in done.stdout
    assert (mine / "ua/construction/audit.xml").is_file()
    assert run("verify", mine).returncode == 0
    assert run("audit", tmp_path).returncode == 2
