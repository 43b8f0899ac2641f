"""The loop opens `agent/` alone, loses nothing when it is killed, and outlives its systems' crashes."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bench_eval.agents.process import AgentProcessError, ProcessAgent
from bench_eval.answers import Brief, Observation
from bench_eval.episodes import load_episodes
from bench_eval.records import Record

ROOT = Path(__file__).parents[2]
Command = Callable[..., subprocess.CompletedProcess[str]]
SUITE = "agent=[unified,full_context,mem0]"


def files_of(output: Path) -> dict[str, bytes]:
    return {p.relative_to(output).as_posix(): p.read_bytes() for p in sorted(output.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def whole(sketched: Path, evaluate: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing disturbed."""
    output = tmp_path_factory.mktemp("whole") / "run"
    done = evaluate("", f"data={sketched}", SUITE, "perception=oracle", f"output={output}")
    assert done.returncode == 0, done.stderr
    return output


def test_systems_run_without_the_construction(sketched: Path, whole: Path, evaluate: Command, tmp_path: Path) -> None:
    """The records are made; then there is nothing but `agent/`, and every log comes out the same."""
    blind = tmp_path / "blind"
    shutil.copytree(sketched / "ua/agent", blind / "ua/agent")
    shutil.copytree(whole / "records", tmp_path / "run/records")
    done = evaluate("", f"data={blind}", SUITE, "perception=oracle", f"output={tmp_path / 'run'}")
    assert done.returncode == 0, done.stderr
    assert "holds no labels" in done.stderr
    logs = {k: v for k, v in files_of(tmp_path / "run").items() if k.startswith("episodes/")}
    assert logs == {k: v for k, v in files_of(whole).items() if k.startswith("episodes/")}
    done = evaluate("score", tmp_path / "run", "--data", sketched)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "run/scores.csv").read_bytes() == (whole / "scores.csv").read_bytes()


def test_perception_from_pixels_needs_no_construction_either(sketched: Path, evaluate: Command, tmp_path: Path) -> None:
    shutil.copytree(sketched / "ua/agent", tmp_path / "set/agent")
    done = evaluate("", f"data={tmp_path / 'set'}", "limit=3", f"output={tmp_path / 'run'}")
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "run/episodes").rglob("*.json"))) == 3
    done = evaluate("", f"data={tmp_path / 'set'}", "limit=3", "perception=oracle", f"output={tmp_path / 'other'}")
    assert done.returncode == 2
    assert "holds no pairs" in done.stderr


@pytest.mark.parametrize("files", [3, 60, 130])
def test_a_killed_run_goes_on_where_it_was(
    files: int, sketched: Path, whole: Path, evaluate: Command, tmp_path: Path
) -> None:
    output = tmp_path / "run"
    words = [f"data={sketched}", SUITE, "perception=oracle", f"output={output}"]
    with subprocess.Popen([sys.executable, "-m", "bench_eval", *words], cwd=ROOT) as process:
        deadline = time.monotonic() + 120
        while len(list(output.rglob("*.json"))) < files and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
    done = evaluate("", *words)
    assert done.returncode == 0, done.stderr
    assert files_of(output) == files_of(whole)


def test_a_changed_log_and_another_set_are_refused(
    sketched: Path, whole: Path, evaluate: Command, tmp_path: Path
) -> None:
    output = shutil.copytree(whole, tmp_path / "run")
    path = sorted(output.glob("episodes/*/*/*/*/*.json"))[0]
    path.write_text(path.read_text().replace('"carried"', '"carry"'))
    done = evaluate("", f"data={sketched}", SUITE, "perception=oracle", f"output={output}")
    assert done.returncode == 2
    assert path.name in done.stderr
    less = shutil.copytree(sketched / "ua/agent", tmp_path / "less/agent").parent
    sorted((less / "agent/episodes").glob("*.json"))[0].unlink()
    done = evaluate("", f"data={less}", SUITE, f"output={whole}")
    assert done.returncode == 2
    assert "another set" in done.stderr


AGENT = '''
from bench_eval.agents.unified import UnifiedAgent

class Fragile(UnifiedAgent):
    """Breaks at frame 5 of one episode."""
    def reset(self, brief):
        super().reset(brief)
        self.doomed = brief.episode == "{doomed}"
    def step(self, observation):
        if self.doomed and observation.frame == 5:
            raise RuntimeError("out of ideas")
        return super().step(observation)
'''


