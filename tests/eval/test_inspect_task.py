"""The inspect-ai task: the same loop, its scores equal to ours; and with a model over inspect's own provider."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
Command = Callable[..., subprocess.CompletedProcess[str]]


def inspect_eval(log: Path, *words: str, **environment: str) -> dict[str, Any]:
    """`inspect eval .../task.py ...`; returns its log."""
    command = [str(Path(sys.executable).parent / "inspect"), "eval", "bench_eval/inspect_tasks/task.py", "--display",
               "none", "--log-dir", str(log), "--log-format", "json", *words]  # fmt: skip
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = log.glob("*.json")
    found: dict[str, Any] = json.loads(path.read_text())
    assert found["status"] == "success", found.get("error")
    return found


def test_scores_are_those_of_the_loop(sketched: Path, evaluate: Command, tmp_path: Path) -> None:
    log = inspect_eval(
        tmp_path / "log", "-T", f"data={sketched}", "-T", "perception=oracle", "-T", "decoder=rules",
        "-T", "agent=frame_local", "--model", "mockllm/model",
    )  # fmt: skip
    output = tmp_path / "run"
    done = evaluate("", f"data={sketched}", "perception=oracle", "agent=frame_local", f"output={output}")
    assert done.returncode == 0, done.stderr
    with (output / "scores.csv").open() as file:
        ours = {
            row["episode"]: {k: float(row[k]) for k in ("eng", "inf", "rsp", "overall")} for row in csv.DictReader(file)
        }
    theirs = {sample["id"]: sample["scores"]["by_decision"]["value"] for sample in log["samples"]}
    assert set(theirs) == set(ours)
    for episode, row in ours.items():
        assert {k: pytest.approx(theirs[episode][k], abs=1e-5) for k in row} == row
    metrics = {score["name"]: score["metrics"] for score in log["results"]["scores"]}
    mean = sum(row["overall"] for row in ours.values()) / len(ours)
    assert metrics["overall"]["mean"]["value"] == pytest.approx(mean, abs=1e-5)
    assert metrics["overall"]["stderr"]["value"] > 0
    assert len(log["samples"][0]["messages"]) > 24


def test_a_model_is_asked_through_inspects_provider(llmock: Any, sketched: Path, tmp_path: Path) -> None:
    log = inspect_eval(
        tmp_path / "log", "-T", f"data={sketched}", "-T", "perception=mllm", "--limit", "1",
        "--model", "openai-api/llmock/gpt-test",
        LLMOCK_API_KEY="sk-test", LLMOCK_BASE_URL=llmock.base_url("openai"),
    )  # fmt: skip
    assert len(llmock.requests) >= 24  # a record and a decision a frame
    schemas = [r.body["response_format"]["json_schema"]["name"] for r in llmock.requests if "response_format" in r.body]
    assert {"Decision", "Seen"} <= set(schemas)
    assert any("image_url" in json.dumps(request.body) for request in llmock.requests)
    (usage,) = log["stats"]["model_usage"].values()
    assert usage["output_tokens"] > 0
    assert log["samples"][0]["store"]["episode_log"]["requests"] >= 12
