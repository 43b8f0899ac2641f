"""Sampling a layout: look for a good shot, fill it with screens, add the people, check every promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from assets.devices.device import Device
from assets.errors import InputError
from scenes.scene import Scene
from sim.layout.compose import Composition, compose
from sim.layout.frame import USER_CLEARANCE, shots
from sim.layout.people import pictured_seats, robot_spot, way_in
from sim.layout.person import Mannequin, Person
from sim.layout.plan import ROBOT, CastMember, Layout, PlacedAt, PlacementError, Role, Standing
from sim.layout.spots import Places
from sim.layout.verify import Stage, problems, seat_problems

_WET_ROOMS = {"bathroom", "toilet", "shower_room"}  # nobody puts a TV and four screens there, nor a camera
_OBSERVER_PLACES = 14
_SHOTS = 14  # shots of one attempt that are filled with screens
_LARGE = 0.75  # how far large rooms are preferred: 0 not at all, 1 by their free floor
_SITTING = 0.7  # share of attempts that look first where a seat is in the picture
_SEAT_BONUS = 1.0
_CHECKED = 3  # compositions of one attempt that are checked in full


def sample_layout(
    scene: Scene,
    cast: Sequence[CastMember],
    seed: int,
    *,
    robot: bool = False,
    robot_observes: bool = False,
    person: Person | None = None,
    attempts: int = 40,
) -> Layout:
    """Place a cast, a user and perhaps a robot in one region of a scene.

    The same scene, cast and seed give the same layout. Devices keep the pose they are placed in: physics only proves
    that they stand there (under 2 cm and 5 degrees of drift in half a second) and stand in nothing (over 5 mm).

    Args:
        scene: where.
        cast: candidates, distractors, and one observer unless the robot observes.
        seed: the layout's own seed.
        robot: whether the robot takes part.
        robot_observes: whether frames are seen through its head camera; implies `robot`.
        person: the body that promises are checked with; a mannequin by default.
        attempts: rounds until giving up.

    Raises:
        InputError: for a cast without exactly one observer, or with an observer that has no camera.
        PlacementError: when no attempt keeps every promise.
    """
    options = _observer_options(cast, robot_observes)
    person = person or Mannequin()
    reasons: Counter[str] = Counter()
    regions = sorted((r for r in scene.regions if r.category not in _WET_ROOMS), key=lambda r: r.name)
    places = [Places(scene, r, np.random.default_rng([seed, 1, i])) for i, r in enumerate(regions)]
    room = np.array([p.floor(USER_CLEARANCE).area for p in places])
    if not len(room) or room.sum() < 0.5:
        raise PlacementError("the user", scene.scene_id, {"no region with half a square metre of free floor": 1})
    chances = room**_LARGE / (room**_LARGE).sum()
    for attempt in range(attempts):
        rng = np.random.default_rng([seed, 2, attempt])
        here = places[int(rng.choice(len(places), p=chances))]
        found = _attempt(here, cast, options, robot or robot_observes, person, seed, rng, reasons)
        if found is not None:
            return found
    raise PlacementError(_culprit(cast, reasons), scene.scene_id, dict(reasons))


def _attempt(
    places: Places, cast: Sequence[CastMember], options: tuple[Device, ...], robot: bool, person: Person, seed: int,
    rng: np.random.Generator, reasons: Counter[str],
) -> Layout | None:  # fmt: skip
    tried = shots(places, options, _OBSERVER_PLACES, rng)
    if not tried:
        reasons["observer: no place with a free view of a standing user"] += 1
        return None
    if rng.random() < _SITTING:
        tried.sort(key=lambda shot: not pictured_seats(places, shot))
    composed = [compose(places, shot, cast, rng, reasons) for shot in tried[:_SHOTS]]
    ranked = sorted((c for c in composed if c is not None), key=lambda c: -c.score - _preferred(places, c))
    standing_only: Layout | None = None
    for composition in ranked[:_CHECKED]:
        layout = _completed(places, composition, cast, options, robot, seed, rng, reasons)
        if layout is None:
            continue
        stage = Stage(places.scene, layout, _devices(composition, layout), person)
        wrong = list(islice(problems(stage), 1))
        reasons.update(wrong)
        if wrong or (standing_only and not pictured_seats(places, composition.shot)):
            continue
        seated = _seated(places, composition, stage)
        if seated is not None:
            return seated
        standing_only = standing_only or layout
    return standing_only


def _preferred(places: Places, composition: Composition) -> float:
    """A modest bonus for pictures in which the user could sit down."""
    return _SEAT_BONUS * bool(pictured_seats(places, composition.shot))


def _seated(places: Places, composition: Composition, stage: Stage) -> Layout | None:
    """The layout with the first seat in which the user can sit in the picture; None when there is none."""
    for seat in pictured_seats(places, composition.shot):
        layout = replace(stage.layout, seat=seat)
        if not any(seat_problems(replace(stage, layout=layout))):
            return layout
    return None


def _completed(
    places: Places, composition: Composition, cast: Sequence[CastMember], options: tuple[Device, ...], robot: bool,
    seed: int, rng: np.random.Generator, reasons: Counter[str],
) -> Layout | None:  # fmt: skip
    """The composition with the user's way in and the robot; None when one of them has no place."""
    shot = composition.shot
    opening = way_in(places, composition, rng)
    if opening is None:
        reasons["user: no free way into the picture"] += 1
        return None
    by_id = {c.member.device_id: c.placed for c in composition.choices}
    if shot.observer is not None:
        watcher = next(m for m in cast if m.role == Role.OBSERVER)
        by_id[watcher.device_id] = PlacedAt(
            watcher.device_id, shot.observer.spec.name, shot.place, shot.support, Role.OBSERVER
        )
    standing: Standing | None = shot.place if not options else None
    if robot and standing is None:
        standing = robot_spot(places, composition, opening, rng)
        if standing is None:
            reasons["robot: no free floor that leaves the view open"] += 1
            return None
    observer = ROBOT if shot.observer is None else next(m.device_id for m in cast if m.role == Role.OBSERVER)
    return Layout(
        scene_id=places.scene.scene_id,
        region=places.region.name,
        seed=seed,
        devices=tuple(by_id[m.device_id] for m in cast if m.device_id in by_id),
        observer=observer,
        view=shot.view,
        user=composition.user,
        opening=opening,
        robot=standing,
        rejected=dict(sorted(reasons.items())),
    )


