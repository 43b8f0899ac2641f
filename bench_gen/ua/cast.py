"""Who takes part: candidates, observer, distractors and perhaps the robot; each screen has its own glow colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assets.devices.device import DeviceSpec, Support
from assets.errors import InputError
from bench_gen.ua.schema import RosterEntry
from bench_gen.ua.vocabulary import Vocabulary

ROBOT = "robot"


@dataclass(frozen=True)
class Member:
    """A roster entry with the catalogue device behind it (None for the robot)."""

    entry: RosterEntry
    spec: DeviceSpec | None


@dataclass(frozen=True)
class Cast:
    """The devices of a pair. Every list is sorted by device id, so that its order tells nothing.

    Attributes:
        candidates: screen devices that may be engaged.
        observer: the device whose camera sees, never a candidate; it may be the robot.
        distractors: other screens.
        robot: the fetch robot, when fielded.
    """

    candidates: tuple[Member, ...]
    observer: Member
    distractors: tuple[Member, ...]
    robot: Member | None

    @property
    def members(self) -> tuple[Member, ...]:
        """All of them, by device id."""
        robot = (self.robot,) if self.robot and self.robot is not self.observer else ()
        return tuple(sorted((*self.candidates, self.observer, *self.distractors, *robot), key=lambda m: m.entry.device))


def device_id(category: str) -> str:
    """The name used in answers: the category noun as one lower-case word."""
    return category.lower().replace(" ", "_").replace("-", "_")


def sample_cast(
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    catalogue: Sequence[DeviceSpec],
    *,
    candidates: int = 4,
    distractors: int = 1,
    robot: bool = False,
    robot_observes: bool = False,
) -> Cast:
    """Draw devices of distinct categories from the catalogue.

    Args:
        candidates: 3 or more.
        robot: whether the fetch robot takes part.
        robot_observes: whether it is the robot's head camera that sees; implies `robot`.

    Raises:
        InputError: when the catalogue or the glow colours do not suffice.
    """
    screens = candidates + distractors + (not robot_observes)
    if candidates < 3:
        raise InputError(f"{candidates} candidates", field="cast.candidates", expected="3 or more")
    if screens > len(vocabulary.glows):
        raise InputError(
            f"{screens} screens but {len(vocabulary.glows)} glow colours",
            field="cast",
            expected="a glow colour of its own for every screen",
            remedy="lower cast.candidates or cast.distractors, or add colours to glows.yaml",
        )
    by_category: dict[str, list[DeviceSpec]] = {}
    for spec in sorted(catalogue, key=lambda s: s.name):
        by_category.setdefault(spec.category, []).append(spec)
    chosen = {category: specs[int(rng.integers(len(specs)))] for category, specs in sorted(by_category.items())}
    screens_that_count = [spec for spec in chosen.values() if not spec.distractor]
    able_to_watch = [s for s in screens_that_count if s.camera_hfov is not None and s.support is not Support.HAND]
    others = [spec for spec in chosen.values() if spec.distractor]
    if len(screens_that_count) < screens - distractors or not able_to_watch or len(others) < distractors:
        raise InputError(
            f"{len(screens_that_count)} screen categories, {len(able_to_watch)} of them able to watch, and "
            f"{len(others)} distractor ones",
            field="conf/device",
            expected=f"{screens - distractors} screen categories, one of them with a camera that is not hand-held, and "
            f"{distractors} distractor ones",
        )
    watcher = None if robot_observes else able_to_watch[int(rng.integers(len(able_to_watch)))]
    rest = [spec for spec in screens_that_count if spec is not watcher]
    picked = [rest[i] for i in rng.permutation(len(rest))[:candidates]]
    extra = [others[i] for i in rng.permutation(len(others))[:distractors]]
    colours = [sorted(vocabulary.glows)[i] for i in rng.permutation(len(vocabulary.glows))]
    glows = {spec.name: colours[i] for i, spec in enumerate([*picked, *([watcher] if watcher else []), *extra])}

    def member(spec: DeviceSpec) -> Member:
        entry = RosterEntry(
            device=device_id(spec.category),
            category=spec.category,
            appearance=spec.appearance,
            glow=glows[spec.name],
            observer=spec is watcher,
        )
        return Member(entry, spec)

    looks = "a grey and black humanoid robot of a child's height"
    helper = Member(
        RosterEntry(device=ROBOT, category=ROBOT, appearance=looks, glow=None, observer=robot_observes), None
    )
    return Cast(
        candidates=tuple(sorted((member(s) for s in picked), key=lambda m: m.entry.device)),
        observer=member(watcher) if watcher else helper,
        distractors=tuple(sorted((member(s) for s in extra), key=lambda m: m.entry.device)),
        robot=helper if robot or robot_observes else None,
    )
