"""A table as Markdown, CSV and LaTeX."""

from __future__ import annotations

import csv
import io

from bench_eval.report.tables import Table

_LATEX = {"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "±": r"$\pm$", "<": r"$<$", "*": r"$^*$"}


def as_markdown(table: Table) -> str:
    """A pipe table under its caption."""
    lines = [f"**{table.name.replace('_', ' ').capitalize()}.** {table.caption}", ""]
    lines += ["| " + " | ".join(table.head) + " |", "|" + "---|" * len(table.head)]
    for row in table.rows:
        cells = (
            [f"*{row[0]}*", *[""] * (len(table.head) - 1)] if len(row) == 1 else [c.replace("|", "\\|") for c in row]
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def as_csv(table: Table) -> str:
    """Comma-separated cells; section rows are left out."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.head)
    writer.writerows(row for row in table.rows if len(row) > 1)
    return stream.getvalue()


def as_latex(table: Table) -> str:
    """A `table` with a `tabular` of booktabs rules."""
    columns = "l" + "r" * (len(table.head) - 1)
    lines = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
    lines += [" & ".join(_escaped(c) for c in table.head) + r" \\", r"\midrule"]
    for row in table.rows:
        if len(row) == 1:
            lines.append(rf"\multicolumn{{{len(table.head)}}}{{l}}{{\emph{{{_escaped(row[0])}}}}} \\")
        else:
            lines.append(" & ".join(_escaped(c) for c in row) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}", rf"\caption{{{_escaped(table.caption)}}}", r"\end{table}"]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in text)
