"""The scripts of a set in new layouts: same words and labels, other places, people and light."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from assets.errors import InputError
from bench_gen.config import Config
from bench_gen.ua.cast import ROBOT
from bench_gen.ua.disk import load_pair, load_vocabulary_of, pair_path, pairs_in
from bench_gen.ua.generate import check_config, claimed, finish, run_jobs
from bench_gen.ua.make import Outcome, Take, make
from bench_gen.ua.schema import PairRecord
from bench_gen.ua.seeds import digest
from bench_gen.ua.set_record import set_record_of, write_set_record
from bench_gen.ua.studio import Studio, scene_choice
from sim.layout import CastMember, Role


def relayout(folder: Path, config: Config, output: Path) -> int:
    """Lay out, render and admit every pair of a set anew; returns the exit code.

    Args:
        folder: the set whose scripts are kept.
        config: as for `generate`; `layout.seed` must be set.
        output: another folder.

    Raises:
        InputError: for a configuration or folders that cannot be used.
    """
    check_config(config)
    if config.layout.seed is None:
        raise InputError("no new layout is asked for", field="layout.seed", remedy="add layout.seed=N")
    if output.resolve() == folder.resolve():
        raise InputError("would overwrite the set it reads", file=output, field="output", remedy="set another output=")
    record = set_record_of(folder)
    source, scene = scene_choice(config)
    vocabulary = load_vocabulary_of(folder / "ua")
    with claimed(output):
        write_set_record(output / "ua", config, str(record["name"]), source, scene, vocabulary)
        pairs = pairs_in(folder / "ua")
        config.pairs = len(pairs)
        jobs = [
            (number, partial(_make_anew, folder=folder, pair=pair))
            for number, pair in enumerate(pairs)
            if not (output / "ua" / pair_path(pair)).is_file()
        ]
        return finish(config, output, run_jobs(config, vocabulary, jobs, output))


def _make_anew(
    studio: Studio, index: int, output: Path, progress: Callable[[], None], *, folder: Path, pair: str
) -> Outcome:
    record = load_pair(folder / "ua", pair).record
    return make(studio, _takes(studio, record), index, output, progress=progress)


def _takes(studio: Studio, record: PairRecord) -> Iterator[Take]:
    """The same script again and again; the first try has the layout seed that was asked for."""
    script, wanted = record.script, studio.config.layout.seed
    members = tuple(_member(entry.device, entry.category, entry.observer, record, studio)
                    for entry in script.roster if entry.device != ROBOT)  # fmt: skip
    robot = next((entry for entry in script.roster if entry.device == ROBOT), None)
    watches = robot is not None and robot.observer
    origin: dict[str, str | int] = {"pair": script.pair, "layout_seed": int(str(record.layout["seed"]))}
    for attempt in range(studio.config.attempts):
        seed = (
            int(wanted or 0) if attempt == 0 else int(digest(int(wanted or 0), script.pair, "layout", attempt)[:8], 16)
        )
        yield Take(script, members, robot is not None, watches, bool(record.scene["evening"]), seed, origin)


def _member(device: str, category: str, observer: bool, record: PairRecord, studio: Studio) -> CastMember:
    placed = {str(d["device_id"]): d for d in _devices(record)}
    used = str(placed[device]["spec"]) if device in placed else ""
    names = sorted(name for name, spec in studio.catalogue.items() if spec.category == category)
    if not names:
        raise InputError(f"the catalogue has no {category}", field=f"roster.{device}", remedy="add it to conf/device/")
    if used and used not in names:
        raise InputError(
            f"the catalogue has no device {used!r}",
            field=f"roster.{device}",
            expected="the devices that the set was made with",
            remedy="add cast.devices=FOLDER, the folder of your own devices",
        )
    names.sort(key=lambda name: name != used)
    role = Role.OBSERVER if observer else Role.CANDIDATE if device in record.script.candidates else Role.DISTRACTOR
    return CastMember(device, tuple(studio.device(name) for name in names), role)


def _devices(record: PairRecord) -> list[dict[str, Any]]:
    devices = record.layout.get("devices")
    if not isinstance(devices, list):
        raise InputError("has no layout", file=record.script.pair, field="layout.devices")
    return [device for device in devices if isinstance(device, dict)]
