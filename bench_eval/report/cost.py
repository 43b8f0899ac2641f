"""What a model's answers cost: requests and tokens a system and an episode, from the logs."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from bench_eval.log import logs_in
from bench_eval.report.results import order, title
from bench_eval.report.tables import Table

_MILLION = 1_000_000


def cost_table(output: Path, input_price: float, output_price: float) -> Table | None:
    """Totals and means an episode; None when no model was asked.

    Args:
        input_price, output_price: of a million tokens.
    """
    sums: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for log in logs_in(output):
        if log.requests:
            row = sums[log.perception, log.decoder, log.agent]
            for place, value in enumerate((1, log.requests, log.input_tokens, log.output_tokens)):
                row[place] += value
    rows = []
    for (perception, decoder, agent), (episodes, requests, tokens_in, tokens_out) in sorted(
        sums.items(), key=lambda item: (item[0][:2], order(item[0][2]))
    ):
        cost = (tokens_in * input_price + tokens_out * output_price) / _MILLION
        rows.append(
            (
                title(agent),
                f"{perception} + {decoder}",
                str(episodes),
                str(requests),
                str(tokens_in),
                str(tokens_out),
                f"{requests / episodes:.1f}",
                f"{(tokens_in + tokens_out) / episodes:.0f}",
                f"{cost:.4f}" if cost else "",
            )
        )
    head = ("System", "setting", "episodes", "requests", "tokens in", "tokens out", "requests an episode",
            "tokens an episode", "cost")  # fmt: skip
    caption = "What answers took of the model, whether replies were paid for or kept; perception is not in it."
    return Table("cost", caption, head, tuple(rows)) if rows else None
