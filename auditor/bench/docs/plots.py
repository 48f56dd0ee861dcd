"""Plots of the results as SVG, each with a text that says what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from auditor.bench.altered.alterations import ALTERATIONS
from auditor.bench.altered.faults import FAULTS
from auditor.bench.docs import published
from auditor.bench.docs.results import Results
from auditor.bench.errors import BenchError

Series = Mapping[str, tuple[float, float, float]]
"""Value, low and high by the name of the bar; low and high are the value where none is known."""
COLOURS = ("#1f4e79", "#e08214", "#7f7f7f")


@dataclass(frozen=True, slots=True)
class Plot:
    """Horizontal bars, side by side for each series."""

    file: str
    title: str
    unit: str
    series: Mapping[str, Series]

    @property
    def alt(self) -> str:
        """What the plot shows, in words and figures."""
        bars = list(next(iter(self.series.values())))
        said = "; ".join(
            f"{words(bar)} "
            + ", ".join(
                f"{figure(found[bar][0])} ({name})"
                for name, found in self.series.items()
                if bar in found
            )
            for bar in bars
        )
        return f"Bar chart. {self.title}, {self.unit}: {said}."


def plots(results: Results) -> list[Plot]:
    """The plots that the results are enough for."""
    tuned = {key: (v, v, v) for key, v in published.CONTEXTREF["CLIP, tuned"].items()}
    context = {key: (v, v, v) for key, v in published.RATINGS["with context"].items()}
    made = [
        Plot(
            "contextref.svg",
            "What was made worse scores lower",
            "percent of the items with pictures",
            {
                "quality": _series(results, "contextref", "quality", list(ALTERATIONS)),
                "CLIP tuned, published": tuned,
            },
        ),
        Plot(
            "context-ratings.svg",
            "Agreement with readers",
            "Pearson's r",
            {
                "quality": _series(results, "context-ratings", "quality", list(context)),
                "number of words": _series(results, "context-ratings", "length", list(context)),
                "CLIPScore with context, published": context,
            },
        ),
        Plot(
            "planted.svg",
            "Planted faults in the first quarter of the queue",
            "percent",
            {
                "the queue": _planted(results, "queue"),
                "rules alone": _planted(results, "rules"),
                "number of words": _planted(results, "length"),
            },
        ),
    ]
    return [plot for plot in made if next(iter(plot.series.values()))]


def draw(results: Results, folder: Path) -> None:
    """Write the plots. Raises BenchError without Matplotlib."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise BenchError('Plots need Matplotlib: pip install "alt-text-auditor[bench]"') from None
    with matplotlib.rc_context({"svg.hashsalt": "auditor", "svg.fonttype": "none"}):
        for plot in plots(results):
            bars = list(next(iter(plot.series.values())))
            drawing = Figure(figsize=(8, 0.4 + 0.5 * len(bars)), layout="constrained")
            axes = drawing.add_subplot()
            thick = 0.8 / len(plot.series)
            for number, (name, found) in enumerate(plot.series.items()):
                there = [place for place, bar in enumerate(bars) if bar in found]
                values, low, high = zip(*(found[bars[place]] for place in there), strict=True)
                reach = [
                    [v - b for v, b in zip(values, low, strict=True)],
                    [t - v for v, t in zip(values, high, strict=True)],
                ]
                at = [place + (number - (len(plot.series) - 1) / 2) * thick for place in there]
                axes.barh(at, values, thick, xerr=reach, color=COLOURS[number], label=name)
            axes.set_yticks(range(len(bars)), [words(bar) for bar in bars])
            axes.invert_yaxis()
            axes.set_xlabel(plot.unit)
            drawing.suptitle(plot.title)
            drawing.legend(loc="outside lower center", ncols=len(plot.series))
            about = {"Title": plot.title, "Description": plot.alt, "Date": None}
            drawing.savefig(folder / plot.file, format="svg", metadata=about)


def words(key: str) -> str:
    """A figure's name for people."""
    return key.replace("_", " ").replace("blv", "BLV")


def figure(value: float) -> str:
    """Correlations with two digits after the point, percent with one."""
    return f"{value:.2f}" if -1 <= value <= 1 and value % 1 else f"{value:.1f}"


def _series(results: Results, bench: str, scorer: str, keys: list[str]) -> Series:
    found = results.metrics(bench, scorer)
    return {
        key: (found[key]["value"], found[key]["low"], found[key]["high"])
        for key in keys
        if key in found
    }


def _planted(results: Results, scorer: str) -> Series:
    names = {"first_quarter": "all kinds"} | {f"first_quarter_{kind}": kind for kind in FAULTS}
    found = _series(results, "planted", scorer, list(names))
    return {names[key]: values for key, values in found.items()}
