"""What perceivers, decoders and judges may draw on beside their inputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from bench_eval.model.client import ModelClient
from bench_eval.model.settings import ModelSettings


@dataclass(frozen=True)
class Resources:
    """Settings of the model and of the judge's, and the folder that keeps replies; plain values, so it pickles."""

    cache: Path = Path("cache")
    model: ModelSettings = field(default_factory=ModelSettings)
    judge: ModelSettings = field(default_factory=ModelSettings)

    def client(self) -> ModelClient:
        """The model's client, one a process."""
        return _client(self.model, self.cache)

    def judge_client(self) -> ModelClient:
        """The client of the judge's model."""
        return _client(self.judge, self.cache)


@lru_cache(maxsize=8)
def _client(settings: ModelSettings, cache: Path) -> ModelClient:
    return ModelClient(settings, cache)
