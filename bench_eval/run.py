"""A run: perception, then every system, then scores; the same command goes on where it was."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from assets.errors import InputError
from bench_eval.agents import find_agent
from bench_eval.config import EvalConfig
from bench_eval.decoders import DECODERS
from bench_eval.episodes import Episode, agent_folder, load_episodes
from bench_eval.judges import JUDGES
from bench_eval.loop import perceive_all, run_system, settings_of
from bench_eval.model.settings import settings_from
from bench_eval.perception import PERCEIVERS
from bench_eval.registry import find
from bench_eval.resources import Resources
from bench_eval.scores import write_scores
from bench_gen.command import progress_bar
from bench_gen.ua.disk import write_text

RUN = "run.json"


def evaluate(config: EvalConfig) -> int:
    """Run what is missing and score all of it; returns 1 when a system crashed in an episode, else 0.

    Raises:
        InputError: for a configuration or a set that cannot be used.
    """
    agents = [config.agent] if isinstance(config.agent, str) else [str(name) for name in config.agent]
    find(PERCEIVERS, config.perception, "perception")
    find(DECODERS, config.decoder, "decoder")
    find(JUDGES, config.judge, "judge")
    for name in agents:
        find_agent(name)
    for field, value, low, high in (("trials", config.trials, 1, 1000), ("workers", config.workers, 1, 512)):
        if not low <= value <= high:
            raise InputError(f"{value} is out of range", field=field, expected=f"{low} to {high}")
    if config.limit is not None and config.limit < 1:
        raise InputError(f"{config.limit} is out of range", field="limit", expected="1 or more, or null")
    data = Path(config.data)
    everything = load_episodes(data)
    episodes = everything[: config.limit]
    output = Path(config.output or Path("outputs") / "eval" / data.resolve().name)
    model, judge = settings_from(config.model, "model"), settings_from(config.judge_model, "judge_model")
    resources = Resources(output / "cache", model, judge)
    _claim(output, everything)
    with progress_bar(len(episodes), "episode", config.perception) as advance:
        perceive_all(output, config.perception, episodes, resources, advance, workers=config.workers)
    crashed = 0
    for setting in settings_of(config.perception, config.decoder, agents, config.trials):
        with progress_bar(len(episodes), "episode", setting.agent) as advance:
            logs = run_system(output, setting, episodes, resources, advance, retry_crashed=config.retry_crashed)
            crashed += sum(bool(log.crashed) for log in logs)
    ua = agent_folder(data).parent
    if any((ua / "construction" / kind).is_dir() for kind in ("pairs", "photos")):
        print(write_scores(output, ua, config.judge, resources))  # noqa: T201
    else:
        _say(f"{ua} holds no labels; score later with python -m bench_eval.score {output} --data SET")
    if crashed:
        _say(f"{crashed} episodes crashed; they count, with what they had (retry_crashed=true runs them again)")
    return int(crashed > 0)


def _claim(output: Path, everything: Sequence[Episode]) -> None:
    """Bind an output folder to a set: its logs are never mixed with those of another."""
    digest = hashlib.sha256()
    for episode in everything:
        digest.update(episode.content.model_dump_json().encode())
    record = {"schema_version": 1, "set": digest.hexdigest(), "episodes": len(everything)}
    path = output / RUN
    if path.is_file():
        if json.loads(path.read_text(encoding="utf-8")) != record:
            raise InputError("holds logs of another set", file=path, field="output", remedy="set another output=")
        return
    try:
        write_text(path, json.dumps(record, sort_keys=True, indent=1) + "\n")
    except OSError as error:
        wanted = "a folder that can be written"
        raise InputError(str(error.strerror), file=output, field="output", expected=wanted) from None


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201
