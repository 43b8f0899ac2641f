"""`python -m bench_gen`: make admitted matched pairs (see `--help`)."""

from __future__ import annotations

import sys
from typing import cast

import hydra
from omegaconf import DictConfig, OmegaConf

from bench_gen.config import Config, register
from bench_gen.hydra_command import exit_code, run_job

register()


@hydra.main(version_base="1.3", config_path="pkg://conf", config_name="config")
def _job(node: DictConfig) -> None:
    from bench_gen.ua.generate import generate

    config = cast(Config, OmegaConf.to_object(node))
    run_job(lambda: generate(config))


def main() -> int:
    """Compose the configuration, generate, return the exit code."""
    return exit_code(_job)


if __name__ == "__main__":
    sys.exit(main())
