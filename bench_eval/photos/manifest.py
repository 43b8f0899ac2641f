"""What a folder of photographs says of itself: `photos.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from assets.errors import InputError
from bench_gen.ua.schema import ENGAGEMENT, SHARED, Answers, Intent, Request, Role, RosterEntry
from scenes.files import read_bytes, resolve_inside

MANIFEST = "photos.yaml"
_LARGEST = 1 << 20


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Moment(_Strict):
    """One moment.

    Attributes:
        photo: file in the folder; several moments may show the same one.
        say: the user's words.
        lit: devices whose screens are lit.
        contact: the device that a hand is on, the cue of engagement.
        states: a value said about that device.
        asks: an action asked for.
        recalls: whether the words ask for a value that was stated.
        intent: the authored reference for Int.
    """

    photo: str
    say: Annotated[str, Field(min_length=1)]
    lit: tuple[str, ...] = ()
    contact: str | None = None
    states: str | None = None
    asks: Request | None = None
    recalls: bool = False
    intent: Intent | None = None


class PhotoEpisode(_Strict):
    """Roles of an episode, and what happens at f2 to f9."""

    engaged: str
    decoy: str
    frames: dict[int, Moment]


class PhotoManifest(_Strict):
    """A matched pair of photographs.

    Attributes:
        pair: its id.
        topic: what the stated values are about.
        roster: device, category, appearance, glow of its lit screen.
        abilities: device to the actions that it supports.
        answers: closed answers.
        masks: device to a black and white picture of the photographs' size, white where its display is.
        shared: f1 and f10 to f12, the same in both episodes.
        episodes: A and B.
    """

    pair: Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,40}$")]
    topic: Annotated[str, Field(min_length=1)]
    roster: Annotated[tuple[RosterEntry, ...], Field(min_length=1, max_length=20)]
    abilities: dict[str, tuple[str, ...]]
    answers: Answers
    masks: dict[str, str]
    shared: dict[int, Moment]
    episodes: dict[Role, PhotoEpisode]

    @model_validator(mode="after")
    def _whole(self) -> PhotoManifest:
        devices = {entry.device for entry in self.roster}
        if set(self.shared) != set(SHARED):
            raise ValueError(f"shared: frames {sorted(self.shared)}, wanted {list(SHARED)}")
        if set(self.episodes) != {"A", "B"}:
            raise ValueError("episodes: wanted A and B")
        for role, episode in self.episodes.items():
            if set(episode.frames) != set(ENGAGEMENT):
                raise ValueError(f"episodes.{role}.frames: {sorted(episode.frames)}, wanted {list(ENGAGEMENT)}")
        if (self.episodes["A"].engaged, self.episodes["A"].decoy) != (
            self.episodes["B"].decoy,
            self.episodes["B"].engaged,
        ):
            raise ValueError("episodes: B must swap A's engaged and decoy device")
        for moment in (*self.shared.values(), *(m for e in self.episodes.values() for m in e.frames.values())):
            unknown = sorted({*moment.lit, *filter(None, [moment.contact])} - devices)
            if unknown:
                raise ValueError(f"{unknown[0]!r} is not on the roster")
            if missing := sorted(set(moment.lit) - set(self.masks)):
                raise ValueError(f"masks: {missing[0]!r} is lit but has no mask")
        return self


def read_manifest(folder: Path) -> PhotoManifest:
    """The manifest of a folder.

    Raises:
        InputError: when it is missing or breaks its schema.
    """
    path = folder / MANIFEST
    data = read_bytes(path, _LARGEST)
    try:
        return PhotoManifest.model_validate(yaml.safe_load(data))
    except yaml.YAMLError as error:
        raise InputError(f"not YAML: {error}".splitlines()[0], file=path) from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(first["msg"], file=path, field=where, expected="see docs/photos.md") from None


def file_in(folder: Path, name: str, field: str) -> Path:
    """A file that the manifest names; never one outside the folder.

    Raises:
        InputError: when it lies elsewhere.
    """
    return resolve_inside(folder, folder / name, named_by=folder / MANIFEST, field=field)
