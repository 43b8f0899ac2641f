"""`python -m bench_gen.admit DIR`: re-check a set from its files alone."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench_gen.command import run
from bench_gen.ua.admission import admit_directory
from bench_gen.ua.checks import CHECKS
from bench_gen.ua.manifest import refresh_manifest
from bench_gen.ua.report import as_text, write_report
from bench_gen.ua.set_record import set_record_of
from bench_gen.ua.settings import load_settings


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0 when every pair is admitted, 1 when one is not, 2 for unusable input."""
    parser = argparse.ArgumentParser(
        prog="python -m bench_gen.admit",
        description="Re-check every pair on disk. Exit code 0: all admitted, 1: a pair is rejected, 2: unusable input.",
        epilog="checks: " + ", ".join(sorted(CHECKS)),
    )
    parser.add_argument("folder", type=Path, help="a folder that python -m bench_gen wrote")
    parser.add_argument(
        "--write", action="store_true", help="also write admission.json, .txt and .xml (JUnit) into construction/"
    )
    parser.add_argument(
        "--extension", action="append", default=[], help="of CAPEBench: a module that the set was made with; repeatable"
    )
    options = parser.parse_args(arguments)

    def work() -> int:
        if (options.folder / "cape").is_dir():
            from bench_gen.cape.admit import admit_again

            return admit_again(options.folder / "cape", options.extension)
        settings = load_settings(set_record_of(options.folder)["admission"])
        report = admit_directory(options.folder / "ua", settings)
        if options.write:
            write_report(report, options.folder / "ua")
            refresh_manifest(options.folder / "ua")
        print(as_text(report), end="")  # noqa: T201
        return 0 if report.admitted else 1

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
