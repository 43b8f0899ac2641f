"""`python -m bench_gen`: admitted, reproducible to the byte, resumable, and plain about what it cannot use."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from bench_gen.ua.destination import Destination, claimed
from bench_gen.ua.disk import pairs_in

ROOT = Path(__file__).parents[2]
QUICK = ("pairs=2", "render=fast")
Command = Callable[..., subprocess.CompletedProcess[str]]
Digests = Callable[[Path], dict[str, str]]


def start(output: Path, *arguments: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "bench_gen", *QUICK, f"output={output}", *arguments]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(words, cwd=ROOT, stdout=quiet, stderr=quiet, text=True, start_new_session=True)


def test_a_set_is_whole(good: Path) -> None:
    assert len(pairs_in(good / "ua")) == 2
    assert len(list((good / "ua/agent/episodes").glob("*.json"))) == 4
    frames = len(list((good / "ua/agent/frames").glob("*.png")))
    assert 2 * 8 <= frames <= 2 * 20  # frames that show the same state are one file
    for folder, count in (("semantic", 2 * frames), ("depth", frames)):
        assert len(list((good / "ua/construction" / folder).glob("*.png"))) == count
    assert {p.name for p in (good / "ua/construction").glob("admission.*")} == {
        "admission.json",
        "admission.txt",
        "admission.xml",
    }
    with Image.open(good / "sheet.jpg") as sheet:
        assert sheet.width > 1500
    assert not (good / ".staging").exists()


def test_nothing_written_tells_time_or_place(good: Path) -> None:
    for path in good.rglob("*.json"):
        text = path.read_text()
        assert str(good) not in text
        assert str(ROOT) not in text
        assert os.uname().nodename not in text or len(os.uname().nodename) < 4


def test_agents_can_be_handed_their_folder_alone(good: Path, tmp_path: Path) -> None:
    agent = shutil.copytree(good / "ua/agent", tmp_path / "agent")
    for path in sorted((agent / "episodes").glob("*.json")):
        episode = json.loads(path.read_text())
        assert [frame["frame"] for frame in episode["frames"]] == list(range(1, 13))
        assert all((agent / frame["image"]).is_file() for frame in episode["frames"])
        assert set(episode) == {"schema_version", "episode", "roster", "card", "frames"}


def test_two_workers_killed_at_some_moment_and_run_again_give_the_same_bytes(
    good: Path, tmp_path: Path, run: Command, digests: Digests
) -> None:
    output = tmp_path / "again"
    process = start(output, "workers=2")
    deadline = time.monotonic() + 300
    while not list(output.glob(".staging/*/ua/agent/frames/*.png")) and time.monotonic() < deadline:
        assert process.poll() is None, "it finished before it could be killed"
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for record in (output / "ua/construction").glob("pairs/*.json"):
        assert all((output / "ua" / path).is_file() for path in json.loads(record.read_text())["files"])
    done = run("", *QUICK, f"output={output}", "workers=2")
    assert done.returncode == 0, done.stderr
    assert digests(output) == digests(good)


def test_a_finished_set_is_left_as_it_is(good: Path, run: Command, digests: Digests) -> None:
    before = digests(good)
    done = run("", *QUICK, f"output={good}")
    assert done.returncode == 0
    assert "2 of 2 pairs are there already" in done.stderr
    assert digests(good) == before


def test_another_seed_gives_other_states_and_is_refused_in_the_same_folder(good: Path, run: Command) -> None:
    done = run("", *QUICK, f"output={good}", "seed=1")
    assert done.returncode == 2
    assert "seed" in done.stderr
    assert "another output=" in done.stderr


def test_a_folder_in_use_is_refused(good: Path, run: Command) -> None:
    with claimed(Destination(good)):
        done = run("", *QUICK, f"output={good}")
    assert done.returncode == 2
    assert "another run is writing here" in done.stderr


def test_shards_that_fail_side_by_side_remove_the_folder_when_the_last_one_ends(tmp_path: Path) -> None:
    """Whichever began it; what another shard is making is left alone, and so is a folder that was there before."""
    first, second = (Destination(tmp_path / "set", shard, 2) for shard in (0, 1))
    one, other = claimed(first), claimed(second)
    one.__enter__()
    first.ua.mkdir()
    other.__enter__()
    second.staging.mkdir()
    one.__exit__(None, None, None)
    assert second.staging.is_dir()
    other.__exit__(None, None, None)
    assert not first.output.exists()
    first.output.mkdir()
    (first.output / "notes.txt").write_text("mine")
    with claimed(first):
        pass
    assert (first.output / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        (("scenes.root=/nowhere", "scene_id=x"), "scenes.root"),
        (("+scene=hssd_00", "scenes.root=/nowhere/hssd"), "hssd"),
        (("pairs=0",), "pairs"),
        (("render.width=10",), "render.width"),
        (("render.samples=3",), "render.samples"),
        (("render.backend=vulkan",), "gl or pyrender"),
        (("cast.candidates=2",), "cast.candidates"),
        (("+admission.min_screen_pixels=-1",), "admission.min_screen_pixels"),
        (("output=/proc/nowhere",), "output"),
    ],
)
def test_what_cannot_be_used_is_one_clear_error(
    overrides: tuple[str, ...], says: str, run: Command, tmp_path: Path
) -> None:
    where = () if overrides[0].startswith("output") else (f"output={tmp_path / 'out'}",)
    done = run("", *overrides, *where)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_bytes_do_not_depend_on_the_number_of_cores() -> None:
    """A product that threads split comes out otherwise in its last bits; some pixel of a set then shows it."""
    script = (
        "import bench_gen, numpy, threadpoolctl;"
        "print([pool['num_threads'] for pool in threadpoolctl.threadpool_info() if pool['user_api'] == 'blas'])"
    )
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "8", "OMP_NUM_THREADS": "8"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "[1]"
