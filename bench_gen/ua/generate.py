"""Generating a set: every pair that is missing, in as many processes as asked, whole or not at all."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn

from filelock import FileLock, Timeout
from tqdm import tqdm

from assets.errors import InputError
from bench_gen.config import Config
from bench_gen.ua.admission import admit_directory
from bench_gen.ua.disk import pair_path
from bench_gen.ua.legend import write_legend
from bench_gen.ua.make import STAGING, Outcome, make, takes
from bench_gen.ua.report import as_text, write_report
from bench_gen.ua.schema import AdmissionReport
from bench_gen.ua.seeds import digest
from bench_gen.ua.set_record import write_set_record
from bench_gen.ua.settings import load_settings
from bench_gen.ua.sheet import write_sheet
from bench_gen.ua.studio import Studio, own_folders, scene_choice
from bench_gen.ua.vocabulary import Vocabulary, load_vocabulary

FRAMES_A_PAIR = 20
_LARGEST_SIDE = 4096
_studio: Studio | None = None


def generate(config: Config) -> int:
    """Make the pairs that are missing from the output folder; returns the exit code (0 when all are admitted).

    Raises:
        InputError: for a configuration, a scene or an output folder that cannot be used.
    """
    check_config(config)
    source, scene = scene_choice(config)
    name = config.name or scene
    output = Path(config.output or Path("outputs") / name)
    vocabulary = load_vocabulary(*own_folders(config.script.vocabulary))
    with claimed(output):
        write_set_record(output / "ua", config, name, source, scene, vocabulary)
        wanted = {index: digest(config.seed, name, "pair id", index)[:16] for index in range(config.pairs)}
        missing = [i for i, pair in wanted.items() if not (output / "ua" / pair_path(pair)).is_file()]
        if done := config.pairs - len(missing):
            _say(f"{done} of {config.pairs} pairs are there already")
        outcomes = run_jobs(config, vocabulary, [(i, partial(_make_indexed, name=name)) for i in missing], output)
        return finish(config, output, outcomes)


def _make_indexed(studio: Studio, index: int, output: Path, progress: Callable[[], None], *, name: str) -> Outcome:
    return make(studio, takes(studio, name, index), index, output, progress=progress)


Job = Callable[[Studio, int, Path, Callable[[], None]], Outcome]


def run_jobs(config: Config, vocabulary: Vocabulary, jobs: Sequence[tuple[int, Job]], output: Path) -> list[Outcome]:
    """Run the jobs in this process or in `config.workers` of them; outcomes in ascending index."""
    if not jobs:
        return []
    workers = min(config.workers, len(jobs))
    opened = partial(Studio, config, vocabulary)
    outcomes = _alone(opened, jobs, output) if workers == 1 else _together(opened, jobs, output, workers)
    return sorted(outcomes, key=lambda outcome: outcome.index)


def _alone(opened: Callable[[], Studio], jobs: Sequence[tuple[int, Job]], output: Path) -> list[Outcome]:
    with tqdm(total=FRAMES_A_PAIR * len(jobs), unit="frame", desc="loading the scene", disable=None) as bar:
        studio = opened()
        try:
            outcomes = []
            for place, (index, job) in enumerate(jobs, start=1):
                bar.set_description(f"pair {place}/{len(jobs)}")
                outcomes.append(job(studio, index, output, partial(_advance, bar)))
                bar.n = FRAMES_A_PAIR * place  # rejected tries and shared frames: the bar counts pairs' worth of frames
                bar.refresh()
            return outcomes
        finally:
            studio.close()


def _advance(bar: tqdm[NoReturn]) -> None:
    bar.update()


def _together(
    opened: Callable[[], Studio], jobs: Sequence[tuple[int, Job]], output: Path, workers: int
) -> list[Outcome]:
    outcomes: list[Outcome] = []
    # Fresh processes, since a forked graphics context is not usable; one rasteriser thread each, since there are many.
    os.environ.setdefault("LP_NUM_THREADS", "1")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_open_studio, initargs=(opened,)) as pool:
        running = [pool.submit(_in_worker, job, index, output) for index, job in jobs]
        try:
            finished = tqdm(as_completed(running), total=len(running), unit="pair", disable=None)
            outcomes.extend(future.result() for future in finished)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return outcomes


def _open_studio(opened: Callable[[], Studio]) -> None:
    global _studio
    _studio = opened()


def _in_worker(job: Job, index: int, output: Path) -> Outcome:
    assert _studio is not None
    return job(_studio, index, output, lambda: None)


def finish(config: Config, output: Path, outcomes: list[Outcome]) -> int:
    """Check the whole set from its files, write report and contact sheet, say what came out; returns the exit code."""
    ua = output / "ua"
    failed = [outcome for outcome in outcomes if not outcome.admitted]
    rejections: Counter[str] = Counter()
    for outcome in outcomes:
        rejections.update(outcome.rejections)
    if rejections:
        _say("rejected tries: " + ", ".join(f"{reason} ({n})" for reason, n in sorted(rejections.items())))
    for outcome in failed:
        _say(f"pair {outcome.index} was not admitted in {config.attempts} tries")
        if outcome.report is not None:
            _say("its last try:\n" + as_text(AdmissionReport(pairs=(outcome.report,))))
    if not any((ua / "construction" / "pairs").glob("*.json")):
        return 1
    report = admit_directory(ua, load_settings(config.admission))
    text = write_report(report, ua)
    write_legend(ua)
    sheet = write_sheet(ua, output / "sheet.jpg")
    admitted = sum(pair.admitted for pair in report.pairs)
    print(f"{admitted} of {config.pairs} pairs admitted")  # noqa: T201
    print(f"episodes:      {ua / 'agent' / 'episodes'}")  # noqa: T201
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
    if config.render.samples not in (1, 4):
        raise InputError(f"{config.render.samples} samples", field="render.samples", expected="1 or 4")
    if config.scene is not None and config.scene.id and config.scene_id is not None:
        raise InputError("both +scene= and scene_id= are given", field="scene_id", remedy="give one of them")


@contextmanager
def claimed(output: Path) -> Iterator[None]:
    """Hold an output folder against other processes; leftovers of a killed one are removed first.

    A folder that was made for this and has got no pair is removed again.

    Raises:
        InputError: when another process holds it, or it cannot be written.
    """
    fresh = not output.exists()
    try:
        output.mkdir(parents=True, exist_ok=True)
        lock = FileLock(output / ".lock")
        lock.acquire(timeout=0)
    except Timeout:
        raise InputError(
            "another run is writing here", file=output, remedy="wait for it, or set another output="
        ) from None
    except OSError as error:
        raise InputError(
            str(error.strerror), file=output, field="output", expected="a folder that can be written"
        ) from error
    try:
        shutil.rmtree(output / STAGING, ignore_errors=True)
        yield
    finally:
        shutil.rmtree(output / STAGING, ignore_errors=True)
        lock.release()
        if fresh and not any((output / "ua" / "construction" / "pairs").glob("*.json")):
            shutil.rmtree(output, ignore_errors=True)


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201
