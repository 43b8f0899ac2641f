"""One testbed for all tests of this folder: they run in one worker, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from testbed.actions import Outcome, action_from
from testbed.site import State, Testbed

START = State(
    records={
        "notes": [{"title": "Shopping", "body": "milk"}],
        "drive": [{"name": "paper", "file": {"name": "paper.txt", "base64": "aGVsbG8="}}],
        "calendar": [{"title": "Dentist", "date": "2026-12-09"}],
    },
    files={"linux-1": {"Documents/a.txt": b"alpha"}, "phone-1": {"Documents/a.txt": b"alpha"}},
    settings={"phone-1": {"system/volume": "5"}},
)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here shares a testbed, so it runs in one worker."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("testbed"))


@pytest.fixture(scope="module")  # closed before other tests of the worker start a Playwright of their own
def site() -> Iterator[Testbed]:
    with Testbed() as testbed:
        yield testbed


@pytest.fixture
def start() -> State:
    return START


@pytest.fixture
def testbed(site: Testbed) -> Testbed:
    site.restore(START)
    return site


@pytest.fixture
def do(testbed: Testbed) -> Callable[..., Outcome]:
    """`do("linux-1", modality="cli", command="ls")`."""

    def act(device: str, **action: Any) -> Outcome:
        return testbed.devices[device].execute(action_from({"device": device, **action}))

    return act


@pytest.fixture
def run(do: Callable[..., Outcome]) -> Callable[[str, str], Outcome]:
    """`run("linux-1", "ls")`: a command."""
    return lambda device, command: do(device, modality="cli", command=command)
