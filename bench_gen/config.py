"""The typed configuration: what every Hydra override is checked against."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hydra.core.config_store import ConfigStore

HOMES = 46
HSSD_SCENES = 51


@dataclass
class SceneConf:
    """Which scene: a registered source (`scenes.sources`) and an id in it."""

    source: str = "folder"
    id: str = ""


@dataclass
class ScenesConf:
    """Where the user's scene datasets are, and the scenes that a set's pairs are dealt to.

    `spread` lists `homes` or `hssd` (all of them) and single scenes as `source:id`; empty for a set in one scene.
    """

    root: str = "data/hssd-hab"
    spread: list[str] = field(default_factory=list)


@dataclass
class LayoutConf:
    """Where things and people stand.

    `seed` null takes it from the pair's own seed; set it to move everything while the script stays.
    """

    seed: int | None = None
    attempts: int = 40


@dataclass
class CastConf:
    """Who and what takes part.

    `robot` is the share of pairs that field the G1, `robot_observes` the share of those that are seen through its head
    camera; `evening` the share lit by lamps. `devices` names a folder of device entries of your own.
    """

    candidates: int = 4
    distractors: int = 1
    robot: float = 0.5
    robot_observes: float = 0.25
    evening: float = 0.25
    devices: str | None = None


@dataclass
class ScriptConf:
    """What episodes talk about: `vocabulary` names a folder of entries of your own, added to the built-in ones."""

    vocabulary: str | None = None


@dataclass
class RenderConf:
    """How frames are drawn."""

    backend: str = "gl"
    width: int = 640
    height: int = 480
    samples: int = 4
    shadows: bool = True
    ambient_occlusion: bool = True


@dataclass
class BenchmarkConf:
    """Which benchmark is made; `+benchmark=cape_full` sets `kind`.

    Attributes:
        limit: of CAPEBench, only so many instances, in the paper's mix of conditions.
        tasks: folders of seed tasks of one's own, beside the built-in ones.
        only: ids of the seed tasks to use; empty for all.
        extensions: modules of one's own that register services, devices and perturbations.
    """

    kind: str = "ua"
    limit: int | None = None
    tasks: list[str] = field(default_factory=list)
    only: list[str] = field(default_factory=list)
    extensions: list[str] = field(default_factory=list)


@dataclass
class Config:
    """Everything `python -m bench_gen` takes."""

    seed: int = 0
    pairs: int = 1
    attempts: int = 12
    workers: int = 1
    shard: int = 0
    shards: int = 1
    name: str = ""
    output: str | None = None
    scene_id: str | None = None
    scene: SceneConf | None = None
    scenes: ScenesConf = field(default_factory=ScenesConf)
    layout: LayoutConf = field(default_factory=LayoutConf)
    cast: CastConf = field(default_factory=CastConf)
    render: RenderConf = field(default_factory=RenderConf)
    script: ScriptConf = field(default_factory=ScriptConf)
    admission: dict[str, Any] = field(default_factory=dict)
    benchmark: BenchmarkConf = field(default_factory=BenchmarkConf)


def register() -> None:
    """Put the schema and the `+scene=` entries into Hydra's store."""
    store = ConfigStore.instance()
    store.store(name="config_schema", node=Config)
    store.store(group="scene", name="folder", node=SceneConf("folder"))  # with scenes.root= and scene_id=
    for number in range(1, HOMES + 1):
        store.store(group="scene", name=f"home_{number:02d}", node=SceneConf("homes", f"home_{number:02d}"))
    for number in range(HSSD_SCENES):
        store.store(group="scene", name=f"hssd_{number:02d}", node=SceneConf("hssd", f"hssd_{number:02d}"))
