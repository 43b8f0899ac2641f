"""Asking a model for JSON of a given schema: retries, one repair, a cache, and what it cost.

Every reply is checked here: a body cut short and a reply that breaks its schema pass through the SDK without complaint.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from assets.errors import InputError
from bench_eval.model.cache import ReplyCache
from bench_eval.model.settings import ModelSettings

M = TypeVar("M", bound=BaseModel)
Message = dict[str, Any]
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0  # seconds
_RETRIED = frozenset((408, 409, 429))


@dataclass(frozen=True)
class Usage:
    """Requests and tokens, whether replies came from the cache or not; `paid` counts the requests that were sent."""

    requests: int = 0
    paid: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.requests + other.requests,
            self.paid + other.paid,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
        )

    def __sub__(self, other: Usage) -> Usage:
        return self + Usage(-other.requests, -other.paid, -other.input_tokens, -other.output_tokens)


class Meter:
    """Adds up what each thread uses."""

    def __init__(self) -> None:
        self._local = threading.local()

    def usage(self) -> Usage:
        """What this thread has used so far."""
        return getattr(self._local, "usage", Usage())

    def add(self, used: Usage) -> None:
        """This thread has used something."""
        self._local.usage = self.usage() + used


class MalformedReplyError(Exception):
    """The model's reply broke its schema, and so did the one that was asked for in its place."""


def ask_in_form(send: Callable[[list[Message], type[M]], str], messages: list[Message], form: type[M]) -> M:
    """A reply in the form of a pydantic model; one that breaks it is asked for once more.

    Args:
        send: gives the text of the reply to messages that ask for a form.

    Raises:
        MalformedReplyError: when neither the reply nor its repair has that form.
    """
    text = send(messages, form)
    try:
        return form.model_validate_json(json_in(text))
    except ValidationError as error:
        repair = f"That was not valid: {_first(error)}. Reply again, with valid JSON alone."
    again = send([*messages, {"role": "assistant", "content": text[:8000]}, {"role": "user", "content": repair}], form)
    try:
        return form.model_validate_json(json_in(again))
    except ValidationError as error:
        raise MalformedReplyError(_first(error)) from None


