"""Figure 5: characters of carried values after each frame, averaged over episodes."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assets.errors import InputError
from bench_eval.log import logs_in
from bench_eval.report.results import family, title

_STRONG = {"unified": "#1b5fb4", "full_context": "#c2452d", "self_notes": "#3b8f5a"}


def carried_sizes(output: Path) -> dict[str, NDArray[np.float64]]:
    """System to (12,) mean characters, over every log of the run's first perception and decoder."""
    sums: dict[str, list[list[int]]] = defaultdict(list)
    first: tuple[str, str] | None = None
    for log in logs_in(output):
        first = first or (log.perception, log.decoder)
        if (log.perception, log.decoder) == first and len(log.moments) == 12:
            sums[log.agent].append([moment.carried for moment in log.moments])
    return {agent: np.mean(rows, axis=0) for agent, rows in sums.items()}


def draw_carried_sizes(output: Path, folder: Path) -> list[Path]:
    """Write figure 5 as PNG and SVG; returns their paths.

    Raises:
        InputError: without matplotlib.
    """
    try:
        import matplotlib
    except ImportError:
        raise InputError("matplotlib is missing", remedy="pip install 'crossroom[report]'") from None
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "crossroom"  # the same figure gives the same bytes
    from matplotlib import pyplot

    sizes = {agent: row for agent, row in carried_sizes(output).items() if family(agent) != "ablations"}
    figure, axes = pyplot.subplots(figsize=(5.4, 3.4), layout="constrained")
    frames = np.arange(1, 13)
    last = sorted(sizes.items(), key=lambda item: (item[1][-1], item[0]))
    gap, height = 0.045 * max(float(row.max()) for row in sizes.values()), -1e9
    for agent, row in last:
        color, strong = _STRONG.get(agent, "#9aa0a8"), agent in _STRONG
        axes.plot(frames, row, color=color, linewidth=2.2 if strong else 1.0, marker="o", markersize=3)
        height = max(height + gap, float(row[-1]))  # names of lines that end side by side go one above the other
        axes.annotate(title(agent), (12.3, height), va="center", fontsize=7.5, color=color if strong else "#5b626b")
    axes.set(xlabel="frame", ylabel="characters carried", xlim=(0.7, 16.2), ylim=(-14, None))
    axes.set_xticks(frames)
    axes.spines[["top", "right"]].set_visible(False)
    paths = [folder / "figure_5.png", folder / "figure_5.svg"]
    figure.savefig(paths[0], dpi=200, metadata={"Software": None})
    figure.savefig(paths[1], metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return paths
