"""Scenes that are not ours: real furniture, and a dataset that lies where a user's copy of HSSD would."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from assets.cache import cache_dir
from bench_gen.ua.disk import load_pair, pairs_in
from scenes.homes import ensure_home
from scenes.hssd import SCENE_IDS

POLYHAVEN = os.environ.get("CROSSROOM_POLYHAVEN")
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.skipif(not POLYHAVEN, reason="CROSSROOM_POLYHAVEN does not point to the polyhaven_home dataset")
def test_real_furniture_gives_an_admitted_pair(tmp_path: Path, run: Command) -> None:
    output = tmp_path / "poly"
    done = run(
        "", "+scene=folder", f"scenes.root={POLYHAVEN}", "scene_id=poly_room_1", "render=fast", f"output={output}"
    )
    assert done.returncode == 0, done.stderr
    record = load_pair(output / "ua", pairs_in(output / "ua")[0]).record
    assert {"sofa", "table", "bookshelf"} <= {entity.semantic_class for entity in record.entities}
    assert str(POLYHAVEN) not in (output / "ua/construction/set.json").read_text()


@pytest.fixture(scope="module")
def hssd_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedded home under the name of a pinned HSSD scene, in a folder as `scenes.root` would name it."""
    root = tmp_path_factory.mktemp("data") / "hssd-hab"
    shutil.copytree(ensure_home("home_05", cache_dir() / "homes"), root)
    for path in sorted(root.rglob("home_05.*")):
        path.rename(path.with_name(path.name.replace("home_05", SCENE_IDS[0])))
    for path in sorted(root.rglob("*.json")):
        path.write_text(path.read_text().replace("home_05", SCENE_IDS[0]))
    return root


def test_a_scene_of_the_users_own_copy_of_hssd(hssd_copy: Path, tmp_path: Path, run: Command) -> None:
    output = tmp_path / "hssd"
    done = run("", "+scene=hssd_00", f"scenes.root={hssd_copy}", "render=fast", f"output={output}")
    assert done.returncode == 0, done.stderr
    record = load_pair(output / "ua", pairs_in(output / "ua")[0]).record
    assert record.scene["id"] == SCENE_IDS[0]
    assert json.loads((output / "ua/construction/set.json").read_text())["scenes"] == ["hssd:hssd_00"]


def _scene_file(root: Path) -> Path:
    return next(root.rglob(f"{SCENE_IDS[0]}.scene_instance.json"))


def _truncate_a_mesh(root: Path) -> str:
    mesh = max(root.rglob("*.glb"), key=lambda p: (p.stat().st_size, p.name))
    mesh.write_bytes(mesh.read_bytes()[: mesh.stat().st_size // 2])
    return mesh.name


def _break_json(root: Path) -> str:
    _scene_file(root).write_text('{"stage_instance": ')
    return ".scene_instance.json"


def _lose_the_stage(root: Path) -> str:
    scene = json.loads(_scene_file(root).read_text())
    scene["stage_instance"]["template_name"] = "stages/nowhere"
    _scene_file(root).write_text(json.dumps(scene))
    return "nowhere"


def _escape(root: Path) -> str:
    config = next(root.rglob("stages/*.stage_config.json"))
    stage = json.loads(config.read_text())
    stage["render_asset"] = "../../../../etc/passwd"
    config.write_text(json.dumps(stage))
    return "render_asset"


def _absurd_scale(root: Path) -> str:
    scene = json.loads(_scene_file(root).read_text())
    scene["object_instances"][0]["non_uniform_scale"] = [1e9, 1, 1]
    _scene_file(root).write_text(json.dumps(scene))
    return "non_uniform_scale"


@pytest.mark.parametrize("damage", [_truncate_a_mesh, _break_json, _lose_the_stage, _escape, _absurd_scale])
def test_damage_is_one_clear_error_and_leaves_nothing(
    damage: Callable[[Path], str], hssd_copy: Path, tmp_path: Path, run: Command
) -> None:
    root = shutil.copytree(hssd_copy, tmp_path / "hssd-hab")
    named = damage(root)
    done = run("", "+scene=hssd_00", f"scenes.root={root}", f"output={tmp_path / 'out'}")
    assert done.returncode == 2, done.stdout
    assert named in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 4
    assert not (tmp_path / "out").exists()
