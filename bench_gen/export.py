"""`python -m bench_gen.export DIR --format parquet --out FOLDER`: a set in a form to publish."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from assets.errors import InputError
from bench_gen.command import progress_bar, run
from bench_gen.ua.disk import pairs_in
from bench_gen.ua.export import FORMATS, Options
from bench_gen.ua.new_folder import new_folder
from bench_gen.ua.restage import Sources
from bench_gen.ua.review.decisions import rejections
from bench_gen.ua.schema import FRAMES, ROLES


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
    parser.add_argument("--pair", action="append", help="only this pair (may be given again)")
    parser.add_argument("--width", type=int, help="pictures: scale down to so many pixels")
    parser.add_argument("--jpeg", type=int, help="pictures: JPEG quality, 1 to 95, instead of PNG")
    worlds = ", ".join(sorted(name for name, form in FORMATS.items() if form.worlds))
    group = parser.add_argument_group("worlds", f"for the formats that hold worlds in 3D: {worlds}")
    group.add_argument("--episode", action="append", choices=ROLES, help="default: A (may be given again)")
    group.add_argument("--frame", action="append", type=int, help="1 to 12 (may be given again)")
    group.add_argument("--scenes-root", help="folder of your Habitat datasets, as scenes.root= when the set was made")
    group.add_argument("--devices", help="folder of your own devices, as cast.devices= when the set was made")
    options = parser.parse_args(arguments)

    def work() -> int:
        numbers = [("--pairs", options.pairs, 1, 10**6), ("--width", options.width, 32, 16384)]
        numbers += [("--jpeg", options.jpeg, 1, 95), *(("--frame", frame, 1, FRAMES) for frame in options.frame or ())]
        for name, value, low, high in numbers:
            if value is not None and not low <= value <= high:
                raise InputError(f"{value} is out of range", field=name, expected=f"{low} to {high}")
        ua = options.folder / "ua"
        there = pairs_in(ua)
        if unknown := sorted(set(options.pair or ()) - set(there)):
            raise InputError(f"no pair {unknown[0]}", file=ua, field="--pair", remedy="ls ua/construction/pairs")
        asked = tuple(pair for pair in there if pair in (options.pair or there))
        rejected = rejections(ua, asked)
        kept = tuple(pair for pair in asked if pair not in rejected)
        if len(kept) < len(asked):
            print(f"left out: {len(asked) - len(kept)} pairs that reviewers rejected", file=sys.stderr)  # noqa: T201
        pairs = kept[: options.pairs]
        if not pairs:
            raise InputError("reviewers rejected every pair", file=options.folder / "review.jsonl")
        form, roles = FORMATS[options.format], tuple(sorted(set(options.episode or ("A",))))
        frames, sources = tuple(sorted(set(options.frame or ()))), Sources(options.scenes_root, options.devices)
        wanted = Options(pairs, options.width, options.jpeg, roles, frames, sources)
        count = len(pairs) * len(roles if form.worlds else ROLES)
        with new_folder(options.out, "--out") as scratch, progress_bar(count, "episode") as advance:
            form.write(ua, scratch, wanted, advance)
        size = sum(path.stat().st_size for path in options.out.rglob("*") if path.is_file())
        print(f"{options.out}: {len(pairs)} pairs, {size / 1e6:.1f} MB")  # noqa: T201
        return 0

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
