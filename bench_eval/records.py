"""The shared perception record: what one frame shows and says (paper, appendix C.3)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bench_gen.ua.schema import FRAMES


class Record(BaseModel):
    """One frame, perceived; the same for every system of a setting.

    Attributes:
        frame: position in the episode, 1 to 12.
        active: devices whose screens are active, sorted.
        attended: the device that the user attends to, if any.
        attending: whether they attend to any.
        action: the action that the utterance speaks of.
        value: the value that it states.
        topic: the topic whose value it states or asks for.
        requested_action: the action that it asks for.
        request: whether it asks for one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    frame: Annotated[int, Field(ge=1, le=FRAMES)]
    active: tuple[str, ...] = ()
    attended: str | None = None
    attending: bool = False
    action: str | None = None
    value: str | None = None
    topic: str | None = None
    requested_action: str | None = None
    request: bool = False

    @model_validator(mode="after")
    def _hangs_together(self) -> Record:
        if self.attending != (self.attended is not None):
            raise ValueError("`attending` says whether `attended` names a device")
        if self.request != (self.requested_action is not None):
            raise ValueError("`request` says whether `requested_action` names an action")
        if tuple(sorted(set(self.active))) != self.active:
            raise ValueError("`active` must be sorted, each device once")
        return self


class EpisodeRecords(BaseModel):
    """The records of one episode, with what made them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    episode: str
    perception: str
    records: Annotated[tuple[Record, ...], Field(min_length=FRAMES, max_length=FRAMES)]
