"""A seed task as its YAML says it, and an instance of it.

The request's text and every check are made from the same values, so that they cannot disagree.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from testbed.services.model import Modality

Ident = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,40}$")]
Given = str | int | float | bool | dict[str, str]
"""A field's value; a file is `{"path": PATH}`: what lies there on the device at that moment."""
Level = Literal["none", "modality", "device", "mixed"]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Create(_Model):
    """Make a record (send a mail, add an event, put a file into the drive)."""

    do: Literal["create"]
    service: Ident
    values: dict[str, Given]


class Update(_Model):
    """Change the record whose fields match."""

    do: Literal["update"]
    service: Ident
    match: dict[str, Given]
    values: dict[str, Given]


class Delete(_Model):
    """Delete the record whose fields match."""

    do: Literal["delete"]
    service: Ident
    match: dict[str, Given]


class Read(_Model):
    """Open the record whose fields match."""

    do: Literal["read"]
    service: Ident
    match: dict[str, Given]


class Download(_Model):
    """Save the file that a record holds among the device's downloads."""

    do: Literal["download"]
    service: Ident
    match: dict[str, Given]
    field: str
    name: str


class Write(_Model):
    """Write a text file on the device."""

    do: Literal["write"]
    path: str
    content: str


class Copy(_Model):
    """Copy or move a file of the device's into a folder."""

    do: Literal["copy", "move"]
    path: str
    folder: str


class Rename(_Model):
    """Rename a file of the device's."""

    do: Literal["rename"]
    path: str
    name: str


class Set(_Model):
    """Change a setting of the device's, as `system/volume`."""

    do: Literal["set"]
    name: str
    value: str


Act = Annotated[Create | Update | Delete | Read | Download | Write | Copy | Rename | Set, Field(discriminator="do")]


OnFiles = Write | Copy | Rename | Download
"""Acts whose effect is a file of the device's."""


class Step(_Model):
    """One gold step.

    Attributes:
        device: where it is assigned.
        says: its part of the request; `{device}` is the device's name.
        needs: earlier steps without which it cannot be done.
        together: an earlier step whose device it must share (it uses a file made there).
        prefer: modalities in the order in which they are straightforward; others that are feasible follow.
    """

    id: Ident
    device: str
    act: Act
    says: str
    needs: tuple[Ident, ...] = ()
    together: Ident | None = None
    prefer: tuple[Modality, ...] = ()


class Seed(_Model):
    """A seed task.

    Attributes:
        params: names to lists of values; an instance draws one of each, and `{name}` stands for it anywhere below.
        records: service to records that exist at the start.
        files: "linux" or "android-like" (both devices of the kind hold these: they are synchronised) or a device, to
            path to text.
        settings: device to name to value.
        never: services in which the account may end with no other records than the steps make.
    """

    id: Ident
    title: str
    intro: str
    params: dict[Ident, tuple[Any, ...]] = {}
    records: dict[Ident, list[dict[str, Any]]] = {}
    files: dict[str, dict[str, str]] = {}
    settings: dict[str, dict[str, str]] = {}
    steps: Annotated[tuple[Step, ...], Field(min_length=3, max_length=8)]
    never: tuple[Ident, ...] = ("mail", "messages")


class Strike(_Model):
    """One perturbation of an instance.

    Attributes:
        injector: its registered name.
        step: the gold step that it is aimed at.
        device: what it strikes.
        service, operation: of the device's, where that matters.
        after: how many gold steps are complete when it sets in; 0 is from the start.
        affected: every gold step that it takes the gold plan's way from.
    """

    injector: str
    step: Ident
    device: str
    service: str = ""
    operation: str | None = None
    after: Annotated[int, Field(ge=0)] = 0
    affected: tuple[Ident, ...]


class Instance(_Model):
    """One instance: a seed task with its values filled in, and the runtime condition.

    Attributes:
        task: the seed task with no slot left.
        allowed: step to the devices on which it counts.
        request: what an agent is told.
    """

    schema_version: Literal[1] = 1
    id: str
    seed_task: Ident
    level: Level
    task: Seed
    request: str
    strikes: tuple[Strike, ...] = ()
    allowed: dict[Ident, tuple[str, ...]]
