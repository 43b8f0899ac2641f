"""`python -m bench_gen.legibility DIR`: can screens and pointing be read from the pixels alone?"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tqdm import tqdm

from bench_gen.command import run
from bench_gen.ua.disk import pairs_in, write_text
from bench_gen.ua.legibility import Legibility, as_json, as_text, look_at_pairs
from bench_gen.ua.manifest import refresh_manifest
from bench_gen.ua.misread import write_misread_sheet


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0 when the aims are met, 1 when not, 2 for unusable input."""
    parser = argparse.ArgumentParser(
        prog="python -m bench_gen.legibility",
        description="Read every frame by a perceiver that gets pixels and roster only. Exit code 0: the aims are met; "
        "1: they are not; 2: unusable input.",
    )
    parser.add_argument("folder", type=Path, help="a folder that python -m bench_gen wrote")
    parser.add_argument("--pair", action="append", help="only this pair (may be given again)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--sheet", type=Path, help="JPEG to write with the frames that are misread")
    parser.add_argument("--write", action="store_true", help="also write legibility.json and .txt into construction/")
    options = parser.parse_args(arguments)

    def work() -> int:
        ua = options.folder / "ua"
        pairs = tuple(options.pair or pairs_in(ua))
        looks = look_at_pairs(ua, pairs, max(1, options.workers))
        frames = [frame for look in tqdm(looks, total=len(pairs), unit="pair", disable=None) for frame in look]
        result = Legibility(tuple(frames))
        if options.write:
            write_text(
                ua / "construction/legibility.json", json.dumps(as_json(result), sort_keys=True, indent=1) + "\n"
            )
            write_text(ua / "construction/legibility.txt", as_text(result))
            refresh_manifest(ua)
        print(as_text(result), end="")  # noqa: T201
        if options.sheet and result.misread():
            print(write_misread_sheet(ua, result, options.sheet))  # noqa: T201
        return 0 if result.legible else 1

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
