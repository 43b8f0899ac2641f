"""`python -m bench_gen`: make admitted matched pairs (see `--help`)."""

from __future__ import annotations

import sys
from typing import cast

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from bench_gen.command import JobFailedError, run
from bench_gen.config import Config, register

register()
_outcome: list[int] = []


@hydra.main(version_base="1.3", config_path="pkg://conf", config_name="config")
def _job(node: DictConfig) -> None:
    from bench_gen.ua.generate import generate

    config = cast(Config, OmegaConf.to_object(node))
    code = run(lambda: generate(config))
    if code and HydraConfig.get().mode is RunMode.MULTIRUN:
        raise JobFailedError(code)  # the only word that reaches the launching process from another machine
    _outcome.append(code)


def main() -> int:
    """Compose the configuration, generate, return the exit code."""
    try:
        _job()
    except SystemExit as stop:
        if isinstance(stop.__context__, JobFailedError):
            return stop.__context__.code
        # Hydra has said what is wrong with an override and left with 1; --help and --cfg leave with 0.
        return 2 if stop.code == 1 else int(stop.code or 0)
    return max(_outcome, default=0)


if __name__ == "__main__":
    sys.exit(main())
