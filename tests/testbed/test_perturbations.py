"""Every perturbation: the path it blocks fails, the way out that it promises works, and reverting restores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from testbed.actions import Outcome
from testbed.perturbations import INJECTORS, Target
from testbed.perturbations.registry import FaultInjector, injector
from testbed.perturbations.verify import RECORDS, verify
from testbed.services.faults import Fault
from testbed.site import Testbed

Do = Callable[..., Outcome]

API: Mapping[str, Any] = RECORDS["api"][0]


@pytest.mark.parametrize("name", sorted(INJECTORS))
def test_it_blocks_what_it_says_leaves_what_it_promises_and_reverts(name: str, testbed: Testbed) -> None:
    seen = verify(testbed, name)
    assert seen.ok, seen


@pytest.mark.parametrize("broken", ["does nothing", "blocks more than it says", "does not revert"])
def test_a_broken_one_is_told(broken: str, testbed: Testbed, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(FaultInjector):
        modality = "api"

        def fault(self, target: Target) -> Fault:
            device = "nowhere" if broken == "does nothing" else target.device
            return Fault(device, target.service, "*" if broken == "blocks more than it says" else "api")

        def revert(self, testbed: Testbed, target: Target) -> None:
            if broken != "does not revert":
                super().revert(testbed, target)

    monkeypatch.setitem(INJECTORS, "broken", Broken())
    assert not verify(testbed, "broken").ok


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
