"""A perceiver, a decision, a judge and a system from outside: one file and one line each."""

from __future__ import annotations

import csv
import io
import subprocess
from collections.abc import Callable
from pathlib import Path

Command = Callable[..., subprocess.CompletedProcess[str]]

OWN = '''
"""Four entries of one's own."""
from bench_eval.agents import agent
from bench_eval.agents.unified import UnifiedAgent
from bench_eval.decisions import decision
from bench_eval.judges import judge
from bench_eval.perception import Perceiver
from bench_eval.perception.words import record_of

def blind(episode, resources):
    """Hears, and sees nothing."""
    return tuple(record_of(f.frame, f.utterance, episode.content.card, (), None) for f in episode.content.frames)

EYES = Perceiver(blind)

def lenient(resources):
    """Everything means the same."""
    return lambda answer, reference: True

@decision("any", "Any")
def answered(answer, target, judge):
    """Whether something was answered at all, on f12."""
    return float(answer is not None) if target.frame == 12 else None

@agent("yes", "Yes-sayer", "others")
class Yes(UnifiedAgent):
    """Says yes to everything."""
    def step(self, observation):
        return {**super().step(observation), "any": "yes"}
'''


def test_each_is_one_file_and_one_line(sketched: Path, evaluate: Command, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    output = tmp_path / "run"
    words = ("agent=[unified,'own:Yes']", "perception=own:EYES", "judge=own:lenient", f"output={output}", "limit=8")
    done = evaluate("", f"data={sketched}", *words, path=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO((output / "scores.csv").read_text())))
    assert {(row["agent"], row["any"]) for row in rows} == {("unified", "0.000000"), ("own:Yes", "1.000000")}
    assert {row["perception"] for row in rows} == {"own:EYES"}
    assert {row["int"] for row in rows} == {"1.000000"}
    assert {row["eng"] for row in rows} == {"0.000000"}
    done = evaluate("report", output, path=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Partial: 8 of the set's 48 episodes" in (output / "report/report.md").read_text()
