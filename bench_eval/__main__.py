"""`python -m bench_eval`: run systems over a set (see `--help`)."""

from __future__ import annotations

import sys
from typing import cast

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from bench_eval.config import EvalConfig, register
from bench_gen.command import JobFailedError, run

register()
_outcome: list[int] = []


@hydra.main(version_base="1.3", config_path="pkg://bench_eval.conf", config_name="config")
def _job(node: DictConfig) -> None:
    from bench_eval.run import evaluate

    if OmegaConf.is_missing(node, "data"):
        print("error: data: which set? Give data=FOLDER, a folder that python -m bench_gen wrote", file=sys.stderr)
        code = 2
    else:
        config = cast(EvalConfig, OmegaConf.to_object(node))
        code = run(lambda: evaluate(config))
    if code and HydraConfig.get().mode is RunMode.MULTIRUN:
        raise JobFailedError(code)
    _outcome.append(code)


def main() -> int:
    """Compose the configuration, run, return the exit code."""
    try:
        _job()
    except SystemExit as stop:
        if isinstance(stop.__context__, JobFailedError):
            return stop.__context__.code
        return 2 if stop.code == 1 else int(stop.code or 0)
    return max(_outcome, default=0)


if __name__ == "__main__":
    sys.exit(main())
