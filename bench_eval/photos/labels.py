"""The construction side of a photographic pair: `construction/photos/<pair>.json`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assets.errors import InputError
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
    found = []
    for path in sorted((ua / "construction" / "photos").glob("*.json")):
        try:
            found.append(PhotoLabels.model_validate_json(path.read_text(encoding="utf-8")))
        except (ValidationError, UnicodeDecodeError) as error:
            raise InputError(str(error).splitlines()[0], file=path, remedy="prepare the photographs again") from None
    return found
