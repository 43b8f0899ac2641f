"""What is published of an episode: the agent's side and, apart from it, the labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bench_gen.ua.disk import PairOnDisk, image_path
from bench_gen.ua.export.registry import Options
from bench_gen.ua.images import jpeg, png, scaled
from bench_gen.ua.schema import ROLES, Role


def agent_row(pair: PairOnDisk, role: Role, options: Options) -> dict[str, Any]:
    """One episode as an agent is handed it: id, roster, card (JSON), and twelve utterances and images."""
    agent = pair.agent(role)
    return {
        "episode": agent.episode,
        "roster": [entry.model_dump(mode="json") for entry in agent.roster],
        "card": agent.card.model_dump_json(),
        "utterances": [frame.utterance for frame in agent.frames],
        "images": [
            {"bytes": encoded(pair, frame.state, options), "path": f"{frame.state}.{'jpg' if options.jpeg else 'png'}"}
            for frame in pair.episode(role).frames
        ],
    }


def label_rows(pair: PairOnDisk, role: Role) -> Iterator[dict[str, Any]]:
    """The construction side of an episode, one row a frame."""
    script, record = pair.script.episodes[role], pair.episode(role)
    for frame, target in zip(script.frames, record.targets, strict=True):
        yield {
            "episode": record.episode,
            "pair": pair.script.pair,
            "role": role,
            "frame": frame.frame,
            "kind": frame.kind.value,
            "scene": str(pair.record.scene["ref"]),
            "topic": pair.script.topic,
            "lit": list(frame.lit),
            "pointed": frame.pointed,
            "stated_value": frame.statement.value if frame.statement else None,
            "requested_action": frame.request.action if frame.request else None,
            "eng": target.eng,
            "int": target.int_.sentence if target.int_ else None,
            "inf": target.inf,
            "rsp": None if target.rsp is None else list(target.rsp),
            "nxt": target.nxt,
        }


def turns_of(pairs: Sequence[PairOnDisk]) -> list[tuple[PairOnDisk, Role]]:
    """All episodes in the order of their opaque ids: neither pairs nor roles can be told from it."""
    turns = [(pair, role) for pair in pairs for role in ROLES]
    return sorted(turns, key=lambda turn: turn[0].episode(turn[1]).episode)


def encoded(pair: PairOnDisk, state: str, options: Options) -> bytes:
    """The bytes of a frame's image: as on disk, or scaled and compressed as asked for."""
    if options.width is None and options.jpeg is None:
        return (pair.ua / image_path(state)).read_bytes()
    image = pair.image(state)
    if options.width is not None:
        image = scaled(image, options.width)
    return png(image) if options.jpeg is None else jpeg(image, options.jpeg)
