"""Generating a set: every pair that is missing, in as many processes as asked, whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from assets.errors import InputError
from bench_gen.config import Config
from bench_gen.ua.admission import admit_directory
from bench_gen.ua.destination import Destination, claimed
from bench_gen.ua.disk import pair_path
from bench_gen.ua.legend import write_legend
from bench_gen.ua.make import Outcome, make, takes
from bench_gen.ua.manifest import write_manifest
from bench_gen.ua.report import as_text, write_report
from bench_gen.ua.retract import retract_rejected
from bench_gen.ua.review.decisions import rejected_attempts
from bench_gen.ua.scenes_of import scene_of_pair, scenes_of
from bench_gen.ua.schema import AdmissionReport
from bench_gen.ua.seeds import digest
from bench_gen.ua.set_record import write_set_record
from bench_gen.ua.settings import load_settings
from bench_gen.ua.sheet import write_sheet
from bench_gen.ua.studio import Studio, own_folders
from bench_gen.ua.summary import as_text as summary_text
from bench_gen.ua.summary import write_summary
from bench_gen.ua.units import Bench, Unit, UnwritableError, run_units
from bench_gen.ua.vocabulary import load_vocabulary

_LARGEST_SIDE = 4096


def generate(config: Config) -> int:
    """Make the pairs that are missing from the output folder; returns the exit code (0 when all are admitted).

    Raises:
        InputError: for a configuration, a scene or an output folder that cannot be used.
    """
    check_config(config)
    scenes = scenes_of(config)
    name = config.name or (scenes[0].id if len(scenes) == 1 else "spread")
    place = Destination(Path(config.output or Path("outputs") / name), config.shard, config.shards)
    vocabulary = load_vocabulary(*own_folders(config.script.vocabulary))
    with claimed(place):
        write_set_record(place.ua, config, name, scenes, vocabulary)
        ids = {index: digest(config.seed, name, "pair id", index)[:16] for index in range(config.pairs)}
        own = {index: pair for index, pair in ids.items() if index % config.shards == config.shard}
        retract_rejected(place.ua, own.values())
        rejected = rejected_attempts(place.ua)
        missing = [i for i, pair in ids.items() if not (place.ua / pair_path(pair)).is_file()]
        if done := config.pairs - len(missing):
            say(f"{done} of {config.pairs} pairs are there already")
        units = [
            Unit(
                i,
                ids[i],
                scene_of_pair(config.seed, name, i, scenes),
                partial(_make_indexed, name=name, rejected=frozenset(rejected.get(ids[i], ()))),
            )
            for i in missing
            if i in own
        ]
        return complete(Bench(config, vocabulary, place), units)


def _make_indexed(
    studio: Studio,
    index: int,
    place: Destination,
    progress: Callable[[], None],
    *,
    name: str,
    rejected: frozenset[int],
) -> Outcome:
    tries = (take for take in takes(studio, name, index) if take.script.attempt not in rejected)
    return make(studio, tries, index, place, progress=progress)


def complete(bench: Bench, units: list[Unit]) -> int:
    """Run the units and finish the set; returns the exit code.

    Raises:
        InputError: when the destination takes no more, or nothing could be made for a reason that the user can mend.
    """
    try:
        outcomes = run_units(bench, units)
    except UnwritableError as error:
        raise InputError(
            str(error), field="output",
            remedy="make room and run the same command again: what was admitted is kept",
        ) from None  # fmt: skip
    place = bench.place
    if not any((place.ua / "construction" / "pairs").glob("*.json")):
        unusable = next((o.unusable for o in outcomes if o.unusable), None)
        if unusable is not None:
            raise unusable
    if bench.config.shards > 1:
        failed = sum(not outcome.admitted for outcome in outcomes)
        say(f"shard {place.shard} of {place.shards}: {len(outcomes) - failed} pairs made, {failed} failed")
        return int(failed > 0)
    return _finish(bench, outcomes)


def _finish(bench: Bench, outcomes: list[Outcome]) -> int:
    """Check the whole set from its files, write report, legend, summary and sheet; returns the exit code."""
    config, place = bench.config, bench.place
    failed = [outcome for outcome in outcomes if not outcome.admitted]
    if not any((place.ua / "construction" / "pairs").glob("*.json")):
        for outcome in failed:
            say(f"pair {outcome.index} was not admitted in {config.attempts} tries: {outcome.rejections}")
            if outcome.report is not None:
                say("its last try:\n" + as_text(AdmissionReport(pairs=(outcome.report,))))
        return 1
    made = {outcome.pair: outcome.report for outcome in outcomes if outcome.admitted and outcome.report is not None}
    report = admit_directory(place.ua, load_settings(config.admission), workers=config.workers, known=made)
    text = write_report(report, place.ua)
    write_legend(place.ua)
    if said := summary_text(write_summary(place, config.pairs, outcomes)):
        say(said)
    write_manifest(place.ua)
    sheet = write_sheet(place.ua, place.output / "sheet.jpg")
    admitted = sum(pair.admitted for pair in report.pairs)
    print(f"{admitted} of {config.pairs} pairs admitted")  # noqa: T201
    print(f"episodes:      {place.ua / 'agent' / 'episodes'}")  # noqa: T201
    print(f"admission:     {text}")  # noqa: T201
    print(f"contact sheet: {sheet}")  # noqa: T201
    return 0 if report.admitted and not failed else 1


def check_config(config: Config) -> None:
    """Raise `InputError` for numbers out of range."""
    limits: dict[str, tuple[float, float, float]] = {
        "seed": (config.seed, 0, 2**63 - 1),
        "pairs": (config.pairs, 1, 100_000),
        "attempts": (config.attempts, 1, 1000),
        "workers": (config.workers, 1, 512),
        "shards": (config.shards, 1, 10_000),
        "shard": (config.shard, 0, config.shards - 1),
        "layout.attempts": (config.layout.attempts, 1, 10_000),
        "layout.seed": (config.layout.seed or 0, 0, 2**63 - 1),
        "cast.robot": (config.cast.robot, 0, 1),
        "cast.robot_observes": (config.cast.robot_observes, 0, 1),
        "cast.evening": (config.cast.evening, 0, 1),
        "render.width": (config.render.width, 64, _LARGEST_SIDE),
        "render.height": (config.render.height, 64, _LARGEST_SIDE),
    }
    for field, (value, low, high) in limits.items():
        if not low <= value <= high:
            raise InputError(f"{value} is out of range", field=field, expected=f"{low} to {high}")
    load_settings(config.admission)
    if config.render.samples not in (1, 4):
        raise InputError(f"{config.render.samples} samples", field="render.samples", expected="1 or 4")
    if config.scene is not None and config.scene.id and config.scene_id is not None:
        raise InputError("both +scene= and scene_id= are given", field="scene_id", remedy="give one of them")


def say(text: str) -> None:
    """Tell the user something on standard error."""
    print(text, file=sys.stderr)  # noqa: T201
