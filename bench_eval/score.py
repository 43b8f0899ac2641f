"""`python -m bench_eval.score RUN --data SET`: score logs again; no system and no model runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench_eval.episodes import agent_folder
from bench_eval.judges import JUDGES
from bench_eval.scores import write_scores
from bench_gen.command import run


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 for unusable input."""
    parser = argparse.ArgumentParser(prog="python -m bench_eval.score", description="Score the logs of a run again.")
    parser.add_argument("output", type=Path, help="a folder that python -m bench_eval wrote")
    parser.add_argument("--data", type=Path, required=True, help="the set with its construction records")
    known = ", ".join(sorted(JUDGES))
    parser.add_argument("--judge", default="normalised", help=f"of Int: {known}, or module:name (default: normalised)")
    options = parser.parse_args(arguments)

    def work() -> int:
        print(write_scores(options.output, agent_folder(options.data).parent, options.judge))  # noqa: T201
        return 0

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
