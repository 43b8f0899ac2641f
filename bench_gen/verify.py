"""`python -m bench_gen.verify DIR`: is a set, byte for byte, what its manifest says?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench_gen.command import progress_bar, run
from bench_gen.ua.manifest import read_manifest, verify


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0 when every byte is as recorded, 1 when one is not, 2 for unusable input."""
    parser = argparse.ArgumentParser(
        prog="python -m bench_gen.verify",
        description="Compare a set with its manifest.json: missing, altered and extra files are named. "
        "Exit code 0: all as recorded, 1: something is not, 2: unusable input.",
    )
    parser.add_argument("folder", type=Path, help="a folder that python -m bench_gen wrote")
    options = parser.parse_args(arguments)

    def work() -> int:
        ua = options.folder / "ua"
        count = len(read_manifest(ua).files)
        with progress_bar(count, "file") as advance:
            wrong = list(verify(ua, advance))
        for line in wrong:
            print(line)  # noqa: T201
        print(f"{count} files, {len(wrong)} not as recorded")  # noqa: T201
        return 1 if wrong else 0

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
