"""A set of 24 drawn pairs, and what runs systems over it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "ua"))  # ua_sketch

ROOT = Path(__file__).parents[2]
PAIRS = 24


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one file share their set, so they run in one worker."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group(f"eval-{item.path.name}"))


@pytest.fixture(scope="session")
def sketched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole set with scripts of the full set's kind and rectangles for pictures."""
    from ua_sketch import Sketch, script_of

    root = tmp_path_factory.mktemp("sketched") / "set"
    for index in range(PAIRS):
        Sketch(root / "ua", script_of(0, "eval", index)).write()
    return root


@pytest.fixture(scope="session")
def evaluate() -> Callable[..., subprocess.CompletedProcess[str]]:
    """`evaluate("report", DIR)` is `python -m bench_eval.report DIR`; with "" it is `python -m bench_eval`."""

    def command(module: str, *arguments: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
        name = f"bench_eval.{module}" if module else "bench_eval"
        environment = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
        words = [sys.executable, "-m", name, *map(str, arguments)]
        return subprocess.run(
            words, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False, env=environment
        )

    return command
