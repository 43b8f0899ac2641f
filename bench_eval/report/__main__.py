"""`python -m bench_eval.report RUN`: tables and figures of a scored run."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bench_eval.report.attribution import attribute
from bench_eval.report.cost import cost_table
from bench_eval.report.figures import draw_carried_sizes
from bench_eval.report.formats import as_csv, as_latex, as_markdown
from bench_eval.report.results import Results, load_results
from bench_eval.report.tables import Table, scene_table, table_1, table_2, table_3, table_8
from bench_eval.scores import judge_of
from bench_gen.command import run
from bench_gen.ua.disk import write_text


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0, or 2 for unusable input."""
    parser = argparse.ArgumentParser(
        prog="python -m bench_eval.report",
        description="Write the paper's tables 1, 2, 3 and 8 as Markdown, CSV and LaTeX, and figure 5 as PNG and SVG.",
    )
    parser.add_argument("output", type=Path, help="a folder that python -m bench_eval wrote")
    parser.add_argument("--out", type=Path, help="where to write (default: OUTPUT/report)")
    parser.add_argument("--input-price", type=float, default=0.0, help="of a million tokens, for the cost table")
    parser.add_argument("--output-price", type=float, default=0.0, help="likewise")
    options = parser.parse_args(arguments)

    def work() -> int:
        folder = options.out or options.output / "report"
        every = load_results(options.output)
        text = [f"# Results\n\n{_preamble(options.output, every)}"]
        for results in every:
            where = "" if len(every) == 1 else f"-{results.perception}-{results.decoder}".replace(":", "--")
            for table in _tables(results, options.output):
                if table.rows:
                    _write(folder / f"{table.name}{where}", table)
                    text.append(as_markdown(table))
        cost = cost_table(options.output, options.input_price, options.output_price)
        for table in (
            table_3(every, _note(every[0], options.output)),
            table_8(options.output, "Current-frame figures."),
            *([cost] if cost else []),
        ):
            _write(folder / table.name, table)
            text.append(as_markdown(table))
        draw_carried_sizes(options.output, folder)
        text.append("![carried state](figure_5.png)\n\n**Figure 5.** Characters of carried values after each frame.\n")
        write_text(folder / "report.md", "\n".join(text))
        print(folder / "report.md")
        return 0

    return run(work)


def _tables(results: Results, output: Path) -> list[Table]:
    note = _note(results, output)
    errors = attribute(output, results.perception, results.decoder)
    return [table_1(results, note), table_2(results, note), scene_table(results, note), *([errors] if errors else [])]


def _note(results: Results, output: Path) -> str:
    bound = " Perception is an upper bound: it reads the construction records." if results.upper_bound else ""
    return (
        f"Perception {results.perception}, decoder {results.decoder}, Int by the judge {judge_of(output)}; "
        f"{len(results.episodes)} episodes in {len(set(results.pairs))} pairs.{bound}"
    )


def _preamble(output: Path, every: list[Results]) -> str:
    whole = int(json.loads((output / "run.json").read_text(encoding="utf-8"))["episodes"])
    ran = max(len(results.episodes) for results in every)
    lines = [f"**Partial: {ran} of the set's {whole} episodes.**\n"] if ran < whole else []
    if any(results.decoder == "rules" for results in every):
        lines.append(
            "The decoder `rules` is deterministic and counts without mistakes: systems that carry the same evidence "
            "score the same under it, however they write it down. Its numbers are not a model's.\n"
        )
    lines.append(
        "Intervals and p-values: 10,000 bootstrap replicates over matched pairs, episodes of a pair kept together; p "
        "is one-sided, Holm-adjusted within its family; * marks adjusted p < 0.05 with a difference of at least 0.10.\n"
    )
    return "\n".join(lines)


def _write(path: Path, table: Table) -> None:
    write_text(path.with_name(path.name + ".md"), as_markdown(table))
    write_text(path.with_name(path.name + ".csv"), as_csv(table))
    write_text(path.with_name(path.name + ".tex"), as_latex(table))


if __name__ == "__main__":
    sys.exit(main())
