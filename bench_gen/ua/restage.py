"""The worlds of a pair on disk, built again from its record, and proved to be the same by their state hashes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assets.errors import InputError
from bench_gen.config import Config, RenderConf
from bench_gen.ua.disk import PairOnDisk, load_vocabulary_of
from bench_gen.ua.scenes_of import parse_scene
from bench_gen.ua.schema import Role
from bench_gen.ua.studio import Studio, Workshop
from bench_gen.ua.worlds import SetUp, Worlds, dress, set_up
from sim.layout import Layout
from sim.world import World


@dataclass(frozen=True)
class Sources:
    """Where what a set was made from lies, when it is not where it usually is.

    Attributes:
        scenes: the user's own Habitat datasets, as `scenes.root=`.
        devices: folder of the user's own devices, as `cast.devices=`.
    """

    scenes: str | None = None
    devices: str | None = None


class Restaged:
    """A pair's set-up and the worlds of its frames.

    Raises:
        InputError: when the scene or a device that the record names is not there.
    """

    def __init__(self, pair: PairOnDisk, sources: Sources) -> None:
        self.pair = pair
        record = pair.record
        drawn = record.renderer
        config = Config(
            render=RenderConf(
                drawn.backend, drawn.width, drawn.height, drawn.samples, drawn.shadows, drawn.ambient_occlusion
            )
        )
        if sources.scenes is not None:
            config.scenes.root = sources.scenes
        config.cast.devices = sources.devices
        self.studio = Studio(Workshop(config, load_vocabulary_of(pair.ua)), parse_scene(str(record.scene["ref"])))
        layout = Layout.from_json(dict(record.layout))
        missing = sorted({d.spec for d in layout.devices} - set(self.studio.workshop.catalogue))
        if missing:
            raise InputError(
                f"the catalogue has no device {missing[0]!r}",
                field=f"pair {pair.script.pair}",
                remedy="name the folder of your own devices",
            )
        self.stage: SetUp = set_up(layout, dress(layout.seed), self.studio, evening=bool(record.scene["evening"]))

    @cached_property
    def _worlds(self) -> Worlds:
        return Worlds(self.pair.script, self.stage, self.studio)

    def world(self, role: Role, number: int) -> World:
        """The world of frame 1 to 12.

        Raises:
            InputError: when it is not the recorded one: assets or code have changed since.
        """
        world = self._worlds.of(self.pair.script.episodes[role].frames[number - 1]).world
        recorded = self.pair.frame(role, number).state
        if (found := self._worlds.state(world)) != recorded:
            raise InputError(
                f"frame {role} f{number} comes out as state {found}, recorded is {recorded}",
                field=f"pair {self.pair.script.pair}",
                expected="the version of Crossroom and of the assets that made the set",
                remedy="install that version, or make the set anew",
            )
        return world

    def worlds(self, role: Role, numbers: tuple[int, ...]) -> Iterator[tuple[int, World]]:
        """Some frames of an episode; raises like `world`."""
        return ((number, self.world(role, number)) for number in numbers)
