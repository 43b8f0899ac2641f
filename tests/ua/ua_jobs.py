"""Units of work that go wrong, for the pool; in a module of their own, so that spawned processes find them."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable

from bench_gen.ua.destination import Destination
from bench_gen.ua.make import Outcome
from bench_gen.ua.studio import Studio

Progress = Callable[[], None]


def works(studio: Studio, index: int, place: Destination, progress: Progress) -> Outcome:
    (place.output / f"made-{index}").write_text(studio.ref.id)
    progress()
    return Outcome(f"pair{index}", index, True, {})


def dies(studio: Studio, index: int, place: Destination, progress: Progress) -> Outcome:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def dies_once(studio: Studio, index: int, place: Destination, progress: Progress) -> Outcome:
    mark = place.output / "died"
    if not mark.exists():
        mark.touch()
        dies(studio, index, place, progress)
    return works(studio, index, place, progress)


def is_defect(studio: Studio, index: int, place: Destination, progress: Progress) -> Outcome:
    raise ZeroDivisionError("a defect")


def finds_disk_full(studio: Studio, index: int, place: Destination, progress: Progress) -> Outcome:
    raise OSError(errno.ENOSPC, "No space left on device")
