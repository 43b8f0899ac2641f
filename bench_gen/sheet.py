"""`python -m bench_gen.sheet DIR`: a contact sheet of a set."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench_gen.command import run
from bench_gen.ua.sheet import write_sheet


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m bench_gen.sheet",
        description="Write a contact sheet: RGB beside coloured semantics, utterance and labels under each frame.",
    )
    parser.add_argument("folder", type=Path, help="a folder that python -m bench_gen wrote")
    parser.add_argument("--out", type=Path, help="JPEG to write (default: FOLDER/sheet.jpg)")
    parser.add_argument("--pair", action="append", help="only this pair (may be given again)")
    options = parser.parse_args(arguments)

    def work() -> int:
        path = write_sheet(
            options.folder / "ua", options.out or options.folder / "sheet.jpg", pairs=tuple(options.pair or ()) or None
        )
        print(path)  # noqa: T201
        return 0

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
