"""Seconds a pair of a set over many homes: one worker against two, few pairs against more.

Caches are filled first, so that only the making of pairs is timed; every worker has one rasteriser thread. One and two
workers take turns, and the best of each counts: a shared machine is slower by a quarter at times.

    python benchmarks/full.py [--pairs 8] [--turns 2]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOMES = "['homes:home_03','homes:home_12','homes:home_26','homes:home_41']"


def seconds(output: Path, pairs: int, workers: int) -> float:
    """Wall seconds of one run from nothing made."""
    shutil.rmtree(output, ignore_errors=True)
    options = [f"pairs={pairs}", f"workers={workers}", f"scenes.spread={HOMES}", "name=bench", f"output={output}"]
    environment = {**os.environ, "LP_NUM_THREADS": "1"}
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "bench_gen", *options], cwd=ROOT, check=True, capture_output=True, env=environment
    )
    return time.perf_counter() - start


def main() -> None:
    """Print the table and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--turns", type=int, default=2)
    options = parser.parse_args()
    pairs = options.pairs
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "set"
        seconds(output, pairs, 2)
        turns = [(seconds(output, pairs, 1), seconds(output, pairs, 2)) for _ in range(options.turns)]
        one, two = (min(times) for times in zip(*turns, strict=True))
        half = seconds(output, pairs // 2, 1)
    print(f"{pairs} pairs in 4 homes, caches filled: one worker {one:.1f} s, two workers {two:.1f} s")
    print("each turn: " + ", ".join(f"{alone:.1f} / {both:.1f} = {alone / both:.2f}" for alone, both in turns))
    print(f"ratio_workers: {one / two:.2f}")
    print(f"seconds a pair, one worker: {2 * half / pairs:.1f} of {pairs // 2}, {one / pairs:.1f} of {pairs}")
    print(f"ratio_growth: {(one / pairs) / (2 * half / pairs):.2f}")


if __name__ == "__main__":
    main()
