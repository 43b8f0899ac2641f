"""What one process needs to make pairs: a workshop for all scenes, a studio for the scene that is open."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from assets.cache import cache_dir
from assets.devices import build_device, load_catalogue
from assets.devices.device import Device, DeviceSpec
from bench_gen.config import Config
from bench_gen.ua.scenes_of import SceneRef
from bench_gen.ua.settings import AdmissionSettings, load_settings
from bench_gen.ua.vocabulary import Vocabulary, load_vocabulary
from scenes.habitat.reader import load_scene
from scenes.scene import Scene
from scenes.sources import locate
from sim.baking import bake
from sim.lighting import light_scene
from sim.render.renderer import Renderer, RenderSettings, create_renderer
from sim.robot.g1 import G1
from sim.robot.held import CARTON
from sim.semantics import class_ids
from sim.staging import scene_entities
from sim.world import BakedLight, Entity


def own_folders(folder: str | None) -> tuple[Path, ...]:
    """The folder that a configuration names, if any."""
    return () if folder is None else (Path(folder),)


class Workshop:
    """Devices, vocabulary, robot and settings: what pairs of all scenes share.

    `vocabulary` takes the place of the configured one: that of a set whose scripts are kept.

    Raises:
        InputError: for a catalogue, a vocabulary or settings that cannot be used.
    """

    def __init__(self, config: Config, vocabulary: Vocabulary | None = None) -> None:
        self.config = config
        self.catalogue: dict[str, DeviceSpec] = load_catalogue(*own_folders(config.cast.devices))
        self.vocabulary: Vocabulary = vocabulary or load_vocabulary(*own_folders(config.script.vocabulary))
        self.admission: AdmissionSettings = load_settings(config.admission)
        self.settings = RenderSettings(config.render.samples, config.render.shadows, config.render.ambient_occlusion)
        self._devices: dict[str, Device] = {}

    @cached_property
    def robot(self) -> G1:
        """The G1; its asset is fetched on first use."""
        return G1()

    def device(self, name: str) -> Device:
        """The built device of a catalogue entry."""
        if name not in self._devices:
            self._devices[name] = build_device(self.catalogue[name])
        return self._devices[name]


class Studio:
    """One scene, loaded once for all its pairs, with a renderer of its own.

    Raises:
        InputError: for a scene that cannot be used.
    """

    def __init__(self, workshop: Workshop, ref: SceneRef) -> None:
        self.workshop, self.ref = workshop, ref
        root, scene_id = locate(ref.source, ref.id, Path(workshop.config.scenes.root))
        self.scene: Scene = load_scene(root, scene_id)
        self.static: tuple[Entity, ...] = scene_entities(self.scene)
        self._baked: dict[bool, dict[int, BakedLight]] = {}

    @property
    def config(self) -> Config:
        """The configuration of the run."""
        return self.workshop.config

    @cached_property
    def renderer(self) -> Renderer:
        """The renderer of this scene."""
        return create_renderer(self.config.render.backend, self.workshop.settings)

    def baked(self, *, evening: bool) -> dict[int, BakedLight]:
        """Light on the scene by day or in the evening, empty when the configuration does without."""
        if not self.config.render.ambient_occlusion:
            return {}
        if evening not in self._baked:
            lights, ambient, _ = light_scene(self.scene, evening=evening)
            self._baked[evening] = bake(self.static, lights, ambient, cache=cache_dir() / "light")
        return self._baked[evening]

    @cached_property
    def classes(self) -> dict[str, int]:
        """Class ids of everything that this scene and the catalogue can show."""
        names = {entity.semantic_class for entity in self.static} | {"person", "robot", CARTON}
        return class_ids({*names, *(spec.category for spec in self.workshop.catalogue.values())})

    def close(self) -> None:
        """Free the graphics context."""
        if "renderer" in self.__dict__:
            self.renderer.close()
