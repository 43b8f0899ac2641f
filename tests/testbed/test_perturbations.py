"""Every perturbation: the path it blocks fails, the way out that it promises works, and reverting restores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from testbed.actions import Outcome
from testbed.perturbations import INJECTORS, Target
from testbed.perturbations.registry import FaultInjector, injector
from testbed.services.faults import Fault
from testbed.site import State, Testbed

Do = Callable[..., Outcome]

API: Mapping[str, Any] = {"modality": "api", "method": "POST", "path": "/notes", "body": {"title": "By API"}}
WAYS: dict[str, list[Mapping[str, Any]]] = {
    "api": [API],
    "cli": [{"modality": "cli", "command": "notes create --title Cli"}],
    "gui": [
        {"modality": "gui", "action": "open", "text": "notes"},
        {"modality": "gui", "action": "click", "element": {"role": "link", "name": "New note"}},
        {"modality": "gui", "action": "type", "element": {"role": "textbox", "name": "Title"}, "text": "Gui"},
        {"modality": "gui", "action": "click", "element": {"role": "button", "name": "Save"}},
    ],
}
FILES: dict[str, list[Mapping[str, Any]]] = {
    "cli": [{"modality": "cli", "command": "echo x > Desktop/new.txt"}],
    "gui": [
        {"modality": "gui", "action": "open", "text": "files"},
        {"modality": "gui", "action": "click", "element": {"role": "link", "name": "Desktop"}},
        {"modality": "gui", "action": "type", "element": {"role": "textbox", "name": "File name"}, "text": "n.txt"},
        {"modality": "gui", "action": "type", "element": {"role": "textbox", "name": "Content"}, "text": "x"},
        {"modality": "gui", "action": "click", "element": {"role": "button", "name": "Create"}},
    ],
}


def works(do: Do, device: str, way: list[Mapping[str, Any]]) -> bool:
    return all(do(device, **action).status == "ok" for action in way)


@pytest.mark.parametrize("name", sorted(INJECTORS))
def test_it_blocks_what_it_says_leaves_what_it_promises_and_reverts(
    name: str, do: Do, testbed: Testbed, start: State
) -> None:
    found = INJECTORS[name]
    target = Target("linux-1", "notes", "create")
    ways = FILES if found.reach in ("files", "writes") else WAYS
    assert all(works(do, "linux-1", way) for way in ways.values())
    testbed.restore(start)  # a file that is there already takes no further room
    found.apply(testbed, target)
    held = {modality: works(do, "linux-1", way) for modality, way in ways.items()}
    if found.level == "modality":
        assert held == {modality: modality != found.modality for modality in ways}
    else:
        assert not any(held.values())
    assert all(works(do, "linux-2", way) for way in ways.values())
    found.revert(testbed, target)
    assert all(works(do, "linux-1", way) for way in ways.values())


def test_a_wrong_clock_shows_on_the_device_and_cannot_be_set_right(do: Do, testbed: Testbed) -> None:
    def year() -> int:
        return int(do("phone-1", modality="cli", command="date +%Y%j").result[:4])

    right = year()
    clock, target = INJECTORS["clock_wrong"], Target("phone-1", "notes", "create")
    clock.apply(testbed, target)
    assert year() < right
    assert do("phone-1", modality="cli", command="date -s 2026-12-03").status == "failed"
    clock.revert(testbed, target)
    assert year() == right


def test_one_of_your_own_is_a_class_and_a_line(do: Do, testbed: Testbed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("testbed.perturbations.registry.INJECTORS", INJECTORS.copy())

    @injector("quota")
    class Quota(FaultInjector):
        """The API's storage quota is used up."""

        modality = "api"

        def fault(self, target: Target) -> Fault:
            return Fault(target.device, target.service, "api", "create", status=507, message="quota")

    quota, target = Quota(), Target("linux-1", "notes")
    quota.apply(testbed, target)
    assert do("linux-1", **API).observation["http_status"] == 507
    quota.revert(testbed, target)
    assert do("linux-1", **API).status == "ok"
