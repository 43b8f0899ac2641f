"""The log of an episode: one file, whole or not there, and its trace in JSON lines beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from bench_eval.log import MADE_AGAIN, plain
from bench_gen.cape.episode import Moment, Played
from bench_gen.cape.schema import Instance
from bench_gen.cape.ways import subject_of
from bench_gen.ua.disk import load_json, write_bytes, write_json, write_text


class CapeLog(BaseModel):
    """One episode by one agent.

    Attributes:
        done: step to the number of actions after which it was done; `where` to the device.
        android: devices that were Android ones behind adb.
        trace: modality, device, status, what each action completed or set off, and which gold steps it is about: those
            whose service, file or setting it names.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    instance: str
    agent: str
    trial: int
    seed_task: str
    level: str
    steps: int
    done: dict[str, int]
    where: dict[str, str]
    postconditions: dict[str, bool]
    completion: float
    adherence: float
    perfect: bool
    actions: int
    tokens: int
    ended: str
    final: str
    crashed: str = ""
    android: tuple[str, ...] = ()
    trace: tuple[dict[str, Any], ...]


def log_path(output: Path, agent: str, trial: int, instance: str) -> Path:
    """Where an episode's log lies; `.jsonl` beside it is its whole trace."""
    return output / "cape" / plain(agent) / str(trial) / f"{instance}.json"


def read_log(path: Path) -> CapeLog | None:
    """A log, None when it isn't there.

    Raises:
        InputError: when it breaks its schema.
    """
    return load_json(path, CapeLog, remedy=MADE_AGAIN) if path.is_file() else None


def write_episode(
    path: Path,
    instance: Instance,
    agent: str,
    trial: int,
    played: Played,
    crashed: str = "",
    android: Sequence[str] = (),
) -> CapeLog:
    """Write the screenshots (`<instance>/<number>.png`) and the trace, then the log."""
    for moment in played.moments:
        if moment.outcome.screenshot:
            write_bytes(path.parent / _picture(instance, moment), moment.outcome.screenshot)
    lines = [json.dumps(_whole(instance, moment), sort_keys=True, ensure_ascii=False) for moment in played.moments]
    write_text(path.with_suffix(".jsonl"), "".join(line + "\n" for line in lines))
    log = CapeLog(
        instance=instance.id, agent=agent, trial=trial, seed_task=instance.seed_task, level=instance.level,
        steps=len(instance.task.steps), done=dict(played.done), where=dict(played.where),
        postconditions=dict(played.postconditions), completion=played.completion,
        adherence=played.adherence(instance), perfect=played.perfect(instance), actions=len(played.moments),
        tokens=played.tokens, ended=played.ended, final=played.final, crashed=crashed, android=tuple(android),
        trace=tuple(_short(instance, moment) for moment in played.moments),
    )  # fmt: skip
    write_json(path, log)
    return log


def _picture(instance: Instance, moment: Moment) -> str:
    return f"{instance.id}/{moment.number:03d}.png"


def _whole(instance: Instance, moment: Moment) -> dict[str, Any]:
    return {
        "number": moment.number, "action": dict(moment.action), "status": moment.outcome.status,
        "result": moment.outcome.result, "observation": moment.outcome.observation, "done": list(moment.done),
        "struck": list(moment.struck),
        "screenshot": _picture(instance, moment) if moment.outcome.screenshot else None,
    }  # fmt: skip


def _short(instance: Instance, moment: Moment) -> dict[str, Any]:
    return {
        "device": moment.action.get("device"), "modality": moment.action.get("modality"),
        "status": moment.outcome.status, "done": list(moment.done), "struck": list(moment.struck),
        "about": _about(instance, moment),
    }  # fmt: skip


def _about(instance: Instance, moment: Moment) -> list[str]:
    said = json.dumps(dict(moment.action), ensure_ascii=False)
    return [step.id for step in instance.task.steps if subject_of(step.act) in said]
