"""What one process needs to make pairs of one scene: loaded once, shared by every pair."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from assets.cache import cache_dir
from assets.devices import build_device, load_catalogue
from assets.devices.device import Device, DeviceSpec
from assets.errors import InputError
from bench_gen.config import Config
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

DEFAULT_SCENE = ("homes", "home_01")


def scene_choice(config: Config) -> tuple[str, str]:
    """(source, id) of the scene that the configuration asks for.

    Raises:
        InputError: for a source without an id.
    """
    if config.scene is not None:
        if not config.scene.id and config.scene_id is None:
            raise InputError("no scene is named", field="scene_id", remedy="add scene_id=ID, and scenes.root=FOLDER")
        return config.scene.source, config.scene.id or str(config.scene_id)
    if config.scene_id is not None:
        return "folder", config.scene_id
    return DEFAULT_SCENE


def own_folders(folder: str | None) -> tuple[Path, ...]:
    """The folder that a configuration names, if any."""
    return () if folder is None else (Path(folder),)


class Studio:
    """Scene, devices, vocabulary, robot and renderer of one process.

    `vocabulary` takes the place of the configured one: that of a set whose scripts are kept.

    Raises:
        InputError: for a scene, a catalogue, a vocabulary or settings that cannot be used.
    """

    def __init__(self, config: Config, vocabulary: Vocabulary | None = None) -> None:
        self.config = config
        self.source, asked = scene_choice(config)
        root, scene_id = locate(self.source, asked, Path(config.scenes.root))
        self.scene: Scene = load_scene(root, scene_id)
        self.catalogue: dict[str, DeviceSpec] = load_catalogue(*own_folders(config.cast.devices))
        self.vocabulary: Vocabulary = vocabulary or load_vocabulary(*own_folders(config.script.vocabulary))
        self.admission: AdmissionSettings = load_settings(config.admission)
        self.settings = RenderSettings(config.render.samples, config.render.shadows, config.render.ambient_occlusion)
        self.static: tuple[Entity, ...] = scene_entities(self.scene)
        self._devices: dict[str, Device] = {}
        self._baked: dict[bool, dict[int, BakedLight]] = {}

    @cached_property
    def renderer(self) -> Renderer:
        """The renderer of this process."""
        return create_renderer(self.config.render.backend, self.settings)

    def baked(self, *, evening: bool) -> dict[int, BakedLight]:
        """Light on the scene by day or in the evening, empty when the configuration does without."""
        if not self.config.render.ambient_occlusion:
            return {}
        if evening not in self._baked:
            lights, ambient, _ = light_scene(self.scene, evening=evening)
            self._baked[evening] = bake(self.static, lights, ambient, cache=cache_dir() / "light")
        return self._baked[evening]

    @cached_property
    def robot(self) -> G1:
        """The G1; its asset is fetched on first use."""
        return G1()

    @cached_property
    def classes(self) -> dict[str, int]:
        """Class ids of everything that this scene and the catalogue can show."""
        names = {entity.semantic_class for entity in self.static} | {"person", "robot", CARTON}
        return class_ids({*names, *(spec.category for spec in self.catalogue.values())})

    def device(self, name: str) -> Device:
        """The built device of a catalogue entry."""
        if name not in self._devices:
            self._devices[name] = build_device(self.catalogue[name])
        return self._devices[name]

    def close(self) -> None:
        """Free the graphics context."""
        if "renderer" in self.__dict__:
            self.renderer.close()
