"""The worked example of docs/cape.md: a service, a kind of device, devices, a perturbation and a task from outside."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from assets.errors import InputError
from testbed import extensions

ROOT = Path(__file__).parents[2]


def block(language: str, holding: str) -> str:
    """The block of the page in a language that holds some words."""
    page = (ROOT / "docs/cape.md").read_text(encoding="utf-8")
    return next(b for b in re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL) if holding in b)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The set of the worked example, made by its first command, smaller, with two workers."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "my_house.py").write_text(block("python", "device_kind("))
    (folder / "tasks").mkdir()
    (folder / "tasks" / "parcel_arrives.yaml").write_text(block("yaml", "parcel_arrives"))
    page = (ROOT / "docs/cape.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith("python -m") and "my_house" in line)
    words = line.replace("benchmark.limit=8", "benchmark.limit=4").split()[2:]
    done = run(folder, *words, "workers=2", "seed=10")
    assert done.returncode == 0, done.stderr
    return folder


def instances(house: Path) -> list[dict[str, object]]:
    paths = sorted((house / "outputs/house/cape/construction/instances").glob("*.json"))
    return [json.loads(path.read_text()) for path in paths]


def test_instances_use_what_the_module_registers(house: Path) -> None:
    found = instances(house)
    assert len(found) == 4
    assert "courier_busy" in json.dumps(found)
    moved = [i["allowed"]["enter"] for i in found if i["level"] == "device"]  # type: ignore[index]
    assert ["tablet-1", "tablet-2"] in moved
    brief = json.loads(next((house / "outputs/house/cape/agent/instances").glob("*.json")).read_text())
    assert brief["devices"]["tablet-1"] == "Tablet"
    assert "/parcels" in (house / "outputs/house/cape/agent/openapi.json").read_text()


def test_they_are_certified_again_and_evaluated(house: Path) -> None:
    again = run(house, "bench_gen.admit", "outputs/house", "--extension", "my_house")
    assert again.returncode == 0, again.stdout + again.stderr
    assert "4 of 4" in again.stdout
    done = run(house, "bench_eval", "benchmark=cape", "data=outputs/house", "extensions=[my_house]",
               "agent=[scripted,fixed_plan]")  # fmt: skip
    assert done.returncode == 0, done.stderr
    logs = [json.loads(path.read_text()) for path in (house / "outputs/eval/house/cape").glob("*/0/*.json")]
    assert {(log["agent"], log["perfect"]) for log in logs if log["level"] != "none"} == {
        ("scripted", True),
        ("fixed_plan", False),
    }


def test_its_perturbation_is_proved(house: Path) -> None:
    done = run(house, "testbed.perturbations.verify", "courier_busy", "--extension", "my_house")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "ok  courier_busy: blocks api; leaves cli, gui\n"
    assert run(house, "testbed.perturbations.verify", "no_such").returncode == 2


@pytest.mark.parametrize(
    "words",
    [("bench_gen.admit", "outputs/house"), ("bench_eval", "benchmark=cape", "data=outputs/house", "agent=idle")],
)
def test_a_set_whose_module_is_not_loaded_says_which_option_loads_it(house: Path, words: tuple[str, ...]) -> None:
    done = run(house, *words)
    assert done.returncode == 2
    assert "'tablet-1'" in done.stderr
    assert "--extension MODULE" in done.stderr


@pytest.mark.parametrize("name", ["no_such_module", "../escape", "json;os"])
def test_a_module_that_cannot_be_loaded_is_named(name: str) -> None:
    with pytest.raises(InputError, match="extensions"):
        extensions.load([name])


def test_a_task_that_does_not_exist_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, "bench_gen", "+benchmark=cape_full", "benchmark.only=[fly_a_kite]")
    assert done.returncode == 2
    assert "benchmark.only" in done.stderr
    assert "plumber_visit" in done.stderr
