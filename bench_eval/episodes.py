"""What a system may open of a set: the folder `agent/`, and nothing beside it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from assets.errors import InputError
from bench_gen.ua.schema import AgentEpisode, AgentFrame

_LARGEST = 4 << 20  # bytes of an episode's JSON
_LARGEST_IMAGE = 64 << 20


@dataclass(frozen=True)
class Episode:
    """One episode of a set. `folder` is the set's `agent/`; `content` what its JSON holds."""

    folder: Path
    content: AgentEpisode

    @property
    def id(self) -> str:
        """Its opaque id."""
        return self.content.episode

    def image_path(self, frame: AgentFrame) -> Path:
        """Where a frame's image lies.

        Raises:
            InputError: when the episode names a file outside `agent/`.
        """
        path = (self.folder / frame.image).resolve()
        if not path.is_relative_to(self.folder.resolve()):
            raise InputError(
                f"names a file outside of {self.folder}", file=self.id, field=f"frames[{frame.frame}].image"
            )
        return path

    def image(self, frame: AgentFrame) -> NDArray[np.uint8]:
        """(H, W, 3) uint8 sRGB.

        Raises:
            InputError: when it is missing or no image.
        """
        path = self.image_path(frame)
        try:
            if path.stat().st_size > _LARGEST_IMAGE:
                raise InputError("too large", file=path, expected=f"at most {_LARGEST_IMAGE >> 20} MiB")
            data = np.frombuffer(path.read_bytes(), np.uint8)
        except OSError as error:
            raise InputError(str(error.strerror), file=path, remedy="generate or fetch the set again") from None
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
        if picture is None:
            raise InputError("not an image", file=path)
        return np.ascontiguousarray(picture[:, :, ::-1])


def agent_folder(data: Path) -> Path:
    """The `agent/` folder of a set, given the set's folder, its `ua/` or the folder itself.

    Raises:
        InputError: when there is none.
    """
    for folder in (data / "ua" / "agent", data / "agent", data):
        if (folder / "episodes").is_dir():
            return folder
    raise InputError("holds no episodes", file=data, field="data", expected="a folder that python -m bench_gen wrote")


def load_episodes(data: Path) -> tuple[Episode, ...]:
    """The episodes of a set in the order of their ids.

    Raises:
        InputError: when there is none, or one cannot be used.
    """
    folder = agent_folder(data)
    paths = sorted((folder / "episodes").glob("*.json"))
    if not paths:
        raise InputError("holds no episodes", file=folder / "episodes", field="data")
    return tuple(_load(folder, path) for path in paths)


def _load(folder: Path, path: Path) -> Episode:
    if path.stat().st_size > _LARGEST:
        raise InputError("too large", file=path, expected=f"at most {_LARGEST >> 20} MiB")
    try:
        content = AgentEpisode.model_validate_json(path.read_text(encoding="utf-8"))
    except (ValidationError, UnicodeDecodeError) as error:
        first = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": str(error)}
        raise InputError(str(first["msg"]), file=path, field=".".join(map(str, first["loc"]))) from None
    if content.episode != path.stem:
        raise InputError(f"holds episode {content.episode!r}", file=path, expected=path.stem)
    return Episode(folder, content)
