"""Perceive, fold, act: systems over episodes, into a log that can be resumed at any moment.

The loop opens the set's `agent/` folder and nothing else; an upper-bound perceiver reads more, before any system runs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from assets.errors import InputError
from bench_eval.agents import Agent, find_agent
from bench_eval.answers import Brief, Observation, checked
from bench_eval.decoders import DECODERS, Decoder
from bench_eval.episodes import Episode
from bench_eval.log import MADE_AGAIN, EpisodeLog, Moment, Setting, load_log, plain
from bench_eval.model.client import Usage
from bench_eval.perception import PERCEIVERS
from bench_eval.records import EpisodeRecords
from bench_eval.registry import find
from bench_eval.resources import Resources
from bench_gen.ua.disk import load_json, write_json

Progress = Callable[[], None]


def perceive_all(
    output: Path,
    perception: str,
    episodes: Sequence[Episode],
    resources: Resources,
    progress: Progress,
    *,
    workers: int = 1,
) -> None:
    """Make the records that are missing, in as many processes as asked.

    Raises:
        InputError: for an unknown perceiver or an episode that cannot be read.
    """
    find(PERCEIVERS, perception, "perception")
    missing = [e for e in episodes if records_of(output, perception, e) is None]
    for _ in range(len(episodes) - len(missing)):
        progress()
    for records in _perceived(perception, missing, resources, workers):
        write_json(records_path(output, perception, records.episode), records)
        progress()


def _perceived(
    perception: str, episodes: Sequence[Episode], resources: Resources, workers: int
) -> Iterator[EpisodeRecords]:
    work = partial(_perceive, perception, resources)
    if workers <= 1 or len(episodes) < 2 * workers:
        yield from map(work, episodes)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, episodes)


def _perceive(perception: str, resources: Resources, episode: Episode) -> EpisodeRecords:
    found = find(PERCEIVERS, perception, "perception").perceive(episode, resources)
    return EpisodeRecords(episode=episode.id, perception=perception, records=found)


def records_path(output: Path, perception: str, episode: str) -> Path:
    """Where an episode's records lie."""
    return output / "records" / plain(perception) / f"{episode}.json"


def records_of(output: Path, perception: str, episode: Episode) -> EpisodeRecords | None:
    """An episode's records, None when they aren't made yet.

    Raises:
        InputError: when the file breaks its schema.
    """
    path = records_path(output, perception, episode.id)
    return load_json(path, EpisodeRecords, remedy=MADE_AGAIN) if path.is_file() else None


def run_system(
    output: Path,
    setting: Setting,
    episodes: Sequence[Episode],
    resources: Resources,
    progress: Progress,
    *,
    retry_crashed: bool = False,
) -> list[EpisodeLog]:
    """Run one system over every episode whose log is missing; all logs in the order of the episodes.

    As many episodes at once as the model's `concurrency` says, where a model decodes; one after another elsewhere.

    Args:
        retry_crashed: run episodes that crashed before once more.

    Raises:
        InputError: for an unknown system or decoder, or when records are missing.
    """
    decoder = find(DECODERS, setting.decoder, "decoder")(replace(resources, trial=setting.trial))
    make = find_agent(setting.agent)
    own = threading.local()

    def run(episode: Episode) -> EpisodeLog:
        path = setting.folder(output) / f"{episode.id}.json"
        log = load_log(path)
        if log is None or (retry_crashed and log.crashed):
            agent: Agent = own.__dict__.pop("agent", None) or make(decoder)
            log = run_episode(agent, decoder, setting, episode, _records(output, setting.perception, episode))
            write_json(path, log)
            if not log.crashed:
                own.agent = agent  # after a crash the next episode gets a fresh one
            else:
                _close(agent)
        progress()
        return log

    if not decoder.reads:
        logs = [run(episode) for episode in episodes]
    else:
        with ThreadPoolExecutor(resources.model.concurrency) as pool:
            logs = list(pool.map(run, episodes))
    _close(own.__dict__.get("agent"))
    return logs


def _close(agent: Agent | None) -> None:
    """End what an agent holds, if it holds anything."""
    close = getattr(agent, "close", None)
    if callable(close):
        close()


def _records(output: Path, perception: str, episode: Episode) -> EpisodeRecords:
    records = records_of(output, perception, episode)
    if records is None:
        raise InputError("no records", file=records_path(output, perception, episode.id), remedy="run perception first")
    return records


def run_episode(
    agent: Agent, decoder: Decoder, setting: Setting, episode: Episode, records: EpisodeRecords
) -> EpisodeLog:
    """One episode by one system; what it raises is in the log, unless it is the user's input that is unusable."""
    content, moments, crashed = episode.content, list[Moment](), ""
    used = _usage(decoder)
    try:
        agent.reset(Brief(episode.id, content.roster, content.card))
        for frame, record in zip(content.frames, records.records, strict=True):
            before = agent.shown()
            answers, malformed = checked(agent.step(Observation(record, frame.utterance, episode.image_path(frame))))
            size = sum(len(value) for value in agent.carried())
            moments.append(
                Moment(
                    frame=frame.frame,
                    answers=dict(sorted(answers.items())),
                    malformed=malformed,
                    before=before,
                    after=agent.shown(),
                    carried=size,
                )
            )
    except InputError:
        raise  # the user's to mend: it would strike every episode
    except Exception as error:  # a system's defect costs it this episode, not the run
        crashed = f"{type(error).__name__}: {error}"[:2000]
    return EpisodeLog(
        episode=episode.id,
        agent=setting.agent,
        perception=setting.perception,
        decoder=setting.decoder,
        trial=setting.trial,
        moments=tuple(moments),
        crashed=crashed,
        **{name: getattr(_usage(decoder), name) - getattr(used, name) for name in _COUNTED},
    )


_COUNTED = ("requests", "input_tokens", "output_tokens")


def _usage(decoder: Decoder) -> Usage:
    """What a decoder that asks a model has used in this thread."""
    usage = getattr(decoder, "usage", None)
    return usage() if callable(usage) else Usage()


def settings_of(perception: str, decoder: str, agents: Iterable[str], trials: int) -> list[Setting]:
    """Every system and trial of a run."""
    return [Setting(perception, decoder, agent, trial) for agent in agents for trial in range(trials)]
