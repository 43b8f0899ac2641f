"""The model client over real HTTP on loopback: faults, repairs, the cache, and whole runs that cost nothing twice."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from assets.errors import InputError
from bench_eval.agents import find_agent
from bench_eval.answers import Brief, Observation
from bench_eval.decoders import DECODERS
from bench_eval.episodes import load_episodes
from bench_eval.model.cache import ReplyCache
from bench_eval.model.client import MalformedReplyError, ModelClient, Usage
from bench_eval.model.settings import ModelSettings
from bench_eval.prompts import prompt
from bench_eval.records import Record
from bench_eval.resources import Resources

Command = Callable[..., subprocess.CompletedProcess[str]]
ASKED = [{"role": "user", "content": "Which device?"}]
KEY = "sk-very-secret-0123456789"


class Choice(BaseModel):
    device: Literal["tv", "phone"]
    sure: bool


GOOD = '{"device": "tv", "sure": true}'


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def client(llmock: Any, tmp_path: Path, waits: list[float], monkeypatch: pytest.MonkeyPatch) -> ModelClient:
    monkeypatch.setenv("CROSSROOM_TEST_KEY", KEY)
    settings = ModelSettings(
        name="gpt-test", base_url=llmock.base_url("openai"), key_env="CROSSROOM_TEST_KEY", timeout=2.0, attempts=3
    )
    return ModelClient(settings, tmp_path / "cache", sleep=waits.append)


@pytest.fixture
def streaming(client: ModelClient, tmp_path: Path, waits: list[float]) -> ModelClient:
    return ModelClient(client._settings.model_copy(update={"stream": True}), tmp_path / "cache", sleep=waits.append)


def test_a_good_reply_comes_in_its_form(llmock: Any, client: ModelClient, waits: list[float]) -> None:
    llmock.reply(GOOD)
    assert client.ask(ASKED, Choice) == Choice(device="tv", sure=True)
    sent = llmock.last_request
    assert sent.body["response_format"]["json_schema"]["strict"] is True
    assert sent.body["response_format"]["json_schema"]["schema"]["additionalProperties"] is False
    assert waits == []


def test_rate_limits_are_waited_out(llmock: Any, client: ModelClient, waits: list[float]) -> None:
    llmock.rate_limit(times=2, retry_after=7)
    llmock.reply(GOOD)
    assert client.ask(ASKED, Choice).device == "tv"
    assert len(waits) == 2
    assert min(waits) >= 7


def test_an_outage_is_tried_again_longer_and_longer_and_then_said(
    llmock: Any, client: ModelClient, waits: list[float]
) -> None:
    llmock.outage()
    with pytest.raises(InputError, match="503"):
        client.ask(ASKED, Choice)
    assert waits == [1.0, 2.0]
    assert len(llmock.requests) == 3


def test_a_refusal_is_not_tried_again(llmock: Any, client: ModelClient, waits: list[float]) -> None:
    llmock.fail(401)
    with pytest.raises(InputError, match="401"):
        client.ask(ASKED, Choice)
    assert waits == []


def test_a_slow_reply_times_out(llmock: Any, client: ModelClient, waits: list[float]) -> None:
    llmock.delay(4.0, times=1)
    llmock.reply(GOOD, times=None)
    assert client.ask(ASKED, Choice).device == "tv"
    assert len(waits) == 1


def test_a_streamed_reply_is_put_together_and_counted(llmock: Any, streaming: ModelClient) -> None:
    llmock.reply(GOOD)
    assert streaming.ask(ASKED, Choice) == Choice(device="tv", sure=True)
    assert llmock.last_request.body["stream"] is True
    assert streaming.usage().output_tokens > 0


@pytest.mark.parametrize("fault", ["truncate", "disconnect", "malformed", "stall"])
def test_a_stream_that_is_cut_is_asked_for_again(
    fault: str, llmock: Any, streaming: ModelClient, waits: list[float], tmp_path: Path
) -> None:
    llmock.reply(GOOD, times=None)
    {
        "truncate": llmock.truncate,
        "disconnect": llmock.disconnect,
        "malformed": llmock.corrupt,
        "stall": partial(llmock.stall, seconds=4.0),
    }[fault](times=1)
    assert streaming.ask(ASKED, Choice) == Choice(device="tv", sure=True)
    assert len(waits) == 1
    assert len(llmock.requests) == 2
    (kept,) = (tmp_path / "cache").rglob("*.json")
    assert json.loads(kept.read_text())["text"] == GOOD


def test_a_stream_that_is_always_cut_is_said(llmock: Any, streaming: ModelClient, tmp_path: Path) -> None:
    llmock.reply(GOOD, times=None)
    llmock.truncate(times=None)
    with pytest.raises(InputError, match="a stream without an end"):
        streaming.ask(ASKED, Choice)
    assert not list((tmp_path / "cache").rglob("*.json"))


def test_trials_have_replies_of_their_own(llmock: Any, client: ModelClient, tmp_path: Path) -> None:
    llmock.reply(GOOD, times=None)
    settings = client._settings.model_copy(update={"seed": 7})
    for trial in (0, 1, 2, 1):
        ModelClient(settings, tmp_path / "cache", trial=trial).ask(ASKED, Choice)
    assert [request.body["seed"] for request in llmock.requests] == [7, 8, 9]


@pytest.mark.parametrize(
    "broken", ['{"device": "tv", "sure": tr', "It is the TV.", '{"device": "radio", "sure": true}', ""]
)
def test_a_malformed_reply_is_repaired_once(broken: str, llmock: Any, client: ModelClient) -> None:
    llmock.reply(broken, times=1)
    llmock.reply(GOOD)
    assert client.ask(ASKED, Choice).device == "tv"
    assert len(llmock.requests) == 2
    assert "not valid" in llmock.last_request.body["messages"][-1]["content"]


def test_a_reply_that_stays_malformed_is_no_answer(llmock: Any, client: ModelClient) -> None:
    llmock.reply("The TV, I am sure.", times=None)
    with pytest.raises(MalformedReplyError):
        client.ask(ASKED, Choice)
    assert len(llmock.requests) == 2


def test_json_in_prose_is_found(llmock: Any, client: ModelClient) -> None:
    llmock.reply(f"Here you are:\n```json\n{GOOD}\n```")
    assert client.ask(ASKED, Choice).device == "tv"


def test_a_reply_is_paid_once(llmock: Any, client: ModelClient, tmp_path: Path) -> None:
    llmock.reply(GOOD, times=None)
    first = client.ask(ASKED, Choice)
    again = ModelClient(client._settings, tmp_path / "cache")
    assert again.ask(ASKED, Choice) == first
    assert len(llmock.requests) == 1
    assert (client.usage().paid, again.usage().paid) == (1, 0)
    assert client.usage() - again.usage() == Usage(paid=1)
    again.ask([{"role": "user", "content": "Another question"}], Choice)
    assert len(llmock.requests) == 2


def test_the_same_reply_can_be_kept_by_many_threads_at_once(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: cache.put({"model": "m"}, {"text": GOOD * 1000}), range(200)))
    assert cache.get({"model": "m"}) == {"text": GOOD * 1000}
    assert [path.suffix for path in tmp_path.rglob("*") if path.is_file()] == [".json"]


def test_a_broken_cache_file_is_asked_for_again(llmock: Any, client: ModelClient, tmp_path: Path) -> None:
    llmock.reply(GOOD, times=None)
    client.ask(ASKED, Choice)
    (path,) = (tmp_path / "cache").rglob("*.json")
    path.write_text('{"te')
    assert client.ask(ASKED, Choice).device == "tv"
    assert len(llmock.requests) == 2


def test_the_key_is_sent_and_never_written(llmock: Any, client: ModelClient, tmp_path: Path) -> None:
    llmock.reply(GOOD)
    client.ask(ASKED, Choice)
    assert client._connected().api_key == KEY
    assert not any(KEY in path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    llmock.reset()
    llmock.fail(400, message=f"bad key {KEY}")
    with pytest.raises(InputError) as caught:
        client.ask([{"role": "user", "content": "x"}], Choice)
    assert "bad key ***" in str(caught.value)
    assert KEY not in str(caught.value)


def test_without_a_key_openais_own_endpoint_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROSSROOM_NO_KEY", raising=False)
    client = ModelClient(ModelSettings(name="gpt-test", key_env="CROSSROOM_NO_KEY"), tmp_path)
    with pytest.raises(InputError, match="CROSSROOM_NO_KEY"):
        client.ask(ASKED, Choice)


def test_what_fills_a_slot_is_no_template() -> None:
    filled = prompt("judge", {"reference": "{answer}", "answer": "{reference} {x}"})
    assert "Reference: {answer}" in filled
    assert "Answer to judge: {reference} {x}" in filled


SYSTEMS = "agent=[unified,self_notes,debate_or_vote]"


def test_a_whole_run_over_http_and_again_for_nothing(
    llmock: Any, sketched: Path, evaluate: Command, tmp_path: Path
) -> None:
    """Perception, decisions, memos and the judge by a model that answers in form and knows nothing."""
    output = tmp_path / "run"
    words = (
        f"data={sketched}", "limit=2", SYSTEMS, "perception=mllm", "decoder=mllm", "judge=mllm", f"output={output}",
        "model.name=gpt-test", f"model.base_url={llmock.base_url('openai')}", "model.concurrency=2",
    )  # fmt: skip
    done = evaluate("", *words)
    assert done.returncode == 0, done.stderr
    asked = len(llmock.requests)
    assert asked > 2 * 12 * 3
    logs = sorted((output / "episodes").rglob("*.json"))
    assert len(logs) == 6
    first = json.loads(logs[0].read_text())
    assert first["requests"] >= 12
    assert first["input_tokens"] > 0
    images = [r for r in llmock.requests if "image_url" in json.dumps(r.body)]
    assert len(images) >= 24
    for path in logs[:3]:
        path.unlink()  # as if the run had been killed before these were written
    before = {path: path.read_bytes() for path in logs[3:]}
    done = evaluate("", *words)
    assert done.returncode == 0, done.stderr
    assert len(llmock.requests) == asked
    assert all(path.read_bytes() == content for path, content in before.items())
    assert len(sorted((output / "episodes").rglob("*.json"))) == 6
    report = evaluate("report", output, "--input-price", "1", "--output-price", "2")
    assert report.returncode == 0, report.stderr
    rows = (output / "report/cost.csv").read_text().splitlines()
    assert len(rows) == 4
    assert rows[1].startswith("Unified Agent,mllm + mllm,2,24,")
    assert float(rows[1].rsplit(",", 1)[1]) > 0


def test_a_model_writes_mem0s_memories_and_the_rules_do_not(llmock: Any, sketched: Path, tmp_path: Path) -> None:
    """Extraction and consolidation by the model: what it writes is the whole memory from there."""
    episode = load_episodes(sketched)[0]
    content = episode.content
    settings = ModelSettings(name="gpt-test", base_url=llmock.base_url("openai"), temperature=0.0)
    resources = Resources(tmp_path / "cache", settings, settings)
    mem0 = find_agent("mem0")(DECODERS["mllm"](resources))
    mem0.reset(Brief(episode.id, content.roster, content.card))
    decision = {"eng": content.card.answers.eng[0], "int": "x", "inf": "none", "rsp": [], "nxt": None}
    for lines in ("- The tv was active.", "The tv was active.\n- The user asked for the fare."):
        llmock.reply(json.dumps({"text": lines}))
        llmock.reply(json.dumps(decision))
    frames = content.frames[:2]
    answers = [mem0.step(Observation(Record(frame=f.frame), f.utterance)) for f in frames]
    assert [answer["eng"] for answer in answers] == [decision["eng"]] * 2
    assert mem0.carried() == ("The tv was active.", "The user asked for the fare.")
    asked = [request.body["messages"][0]["content"] for request in llmock.requests]
    assert "The tv was active." in asked[2]  # the memory goes into the next extraction
    assert "The tv was active." in asked[1]  # and what is retrieved into the decision
