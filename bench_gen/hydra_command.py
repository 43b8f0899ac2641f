"""What command lines that Hydra composes share: their exit codes, alone and in a sweep."""

from __future__ import annotations

from collections.abc import Callable

from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode

from bench_gen.command import run


class JobFailedError(Exception):
    """A job of a sweep ended with an exit code other than 0; it has said why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code

    def __str__(self) -> str:
        return f"a job ended with exit code {self.code}; its own messages say why"


_outcome: list[int] = []


def run_job(main: Callable[[], int]) -> None:
    """Run one job and keep its exit code for `exit_code`.

    Raises:
        JobFailedError: in a sweep, where only an error reaches the launching process from another machine.
    """
    code = run(main)
    if code and HydraConfig.get().mode is RunMode.MULTIRUN:
        raise JobFailedError(code)
    _outcome.append(code)


def exit_code(compose: Callable[[], None]) -> int:
    """Compose the configuration, run what it asks for through `run_job`, and return the exit code."""
    _outcome.clear()
    try:
        compose()
    except SystemExit as stop:
        if isinstance(stop.__context__, JobFailedError):
            return stop.__context__.code
        # Hydra has said what is wrong with an override and left with 1; --help and --cfg leave with 0.
        return 2 if stop.code == 1 else int(stop.code or 0)
    return max(_outcome, default=0)
