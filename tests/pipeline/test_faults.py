"""Kills, full disks and bad scenes: nothing admitted is lost, nothing is half-written, running again finishes."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bench_gen.ua.disk import pairs_in
from scenes.homes import write_home

ROOT = Path(__file__).parents[2]
SMALL = ("pairs=3", "render=fast", "render.width=320", "render.height=240", "seed=2")
Command = Callable[..., subprocess.CompletedProcess[str]]
Digests = Callable[[Path], dict[str, str]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, run: Command) -> Path:
    """A set that was made without any fault."""
    output = tmp_path_factory.mktemp("whole") / "set"
    done = run("", *SMALL, f"output={output}")
    assert done.returncode == 0, done.stderr
    return output


def start(output: Path, *options: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "bench_gen", *SMALL, f"output={output}", *options]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """Process ids of the workers that have started to make pairs."""
    listing = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(pid) for pid in listing if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def whole_pairs(output: Path) -> int:
    """How many pairs are in the set; each must have all its files."""
    records = sorted((output / "ua/construction/pairs").glob("*.json"))
    for record in records:
        assert all((output / "ua" / path).is_file() for path in json.loads(record.read_text())["files"])
    return len(records)


def wait_until(condition: Callable[[], object], seconds: float = 200.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.02)


def test_killed_at_random_moments_it_ends_with_the_same_bytes(
    whole: Path, tmp_path: Path, run: Command, digests: Digests
) -> None:
    """Only the parent is killed, as the out-of-memory killer would: its workers must not go on."""
    output, rng, before = tmp_path / "set", np.random.default_rng(7), 0
    for moment in rng.uniform(0.0, 4.0, 3):
        process = start(output, "workers=2")
        wait_until(lambda: (output / ".staging").exists() or process.poll() is not None)  # noqa: B023
        time.sleep(float(moment))
        workers = children(process) if process.poll() is None else []
        process.send_signal(signal.SIGKILL)
        process.wait()
        wait_until(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() for pid in workers))  # noqa: B023
        assert whole_pairs(output) >= before
        before = whole_pairs(output)
    done = run("", *SMALL, f"output={output}")
    assert done.returncode == 0, done.stderr
    assert digests(output) == digests(whole)


def test_a_killed_worker_is_replaced(whole: Path, tmp_path: Path, digests: Digests) -> None:
    output = tmp_path / "set"
    process = start(output, "workers=2")
    wait_until(lambda: list(output.glob(".staging/*/ua/agent/frames/*.png")))
    pid = children(process)[0]
    subprocess.run(["kill", "-KILL", str(pid)], check=True)
    assert process.wait(timeout=300) == 0
    assert digests(output) == digests(whole)


def test_shards_make_the_same_set_together(whole: Path, tmp_path: Path, run: Command, digests: Digests) -> None:
    output = tmp_path / "set"
    for shard in (1, 0):
        assert run("", *SMALL, f"output={output}", "shards=2", f"shard={shard}").returncode == 0
    done = run("", *SMALL, f"output={output}")
    assert done.returncode == 0
    assert "3 of 3 pairs are there already" in done.stderr
    assert digests(output) == digests(whole)


def test_a_full_disk_is_said_and_nothing_is_half_written(whole: Path, tmp_path: Path) -> None:
    """A small file system holds one pair and a part of the next; what is there is copied out before it goes."""
    size = sum(path.stat().st_size for path in (whole / "ua").rglob("*") if path.is_file())
    disk, out = tmp_path / "disk", tmp_path / "out"
    disk.mkdir()
    command = " ".join([sys.executable, "-m", "bench_gen", *SMALL, f"output={disk}/set"])
    mounted = f"mount -t tmpfs -o size={size // 2} none {disk}"
    script = f"{mounted} && {{ {command}; code=$?; cp -a {disk}/set {out}; exit $code; }}"
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this host allows no user namespaces, so no small file system can be mounted")
    done = subprocess.run(["unshare", "-rm", "sh", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "No space left" in done.stderr
    assert "make room" in done.stderr
    assert 1 <= whole_pairs(out) < 3
    assert not (out / ".staging").exists()


def test_a_bad_scene_in_the_middle_fails_alone_and_is_made_when_it_is_mended(tmp_path: Path, run: Command) -> None:
    output, root = tmp_path / "set", tmp_path / "mine"
    root.mkdir()
    spread = "scenes.spread=['homes:home_01','folder:home_02']"
    options = ("pairs=2", "render=fast", "render.width=320", "render.height=240", spread, f"scenes.root={root}")
    done = run("", *options, f"output={output}")
    assert done.returncode == 1, done.stderr
    assert "1 of 2 pairs admitted" in done.stdout
    assert "folder:home_02 failed" in done.stderr
    (failure,) = json.loads((output / "ua/construction/summary.json").read_text())["failures"]
    assert failure["scene"] == "folder:home_02"
    assert failure["cause"]
    kept = pairs_in(output / "ua")
    write_home("home_02", root)
    done = run("", *options, f"output={output}")
    assert done.returncode == 0, done.stderr
    assert set(kept) < set(pairs_in(output / "ua"))
    shutil.rmtree(root)


@pytest.mark.parametrize(
    "launcher",
    [("hydra/launcher=ray", "hydra.launcher.num_cpus=2"), ("hydra/launcher=submitit_local",)],
    ids=["ray", "submitit"],
)
def test_other_engines_make_the_same_set(
    launcher: tuple[str, ...], whole: Path, tmp_path: Path, run: Command, digests: Digests
) -> None:
    """Two shards as two jobs of Ray or Submitit, each in a process that the engine starts."""
    output, sweep = tmp_path / "set", f"hydra.sweep.dir={tmp_path / 'sweep'}"
    done = run("", "-m", *SMALL, f"output={output}", "shards=2", "shard=0,1", sweep, *launcher)
    assert done.returncode == 0, done.stderr
    assert len(list((output / "ua/construction/pairs").glob("*.json"))) == 3
    assert run("", *SMALL, f"output={output}").returncode == 0
    assert digests(output) == digests(whole)


@pytest.mark.parametrize("launcher", ["basic", "ray"])
def test_a_sweep_ends_with_the_code_of_its_failed_job(launcher: str, tmp_path: Path, run: Command) -> None:
    where = (f"output={tmp_path / 'set'}", f"hydra.sweep.dir={tmp_path / 'sweep'}", f"hydra/launcher={launcher}")
    done = run("", "-m", "scene_id=nowhere", f"scenes.root={tmp_path}", "shards=2", "shard=0,1", *where)
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr + done.stdout
    assert not (tmp_path / "set").exists()
