"""One small real set, made once by the command line and shared: the default home, two pairs, a quick look."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUICK = ("pairs=2", "render=fast")

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slow tests last; those that share the set run in one worker."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.slow)
            item.add_marker(
                pytest.mark.xdist_group("good" if "good" in getattr(item, "fixturenames", ()) else item.path.name)
            )
    items.sort(key=lambda item: here in item.path.parents)


@pytest.fixture(scope="session")
def run() -> Command:
    """`run("admit", DIR)` is `python -m bench_gen.admit DIR`; `run("", ...)` is `python -m bench_gen ...`."""

    def command(module: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        name = f"bench_gen.{module}" if module else "bench_gen"
        words = [sys.executable, "-m", name, *map(str, arguments)]
        return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)

    return command


@pytest.fixture(scope="session")
def digests() -> Callable[[Path], dict[str, str]]:
    """SHA-256 of every file of a set, by relative path; the lock left out."""

    def of(output: Path) -> dict[str, str]:
        files = sorted(p for p in output.rglob("*") if p.is_file() and not p.name.startswith(".lock"))
        return {p.relative_to(output).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}

    return of


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory, run: Command) -> Path:
    """A set of two admitted pairs, made in one process."""
    output = tmp_path_factory.mktemp("set") / "good"
    done = run("", *QUICK, f"output={output}")
    assert done.returncode == 0, done.stderr
    return output
