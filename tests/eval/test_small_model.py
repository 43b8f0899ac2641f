"""The whole path against a real model on a real server: near chance, so a smoke test and no result."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assets.fetch import fetch

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The base URL of llama.cpp's server with SmolLM2."""
    (weights,) = fetch("smollm2").glob("*.gguf")
    words = [sys.executable, str(Path(__file__).parent / "llama_server.py"), str(weights)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip() + "/v1"
        finally:
            process.kill()


@pytest.mark.slow
def test_a_real_model_decodes_an_episode_in_form(
    address: str, sketched: Path, evaluate: Command, tmp_path: Path
) -> None:
    output = tmp_path / "run"
    done = evaluate(
        "", f"data={sketched}", "limit=1", "perception=oracle", "decoder=mllm", f"output={output}",
        "model.name=smollm2", f"model.base_url={address}", "model.temperature=0", "model.concurrency=1",
        "model.stream=true",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (path,) = (output / "episodes").rglob("*.json")
    log = json.loads(path.read_text())
    assert log["crashed"] == ""
    assert len(log["moments"]) == 12
    assert 12 <= log["requests"] <= 24  # a reply out of form is asked for once more
    assert log["input_tokens"] > 12 * 100
    assert log["output_tokens"] > 12
    in_form = [moment for moment in log["moments"] if moment["answers"]["rsp"] is not None]
    assert in_form, "llama.cpp holds replies to the schema: some must have come in form"
    kept = len(list((output / "cache").rglob("*.json")))
    path.unlink()
    assert evaluate(
        "", f"data={sketched}", "limit=1", "perception=oracle", "decoder=mllm", f"output={output}",
        "model.name=smollm2", "model.base_url=" + address, "model.temperature=0", "model.concurrency=1",
    ).returncode == 0  # fmt: skip
    assert len(list((output / "cache").rglob("*.json"))) == kept
    assert json.loads(path.read_text()) == log
