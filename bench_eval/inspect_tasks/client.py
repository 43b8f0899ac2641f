"""The model client over inspect-ai's providers: what asks it does not know the difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import anyio.from_thread
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    ResponseSchema,
    get_model,
)
from inspect_ai.util import JSONSchema
from pydantic import BaseModel

from bench_eval.model.client import Message, Meter, Usage, ask_in_form, schema_of
from bench_eval.resources import Resources

M = TypeVar("M", bound=BaseModel)


class InspectClient:
    """Asks the model of the running task, from a worker thread of its event loop."""

    def __init__(self, role: str | None = None) -> None:
        self._role = role
        self._meter = Meter()

    def usage(self) -> Usage:
        """What this thread has used so far."""
        return self._meter.usage()

    def ask(self, messages: list[Message], form: type[M]) -> M:
        """A reply in the form of a pydantic model.

        Raises:
            MalformedReplyError: when neither the reply nor its repair has that form.
        """
        return ask_in_form(self._text, messages, form)

    def _text(self, messages: list[Message], form: type[M]) -> str:
        schema = schema_of(form)
        wanted = ResponseSchema(
            name=schema["name"], json_schema=JSONSchema.model_validate(schema["schema"]), strict=True
        )
        generate = partial(get_model(role=self._role).generate, config=GenerateConfig(response_schema=wanted))
        output = anyio.from_thread.run(generate, [_message(message) for message in messages])
        used = output.usage
        self._meter.add(Usage(1, 1, used.input_tokens if used else 0, used.output_tokens if used else 0))
        return output.completion


def _message(message: Message) -> ChatMessage:
    content = message["content"]
    parts: str | list[Content] = content if isinstance(content, str) else [_part(part) for part in content]
    return ChatMessageAssistant(content=parts) if message["role"] == "assistant" else ChatMessageUser(content=parts)


def _part(part: dict[str, Any]) -> Content:
    if part["type"] == "image_url":
        return ContentImage(image=part["image_url"]["url"])
    return ContentText(text=part["text"])


@dataclass(frozen=True)
class InspectResources(Resources):
    """What perceivers, decoders and judges draw on, with inspect-ai's model in the place of an endpoint."""

    def client(self) -> InspectClient:  # type: ignore[override]
        """The task's model."""
        return InspectClient()

    def judge_client(self) -> InspectClient:  # type: ignore[override]
        """The model of the role `judge`, by default the task's."""
        return InspectClient("judge")
