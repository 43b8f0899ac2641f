"""Making one pair: script, layout, frames and admission, again until it is admitted."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assets.errors import InputError
from bench_gen.ua.admission import admit_pair
from bench_gen.ua.cast import Cast, sample_cast
from bench_gen.ua.destination import Destination
from bench_gen.ua.disk import load_pair
from bench_gen.ua.publish import publish
from bench_gen.ua.schema import PairReport, PairScript
from bench_gen.ua.script import write_pair
from bench_gen.ua.seeds import digest, generator
from bench_gen.ua.shoot import layout_cast, shoot, with_appearances
from bench_gen.ua.studio import Studio
from bench_gen.ua.worlds import dress, set_up
from sim.layout import CastMember, PlacementError, sample_layout
from sim.user import PoseError


@dataclass(frozen=True)
class Take:
    """One try at a pair: what is said, who takes part, and the seed of the layout."""

    script: PairScript
    members: tuple[CastMember, ...]
    robot: bool
    robot_observes: bool
    evening: bool
    layout_seed: int
    origin: dict[str, str | int] | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of a pair.

    Attributes:
        rejections: tries that were not admitted, by reason.
        report: of the last try; None when none got as far as being checked.
        scene: where, as `source:id`.
        error: why no further try could be made, when it is not that all were rejected.
        unusable: the error, when it is the user's input.
    """

    pair: str
    index: int
    admitted: bool
    rejections: dict[str, int]
    report: PairReport | None = None
    scene: str = ""
    error: str = ""
    unusable: InputError | None = None


def takes(studio: Studio, name: str, index: int) -> Iterator[Take]:
    """The tries at pair `index`, each with a script, a cast and a layout seed of its own."""
    config = studio.config
    for attempt in range(config.attempts):
        rng = generator(config.seed, name, "cast", index, attempt)
        robot = bool(rng.random() < config.cast.robot)
        evening = bool(rng.random() < config.cast.evening)
        watches = robot and bool(rng.random() < config.cast.robot_observes)
        cast: Cast = sample_cast(
            rng,
            studio.workshop.vocabulary,
            tuple(studio.workshop.catalogue.values()),
            candidates=config.cast.candidates,
            distractors=config.cast.distractors,
            robot=robot,
            robot_observes=watches,
        )
        try:
            script = write_pair(config.seed, name, index, studio.workshop.vocabulary, cast, attempt=attempt)
        except RuntimeError:  # the request pattern dealt to this pair cannot be shown with this cast; draw another
            continue
        base = config.seed if config.layout.seed is None else config.layout.seed
        seed = int(digest(base, name, "layout", index, attempt)[:8], 16)
        yield Take(script, layout_cast(cast, studio), robot, watches, evening, seed)


def make(
    studio: Studio,
    tries: Iterator[Take],
    index: int,
    place: Destination,
    *,
    progress: Callable[[], None] = lambda: None,
) -> Outcome:
    """Try until a pair is admitted, then publish it into the set.

    Nothing reaches the set before every check has passed; rejected tries are counted by reason and removed.
    """
    rejections: Counter[str] = Counter()
    pair, report = "", None
    for take in tries:
        pair = take.script.pair
        staged = place.staging / pair / "ua"
        shutil.rmtree(staged.parent, ignore_errors=True)
        try:
            actor = dress(take.layout_seed)
            layout = sample_layout(
                studio.scene,
                take.members,
                take.layout_seed,
                robot=take.robot,
                robot_observes=take.robot_observes,
                person=actor[1],
                attempts=studio.config.layout.attempts,
            )
            script = with_appearances(take.script, layout, studio)
            stage = set_up(layout, actor, studio, evening=take.evening)
            shoot(script, stage, studio, staged, rejections=dict(rejections), origin=take.origin, progress=progress)
        except PlacementError as error:
            rejections[f"placement: {error.unplaced}"] += 1
            continue
        except PoseError as error:
            rejections[f"pose: {error}"] += 1
            continue
        report = admit_pair(load_pair(staged, pair), studio.workshop.admission)
        if report.admitted:
            publish(staged, place.ua, pair)
            shutil.rmtree(staged.parent, ignore_errors=True)
            return Outcome(pair, index, True, dict(rejections), report)
        rejections.update(f"check: {check.check}" for check in report.checks if not check.ok)
        shutil.rmtree(staged.parent, ignore_errors=True)
    return Outcome(pair, index, False, dict(rejections), report)
