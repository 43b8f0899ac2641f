"""`python -m bench_eval.score RUN --data SET`: score logs again; no system and no model runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench_eval.episodes import agent_folder
from bench_eval.judges import JUDGES
from bench_eval.model.settings import ModelSettings
from bench_eval.resources import Resources
from bench_eval.scores import write_scores
from bench_gen.command import run


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 for unusable input."""
    parser = argparse.ArgumentParser(prog="python -m bench_eval.score", description="Score the logs of a run again.")
    parser.add_argument("output", type=Path, help="a folder that python -m bench_eval wrote")
    parser.add_argument("--data", type=Path, required=True, help="the set with its construction records")
    known = ", ".join(sorted(JUDGES))
    parser.add_argument("--judge", default="normalised", help=f"of Int: {known}, or module:name (default: normalised)")
    parser.add_argument("--model", default="", help="with --judge mllm: the model, as its endpoint calls it")
    parser.add_argument("--base-url", help="with --judge mllm: an OpenAI-compatible endpoint (default: OpenAI's)")
    parser.add_argument("--effort", help="with --judge mllm: reasoning effort")
    options = parser.parse_args(arguments)

    def work() -> int:
        settings = ModelSettings(name=options.model, base_url=options.base_url, effort=options.effort)
        resources = Resources(options.output / "cache", settings, settings)
        ua = agent_folder(options.data).parent
        print(write_scores(options.output, ua, options.judge, resources))  # noqa: T201
        return 0

    return run(work)


if __name__ == "__main__":
    sys.exit(main())
