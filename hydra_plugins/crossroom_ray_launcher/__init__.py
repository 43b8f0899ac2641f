"""Hydra's launcher for Ray: `hydra/launcher=ray` makes every job of a sweep a Ray task.

Hydra's own Ray plugin needs a `requests` of 2020; this one is written against Hydra's launcher interface and Ray's core
API alone, and leaves clusters to Ray (`ray up`, `ray start`).
"""

# No `from __future__ import annotations`: Hydra loads plugins in a way in which dataclasses cannot resolve it.
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hydra.core.config_store import ConfigStore
from hydra.core.singleton import Singleton
from hydra.core.utils import JobReturn, configure_log, filter_overrides, run_job, setup_globals
from hydra.plugins.launcher import Launcher
from hydra.types import HydraContext, TaskFunction
from omegaconf import DictConfig, open_dict

log = logging.getLogger(__name__)


@dataclass
class RayLauncherConf:
    """`hydra.launcher.*`.

    Attributes:
        address: of a running cluster ("auto" finds the one this machine belongs to); null starts Ray here.
        num_cpus: cores that a Ray started here offers; null for all.
        cpus_a_job: cores that a job takes: as many as its workers=.
    """

    _target_: str = "hydra_plugins.crossroom_ray_launcher.RayLauncher"
    address: str | None = None
    num_cpus: int | None = None
    cpus_a_job: float = 1.0


ConfigStore.instance().store(group="hydra/launcher", name="ray", node=RayLauncherConf, provider="crossroom")


class RayLauncher(Launcher):
    """Runs the jobs of a sweep as Ray tasks and waits for all of them."""

    def __init__(self, address: str | None = None, num_cpus: int | None = None, cpus_a_job: float = 1.0) -> None:
        self._address, self._num_cpus, self._cpus_a_job = address, num_cpus, cpus_a_job
        self._config: DictConfig | None = None
        self._task: TaskFunction | None = None
        self._context: HydraContext | None = None

    def setup(self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig) -> None:
        """Called by Hydra before `launch`."""
        self._context, self._task, self._config = hydra_context, task_function, config

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:
        """Run every job; what a job raised is in its `JobReturn`.

        Raises:
            ImportError: without ray.
        """
        try:
            import ray
        except ImportError:
            raise ImportError("ray is missing: pip install 'crossroom[ray]'") from None
        assert self._config is not None
        assert self._context is not None
        setup_globals()
        configure_log(self._config.hydra.hydra_logging, self._config.hydra.verbose)
        Path(str(self._config.hydra.sweep.dir)).mkdir(parents=True, exist_ok=True)
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(
            address=self._address,
            num_cpus=None if self._address else self._num_cpus,
            include_dashboard=None if self._address else False,
        )
        try:
            remote = ray.remote(num_cpus=self._cpus_a_job, max_retries=1)(_run)
            tasks = []
            for number, overrides in enumerate(job_overrides, start=initial_job_idx):
                log.info("\t#%d : %s", number, " ".join(filter_overrides(overrides)))
                config = self._context.config_loader.load_sweep_config(self._config, list(overrides))
                with open_dict(config):
                    config.hydra.job.id = f"job_{number}"
                    config.hydra.job.num = number
                tasks.append(remote.remote(self._context, self._task, config, Singleton.get_state()))
            return list(ray.get(tasks))
        finally:
            ray.shutdown()


def _run(context: HydraContext, task: TaskFunction, config: DictConfig, singletons: Any) -> JobReturn:
    """One job, in a Ray worker."""
    setup_globals()
    Singleton.set_state(singletons)
    return run_job(
        hydra_context=context,
        task_function=task,
        config=config,
        job_dir_key="hydra.sweep.dir",
        job_subdir_key="hydra.sweep.subdir",
    )
