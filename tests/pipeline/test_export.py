"""Published forms are opened by others' code alone, and keep labels apart from what agents are handed."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from PIL import Image

from bench_gen.ua.disk import load_pair, pairs_in
from bench_gen.ua.export import FORMATS, Options, export_format
from bench_gen.ua.schema import ROLES

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def published(good: Path, tmp_path_factory: pytest.TempPathFactory, run: Command) -> Path:
    out = tmp_path_factory.mktemp("published") / "parquet"
    done = run("export", good, "--out", out)
    assert done.returncode == 0, done.stderr
    return out


def loaded(folder: Path, name: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    import datasets  # after the variable is set: it reads it once

    return datasets.load_dataset(str(folder), name, split="test", cache_dir=str(cache))


def test_datasets_opens_both_sides(
    good: Path, published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = loaded(published, "agent", tmp_path, monkeypatch)
    labels = loaded(published, "labels", tmp_path, monkeypatch)
    assert (len(agent), len(labels)) == (4, 48)
    pairs = [load_pair(good / "ua", name) for name in pairs_in(good / "ua")]
    by_id = {pair.episode(role).episode: (pair, role) for pair in pairs for role in ("A", "B")}
    for row in agent:
        pair, role = by_id[row["episode"]]
        own = pair.agent(role)
        assert row["utterances"] == [frame.utterance for frame in own.frames]
        assert json.loads(row["card"]) == own.card.model_dump(mode="json")
        assert [entry["device"] for entry in row["roster"]] == [entry.device for entry in own.roster]
        assert [image.size for image in row["images"]] == [pair.size] * 12
    first = next(row for row in labels if row["frame"] == 12)
    pair, role = by_id[first["episode"]]
    target = pair.episode(role).targets[11]
    assert (first["eng"], first["inf"], tuple(first["rsp"]), first["nxt"]) == (
        target.eng, target.inf, target.rsp, target.nxt
    )  # fmt: skip


# In a process of its own: absl, which it imports, closes pytest's captured stderr when logging is configured anew.
CROISSANT = """
import hashlib, json, sys
import mlcroissant, numpy
dataset = mlcroissant.Dataset(jsonld=sys.argv[1])
sha = lambda image: hashlib.sha256(numpy.asarray(image).tobytes()).hexdigest()
agent = {
    row["agent/episode"].decode(): {
        "utterances": [text.decode() for text in row["agent/utterances"]],
        "images": [sha(image) for image in row["agent/images"]],
    }
    for row in dataset.records("agent")
}
labels = [row["labels/nxt"].decode() if row["labels/nxt"] else None for row in dataset.records("labels")]
print(json.dumps({"errors": list(dataset.metadata.ctx.issues.errors), "agent": agent, "labels": labels}))
"""


def test_croissant_reads_both_sides(good: Path, published: Path) -> None:
    words = [sys.executable, "-c", CROISSANT, str(published / "croissant.json")]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=300)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["errors"] == []
    assert (len(found["agent"]), len(found["labels"])) == (4, 48)
    targets = []
    for name in pairs_in(good / "ua"):
        pair = load_pair(good / "ua", name)
        for role in ROLES:
            row = found["agent"][pair.episode(role).episode]
            states = [frame.state for frame in pair.episode(role).frames]
            assert row["images"] == [hashlib.sha256(pair.image(state).tobytes()).hexdigest() for state in states]
            assert row["utterances"] == [frame.utterance for frame in pair.agent(role).frames]
            targets += [target.nxt for target in pair.episode(role).targets]
    assert Counter(found["labels"]) == Counter(targets)
    assert str(good) not in (published / "croissant.json").read_text()


def test_webdataset_streams_both_sides(good: Path, tmp_path: Path, run: Command) -> None:
    import webdataset

    done = run("export", good, "--format", "webdataset", "--out", tmp_path / "tar")
    assert done.returncode == 0, done.stderr
    (agent,), (labels,) = (sorted((tmp_path / "tar").glob(f"{side}-*.tar")) for side in ("agent", "labels"))
    episodes = {s["__key__"]: s for s in webdataset.WebDataset(str(agent), shardshuffle=False).decode("rgb8")}
    targets = {s["__key__"]: s["json"] for s in webdataset.WebDataset(str(labels), shardshuffle=False).decode()}
    assert sorted(episodes) == sorted(targets)
    assert len(episodes) == 4
    for name in pairs_in(good / "ua"):
        pair = load_pair(good / "ua", name)
        for role in ROLES:
            sample = episodes[pair.episode(role).episode]
            assert np.array_equal(sample["f12.png"], pair.image(pair.frame(role, 12).state))
            assert sample["json"]["utterances"] == [f.utterance for f in pair.agent(role).frames]
            assert targets[pair.episode(role).episode][11]["nxt"] == pair.episode(role).targets[11].nxt
        assert name.encode() not in agent.read_bytes()
    assert b"decoy" not in agent.read_bytes()
    assert run("export", good, "--format", "webdataset", "--out", tmp_path / "again").returncode == 0
    for path in (agent, labels):
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()


def test_nothing_of_the_construction_is_on_the_agents_side(good: Path, published: Path) -> None:
    content = b"".join(path.read_bytes() for path in sorted((published / "agent").glob("*.parquet")))
    for name in pairs_in(good / "ua"):
        assert name.encode() not in content
    assert b"decoy" not in content


def test_the_same_set_gives_the_same_bytes(good: Path, published: Path, tmp_path: Path, run: Command) -> None:
    assert run("export", good, "--out", tmp_path / "again").returncode == 0

    def digests(folder: Path) -> dict[str, str]:
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}

    assert digests(tmp_path / "again") == digests(published)


def test_the_card_says_what_is_inside(good: Path, published: Path) -> None:
    card = (published / "README.md").read_text()
    assert card.startswith("---\nlicense: apache-2.0\n")
    assert "| pairs, episodes, frame instances | 2, 4, 48 |" in card
    assert "llvmpipe" in card or "gl, " in card
    assert "BSD-3-Clause" in card
    assert str(good) not in card


def test_a_sample_is_small(good: Path, tmp_path: Path, run: Command) -> None:
    out = tmp_path / "sample"
    assert run("export", good, "--out", out, "--pairs", "1", "--width", "320", "--jpeg", "70").returncode == 0
    assert sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) < 500_000
    (shard,) = (out / "agent").glob("*.parquet")
    image = pq.read_table(shard).to_pylist()[0]["images"][0]
    with Image.open(io.BytesIO(image["bytes"])) as picture:
        assert (picture.format, picture.size) == ("JPEG", (320, 240))


def test_what_cannot_be_exported_leaves_nothing(good: Path, tmp_path: Path, run: Command) -> None:
    (tmp_path / "there").mkdir()
    for words, says in (
        ((good, "--out", tmp_path / "there"), "exists already"),
        ((tmp_path, "--out", tmp_path / "new"), "holds no pairs"),
        ((good, "--out", tmp_path / "new", "--jpeg", "300"), "--jpeg"),
    ):
        done = run("export", *words)
        assert done.returncode == 2
        assert says in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_a_format_of_ones_own_is_one_function(good: Path, tmp_path: Path) -> None:
    @export_format("ids", "ids, one a line")
    def ids(ua: Path, folder: Path, options: Options, progress: Callable[[], None]) -> None:
        (folder / "ids.txt").write_text("\n".join(options.pairs))

    try:
        FORMATS["ids"].write(good / "ua", tmp_path, Options(pairs_in(good / "ua")), lambda: None)
        assert (tmp_path / "ids.txt").read_text().split() == list(pairs_in(good / "ua"))
        with pytest.raises(ValueError, match="ids"):
            export_format("ids", "again")(ids)
    finally:
        del FORMATS["ids"]
