"""Small pairs on disk, drawn with rectangles: what the admission checks are tried on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from assets.devices.device import DeviceSpec, Support
from bench_gen.ua.cast import Cast, sample_cast
from bench_gen.ua.disk import (
    agent_episode,
    class_path,
    depth_path,
    episode_id,
    episode_path,
    files_of,
    image_path,
    instance_path,
    pair_path,
    sha256,
    write_json,
    write_vocabulary,
)
from bench_gen.ua.schema import (
    ROLES,
    AgentEpisode,
    DeviceMeasure,
    EntityRow,
    EpisodeRecord,
    FrameRecord,
    FrameScript,
    PairRecord,
    PairScript,
    Renderer,
    Role,
    RosterEntry,
    UserMeasure,
)
from bench_gen.ua.script import write_pair
from bench_gen.ua.seeds import digest, generator
from bench_gen.ua.targets import targets
from bench_gen.ua.vocabulary import Vocabulary, load_vocabulary
from sim.semantics import class_ids, class_map

WIDTH, HEIGHT = 160, 120
SHOULDER = (80.0, 60.0)
USER, WALL = 1, 100
PLACES = ((24, 20), (128, 20), (24, 76), (128, 76), (76, 12))
SIZE = (22, 14)
ARM = 41
VOCABULARY = load_vocabulary()


def spec(category: str, *, distractor: bool = False, camera: float | None = 70.0) -> DeviceSpec:
    support = Support.HAND if category == "phone" else Support.DESK
    return DeviceSpec(category, category, "slab", support, distractor, {}, f"a grey {category}", (90, 90, 90), camera)


CATALOGUE = (
    spec("laptop"),
    spec("tablet"),
    spec("phone"),
    spec("television"),
    spec("smart display"),
    spec("desktop computer"),
    spec("photo frame", distractor=True, camera=None),
    spec("thermostat", distractor=True, camera=None),
)


def cast_of(seed: int, name: str, index: int, **wanted: int) -> Cast:
    rng = generator(seed, name, "cast", index)
    return sample_cast(rng, VOCABULARY, CATALOGUE, robot=bool(rng.random() < 0.5), **wanted)


def script_of(seed: int = 0, name: str = "sketch", index: int = 0, vocabulary: Vocabulary = VOCABULARY) -> PairScript:
    return write_pair(seed, name, index, vocabulary, cast_of(seed, name, index))


@dataclass
class Drawing:
    """The arrays and the record of one frame, before they are written; tests change them."""

    color: np.ndarray
    instance: np.ndarray
    record: FrameRecord


def draw(script: PairScript, frame: FrameScript) -> Drawing:
    """Draw a frame: a user, an arm towards the pointed screen, lit screens in their glow."""
    color = np.full((HEIGHT, WIDTH, 3), 150, np.uint8)
    instance = np.full((HEIGHT, WIDTH), WALL, np.uint16)
    color[60:118, 60:98], instance[60:118, 60:98] = (80, 90, 120), USER
    seen = [e for e in script.roster if e.glow and not e.observer]
    devices, centres = {}, {}
    for number, entry in enumerate(seen):
        (x, y), (w, h) = PLACES[number], SIZE
        glow = np.array(script.glows[entry.glow or ""])
        rgb = np.round(255 * glow ** (1 / 2.2)).astype(np.uint8)
        color[y : y + h, x : x + w] = rgb if entry.device in frame.lit else (14, 14, 16)
        instance[y : y + h, x : x + w] = 10 + number
        centres[entry.device] = (x + w / 2, y + h / 2)
        corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        bright = float(color[y : y + h, x : x + w].max(axis=2).mean() / 255)
        devices[entry.device] = DeviceMeasure(corners=corners, pixels=w * h, screen_pixels=w * h, brightness=bright)
    tip = None
    if frame.pointed:
        towards = np.subtract(centres[frame.pointed], SHOULDER)
        end = np.asarray(SHOULDER) + ARM * towards / np.linalg.norm(towards)
        tip = (float(end[0]), float(end[1]))
    user = UserMeasure(
        pixels=2000,
        eye=(80.0, 54.0),
        shoulder=SHOULDER,
        fingertip=tip,
        fingertip_visible=tip is not None,
        pointing_error=1.5 if tip else None,
    )
    state = digest(script.pair, *frame.lit, "points at", frame.pointed or "")
    pages = dict.fromkeys(frame.lit, (script.title,))
    record = FrameRecord(
        frame=frame.frame, state=state, moment="standing", devices=devices, user=user, page_strings=pages
    )
    return Drawing(color, instance, record)


class Sketch:
    """A pair that is about to be written: change `script`, `drawings`, `agents` or `record`, then `write`."""

    def __init__(self, root: Path, script: PairScript) -> None:
        self.root = root
        self.script = script
        self.drawings: dict[Role, list[Drawing]] = {
            role: [draw(script, frame) for frame in script.episodes[role].frames] for role in ROLES
        }
        self.targets = {role: targets(script, role) for role in ROLES}
        self.class_of = {USER: "person", WALL: "stage"}
        self.class_of |= {10 + i: e.category for i, e in enumerate(self.seen)}
        self.classes = class_ids(self.class_of.values())
        self.agent_edit: Callable[[Role, AgentEpisode], AgentEpisode] = lambda _, agent: agent
        self.record_edit: Callable[[PairRecord], PairRecord] = lambda record: record
        self.after: Callable[[str], None] = lambda _: None

    @property
    def seen(self) -> list[RosterEntry]:
        """The devices that can be in the picture, in the order of their instance ids."""
        return [e for e in self.script.roster if e.glow and not e.observer]

    def edit_frames(self, change: Callable[[Role, Drawing], FrameRecord]) -> None:
        for role, drawings in self.drawings.items():
            for drawing in drawings:
                drawing.record = change(role, drawing)

    def write(self) -> str:
        """Write every file and return the pair's id."""
        write_vocabulary(self.root, VOCABULARY)
        for role in ROLES:
            for drawing in self.drawings[role]:
                self._write_images(drawing)
            states = tuple(drawing.record.state for drawing in self.drawings[role])
            agent = self.agent_edit(role, agent_episode(self.script, role, states))
            write_json(self.root / episode_path(agent.episode), agent)
        self.write_record()
        self.after(self.script.pair)
        return self.script.pair

    def write_record(self) -> None:
        """Write the construction record with the SHA-256 of what is on disk."""
        entities = [
            EntityRow(instance_id=USER, name="user", semantic_class="person", kind="user"),
            EntityRow(instance_id=WALL, name="stage", semantic_class="stage", kind="stage"),
        ]
        entities += [
            EntityRow(instance_id=10 + i, name=e.device, semantic_class=e.category, kind="device")
            for i, e in enumerate(self.seen)
        ]
        episodes = {
            role: EpisodeRecord(
                episode=episode_id(self.script, role),
                frames=tuple(drawing.record for drawing in self.drawings[role]),
                targets=self.targets[role],
            )
            for role in ROLES
        }
        states = sorted({d.record.state for role in ROLES for d in self.drawings[role]})
        files = files_of(states, [episodes[role].episode for role in ROLES])
        record = PairRecord(
            script=self.script,
            episodes=episodes,
            entities=tuple(entities),
            scene={"ref": "sketch:room", "id": "room", "licence": "CC0-1.0", "evening": False},
            classes=self.classes,
            renderer=Renderer(
                backend="sketch",
                driver="",
                width=WIDTH,
                height=HEIGHT,
                samples=1,
                shadows=False,
                ambient_occlusion=False,
            ),
            files={path: sha256(self.root / path) for path in files},
        )
        write_json(self.root / pair_path(self.script.pair), self.record_edit(record))

    def _write_images(self, drawing: Drawing) -> None:
        state = drawing.record.state
        grey = np.zeros((HEIGHT, WIDTH), np.uint16)
        for path, picture in (
            (image_path(state), drawing.color[:, :, ::-1]),
            (instance_path(state), drawing.instance),
            (class_path(state), class_map(drawing.instance, self.class_of, self.classes)),
            (depth_path(state), grey),
        ):
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(file), picture)


def rescript(script: PairScript, frames: Sequence[int], roles: Sequence[Role], **change: object) -> PairScript:
    """The script with some fields of some frames changed."""
    episodes = dict(script.episodes)
    for role in roles:
        episode = episodes[role]
        changed = [f.model_copy(update=change) if f.frame in frames else f for f in episode.frames]
        episodes[role] = episode.model_copy(update={"frames": tuple(changed)})
    return script.model_copy(update={"episodes": episodes})
