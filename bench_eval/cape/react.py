"""A baseline that asks a model: reason, act, see what came of it, again (ReAct, Yao et al. 2023), on all devices.

`react` sees screens as accessibility trees, `react_pixels` as screenshots too. It is zero-shot: the prompt says what
the devices offer and nothing of the tasks.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from bench_eval.cape.agents import cape_agent
from bench_eval.model.client import MalformedReplyError, Message, ModelClient
from bench_eval.prompts import prompt
from bench_eval.resources import Resources
from bench_gen.cape.disk import Brief
from testbed.actions import Outcome
from testbed.inside.apps import OWN
from testbed.services.describe import openapi
from testbed.services.model import SERVICES

_LATEST: Final = 12_000  # characters of the latest outcome that the model is shown
_EARLIER: Final = 400  # of those before
_AIMED: Final = ("click", "type", "select", "upload")
_UNUSABLE: Final = 3  # malformed replies in a row that end an episode


class Turn(BaseModel):
    """A reply: flat, so that strict structured output and small models can give it."""

    model_config = ConfigDict(extra="ignore")

    thought: str
    done: bool
    device: str
    modality: Literal["api", "cli", "gui"]
    method: str
    path: str
    body: str
    command: str
    action: str
    role: str
    name: str
    x: float
    y: float
    text: str

    def as_action(self) -> dict[str, Any]:
        """The action, as `testbed.actions` describes it; what is wrong with it, the testbed will say."""
        base: dict[str, Any] = {"device": self.device, "modality": self.modality}
        if self.modality == "cli":
            return base | {"command": self.command}
        if self.modality == "api":
            body = {"body": _json(self.body)} if self.body else {}
            return base | {"method": self.method, "path": self.path} | body
        found = base | {"action": self.action, "text": self.text}
        if self.action == "scroll":
            return found | {"y": self.y}
        if self.action not in _AIMED:
            return found
        if self.name:
            return found | {"element": {"role": self.role, "name": self.name}}
        return found | {"x": self.x, "y": self.y}


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


class ReAct:
    """The agent.

    Args:
        pixels: whether screenshots are shown to the model.
        budget: what it is told of its number of actions.
    """

    def __init__(self, client: ModelClient, *, pixels: bool, budget: int = 200) -> None:
        self._client, self._pixels, self._budget = client, pixels, budget
        self._turns: list[tuple[Turn, str, bytes]] = []
        self._waiting: Turn | None = None
        self._begun = client.usage()

    @property
    def tokens(self) -> int:
        """Tokens in and out in this episode."""
        used = self._client.usage() - self._begun
        return used.input_tokens + used.output_tokens

    def reset(self, brief: Brief) -> None:
        """Begin an episode."""
        self._system = prompt(
            "react",
            {
                "budget": str(self._budget),
                "request": brief.request,
                "devices": "\n".join(f"- {name}: {kind}" for name, kind in brief.devices.items()),
                "api": endpoints(),
                "commands": commands(),
                "apps": ", ".join(sorted({*OWN, *(entry.name for entry in SERVICES.values() if entry.gui)})),
            },
        )

    def act(self, last: Outcome | None) -> Mapping[str, Any] | None:
        """The model's next action; None when it says that it is done, or replies unusably time after time."""
        if self._waiting is not None and last is not None:
            self._turns.append((self._waiting, _told(last), last.screenshot if self._pixels else b""))
        for _ in range(_UNUSABLE):
            try:
                turn = self._client.ask(self._messages(), Turn)
            except MalformedReplyError:
                continue
            self._waiting = turn
            return None if turn.done else turn.as_action()
        return None

    def _messages(self) -> list[Message]:
        messages: list[Message] = [{"role": "system", "content": self._system}]
        messages.append({"role": "user", "content": "Begin."})
        for number, (turn, told, picture) in enumerate(self._turns, 1):
            latest = number == len(self._turns)
            messages.append({"role": "assistant", "content": turn.model_dump_json(exclude_defaults=True)})
            text = told[: _LATEST if latest else _EARLIER]
            messages.append({"role": "user", "content": _with_picture(text, picture) if latest and picture else text})
        return messages


def _told(outcome: Outcome) -> str:
    seen = str(outcome.observation.get("tree", ""))
    return f"{outcome.status}: {outcome.result}" + (f"\n\nThe screen:\n{seen}" if seen else "")


def _with_picture(text: str, picture: bytes) -> list[dict[str, Any]]:
    address = f"data:image/png;base64,{b64encode(picture).decode()}"
    return [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": address}}]


def endpoints() -> str:
    """The API, a line an endpoint with the fields that it takes."""
    described = json.loads(openapi())
    forms = described["components"]["schemas"]
    lines = []
    for path, methods in sorted(described["paths"].items()):
        for method, entry in sorted(methods.items()):
            content = entry.get("requestBody", {}).get("content", {}).get("application/json", {})
            form = forms.get(content.get("schema", {}).get("$ref", "").rpartition("/")[2], {})
            fields = ", ".join(form.get("properties", {}))
            lines.append(f"  - {method.upper()} {path}" + (f" ({fields})" if fields else ""))
    return "\n".join(lines)


def commands() -> str:
    """What a device's own commands are."""
    offered = ", ".join(f"{e.name} ({' '.join(sorted(e.cli))})" for e in SERVICES.values() if e.cli)
    return (
        "Linux devices have a command for each service: `NAME list`, `NAME get ID [--save FIELD FILE]`, "
        "`NAME create --FIELD VALUE ...` (a file as @PATH), `NAME update ID --FIELD VALUE ...`, `NAME delete ID`. "
        f"They offer: {offered}. Android-like devices have `content query|insert|update|delete|read --uri "
        "content://SERVICE[/ID] [--bind FIELD:s:VALUE] [--bind FIELD:f:PATH] [--field FIELD]`, "
        "`settings get|put|list`, `am start -n PACKAGE`, `pm list packages`, `input`, `screencap`, `uiautomator dump`."
    )


@cape_agent("react")
def _react(resources: Resources, budget: int) -> ReAct:
    return ReAct(resources.client(), pixels=False, budget=budget)


@cape_agent("react_pixels")
def _react_pixels(resources: Resources, budget: int) -> ReAct:
    return ReAct(resources.client(), pixels=True, budget=budget)
