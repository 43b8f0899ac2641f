"""What an agent can do, as JSON, and what comes back: E(u) -> (status, result, observation) (OctoNest, section 2.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=100_000)]


class _Action(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    device: Name


class ApiAction(_Action):
    """One request to the account's API from a device."""

    modality: Literal["api"] = "api"
    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: Annotated[str, Field(max_length=500, pattern=r"^/[A-Za-z0-9._~/%?=&+-]*$")]
    body: dict[str, Any] | None = None


class CliAction(_Action):
    """One command in a device's shell."""

    modality: Literal["cli"] = "cli"
    command: Text


class Element(BaseModel):
    """An element by its role and name, as the accessibility tree says them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: Annotated[str, Field(max_length=40)]
    name: Name


class GuiAction(_Action):
    """One act on a device's screen.

    `open` takes an app's name as `text` ("" is home); `click`, `type` and `upload` an element or a point; `upload` the
    path of a file on the device as `text`; `key` a key's name as `text`; `scroll` a distance as `y`.
    """

    modality: Literal["gui"] = "gui"
    action: Literal["open", "click", "type", "select", "upload", "key", "scroll", "back", "look"]
    element: Element | None = None
    x: float | None = None
    y: float | None = None
    text: Text = ""


Action = Annotated[ApiAction | CliAction | GuiAction, Field(discriminator="modality")]
_ADAPTER: TypeAdapter[ApiAction | CliAction | GuiAction] = TypeAdapter(Action)


class UnusableActionError(Exception):
    """An agent's action that has no usable form."""


def action_from(values: object) -> ApiAction | CliAction | GuiAction:
    """An action from JSON.

    Raises:
        UnusableActionError: naming the field.
    """
    try:
        return _ADAPTER.validate_python(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise UnusableActionError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


Status = Literal["ok", "failed", "unreachable"]


@dataclass(frozen=True)
class Outcome:
    """How an action went.

    Attributes:
        result: what a person would read: a reply's body, a command's output, a page's message.
        observation: by modality: `code`, `stopped`; `http_status`; `tree`, `address`.
        screenshot: a PNG of the screen after an act on it, where the harness takes pictures; else empty.
    """

    status: Status
    result: str
    observation: dict[str, Any] = field(default_factory=dict)
    screenshot: bytes = field(default=b"", repr=False)
