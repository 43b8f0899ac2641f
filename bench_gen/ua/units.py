"""Units of work: one pair in one scene, made by whichever process gets it.

Processes are started by `concurrent.futures` with "spawn": a forked graphics context is unusable, the standard library
needs no service, and what pairs of one scene share (meshes, baked light, decompositions) stays in the process that has
the scene open, which launchers that start one job a pair would load again each time.
"""

from __future__ import annotations

import errno
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from assets.errors import InputError
from bench_gen.config import Config
from bench_gen.parent import end_with_parent
from bench_gen.ua.destination import Destination
from bench_gen.ua.make import Outcome
from bench_gen.ua.progress import Progress
from bench_gen.ua.scenes_of import SceneRef
from bench_gen.ua.studio import Studio, Workshop
from bench_gen.ua.vocabulary import Vocabulary

Job = Callable[[Studio, int, Destination, Callable[[], None]], Outcome]
_BATCHES_A_WORKER = 4  # so that workers end at about the same time
_CRASHES = 2  # a pair in whose making a process died this often is given up
_FATAL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM}


class UnwritableError(Exception):
    """The destination takes no more: nothing else can be made there."""


@dataclass(frozen=True)
class Unit:
    """A pair to make: its index, its id, its scene, and the function that makes it (it must pickle)."""

    index: int
    pair: str
    scene: SceneRef
    job: Job


@dataclass(frozen=True)
class Bench:
    """What every process of a run is started with."""

    config: Config
    vocabulary: Vocabulary
    place: Destination


def run_units(bench: Bench, units: Sequence[Unit]) -> list[Outcome]:
    """Run every unit in this process, or in `config.workers` of them; outcomes in ascending index.

    What goes wrong with one unit (a scene that cannot be used, a process that dies, a defect) is its outcome; the
    others go on.

    Raises:
        UnwritableError: when the destination takes no more; what was admitted stays.
    """
    if not units:
        return []
    ordered = sorted(units, key=lambda unit: (unit.scene, unit.index))
    workers = min(bench.config.workers, len(units))
    progress = Progress(len(units))
    try:
        found = _alone(bench, ordered, progress) if workers == 1 else _together(bench, ordered, workers, progress)
        return sorted(found, key=lambda outcome: outcome.index)
    finally:
        progress.close()


def _alone(bench: Bench, units: Sequence[Unit], progress: Progress) -> list[Outcome]:
    worker = _Worker(bench, progress.frame)
    outcomes = []
    try:
        for unit in units:
            outcomes.append(worker.make(unit))
            progress.pair(outcomes[-1].admitted, outcomes[-1].rejections)
        return outcomes
    finally:
        worker.close()


def _together(bench: Bench, units: Sequence[Unit], workers: int, progress: Progress) -> list[Outcome]:
    # One rasteriser thread each, since there are many processes.
    os.environ.setdefault("LP_NUM_THREADS", "1")
    outcomes: dict[int, Outcome] = {}
    crashes: Counter[int] = Counter()
    left = list(units)
    while left:
        try:
            for outcome in _pooled(bench, left, workers):
                outcomes[outcome.index] = outcome
                progress.pair(outcome.admitted, outcome.rejections)
        except BrokenProcessPool:
            crashes.update(_interrupted(bench.place) or [unit.index for unit in left if unit.index not in outcomes])
        left = [unit for unit in units if unit.index not in outcomes]
        for unit in [unit for unit in left if crashes[unit.index] >= _CRASHES]:
            cause = f"the process that made it died {_CRASHES} times (out of memory?)"
            outcomes[unit.index] = Outcome(unit.pair, unit.index, False, {}, scene=str(unit.scene), error=cause)
            left.remove(unit)
            progress.pair(False, {})
    return list(outcomes.values())


def _pooled(bench: Bench, units: Sequence[Unit], workers: int) -> Iterator[Outcome]:
    """Outcomes as they come; raises BrokenProcessPool when a process dies."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_open, initargs=(bench,))
    try:
        running: set[Future[list[Outcome]]] = {pool.submit(_make_batch, batch) for batch in batches(units, workers)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield from future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def batches(units: Sequence[Unit], workers: int) -> list[list[Unit]]:
    """Units of one scene together, largest batches first; split where that leaves too few for the workers."""
    grouped = [list(group) for _, group in groupby(units, key=lambda unit: unit.scene)]
    most = max(1, -(-len(units) // (_BATCHES_A_WORKER * workers)))
    split = [group[i : i + most] for group in grouped for i in range(0, len(group), most)]
    return sorted(split, key=lambda batch: (-len(batch), batch[0].scene, batch[0].index))


class _Worker:
    """The process-wide state: the workshop, and the studio of the scene that is open."""

    def __init__(self, bench: Bench, progress: Callable[[], None] = lambda: None) -> None:
        self._place, self._progress = bench.place, progress
        self._workshop = Workshop(bench.config, bench.vocabulary)
        self._studio: Studio | None = None

    def make(self, unit: Unit) -> Outcome:
        mark = _mark(self._place, unit.index)
        try:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
            return replace(
                unit.job(self._opened(unit.scene), unit.index, self._place, self._progress), scene=str(unit.scene)
            )
        except InputError as error:
            return Outcome(unit.pair, unit.index, False, {}, scene=str(unit.scene), error=error.what, unusable=error)
        except OSError as error:
            if error.errno in _FATAL:
                raise UnwritableError(f"{error.strerror} while writing to {self._place.output}") from None
            return self._defect(unit, error)
        except Exception as error:  # one pair's defect must not take the others with it
            return self._defect(unit, error)
        finally:
            mark.unlink(missing_ok=True)

    def _defect(self, unit: Unit, error: Exception) -> Outcome:
        cause = f"{type(error).__name__}: {error}"
        return Outcome(unit.pair, unit.index, False, {}, scene=str(unit.scene), error=cause)

    def _opened(self, scene: SceneRef) -> Studio:
        if self._studio is None or self._studio.ref != scene:
            self.close()
            self._studio = Studio(self._workshop, scene)
        return self._studio

    def close(self) -> None:
        if self._studio is not None:
            self._studio.close()
            self._studio = None


_worker: _Worker | None = None


def _open(bench: Bench) -> None:
    global _worker
    end_with_parent()
    _worker = _Worker(bench)


def _make_batch(batch: list[Unit]) -> list[Outcome]:
    assert _worker is not None
    return [_worker.make(unit) for unit in batch]


def _mark(place: Destination, index: int) -> Path:
    return place.staging / "working" / str(index)


def _interrupted(place: Destination) -> list[int]:
    """Indices of the units that were being made when a process died."""
    found = sorted((place.staging / "working").glob("*"))
    for mark in found:
        mark.unlink(missing_ok=True)
    return [int(mark.name) for mark in found]
