"""The construction side of a photographic pair: `construction/photos/<pair>.json`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from bench_gen.ua.disk import load_json
from bench_gen.ua.schema import FRAMES, Role, Targets


class PhotoMoment(BaseModel):
    """What a prepared photograph shows."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lit: tuple[str, ...]
    contact: str | None


class PhotoLabels(BaseModel):
    """One episode: what its moments show, and its targets."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    pair: str
    role: Role
    episode: str
    moments: Annotated[tuple[PhotoMoment, ...], Field(min_length=FRAMES, max_length=FRAMES)]
    targets: Annotated[tuple[Targets, ...], Field(min_length=FRAMES, max_length=FRAMES)]


def photo_labels(ua: Path) -> list[PhotoLabels]:
    """The photographic episodes of a set, by pair and role.

    Raises:
        InputError: for a file that breaks its schema.
    """
    paths = sorted((ua / "construction" / "photos").glob("*.json"))
    return [load_json(path, PhotoLabels, remedy="prepare the photographs again") for path in paths]
