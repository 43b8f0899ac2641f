"""With perfect perception: Unified Agent is right, and every other design falls where the paper says it must."""

from __future__ import annotations

import csv
import io
import subprocess
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]
Scores = dict[str, dict[str, float]]
LEAST = 0.1  # the paper's least difference of interest


@pytest.fixture(scope="module")
def run_folder(sketched: Path, evaluate: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("orderings") / "run"
    done = evaluate("", f"data={sketched}", "+suite=ua_table1", "perception=oracle", f"output={output}")
    assert done.returncode == 0, done.stderr
    return output


@pytest.fixture(scope="module")
def scores(run_folder: Path) -> Scores:
    rows = list(csv.DictReader(io.StringIO((run_folder / "scores.csv").read_text())))
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for name in ("eng", "int", "inf", "rsp", "nxt", "overall"):
            found[row["agent"]][name].append(float(row[name]))
    assert {len(values) for by in found.values() for values in by.values()} == {48}
    return {agent: {k: sum(v) / len(v) for k, v in by.items()} for agent, by in found.items()}


def test_unified_agent_is_right_in_everything(scores: Scores) -> None:
    assert scores["unified"] == dict.fromkeys(("eng", "int", "inf", "rsp", "nxt", "overall"), 1.0)


@pytest.mark.parametrize("agent", ["frame_local", "text_only", "observation_only", "answer_cache"])
def test_without_carried_visual_evidence_overall_falls(agent: str, scores: Scores) -> None:
    assert scores["unified"]["overall"] - scores[agent]["overall"] >= LEAST
    assert scores[agent]["inf"] == 0.0


@pytest.mark.parametrize("agent", ["frame_local", "text_only", "observation_only"])
def test_the_engaged_device_cannot_be_told_from_the_last_frames(agent: str, scores: Scores) -> None:
    assert scores[agent]["eng"] == 0.0
    assert scores[agent]["nxt"] == 0.0


@pytest.mark.parametrize(
    ("agent", "decision"),
    [("count_free", "eng"), ("no_pointing", "eng"), ("frame_local", "inf"), ("reduced_abilities", "rsp")],
)
def test_each_ablation_falls_on_its_own_decision(agent: str, decision: str, scores: Scores) -> None:
    """Section 6.3: Eng without counts or pointing, Inf without prior state, Rsp without per-device abilities."""
    assert scores["unified"][decision] - scores[agent][decision] >= LEAST


def test_abilities_matter_to_routing_alone(scores: Scores) -> None:
    for decision in ("eng", "int", "inf", "nxt"):
        assert scores["reduced_abilities"][decision] == 1.0


def test_the_latest_value_of_each_slot_is_not_enough(scores: Scores) -> None:
    for agent in ("mm_dst", "mem0"):
        assert scores["unified"]["eng"] - scores[agent]["eng"] >= LEAST
        assert scores["unified"]["inf"] - scores[agent]["inf"] >= LEAST


def test_a_memo_of_600_characters_forgets(scores: Scores) -> None:
    assert scores["self_notes"]["eng"] < 1.0


def test_a_counting_decoder_gets_as_much_from_all_history(scores: Scores) -> None:
    """Full context holds everything that the state is derived from; only its size tells it apart here (figure 5)."""
    assert scores["full_context"] == scores["unified"]


def test_the_report_shows_it(run_folder: Path, evaluate: Command, tmp_path: Path) -> None:
    done = evaluate("report", run_folder, "--out", tmp_path / "report")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "report/report.md").read_text()
    assert "upper bound" in text
    assert "| Unified Agent | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 [1.00, 1.00] |" in text
    assert "Its numbers are not a model's" in text
    for name in ("table_1", "table_1_by_scene", "table_2", "table_3", "table_8"):
        assert {p.suffix for p in (tmp_path / "report").glob(f"{name}.*")} == {".md", ".csv", ".tex"}
    tex = (tmp_path / "report/table_1.tex").read_text()
    assert tex.count(r"\\") >= 18
    assert "_" not in tex.replace(r"\_", "")
    assert (tmp_path / "report/figure_5.png").stat().st_size > 10_000
    again = evaluate("report", run_folder, "--out", tmp_path / "again")
    assert again.returncode == 0
    for path in sorted((tmp_path / "report").iterdir()):
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes(), path.name


def test_carried_state_is_bounded_and_history_is_not(run_folder: Path) -> None:
    from bench_eval.report.figures import carried_sizes

    sizes = carried_sizes(run_folder)
    assert sizes["full_context"][11] > 4 * sizes["unified"][11]
    assert sizes["full_context"][11] - sizes["full_context"][9] > 50
    assert abs(sizes["unified"][11] - sizes["unified"][9]) < 10
    assert max(sizes["self_notes"]) <= 600
