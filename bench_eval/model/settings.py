"""Which model is asked, where, and within which limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assets.errors import InputError


class ModelSettings(BaseModel):
    """`model.*` of the configuration.

    Attributes:
        name: as the endpoint calls it.
        base_url: of an OpenAI-compatible endpoint; None is OpenAI's own. Gemini's and Anthropic's compatible endpoints,
            vLLM, Ollama and llama.cpp work likewise.
        key_env: environment variable that holds the key; it is read when a request is sent, and never written down.
        effort: reasoning effort, passed on as it is; None leaves it out.
        temperature: passed on; None leaves it out.
        seed: passed on, plus the number of the trial, for endpoints that sample reproducibly; None leaves it out.
        timeout: seconds for one request.
        attempts: tries of one request on 429, 5xx, time-outs and lost connections.
        concurrency: requests in flight at once.
        stream: take replies as streams, for endpoints whose connections do not survive a long silence.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = ""
    base_url: str | None = None
    key_env: str = "OPENAI_API_KEY"
    effort: str | None = None
    temperature: float | None = None
    seed: int | None = None
    timeout: Annotated[float, Field(gt=0)] = 120.0
    attempts: Annotated[int, Field(ge=1, le=20)] = 6
    concurrency: Annotated[int, Field(ge=1, le=256)] = 4
    stream: bool = False


def settings_from(values: Mapping[str, Any], field: str) -> ModelSettings:
    """Settings from the configuration's `field`.

    Raises:
        InputError: naming the key.
    """
    try:
        return ModelSettings.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(first["msg"], field=".".join([field, *map(str, first["loc"])])) from None
