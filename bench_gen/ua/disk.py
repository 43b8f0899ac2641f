"""A set of pairs on disk: where each file lies, how it is written and how it is read back.

<root>/ua/agent/episodes/<episode>.json      all that agents open ...
<root>/ua/agent/frames/<state>.png           ... and the images they name
<root>/ua/construction/pairs/<pair>.json     `PairRecord`
<root>/ua/construction/semantic/<state>_instance.png, <state>_class.png   16-bit
<root>/ua/construction/depth/<state>.png     16-bit millimetres
<root>/ua/construction/vocabulary.json       the vocabulary that the set was made with
<root>/ua/construction/legend.json           class ids of the class maps
<root>/ua/construction/admission.{json,txt,xml}
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from assets.errors import InputError
from bench_gen.ua.schema import (
    AgentEpisode,
    AgentFrame,
    EpisodeRecord,
    FrameRecord,
    PairRecord,
    PairScript,
    Role,
)
from bench_gen.ua.seeds import digest
from bench_gen.ua.understanding import Reader
from bench_gen.ua.vocabulary import Vocabulary


class UnreadableFileError(Exception):
    """A file of the pair is missing or broken; checks that need it are skipped, and `file_integrity` rejects."""


def image_path(state: str) -> str:
    """Path of a frame's image, relative to `<root>/ua`."""
    return f"agent/frames/{state}.png"


def instance_path(state: str) -> str:
    """Path of a frame's instance map (16-bit PNG), relative to `<root>/ua`."""
    return f"construction/semantic/{state}_instance.png"


def class_path(state: str) -> str:
    """Path of a frame's class map (16-bit PNG), relative to `<root>/ua`."""
    return f"construction/semantic/{state}_class.png"


def depth_path(state: str) -> str:
    """Path of a frame's depth (16-bit PNG, millimetres), relative to `<root>/ua`."""
    return f"construction/depth/{state}.png"


def episode_path(episode: str) -> str:
    """Path of an agent-facing episode, relative to `<root>/ua`."""
    return f"agent/episodes/{episode}.json"


def pair_path(pair: str) -> str:
    """Path of a pair's construction record, relative to `<root>/ua`."""
    return f"construction/pairs/{pair}.json"


M = TypeVar("M", bound=BaseModel)
VOCABULARY_PATH = "construction/vocabulary.json"


def episode_id(script: PairScript, role: Role) -> str:
    """The opaque agent-facing id of an episode: neither pair nor role can be read off it."""
    return digest(script.seed, script.name, "episode", script.index, role)[:16]


def agent_episode(script: PairScript, role: Role, states: tuple[str, ...]) -> AgentEpisode:
    """What an agent is handed of one episode; `states` are the state hashes of its twelve frames."""
    return AgentEpisode(
        episode=episode_id(script, role),
        roster=script.roster,
        card=script.card,
        frames=tuple(
            AgentFrame(frame=f.frame, image=f"frames/{state}.png", utterance=f.utterance)
            for f, state in zip(script.episodes[role].frames, states, strict=True)
        ),
    )