class ModelClient:
    """Talks to one endpoint; threads may share it.

    Args:
        trial: repeats of a request in other trials have replies of their own, and seeds that count up.

    Raises:
        InputError: on construction without the SDK, or without a model's name.
    """

    def __init__(
        self, settings: ModelSettings, cache: Path, *, trial: int = 0, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        if not settings.name:
            raise InputError(
                "no model is named", field="model.name", remedy="add model.name=... and model.base_url=..."
            )
        try:
            import openai
        except ImportError:
            raise InputError("openai is missing", remedy="pip install 'crossroom[model]'") from None
        self._openai = openai
        self._settings, self._cache, self._sleep, self._trial = settings, ReplyCache(cache), sleep, trial
        self._free = threading.BoundedSemaphore(settings.concurrency)
        self._meter = Meter()
        self._client: Any = None
        self._lock = threading.Lock()

    def usage(self) -> Usage:
        """What this thread has used so far."""
        return self._meter.usage()

    def ask(self, messages: list[Message], form: type[M]) -> M:
        """A reply in the form of a pydantic model.

        Raises:
            MalformedReplyError: when neither the reply nor its repair has that form.
            InputError: when the endpoint refuses the request for a reason that the user can mend, or cannot be reached.
        """
        return ask_in_form(self._text, messages, form)

    def _text(self, messages: list[Message], form: type[BaseModel]) -> str:
        request = self._request(messages, form)
        key = {"base_url": self._settings.base_url, **({"trial": self._trial} if self._trial else {}), **request}
        kept = self._cache.get(key)
        paid = kept is None
        if kept is None:
            kept = self._send(request)
            self._cache.put(key, kept)
        used = Usage(1, int(paid), int(kept.get("input_tokens", 0)), int(kept.get("output_tokens", 0)))
        self._meter.add(used)
        return str(kept["text"])

    def _request(self, messages: list[Message], form: type[BaseModel]) -> dict[str, Any]:
        settings = self._settings
        schema = {**schema_of(form), "strict": True}
        request: dict[str, Any] = {
            "model": settings.name,
            "messages": messages,
            "response_format": {"type": "json_schema", "json_schema": schema},
        }
        seed = None if settings.seed is None else settings.seed + self._trial
        optional = {"reasoning_effort": settings.effort, "temperature": settings.temperature, "seed": seed}
        return {**request, **{name: value for name, value in optional.items() if value is not None}}

    def _send(self, request: dict[str, Any]) -> dict[str, Any]:
        """One good reply, waiting longer and longer between tries."""
        openai, wait = self._openai, _FIRST_WAIT
        for attempt in range(1, self._settings.attempts + 1):
            last = attempt == self._settings.attempts
            try:
                with self._free:
                    return self._reply(request)
            except (openai.APITimeoutError, openai.APIConnectionError, _CutShortError, json.JSONDecodeError) as error:
                if last:
                    raise self._unreachable(error) from None
            except openai.APIStatusError as error:
                if last or not (error.status_code in _RETRIED or error.status_code >= 500):
                    raise self._refused(error) from None
                wait = max(wait, _retry_after(error))
            except openai.APIError as error:
                if last:
                    raise self._unreachable(error) from None
            self._sleep(min(wait, _LONGEST_WAIT))
            wait *= 2
        raise AssertionError("the last attempt returns or raises")

    def _reply(self, request: dict[str, Any]) -> dict[str, Any]:
        create = self._connected().chat.completions.create
        if not self._settings.stream:
            return _checked(create(**request))
        with create(**request, stream=True, stream_options={"include_usage": True}) as chunks:
            return _assembled(chunks)

    def _connected(self) -> Any:
        with self._lock:
            if self._client is None:
                key = os.environ.get(self._settings.key_env, "")
                if not key and self._settings.base_url is None:
                    raise InputError(
                        f"the environment variable {self._settings.key_env} is not set", field="model.key_env",
                        remedy="export it, or name another variable; local endpoints need none",
                    )  # fmt: skip
                self._client = self._openai.OpenAI(
                    api_key=key or "none",
                    base_url=self._settings.base_url,
                    timeout=self._settings.timeout,
                    max_retries=0,
                )
            return self._client

    def _refused(self, error: Any) -> InputError:
        where = self._settings.base_url or "OpenAI"
        return InputError(
            f"{where} answered {error.status_code}: {self._safe(str(error.message))[:300]}", field="model",
            remedy="check model.name, model.base_url and the key; run again: replies so far are kept",
        )  # fmt: skip

    def _unreachable(self, error: Exception) -> InputError:
        where = self._settings.base_url or "OpenAI"
        return InputError(
            f"{where} gave no usable reply in {self._settings.attempts} tries: {self._safe(str(error))[:300]}",
            field="model", remedy="run again later: replies so far are kept",
        )  # fmt: skip

    def _safe(self, text: str) -> str:
        """Text without the key, which some endpoints repeat."""
        key = os.environ.get(self._settings.key_env, "")
        return text.replace(key, "***") if key else text


class _CutShortError(Exception):
    """A reply without an end, or with none of the expected parts."""


def _checked(reply: Any) -> dict[str, Any]:
    choices = getattr(reply, "choices", None)
    if not choices or choices[0].message is None:
        raise _CutShortError("a reply without choices")
    if choices[0].finish_reason not in ("stop", None, "length", "content_filter"):
        raise _CutShortError(f"a reply that ends with {choices[0].finish_reason!r}")
    return _kept(choices[0].message.content or "", getattr(reply, "usage", None))


def _assembled(chunks: Iterable[Any]) -> dict[str, Any]:
    """The reply that a stream spells; only a finish reason tells its end from a cut."""
    text, finished, counted = list[str](), False, None
    for chunk in chunks:
        for choice in chunk.choices[:1]:
            text.append(choice.delta.content or "")
            finished = finished or choice.finish_reason is not None
        counted = getattr(chunk, "usage", None) or counted
    if not finished:
        raise _CutShortError("a stream without an end")
    return _kept("".join(text), counted)


def _kept(text: str, usage: Any) -> dict[str, Any]:
    return {
        "text": text,
        "input_tokens": getattr(usage, "prompt_tokens", 0) or 0,
        "output_tokens": getattr(usage, "completion_tokens", 0) or 0,
    }


def _retry_after(error: Any) -> float:
    try:
        return min(_LONGEST_WAIT, float(error.response.headers.get("retry-after", 0)))
    except (TypeError, ValueError):
        return 0.0


def json_in(text: str) -> str:
    """The JSON object in a reply that may have wrapped it in a fence or in prose."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc'])) or 'the reply'}: {first['msg']}"


def schema_of(form: type[BaseModel]) -> dict[str, Any]:
    """A form's name and its schema, as structured output wants them."""
    return {"name": form.__name__.strip("_"), "schema": strict(form.model_json_schema())}


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON schema as strict structured output wants it: all properties required, no others, no defaults."""
    if schema.get("type") == "object":
        properties = {name: strict(value) for name, value in schema.get("properties", {}).items()}
        return {
            **{k: v for k, v in schema.items() if k != "default"},
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
    kept = {k: v for k, v in schema.items() if k not in ("default", "title")}
    if "items" in kept:
        kept["items"] = strict(kept["items"])
    if "anyOf" in kept:
        kept["anyOf"] = [strict(option) for option in kept["anyOf"]]
    return kept
