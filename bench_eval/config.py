"""The typed configuration of `python -m bench_eval`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hydra.core.config_store import ConfigStore


@dataclass
class EvalConfig:
    """See conf/eval.yaml, which says what each key does."""

    data: str = "???"
    output: str | None = None
    agent: Any = "unified"
    perception: str = "pixels"
    decoder: str = "rules"
    judge: str = "normalised"
    limit: int | None = None
    trials: int = 1
    workers: int = 1
    retry_crashed: bool = False
    benchmark: str = "ua"
    budget: int = 200
    seconds: float = 1800.0
    screenshots: bool = True
    adb: dict[str, str] = field(default_factory=dict)
    extensions: list[str] = field(default_factory=list)
    model: dict[str, Any] = field(default_factory=dict)
    judge_model: dict[str, Any] = field(default_factory=dict)
    hydra: Any = field(default_factory=dict)


def register() -> None:
    """Enter the schema into Hydra's config store."""
    ConfigStore.instance().store(name="eval_schema", node=EvalConfig)
