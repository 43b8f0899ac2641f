"""`python -m bench_gen.export DIR --format parquet --out FOLDER`: a set in a form to publish."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NoReturn

from tqdm import tqdm

from assets.errors import InputError
from bench_gen.command import run
from bench_gen.ua.disk import pairs_in
from bench_gen.ua.export import FORMATS, Options
from bench_gen.ua.new_folder import new_folder
from bench_gen.ua.review.decisions import decision_on


def advance(bar: tqdm[NoReturn]) -> None:
    """One episode is through."""
    bar.update()


def _rejected(ua: Path, pair: str) -> bool:
    decision = decision_on(ua, pair)
    return decision is not None and decision.verdict == "reject"


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 for unusable input."""
    parser = argparse.ArgumentParser(
        prog="python -m bench_gen.export",
        description="Write a set in a form to publish. The folder appears whole or not at all.",
        epilog="formats: " + "; ".join(f"{name}: {form.says}" for name, form in sorted(FORMATS.items())),
    )
    parser.add_argument("folder", type=Path, help="a folder that python -m bench_gen wrote")
    parser.add_argument("--format", default="parquet", choices=sorted(FORMATS), help="default: parquet")
    parser.add_argument("--out", type=Path, required=True, help="a folder that does not exist yet")
    parser.add_argument("--pairs", type=int, help="only so many pairs, the first by id")
    parser.add_argument("--width", type=int, help="scale images down to so many pixels")
    parser.add_argument("--jpeg", type=int, help="JPEG quality, 1 to 95, instead of PNG")
    options = parser.parse_args(arguments)

    def work() -> int:
        for name, value, low, high in (("--pairs", options.pairs, 1, 10**6), ("--width", options.width, 32, 16384),
                                       ("--jpeg", options.jpeg, 1, 95)):  # fmt: skip
            if value is not None and not low <= value <= high:
                raise InputError(f"{value} is out of range", field=name, expected=f"{low} to {high}")
        ua = options.folder / "ua"
        there = pairs_in(ua)
        kept = tuple(pair for pair in there if not _rejected(ua, pair))
        if len(kept) < len(there):
            print(f"left out: {len(there) - len(kept)} pairs that reviewers rejected", file=sys.stderr)  # noqa: T201
        pairs = kept[: options.pairs]
        if not pairs:
            raise InputError("reviewers rejected every pair", file=options.folder / "review.jsonl")
        with (
            new_folder(options.out, "--out") as scratch,
            tqdm(total=2 * len(pairs), unit="episode", disable=None) as bar,
        ):
            form = FORMATS[options.format]
            form.write(ua, scratch, Options(pairs, options.width, options.jpeg), lambda: advance(bar))
        size = sum(path.stat().st_size for path in options.out.rglob("*") if path.is_file())
        print(f"{options.out}: {len(pairs)} pairs, {size / 1e6:.1f} MB")  # noqa: T201
        return 0

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
