"""What perceivers, decoders and judges may draw on beside their inputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from bench_eval.model.client import ModelClient
from bench_eval.model.settings import ModelSettings


@dataclass(frozen=True)
class Resources:
    """Settings of the model and of the judge's, and the folder that keeps replies; plain values, so it pickles.

    `trial` numbers the repeats of a system under a sampled model: each gets replies of its own.
    """

    cache: Path = Path("cache")
    model: ModelSettings = field(default_factory=ModelSettings)
    judge: ModelSettings = field(default_factory=ModelSettings)
    trial: int = 0

    def client(self) -> ModelClient:
        """The model's client, one a process and trial."""
        return _client(self.model, self.cache, self.trial)

    def judge_client(self) -> ModelClient:
        """The client of the judge's model."""
        return _client(self.judge, self.cache, 0)


@lru_cache(maxsize=32)
def _client(settings: ModelSettings, cache: Path, trial: int) -> ModelClient:
    return ModelClient(settings, cache, trial=trial)
