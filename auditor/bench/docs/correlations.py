"""The correlations of scores with each other as a plot, those that go together side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.bench.errors import BenchError

START = "correlation_"
Table = NDArray[np.float64]


def table_of(metrics: Mapping[str, Mapping[str, float]]) -> tuple[list[str], Table]:
    """The scores and their correlations (scores, scores), 1 with themselves, in the order of a
    clustering by mean distance 1 − r. Raises BenchError where the figures hold no two scores."""
    pairs = {
        tuple(key.removeprefix(START).split("_")): metric["value"]
        for key, metric in metrics.items()
        if key.startswith(START)
    }
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    if len(names) < 2:
        raise BenchError("There are no correlations to draw: leave --only out, or name them")
    table = np.eye(len(names))
    for (one, two), value in pairs.items():
        places = names.index(one), names.index(two)
        table[places] = table[places[::-1]] = value
    order = _clustered(1 - table)
    return [names[place] for place in order], table[np.ix_(order, order)]


def _clustered(distances: Table) -> list[int]:
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    tree = linkage(squareform(distances, checks=False), "average", optimal_ordering=True)
    return [int(place) for place in leaves_list(tree)]


def said(names: Sequence[str], table: Table) -> str:
    """The plot in words and figures."""
    pairs = (
        f"{one} and {two} {table[i, j]:.2f}"
        for i, one in enumerate(names)
        for j, two in enumerate(names)
        if i < j
    )
    return f"Correlations (Pearson's r) of scores, neighbours alike: {'; '.join(pairs)}."


def draw_correlations(metrics: Mapping[str, Mapping[str, float]], path: Path) -> None:
    """Write an SVG whose cells hold their figures, so that no colour has to be told from another.
    Raises BenchError, OSError."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise BenchError('Plots need Matplotlib: pip install "alt-text-auditor[bench]"') from None
    names, table = table_of(metrics)
    with matplotlib.rc_context({"svg.hashsalt": "auditor", "svg.fonttype": "none"}):
        side = 1.5 + 0.8 * len(names)
        drawing = Figure(figsize=(side, side), layout="constrained")
        axes: Any = drawing.add_subplot()
        axes.imshow(table, cmap="PuOr", vmin=-1, vmax=1)
        for (row, column), value in np.ndenumerate(table):
            paint = "white" if abs(value) > 0.6 else "black"
            axes.text(column, row, f"{value:.2f}", ha="center", va="center", color=paint)
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
        axes.set_yticks(range(len(names)), names)
        drawing.suptitle("Correlations of scores")
        about = {"Title": "Correlations of scores", "Description": said(names, table), "Date": None}
        drawing.savefig(path, format="svg", metadata=about)
