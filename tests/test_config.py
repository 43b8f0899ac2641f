"""The command line composes: `+scene=` as typed, typed overrides, exit code 2 for what cannot be used."""

from __future__ import annotations

import pytest
from hydra import compose, initialize_config_module
from omegaconf import OmegaConf

from bench_gen import __main__ as command
from bench_gen.config import Config, SceneConf, register


def composed(*overrides: str) -> Config:
    register()
    with initialize_config_module("conf", version_base="1.3"):
        config = OmegaConf.to_object(compose("config", list(overrides)))
    assert isinstance(config, Config)
    return config


def test_the_defaults_are_one_pair_without_a_scene_choice() -> None:
    config = composed()
    assert (config.seed, config.pairs, config.scene, config.scene_id) == (0, 1, None, None)
    assert (config.render.width, config.render.height, config.render.backend) == (640, 480, "gl")


@pytest.mark.parametrize("number", [1, 46])
def test_every_home_is_a_scene_option(number: int) -> None:
    assert composed(f"+scene=home_{number:02d}").scene == SceneConf("homes", f"home_{number:02d}")


def test_hssd_scenes_are_numbered_from_zero() -> None:
    assert composed("+scene=hssd_00").scene == SceneConf("hssd", "hssd_00")


def test_a_users_own_scene_is_root_and_id() -> None:
    config = composed("scenes.root=/data/mine", "scene_id=flat")
    assert (config.scenes.root, config.scene_id) == ("/data/mine", "flat")


@pytest.mark.parametrize(
    "override", ["scene=home_02", "+scene=home_99", "render.width=wide", "colour=red", "render=metal"]
)
def test_a_bad_override_exits_with_two(
    override: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench_gen", override])
    assert command.main() == 2
    assert override.split("=")[0].split(".")[0].lstrip("+") in capsys.readouterr().err


def test_help_shows_the_scenes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["bench_gen", "--help"])
    assert command.main() == 0
    assert "home_46" in capsys.readouterr().out


def test_the_numbers_of_scenes_are_those_of_their_sources() -> None:
    from bench_gen.config import HOMES, HSSD_SCENES
    from scenes.homes import HOME_IDS
    from scenes.hssd import SCENE_IDS

    assert (len(HOME_IDS), len(SCENE_IDS)) == (HOMES, HSSD_SCENES)