def test_a_systems_crash_costs_one_episode(sketched: Path, evaluate: Command, tmp_path: Path) -> None:
    doomed = load_episodes(sketched)[7].id
    (tmp_path / "my_agents.py").write_text(AGENT.replace("{doomed}", doomed))
    output = tmp_path / "run"
    words = (f"data={sketched}", "agent=[unified,'my_agents:Fragile']", "perception=oracle", f"output={output}")
    done = evaluate("", *words, path=tmp_path)
    assert done.returncode == 1
    assert "1 episodes crashed" in done.stderr
    logs = [json.loads(p.read_text()) for p in output.glob("episodes/oracle/rules/my_agents*/0/*.json")]
    assert len(logs) == 48
    (broken,) = [log for log in logs if log["crashed"]]
    assert broken["episode"] == doomed
    assert broken["crashed"] == "RuntimeError: out of ideas"
    assert [moment["frame"] for moment in broken["moments"]] == [1, 2, 3, 4]
    report = evaluate("report", output, path=tmp_path)
    assert report.returncode == 0, report.stderr
    row = next(line for line in (output / "report/table_1.csv").read_text().splitlines() if "my_agents" in line)
    assert row.endswith(",1")
    (tmp_path / "my_agents.py").write_text(AGENT.replace("{doomed}", "nobody"))
    assert evaluate("", *words, path=tmp_path).returncode == 1  # kept, unless asked
    assert evaluate("", *words, "retry_crashed=true", path=tmp_path).returncode == 0


PROCESS = """
import json, sys, time
doomed, how = sys.argv[1:3]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "reset":
        episode, seen = message["brief"]["episode"], 0
        print(json.dumps({}), flush=True)
        continue
    seen += 1
    if episode == doomed and seen == 3:
        if how == "exit": sys.exit(7)
        if how == "hang": time.sleep(600)
        if how == "prose": print("I think it is the TV", flush=True); continue
        if how == "list": print("[1, 2]", flush=True); continue
    record = message["observation"]["record"]
    answers = {"eng": record["attended"], "rsp": record["active"], "inf": 5}
    print(json.dumps({"answers": answers, "carried": ["x" * seen], "shown": f"{seen} seen"}), flush=True)
"""


def brief_of(sketched: Path, number: int) -> Brief:
    content = load_episodes(sketched)[number].content
    return Brief(content.episode, content.roster, content.card)


@pytest.mark.parametrize("how", ["exit", "hang", "prose", "list"])
def test_a_process_that_fails_is_started_anew(how: str, sketched: Path, tmp_path: Path) -> None:
    script = tmp_path / "agent.py"
    script.write_text(PROCESS)
    first, second = brief_of(sketched, 0), brief_of(sketched, 1)
    agent = ProcessAgent([sys.executable, str(script), first.episode, how], timeout=2.0)
    says = {"exit": "ended with exit code 7", "hang": "did not answer", "prose": "no JSON", "list": "JSON object"}
    try:
        agent.reset(first)
        for frame in (1, 2):
            answers = agent.step(Observation(Record(frame=frame, active=("tv",)), "hello"))
            assert answers["rsp"] == ["tv"]
        assert agent.carried() == ("xx",)
        with pytest.raises(AgentProcessError, match=says[how]):
            agent.step(Observation(Record(frame=3), "hello"))
        agent.reset(second)
        agent.step(Observation(Record(frame=1), "hello"))
        assert agent.shown() == "1 seen"
    finally:
        agent.close()


def test_a_system_in_any_language_is_one_command(sketched: Path, evaluate: Command, tmp_path: Path) -> None:
    script = tmp_path / "agent.py"
    script.write_text(PROCESS)
    doomed = load_episodes(sketched)[2].id
    agent = f"agent='exec:{sys.executable} {script} {doomed} exit'"
    done = evaluate("", f"data={sketched}", agent, "perception=oracle", f"output={tmp_path / 'run'}", "limit=6")
    assert done.returncode == 1, done.stderr
    logs = [json.loads(p.read_text()) for p in sorted((tmp_path / "run/episodes").rglob("*.json"))]
    assert [bool(log["crashed"]) for log in logs] == [False, False, True, False, False, False]
    assert logs[0]["moments"][4]["malformed"] == ["inf"]
    assert logs[0]["moments"][4]["carried"] == 5


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("agent=nobody",), "no agent 'nobody'"),
        (("perception=guess",), "oracle, pixels"),
        (("agent=no_such_module:Agent",), "cannot load"),
        (("limit=0",), "limit"),
        (("agent='exec:'",), "exec:COMMAND"),
        (("decoder=mllm",), "model.name"),
        (("model.timeout=-1",), "model.timeout"),
    ],
)
def test_unusable_input_exits_with_two(
    words: tuple[str, ...], says: str, sketched: Path, evaluate: Command, tmp_path: Path
) -> None:
    done = evaluate("", f"data={sketched}", f"output={tmp_path / 'run'}", "limit=2", *words)
    assert done.returncode == 2, done.stdout
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_set_is_needed(evaluate: Command, tmp_path: Path) -> None:
    assert "data=FOLDER" in evaluate("").stderr
    done = evaluate("", f"data={tmp_path}")
    assert done.returncode == 2
    assert "holds no episodes" in done.stderr
    assert evaluate("report", tmp_path).returncode == 2
