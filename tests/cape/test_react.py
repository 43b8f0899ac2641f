"""The baseline that asks a model, over real HTTP: a server says what the reference solution does, and it must score."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench_eval.cape.page import Replay
from bench_eval.cape.react import Turn, commands, endpoints
from bench_gen.cape.certify import certify
from bench_gen.cape.disk import write_instance
from bench_gen.cape.episode import play
from bench_gen.cape.instances import candidates
from bench_gen.cape.players import Scripted
from bench_gen.cape.schema import Instance
from bench_gen.cape.tasks import load_tasks
from testbed.actions import Outcome, action_from
from testbed.services.model import SERVICES
from testbed.site import Testbed

ROOT = Path(__file__).parents[2]
EMPTY = {
    "thought": "next", "done": False, "device": "linux-1", "modality": "cli", "method": "", "path": "", "body": "",
    "command": "", "action": "", "role": "", "name": "", "x": 0, "y": 0, "text": "",
}  # fmt: skip


def turn_of(action: dict[str, Any]) -> dict[str, Any]:
    """An action as a model would say it."""
    found = {key: value for key, value in action.items() if key not in ("element", "body")}
    if "body" in action:
        found["body"] = json.dumps(action["body"])
    return EMPTY | found | dict(action.get("element") or {})


@pytest.fixture(scope="module")
def episode(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Instance, list[dict[str, Any]]]:
    """A set of one perturbed instance, and the reference solution's actions in it."""
    tasks = {name: seed for name, seed in load_tasks().items() if name == "plumber_visit"}
    instance = next(i for i in candidates(0, tasks) if i.level == "mixed")
    with Testbed() as testbed:
        actions = [dict(m.action) for m in play(testbed, instance, Scripted(instance)).moments]
        certificate = certify(testbed, instance)
    root = tmp_path_factory.mktemp("react") / "set"
    write_instance(root / "cape", instance, certificate)
    return root, instance, actions


def test_turns_say_every_kind_of_action(episode: tuple[Path, Instance, list[dict[str, Any]]]) -> None:
    _, _, actions = episode
    assert {action["modality"] for action in actions} >= {"cli", "gui"}
    for action in [*actions, {"device": "linux-1", "modality": "gui", "action": "click", "x": 5.0, "y": 6.0}]:
        said = Turn.model_validate(turn_of(action)).as_action()
        assert action_from(said) == action_from(action)


def test_what_it_is_told_is_what_the_devices_offer() -> None:
    for name, service in SERVICES.items():
        assert (f"GET /{name}" in endpoints()) == ("list" in service.api)
        assert f"{name} (" in commands()


@pytest.mark.parametrize("agent", ["react", "react_pixels"])
def test_a_model_that_knows_what_to_do_passes(
    agent: str, episode: tuple[Path, Instance, list[dict[str, Any]]], llmock: Any, tmp_path: Path
) -> None:
    root, instance, actions = episode
    llmock.reply("no JSON at all", times=1)  # is asked for again
    for action in actions:
        llmock.reply(json.dumps(turn_of(action)))
    llmock.reply(json.dumps(EMPTY | {"done": True}))
    run(llmock, f"data={root}", f"output={tmp_path}", f"agent={agent}")
    log = json.loads(next((tmp_path / "cape" / agent / "0").glob("*.json")).read_text())
    assert log["perfect"]
    assert log["actions"] == len(actions)
    assert log["tokens"] > 0
    sent = json.dumps([request.body["messages"] for request in llmock.requests])
    assert json.dumps(instance.request)[1:-1] in sent
    assert not any(strike.injector in sent for strike in instance.strikes)  # nothing of the answer key
    assert ("data:image/png;base64" in sent) == (agent == "react_pixels")
    trace = Replay(next((tmp_path / "cape" / agent / "0").glob("*.jsonl")))
    assert [action_from(trace.next(Outcome("ok", ""))) for _ in actions] == [action_from(a) for a in actions]
    assert trace.next(None) is None


def test_replies_that_stay_unusable_end_the_episode(
    episode: tuple[Path, Instance, list[dict[str, Any]]], llmock: Any, tmp_path: Path
) -> None:
    llmock.reply("I would rather not.", times=None)
    run(llmock, f"data={episode[0]}", f"output={tmp_path}", "agent=react")
    log = json.loads(next((tmp_path / "cape/react/0").glob("*.json")).read_text())
    assert (log["actions"], log["ended"], log["crashed"]) == (0, "finished", "")


def run(llmock: Any, *words: str) -> None:
    """`python -m bench_eval benchmark=cape` with the model of this test's server."""
    model = ["model.name=gpt-test", f"model.base_url={llmock.base_url('openai')}"]
    done = subprocess.run([sys.executable, "-m", "bench_eval", "benchmark=cape", *words, *model],
                          cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
