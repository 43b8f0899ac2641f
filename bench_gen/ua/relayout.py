"""The scripts of a set in new layouts: same words and labels, other places, people and light."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from assets.errors import InputError
from bench_gen.config import Config
from bench_gen.ua.cast import ROBOT
from bench_gen.ua.destination import Destination, claimed
from bench_gen.ua.disk import load_pair, load_vocabulary_of, pair_path, pairs_in
from bench_gen.ua.generate import check_config, complete
from bench_gen.ua.make import Outcome, Take, make
from bench_gen.ua.scenes_of import SceneRef, parse_scene, scene_of_pair, scenes_of
from bench_gen.ua.schema import PairRecord
from bench_gen.ua.seeds import digest
from bench_gen.ua.set_record import set_record_of, write_set_record
from bench_gen.ua.studio import Studio
from bench_gen.ua.units import Bench, Unit
from sim.layout import CastMember, Role


def relayout(folder: Path, config: Config, output: Path) -> int:
    """Lay out, render and admit every pair of a set anew; returns the exit code.

    Each pair stays in its scene, unless the configuration names one.

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
    moved = config.scene is not None or config.scene_id is not None or config.scenes.spread
    scenes = scenes_of(config) if moved else tuple(parse_scene(text) for text in record["scenes"])
    vocabulary = load_vocabulary_of(folder / "ua")
    place = Destination(output, config.shard, config.shards)
    with claimed(place):
        write_set_record(place.ua, config, str(record["name"]), scenes, vocabulary)
        pairs = pairs_in(folder / "ua")
        config.pairs = len(pairs)
        units = []
        for number, pair in enumerate(pairs):
            if number % config.shards != config.shard or (place.ua / pair_path(pair)).is_file():
                continue
            scene = _scene_of(load_pair(folder / "ua", pair).record)
            if moved:
                scene = scene_of_pair(config.seed, str(record["name"]), number, scenes)
            units.append(Unit(number, pair, scene, partial(_make_anew, folder=folder, pair=pair)))
        return complete(Bench(config, vocabulary, place), units)


def _scene_of(record: PairRecord) -> SceneRef:
    return parse_scene(str(record.scene["ref"]))


def _make_anew(
    studio: Studio, index: int, place: Destination, progress: Callable[[], None], *, folder: Path, pair: str
) -> Outcome:
    record = load_pair(folder / "ua", pair).record
    return make(studio, _takes(studio, record), index, place, progress=progress)


def _takes(studio: Studio, record: PairRecord) -> Iterator[Take]:
    """The same script again and again, each time with a layout seed of its own."""
    script, wanted = record.script, studio.config.layout.seed
    members = tuple(_member(entry.device, entry.category, entry.observer, record, studio)
                    for entry in script.roster if entry.device != ROBOT)  # fmt: skip
    robot = next((entry for entry in script.roster if entry.device == ROBOT), None)
    watches = robot is not None and robot.observer
    origin: dict[str, str | int] = {
        "pair": script.pair, "layout_seed": int(str(record.layout["seed"])), "scene": str(_scene_of(record))
    }  # fmt: skip
    for attempt in range(studio.config.attempts):
        seed = int(digest(int(wanted or 0), script.pair, "layout", attempt)[:8], 16)
        yield Take(script, members, robot is not None, watches, bool(record.scene["evening"]), seed, origin)


def _member(device: str, category: str, observer: bool, record: PairRecord, studio: Studio) -> CastMember:
    placed = {str(d["device_id"]): d for d in _devices(record)}
    used = str(placed[device]["spec"]) if device in placed else ""
    names = sorted(name for name, spec in studio.workshop.catalogue.items() if spec.category == category)
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
    return CastMember(device, tuple(studio.workshop.device(name) for name in names), role)


def _devices(record: PairRecord) -> list[dict[str, Any]]:
    devices = record.layout.get("devices")
    if not isinstance(devices, list):
        raise InputError("has no layout", file=record.script.pair, field="layout.devices")
    return [device for device in devices if isinstance(device, dict)]
