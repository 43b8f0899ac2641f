"""Perception by a model with image input, in temporal order (paper, appendices C.2 and C.3)."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from bench_eval.episodes import Episode
from bench_eval.model.client import MalformedReplyError, Message
from bench_eval.perception.registry import perceiver
from bench_eval.prompts import prompt, roster_in_words
from bench_eval.records import Record
from bench_eval.resources import Resources
from bench_gen.ua.schema import AgentEpisode, AgentFrame

_LOOK = "Look at the arms and hands."
_NOBODY = "It is the first moment: answer null."


class _Seen(BaseModel):
    model_config = ConfigDict(extra="ignore")

    active: list[str]
    attended: str | None
    action: str | None
    value: str | None
    topic: str | None
    requested_action: str | None


@perceiver("mllm")
def perceive(episode: Episode, resources: Resources) -> tuple[Record, ...]:
    """The records of an episode; activity so far decides whether pointing is asked for.

    A reply that stays malformed is a record of nothing; devices that the roster lacks are left out.
    """
    client, content = resources.client(), episode.content
    so_far: set[str] = set()
    records = []
    for frame in content.frames:
        try:
            seen = client.ask(_messages(content, frame, episode.image_path(frame), so_far), _Seen)
            record = _record(content, frame, seen)
        except MalformedReplyError:
            record = Record(frame=frame.frame)
        so_far |= set(record.active)
        records.append(record)
    return tuple(records)


def _messages(content: AgentEpisode, frame: AgentFrame, image: Path, so_far: set[str]) -> list[Message]:
    closed = content.card.answers
    actions = sorted({label.partition("@")[0] for label in closed.nxt})
    text = prompt(
        "perceive",
        {
            "roster": roster_in_words(content.roster),
            "rule": content.card.observation_rule,
            "active": ", ".join(sorted(so_far)) or "none",
            "frame": str(frame.frame),
            "utterance": frame.utterance,
            "pointing": _LOOK if frame.frame > 1 else _NOBODY,
            "actions": ", ".join(actions),
            "values": ", ".join(closed.inf),
        },
    )
    kind = "jpeg" if image.suffix.lower() in (".jpg", ".jpeg") else "png"
    data = base64.b64encode(image.read_bytes()).decode()
    parts: list[dict[str, Any]] = [
        {"type": "text", "text": text},
        {"type": "image_url", "image_url": {"url": f"data:image/{kind};base64,{data}"}},
    ]
    return [{"role": "user", "content": parts}]


def _record(content: AgentEpisode, frame: AgentFrame, seen: _Seen) -> Record:
    devices = {entry.device for entry in content.roster}
    attended = seen.attended if seen.attended in devices else None
    return Record(
        frame=frame.frame,
        active=tuple(sorted(set(seen.active) & devices)),
        attended=attended,
        attending=attended is not None,
        action=seen.action,
        value=seen.value,
        topic=seen.topic,
        requested_action=seen.requested_action,
        request=seen.requested_action is not None,
    )
