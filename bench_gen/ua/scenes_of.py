"""Which scenes a set is made in, and which of them a pair gets."""

from __future__ import annotations

from dataclasses import dataclass

from assets.errors import InputError
from bench_gen.config import Config
from bench_gen.ua.seeds import dealt
from scenes.homes import HOME_IDS
from scenes.hssd import SCENE_IDS
from scenes.sources import SOURCES

_LISTS = {"homes": HOME_IDS, "hssd": tuple(f"hssd_{number:02d}" for number in range(len(SCENE_IDS)))}


@dataclass(frozen=True, order=True)
class SceneRef:
    """A scene by its source (`scenes.sources`) and its id there; written `source:id`."""

    source: str
    id: str

    def __str__(self) -> str:
        return f"{self.source}:{self.id}"


DEFAULT_SCENE = SceneRef("homes", "home_01")


def scenes_of(config: Config) -> tuple[SceneRef, ...]:
    """The scenes that the configuration asks for: one, or those of `scenes.spread`, in its order.

    Raises:
        InputError: for a source without an id, an unknown source, or two ways of naming scenes at once.
    """
    if config.scenes.spread:
        if config.scene is not None or config.scene_id is not None:
            raise InputError(
                "scenes.spread and one scene are both given", field="scenes.spread",
                remedy="give +scene= (or scene_id=) or scenes.spread=, not both",
            )  # fmt: skip
        return tuple(dict.fromkeys(scene for entry in config.scenes.spread for scene in _named(entry)))
    if config.scene is not None:
        if not config.scene.id and config.scene_id is None:
            raise InputError("no scene is named", field="scene_id", remedy="add scene_id=ID, and scenes.root=FOLDER")
        return (SceneRef(config.scene.source, config.scene.id or str(config.scene_id)),)
    if config.scene_id is not None:
        return (SceneRef("folder", config.scene_id),)
    return (DEFAULT_SCENE,)


def scene_of_pair(seed: int, name: str, index: int, scenes: tuple[SceneRef, ...]) -> SceneRef:
    """The scene of pair `index`: every run of `len(scenes)` pairs has each scene once, in an order of its own."""
    return dealt(seed, name, "scene", index, scenes)


def parse_scene(text: str) -> SceneRef:
    """The scene of `source:id`.

    Raises:
        InputError: for anything else.
    """
    source, colon, scene_id = text.partition(":")
    if not colon or not scene_id or source not in SOURCES:
        raise InputError(
            f"no scene {text!r}", field="scenes.spread",
            expected=f"{' or '.join(sorted(_LISTS))} for all of a source, or source:id with source "
            + " or ".join(sorted(SOURCES)),
        )  # fmt: skip
    return SceneRef(source, scene_id)


def _named(entry: str) -> tuple[SceneRef, ...]:
    if entry in _LISTS:
        return tuple(SceneRef(entry, scene_id) for scene_id in _LISTS[entry])
    return (parse_scene(entry),)