def sha256(path: Path) -> str:
    """SHA-256 of a file's bytes, hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(path.name + ".partial")
    scratch.write_bytes(content)
    scratch.replace(path)


def write_text(path: Path, text: str) -> None:
    """Write a file in UTF-8, whole or not at all."""
    write_bytes(path, text.encode())


def write_json(path: Path, model: BaseModel) -> None:
    """Write a model as JSON: sorted keys, whole or not at all."""
    write_text(path, json.dumps(model.model_dump(mode="json"), sort_keys=True, indent=1, ensure_ascii=False) + "\n")


def write_vocabulary(ua: Path, vocabulary: Vocabulary) -> None:
    """Keep the vocabulary beside the set, so that it can be checked from its files alone."""
    write_json(ua / VOCABULARY_PATH, vocabulary)


def files_of(states: list[str], episodes: list[str]) -> list[str]:
    """Paths (relative to `<root>/ua`, sorted) that belong to a pair with these states and episode ids."""
    frames = [make(s) for s in states for make in (image_path, instance_path, class_path, depth_path)]
    return sorted({*frames, *(episode_path(e) for e in episodes)})


@dataclass(frozen=True)
class PairOnDisk:
    """One pair, opened lazily. `ua` is the folder that holds `agent/` and `construction/`."""

    ua: Path
    record: PairRecord
    vocabulary: Vocabulary

    @property
    def script(self) -> PairScript:
        """The pair's script."""
        return self.record.script

    @cached_property
    def reader(self) -> Reader:
        """Reads utterances with the set's vocabulary."""
        return Reader(self.vocabulary)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the pair's images in pixels, as recorded; `file_integrity` holds the files to it."""
        return self.record.renderer.width, self.record.renderer.height

    def episode(self, role: Role) -> EpisodeRecord:
        """The construction side of one episode."""
        return self.record.episodes[role]

    def frame(self, role: Role, number: int) -> FrameRecord:
        """The construction record of frame 1 to 12."""
        return self.record.episodes[role].frames[number - 1]

    def agent_text(self, role: Role) -> str:
        """The agent-facing file as it is on disk."""
        return self._bytes(episode_path(self.episode(role).episode)).decode("utf-8", errors="replace")

    def agent(self, role: Role) -> AgentEpisode:
        """The agent-facing episode.

        Raises:
            UnreadableFileError: when it is missing or breaks its schema.
        """
        try:
            return AgentEpisode.model_validate_json(self.agent_text(role))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise UnreadableFileError(f"{episode_path(self.episode(role).episode)}: {where}: {first['msg']}") from None

    def image(self, state: str) -> NDArray[np.uint8]:
        """(H, W, 3) uint8 sRGB of a frame.

        Raises:
            UnreadableFileError: when it is missing or no 8-bit colour PNG.
        """
        found = self._picture(image_path(state))
        if found.dtype != np.uint8 or found.ndim != 3 or found.shape[2] != 3:
            raise UnreadableFileError(f"{image_path(state)}: not an 8-bit RGB image")
        return np.ascontiguousarray(found[:, :, ::-1])

    def instances(self, state: str) -> NDArray[np.uint16]:
        """(H, W) uint16 instance ids of a frame.

        Raises:
            UnreadableFileError: when it is missing or no 16-bit grey PNG.
        """
        return self._map(instance_path(state))

    def classes(self, state: str) -> NDArray[np.uint16]:
        """(H, W) uint16 class ids of a frame; raises like `instances`."""
        return self._map(class_path(state))

    def instance_id(self, name: str) -> int | None:
        """Instance id of an entity, None when the table lacks it."""
        return next((row.instance_id for row in self.record.entities if row.name == name), None)

    def _map(self, path: str) -> NDArray[np.uint16]:
        found = self._picture(path)
        if found.dtype != np.uint16 or found.ndim != 2:
            raise UnreadableFileError(f"{path}: not a 16-bit grey image")
        return found.astype(np.uint16, copy=False)

    def _bytes(self, path: str) -> bytes:
        try:
            return (self.ua / path).read_bytes()
        except OSError as error:
            raise UnreadableFileError(f"{path}: {error.strerror}") from None

    def _picture(self, path: str) -> NDArray[np.generic]:
        return _decoded(self.ua / path, self._bytes(path), path)


@lru_cache(maxsize=64)
def _decoded(_file: Path, content: bytes, path: str) -> NDArray[np.generic]:
    found = cv2.imdecode(np.frombuffer(content, dtype=np.uint8), cv2.IMREAD_UNCHANGED) if content else None
    if found is None:
        raise UnreadableFileError(f"{path}: not a readable PNG")
    return np.asarray(found)


def load_vocabulary_of(ua: Path) -> Vocabulary:
    """The vocabulary kept beside a set.

    Raises:
        InputError: when it is missing or broken.
    """
    return load_json(ua / VOCABULARY_PATH, Vocabulary)


def load_pair(ua: Path, pair: str) -> PairOnDisk:
    """Open one pair of a set; images are read when asked for.

    Raises:
        InputError: when the record or the vocabulary cannot be used.
    """
    return PairOnDisk(ua, load_json(ua / pair_path(pair), PairRecord), load_vocabulary_of(ua))


def pairs_in(ua: Path) -> tuple[str, ...]:
    """Ids of the pairs of a set, sorted.

    Raises:
        InputError: when the folder holds none.
    """
    found = tuple(sorted(path.stem for path in (ua / "construction" / "pairs").glob("*.json")))
    if not found:
        raise InputError(
            "holds no pairs", file=ua, expected="a folder written by python -m bench_gen (its `ua` folder)"
        )
    return found


REMADE = "generate the set again, or open it with the version that wrote it"


def load_json(path: Path, model: type[M], *, remedy: str = REMADE) -> M:
    """What `write_json` wrote.

    Raises:
        InputError: when it is missing or breaks its schema; `remedy` says what to do.
    """
    try:
        return model.model_validate_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(str(error.strerror), file=path) from None
    except (ValidationError, UnicodeDecodeError) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": str(error)}
        raise InputError(
            str(first["msg"]),
            file=path,
            field=".".join(str(part) for part in first["loc"]) or None,
            remedy=remedy,
        ) from None
