"""A decoder that asks a model: fixed zero-shot templates (`bench_eval.prompts`), closed answers in the JSON schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from bench_eval.answers import NOTHING, Answers, Brief, Observation
from bench_eval.decoders.registry import decoder
from bench_eval.evidence import Evidence
from bench_eval.model.client import MalformedReplyError, Usage
from bench_eval.prompts import prompt, roster_in_words
from bench_eval.resources import Resources
from bench_gen.ua.schema import Answers as ClosedAnswers


class _Text(BaseModel):
    model_config = ConfigDict(extra="ignore")

    text: str


@decoder("mllm")
class ModelDecoder:
    """Decodes with the configured model; a reply that stays malformed is no answer, and scores zero."""

    reads = True

    def __init__(self, resources: Resources) -> None:
        self._client = resources.client()

    def usage(self) -> Usage:
        """What this thread has asked for so far."""
        return self._client.usage()

    def decode(self, brief: Brief, evidence: Evidence, observation: Observation) -> Answers:
        """Answers at one moment."""
        card, closed = brief.card, brief.card.answers
        text = prompt(
            "decode",
            {
                "card": json.dumps(card.model_dump(mode="json", exclude={"answers"}), indent=1, sort_keys=True),
                "roster": roster_in_words(brief.roster),
                "carried": evidence.text or "(nothing)",
                "frame": str(observation.frame),
                "record": json.dumps(observation.record.model_dump(mode="json"), sort_keys=True),
                "utterance": observation.utterance,
                "eng": ", ".join(closed.eng),
                "inf": ", ".join(closed.inf),
                "rsp": ", ".join(closed.rsp),
            },
        )
        try:
            reply = self._client.ask([{"role": "user", "content": text}], _form(closed))
        except MalformedReplyError:
            return NOTHING
        found = reply.model_dump()
        return {**found, "rsp": tuple(sorted(set(found["rsp"])))}

    def compose(self, template: str, fields: Mapping[str, str], limit: int) -> str | None:
        """Text after a template; what was carried stays as it is when the reply is malformed."""
        content = prompt(template, {**fields, "limit": str(limit)})
        try:
            return self._client.ask([{"role": "user", "content": content}], _Text).text[:limit]
        except MalformedReplyError:
            return str(fields.get("memo") or fields.get("summary") or "")[:limit]


@lru_cache(maxsize=256)
def _form(closed: ClosedAnswers) -> type[BaseModel]:
    """The reply's schema: closed answers as enumerations."""

    def one_of(values: tuple[str, ...]) -> Any:
        return Literal[values] if values else str

    def several_of(values: tuple[str, ...]) -> Any:
        """Bounded, or a small model under a grammar repeats one device until its tokens end."""
        return Annotated[list[one_of(values)], Field(max_length=max(1, len(values)))]  # type: ignore[misc]

    return create_model(
        "Decision",
        __config__=ConfigDict(extra="ignore"),
        eng=(one_of(closed.eng) | None, ...),
        int=(str, ...),
        inf=(one_of(closed.inf), ...),
        rsp=(several_of(closed.rsp), ...),
        nxt=(one_of(closed.nxt) | None, ...),
    )
