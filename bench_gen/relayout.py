"""`python -m bench_gen.relayout DIR layout.seed=N`: the same scripts in another layout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

from hydra import compose, initialize_config_module
from hydra.errors import HydraException
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from assets.errors import InputError
from bench_gen.command import run
from bench_gen.config import Config, register
from bench_gen.ua.relayout import relayout
from bench_gen.ua.set_record import set_record_of

USAGE = """usage: python -m bench_gen.relayout DIR layout.seed=N [key=value ...]

Render the scripts of the set in DIR in new layouts and admit them. Words and labels stay; places, people and cameras
change. Keys are those of python -m bench_gen; what is not given is taken from the set.

  output=DIR2       where to write (default: DIR-layout<N>)
  workers=2         processes
  render.width=...  another resolution
  +scene=home_07    another scene for all pairs
  scenes.root=DIR   where the set's own scene lies, when it is of a dataset of yours: sets hold no paths
  cast.devices=DIR  your own devices, when the set was made with some
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0 when every pair is admitted, 1 when one is not, 2 for unusable input."""
    words = sys.argv[1:] if arguments is None else arguments
    folders = [word for word in words if "=" not in word and not word.startswith("-")]
    if "-h" in words or "--help" in words or len(folders) != 1:
        print(USAGE, end="")  # noqa: T201
        return 0 if "-h" in words or "--help" in words else 2
    folder = Path(folders[0])
    overrides = [word for word in words if word != folders[0]]

    def work() -> int:
        config = _composed(folder, overrides)
        output = Path(config.output or f"{str(folder).rstrip('/')}-layout{config.layout.seed}")
        return relayout(folder, config, output)

    return run(work)


def _composed(folder: Path, overrides: list[str]) -> Config:
    """The set's own configuration with the overrides on top."""
    record = set_record_of(folder)
    kept = [f"seed={record['seed']}", f"attempts={record['attempts']}", f"name={record['name']}"]
    for group in ("layout", "cast", "render", "admission"):
        values = {key: value for key, value in record[group].items() if (group, key) != ("cast", "devices")}
        kept += [f"{group}.{key}={'null' if value is None else value}" for key, value in sorted(values.items())]
    register()
    try:
        with initialize_config_module("conf", version_base="1.3"):
            config = cast(Config, OmegaConf.to_object(compose("config", [*kept, *overrides])))
    except (HydraException, OmegaConfBaseException) as error:
        raise InputError(str(error).splitlines()[0], expected="key=value as for python -m bench_gen") from error
    return config


if __name__ == "__main__":
    sys.exit(main())
