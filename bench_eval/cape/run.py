"""`python -m bench_eval benchmark=cape`: agents over a CAPEBench set, into a log that can be resumed at any moment."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from assets.errors import InputError
from bench_eval.cape import react
from bench_eval.cape.agents import Make, Setting, find_player
from bench_eval.cape.log import CapeLog, log_path, read_log, write_episode
from bench_eval.cape.report import write_report
from bench_eval.config import EvalConfig
from bench_eval.model.settings import settings_from
from bench_eval.resources import Resources
from bench_gen.cape.bench import close, open_testbed, testbed
from bench_gen.cape.disk import load_instances, root_of
from bench_gen.cape.episode import Played, play
from bench_gen.cape.players import Idle
from bench_gen.cape.schema import Instance
from bench_gen.command import progress_bar
from testbed import extensions
from testbed.adb import IMPOSSIBLE
from testbed.fleet import DEVICES
from testbed.inside.kinds import ANDROID_LIKE

assert react  # registers


def evaluate_cape(config: EvalConfig) -> int:
    """Run what is missing and report; returns 1 when an agent crashed in an episode, else 0.

    Raises:
        InputError: for a configuration or a set that cannot be used.
    """
    extensions.load(config.extensions)
    names = config.agent.split(",") if isinstance(config.agent, str) else [str(name) for name in config.agent]
    adb = {str(name): str(serial) for name, serial in config.adb.items()}
    for name in adb:
        if DEVICES.get(name) != ANDROID_LIKE.name:
            raise InputError(f"{name!r} is no Android-like device", field="adb", expected="phone-1 or phone-2")
    root = root_of(Path(config.data))
    output = Path(config.output or Path("outputs") / "eval" / root.resolve().parent.name)
    resources = Resources(output / "cache", settings_from(config.model, "model"))

    def maker(name: str, trial: int) -> Make:
        return find_player(name, Setting(tuple(adb), replace(resources, trial=trial), config.budget))

    for name in names:
        maker(name, 0)
    if config.budget < 1 or config.seconds <= 0 or config.trials < 1:
        raise InputError("out of range", field="budget, seconds or trials", expected="at least 1")
    instances = _possible(load_instances(root), adb)[: config.limit]
    logs: list[CapeLog] = []
    total = len(instances) * len(names) * config.trials
    with open_testbed(adb), progress_bar(total, "episode", "cape") as advance:
        for name in names:
            for trial in range(config.trials):
                make = maker(name, trial)
                for instance in instances:
                    path = log_path(output, name, trial, instance.id)
                    log = read_log(path)
                    if log is not None and log.android != tuple(sorted(adb)):
                        raise InputError(
                            "made on other devices", file=path, field="adb", remedy="output=ANOTHER FOLDER"
                        )
                    if log is None or (config.retry_crashed and log.crashed):
                        played, crashed = _played(make, instance, config)
                        log = write_episode(path, instance, name, trial, played, crashed, sorted(adb))
                    logs.append(log)
                    advance()
    text = write_report(output, logs, {instance.id: instance for instance in instances})
    print(text.read_text(encoding="utf-8"))  # noqa: T201
    return int(any(log.crashed for log in logs))


def _possible(instances: list[Instance], adb: Collection[str]) -> list[Instance]:
    """The instances whose perturbations can be made on these devices; how many cannot is said."""
    found = [i for i in instances if not any(s.device in adb and s.injector in IMPOSSIBLE for s in i.strikes)]
    if len(found) < len(instances):
        print(f"{len(instances) - len(found)} instances left out: {', '.join(IMPOSSIBLE)} need root", file=sys.stderr)  # noqa: T201
    return found


def _played(make: Make, instance: Instance, config: EvalConfig) -> tuple[Played, str]:
    """An episode; what an agent raises costs it this episode, not the run."""
    try:
        player = make(instance)
        return play(
            testbed(), instance, player, budget=config.budget, seconds=config.seconds, pictures=config.screenshots
        ), ""
    except InputError:
        raise
    except Exception as error:  # an agent's defect, or a browser that was lost with it
        close()
        crashed = f"{type(error).__name__}: {error}"[:2000]
        return play(testbed(), instance, Idle(instance)), crashed