def _observer_options(cast: Sequence[CastMember], robot_observes: bool) -> tuple[Device, ...]:
    watchers = [m for m in cast if m.role == Role.OBSERVER]
    if len(watchers) != (0 if robot_observes else 1):
        raise InputError(
            f"{len(watchers)} observers in the cast", field="cast",
            expected="none when the robot observes, else exactly one",
        )  # fmt: skip
    if robot_observes:
        return ()
    options = tuple(d for d in watchers[0].options if d.camera_pose is not None)
    if not options:
        raise InputError(
            f"{watchers[0].device_id} has no camera", field="cast", expected="an observer whose device has one"
        )
    return options


def _devices(composition: Composition, layout: Layout) -> dict[str, Device]:
    found = {c.member.device_id: c.device for c in composition.choices}
    if composition.shot.observer is not None:
        found[layout.observer] = composition.shot.observer
    return found


def _culprit(cast: Sequence[CastMember], reasons: Counter[str]) -> str:
    """What stood in the way most often: a device by name, the user, the robot or the observer."""
    watcher = next((m.device_id for m in cast if m.role == Role.OBSERVER), "the observing robot")
    for reason, _ in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
        head = reason.split(":")[0]
        if head == "observer":
            return watcher
        if ":" in reason:
            return head if head not in ("user", "robot") else f"the {head}"
    return "the devices " + ", ".join(m.device_id for m in cast if m.role != Role.OBSERVER)
