"""`python -m bench_eval`: run systems over a set (see `--help`)."""

from __future__ import annotations

import sys
from typing import cast

import hydra
from omegaconf import DictConfig, OmegaConf

from assets.errors import InputError
from bench_eval.config import EvalConfig, register
from bench_gen.hydra_command import exit_code, run_job

register()


@hydra.main(version_base="1.3", config_path="pkg://bench_eval.conf", config_name="config")
def _job(node: DictConfig) -> None:
    from bench_eval.run import evaluate

    def work() -> int:
        if OmegaConf.is_missing(node, "data"):
            wanted = "data=FOLDER, a folder that python -m bench_gen wrote"
            raise InputError("no set is named", field="data", expected=wanted)
        config = cast(EvalConfig, OmegaConf.to_object(node))
        if config.benchmark == "cape":
            from bench_eval.cape.run import evaluate_cape

            return evaluate_cape(config)
        if config.benchmark != "ua":
            raise InputError(f"no benchmark {config.benchmark!r}", field="benchmark", expected="ua or cape")
        return evaluate(config)

    run_job(work)


def main() -> int:
    """Compose the configuration, run, return the exit code."""
    return exit_code(_job)


if __name__ == "__main__":
    sys.exit(main())
