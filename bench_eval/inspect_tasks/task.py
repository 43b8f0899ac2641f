"""`inspect eval bench_eval/inspect_tasks/task.py -T data=SET --model PROVIDER/MODEL`: one sample an episode."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelOutput
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from bench_eval.agents import find_agent
from bench_eval.decoders import DECODERS
from bench_eval.episodes import Episode, agent_folder, load_episodes
from bench_eval.inspect_tasks.client import InspectResources
from bench_eval.judges import JUDGES
from bench_eval.log import EpisodeLog, Setting
from bench_eval.loop import run_episode
from bench_eval.perception import PERCEIVERS
from bench_eval.records import EpisodeRecords
from bench_eval.registry import find
from bench_eval.scoring import load_labels, score

LOG = "episode_log"


@task
def ua_bench(
    data: str, agent: str = "unified", perception: str = "pixels", decoder: str = "mllm", judge: str = "normalised"
) -> Task:
    """One system over a set that `python -m bench_gen` wrote; names as in `python -m bench_eval`.

    `decoder=rules` asks no model (give `--model none`); with `judge=mllm` the model role `judge` is asked.

    Raises:
        assets.errors.InputError: for an unknown name, or a set that cannot be read or has no labels.
    """
    episodes = {episode.id: episode for episode in load_episodes(Path(data))}
    labels = load_labels(agent_folder(Path(data)).parent)
    samples = [
        Sample(
            id=name,
            input="\n".join(f"f{frame.frame}: {frame.utterance}" for frame in episode.content.frames),
            metadata={"pair": labels[name].pair, "role": labels[name].role, "scene": labels[name].scene},
        )
        for name, episode in episodes.items()
    ]
    setting = Setting(perception, decoder, agent)
    return Task(
        dataset=MemoryDataset(samples, name=Path(data).resolve().name),
        solver=perceive_fold_act(setting, episodes),
        scorer=by_decision(data, judge),
        name=f"ua_bench_{agent}",
    )


@solver
def perceive_fold_act(setting: Setting, episodes: dict[str, Episode]) -> Solver:
    """The loop of `bench_eval.loop`, an episode a sample."""
    resources = InspectResources()
    perceiver = find(PERCEIVERS, setting.perception, "perception")
    decoder = find(DECODERS, setting.decoder, "decoder")(resources)
    make = find_agent(setting.agent)

    def run(episode: Episode) -> EpisodeLog:
        found = perceiver.perceive(episode, resources)
        records = EpisodeRecords(episode=episode.id, perception=setting.perception, records=found)
        return run_episode(make(decoder), decoder, setting, episode, records)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate  # the decoder asks
        episode = episodes[str(state.sample_id)]
        log = await anyio.to_thread.run_sync(partial(run, episode))
        state.store.set(LOG, log.model_dump(mode="json"))
        for moment, frame in zip(log.moments, episode.content.frames, strict=False):
            state.messages.append(ChatMessageUser(content=f"f{frame.frame}: {frame.utterance}"))
            shown = f"{moment.after}\n\n{json.dumps(moment.answers)}"
            state.messages.append(ChatMessageAssistant(content=shown, source="generate"))
        state.output = ModelOutput.from_content(str(state.model), log.crashed or json.dumps(log.moments[-1].answers))
        return state

    return solve


@scorer(metrics={"*": [mean(), stderr(cluster="pair")]})
def by_decision(data: str, judge: str) -> Scorer:
    """The five decisions and Overall, 0 to 1; standard errors keep both episodes of a pair together."""
    labels = load_labels(agent_folder(Path(data)).parent)
    decide = find(JUDGES, judge, "judge")(InspectResources())

    async def scored(state: TaskState, target: Target) -> Score:
        del target  # labels are the set's construction records
        log = EpisodeLog.model_validate(state.store.get(LOG))
        (row,) = await anyio.to_thread.run_sync(lambda: list(score([log], labels, decide)))
        return Score(value={**row.decisions, "overall": row.overall}, explanation=log.crashed or None)

    return scored
