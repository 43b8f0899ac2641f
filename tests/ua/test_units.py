"""Units of work: what happens to one does not happen to the others."""

from __future__ import annotations

from pathlib import Path

import pytest
import ua_jobs
from hypothesis import given
from hypothesis import strategies as st
from ua_sketch import VOCABULARY

from bench_gen.config import Config
from bench_gen.ua.destination import Destination
from bench_gen.ua.scenes_of import SceneRef, scene_of_pair
from bench_gen.ua.units import Bench, Job, Unit, UnwritableError, batches, run_units

HOME = SceneRef("homes", "home_01")


def bench(folder: Path, workers: int) -> Bench:
    return Bench(Config(workers=workers), VOCABULARY, Destination(folder))


def unit(index: int, job: Job = ua_jobs.works, scene: SceneRef = HOME) -> Unit:
    return Unit(index, f"pair{index}", scene, job)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_defect_and_an_unusable_scene_are_outcomes_and_the_rest_goes_on(tmp_path: Path, workers: int) -> None:
    nowhere = SceneRef("homes", "home_99")
    units = [unit(0), unit(1, ua_jobs.is_defect), unit(2, scene=nowhere), unit(3), unit(4)]
    outcomes = run_units(bench(tmp_path, workers), units)
    assert [o.index for o in outcomes] == [0, 1, 2, 3, 4]
    assert [o.admitted for o in outcomes] == [True, False, False, True, True]
    assert outcomes[1].error == "ZeroDivisionError: a defect"
    assert "home_99" in outcomes[2].error
    assert outcomes[2].unusable is not None
    assert "choose one of the embedded homes" in str(outcomes[2].unusable)
    assert sorted(p.name for p in tmp_path.glob("made-*")) == ["made-0", "made-3", "made-4"]


def test_a_process_that_dies_once_is_started_again(tmp_path: Path) -> None:
    outcomes = run_units(bench(tmp_path, 2), [unit(0), unit(1, ua_jobs.dies_once), unit(2), unit(3)])
    assert all(o.admitted for o in outcomes)


def test_a_pair_that_kills_its_process_is_given_up_and_the_rest_goes_on(tmp_path: Path) -> None:
    outcomes = run_units(bench(tmp_path, 2), [unit(0), unit(1, ua_jobs.dies), unit(2), unit(3)])
    assert [o.admitted for o in outcomes] == [True, False, True, True]
    assert "died 2 times" in outcomes[1].error


@pytest.mark.parametrize("workers", [1, 2])
def test_a_full_disk_ends_the_run(tmp_path: Path, workers: int) -> None:
    with pytest.raises(UnwritableError, match="No space left"):
        run_units(bench(tmp_path, workers), [unit(0), unit(1, ua_jobs.finds_disk_full), unit(2)])


@given(st.lists(st.integers(0, 6), min_size=1, max_size=60), st.integers(1, 8))
def test_batches_hold_every_unit_once_and_one_scene_each(scenes: list[int], workers: int) -> None:
    units = [unit(i, scene=SceneRef("homes", f"home_{s:02d}")) for i, s in enumerate(scenes)]
    found = batches(sorted(units, key=lambda u: (u.scene, u.index)), workers)
    assert sorted(u.index for batch in found for u in batch) == list(range(len(units)))
    assert all(len({u.scene for u in batch}) == 1 for batch in found)
    assert max(map(len, found)) <= max(1, -(-len(units) // (4 * workers)))


def test_every_scene_comes_up_equally_often() -> None:
    scenes = tuple(SceneRef("homes", f"home_{n:02d}") for n in range(1, 47))
    dealt = [scene_of_pair(0, "ua_full", index, scenes) for index in range(100)]
    counts = [dealt.count(scene) for scene in scenes]
    assert set(counts) == {2, 3}
    assert set(dealt[:46]) == set(scenes)
