"""`python -m testbed.perturbations.verify`: prove every perturbation on live devices.

It must block what it says, leave what it promises (another modality of the same device, or everything on its peer), and
take back all of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from assets.errors import InputError
from testbed import extensions
from testbed.actions import action_from
from testbed.perturbations.registry import INJECTORS, Target
from testbed.site import State, Testbed

Way = Sequence[Mapping[str, Any]]
DEVICE, PEER = "linux-1", "linux-2"
TARGET: Final = Target(DEVICE, "notes", "create")
START: Final = State(records={"notes": [{"title": "Shopping", "body": "milk"}]})


def _on(role: str, name: str, action: str = "click", text: str = "") -> dict[str, Any]:
    return {"modality": "gui", "action": action, "element": {"role": role, "name": name}, "text": text}


RECORDS: Final[Mapping[str, Way]] = {
    "api": [{"modality": "api", "method": "POST", "path": "/notes", "body": {"title": "By API"}}],
    "cli": [{"modality": "cli", "command": "notes create --title Cli"}],
    "gui": [
        {"modality": "gui", "action": "open", "text": "notes"},
        _on("link", "New note"),
        _on("textbox", "Title", "type", "Gui"),
        _on("button", "Save"),
    ],
}
"""Making a note, by each modality."""

FILES: Final[Mapping[str, Way]] = {
    "cli": [{"modality": "cli", "command": "echo x > Desktop/new.txt"}],
    "gui": [
        {"modality": "gui", "action": "open", "text": "files"},
        _on("link", "Desktop"),
        _on("textbox", "File name", "type", "n.txt"),
        _on("textbox", "Content", "type", "x"),
        _on("button", "Create"),
    ],
}
"""Making a file, by each modality that can."""


@dataclass(frozen=True)
class Verified:
    """What was seen of one perturbation.

    Attributes:
        before: modality to whether its way works on the device without the perturbation.
        during, peer: the same under it, on the device and on its peer.
        after: the same when it was taken back.
    """

    before: Mapping[str, bool]
    during: Mapping[str, bool]
    peer: Mapping[str, bool]
    after: Mapping[str, bool]
    expected: Mapping[str, bool]

    @property
    def ok(self) -> bool:
        """Whether all is as the perturbation says."""
        intact = (self.before, self.peer, self.after)
        return self.during == self.expected and all(all(works.values()) for works in intact)


def verify(testbed: Testbed, name: str) -> Verified:
    """Try one perturbation."""
    injector = INJECTORS[name]
    ways = FILES if injector.reach in ("files", "writes") else RECORDS
    modal = injector.level == "modality"
    expected = {modality: modal and modality != injector.modality for modality in ways}
    testbed.restore(START)
    before = _working(testbed, DEVICE, ways)
    testbed.restore(START)  # a file that is there already takes no further room
    injector.apply(testbed, TARGET)
    try:
        during, peer = _working(testbed, DEVICE, ways), _working(testbed, PEER, ways)
    finally:
        injector.revert(testbed, TARGET)
    return Verified(before, during, peer, _working(testbed, DEVICE, ways), expected)


def _working(testbed: Testbed, device: str, ways: Mapping[str, Way]) -> dict[str, bool]:
    def works(way: Way) -> bool:
        return all(
            testbed.devices[device].execute(action_from({**action, "device": device})).status == "ok" for action in way
        )

    return {modality: works(way) for modality, way in ways.items()}


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0 when each perturbation is as it says, 1 when one is not, 2 for unusable input."""
    parser = argparse.ArgumentParser(
        prog="python -m testbed.perturbations.verify", description="Prove every perturbation on live devices."
    )
    parser.add_argument("names", nargs="*", help="of perturbations (default: all)")
    parser.add_argument("--extension", action="append", default=[], help="a module with more of them; repeatable")
    options = parser.parse_args(arguments)
    bad = 0
    try:
        extensions.load(options.extension)
        names = options.names or sorted(INJECTORS)
        for name in names:
            if name not in INJECTORS:
                raise InputError(f"no perturbation {name!r}", field="names", expected=", ".join(sorted(INJECTORS)))
        with Testbed() as testbed:
            for name in names:
                seen = verify(testbed, name)
                bad += not seen.ok
                blocked = ", ".join(m for m, works in seen.during.items() if not works) or "nothing"
                left = ", ".join(m for m, works in seen.during.items() if works) or "the peer"
                print(f"{'ok ' if seen.ok else 'BAD'} {name}: blocks {blocked}; leaves {left}")  # noqa: T201
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201
        return 2
    return int(bad > 0)


if __name__ == "__main__":
    from testbed.perturbations import verify as module  # once, not as __main__ besides

    sys.exit(module.main())
