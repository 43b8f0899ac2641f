"""`python -m scenes.homes DIR [--only home_01 ...]`: write the embedded homes, a dataset a home, below a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from assets.errors import InputError
from scenes.homes import HOME_IDS, ensure_home


def main(arguments: list[str] | None = None) -> int:
    """Write the homes; 0 when done, 2 for unusable input."""
    parser = argparse.ArgumentParser(prog="python -m scenes.homes", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write; homes that are there already are kept")
    parser.add_argument("--only", nargs="+", default=list(HOME_IDS), metavar="ID", help="these homes alone")
    options = parser.parse_args(arguments)
    try:
        for scene_id in tqdm(options.only, unit="home", file=sys.stderr):
            ensure_home(scene_id, options.folder)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
