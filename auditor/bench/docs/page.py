"""docs/benchmarks.md from the results that are kept.

python -m auditor.bench.docs.page docs/benchmarks > docs/benchmarks.md
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from jinja2 import Template

from auditor.bench.altered.alterations import ALTERATIONS
from auditor.bench.altered.faults import FAULTS
from auditor.bench.docs import published, results
from auditor.bench.docs.plots import figure, plots, words
from auditor.bench.docs.results import Results
from auditor.bench.ratings import KEYS as RATING_KEYS
from auditor.bench.robustness import CHECKS

Metrics = Mapping[str, Mapping[str, float]]


def page(found: Results) -> str:
    """The whole page, in Markdown."""
    template = files(__package__).joinpath("page.md").read_text("utf-8")
    rendered: str = Template(template, keep_trailing_newline=True).render(
        contextref_plot=_picture(found, "contextref.svg"),
        contextref=_contextref(found),
        alterations=_made(ALTERATIONS),
        ratings_plot=_picture(found, "context-ratings.svg"),
        ratings=_ratings(found),
        web_alts=_by_scorer(found, "web-alts", ("spearman", "auc")),
        planted_plot=_picture(found, "planted.svg"),
        planted=_planted(found),
        faults=_made(FAULTS),
        robustness=_robustness(found),
        checks=_made(CHECKS),
        retrieval=_retrieval(found),
        relevance=_relevance(found),
        cost=_by_scorer(found, "cost", ("bare_ms", "quality_ms", "quality_over_bare")),
        provenance=_provenance(found),
    )
    return rendered


def _contextref(found: Results) -> str:
    whole = found.metrics("contextref", "quality")
    others = [s for s in found.scorers("contextref") if s != "quality"]
    columns = ["quality, with pictures", "n", "quality, all texts", "n", *others]
    rows = [
        [
            words(key),
            _cell(whole, key),
            _count(whole, key),
            _cell(whole, f"{key}_texts"),
            _count(whole, f"{key}_texts"),
            *(_value(found.metrics("contextref", scorer), key) for scorer in others),
            *_theirs(published.CONTEXTREF, key),
        ]
        for key in ALTERATIONS
    ]
    return _table(["altered", *columns, *_named(published.CONTEXTREF)], rows)


def _ratings(found: Results) -> str:
    scorers = found.scorers("context-ratings")
    rows = [
        [
            words(key),
            *(_cell(found.metrics("context-ratings", scorer), key) for scorer in scorers),
            *_theirs(published.RATINGS, key),
        ]
        for key in RATING_KEYS
    ]
    return _table(["question", *scorers, *_named(published.RATINGS)], rows)


def _planted(found: Results) -> str:
    scorers = found.scorers("planted")
    heads = [f"{scorer}, {what}" for what in ("AUROC", "first quarter") for scorer in scorers]
    rows = []
    for kind in ("", *(f"_{kind}" for kind in FAULTS)):
        cell = _value if kind else _cell
        cells = [
            cell(found.metrics("planted", scorer), f"{key}{kind}")
            for key in ("auroc", "first_quarter")
            for scorer in scorers
        ]
        count = _count(found.metrics("planted", "queue"), f"auroc{kind}")
        rows.append([words(kind).strip() or "all", count, *cells])
    return _table(["fault", "n", *heads], rows)


def _robustness(found: Results) -> str:
    scorers = found.scorers("robustness")
    rows = [
        [
            words(key),
            _count(found.metrics("robustness", "quality"), key),
            *(_cell(found.metrics("robustness", scorer), key) for scorer in scorers),
            *_theirs(published.ROBUSTNESS, key),
        ]
        for key in (*CHECKS, "sentence_order")
    ]
    return _table(["check", "n", *scorers, *_named(published.ROBUSTNESS)], rows)


def _retrieval(found: Results) -> str:
    rows = [
        [
            f"{bench}: {key}",
            _cell(metrics, key),
            _count(metrics, key),
            *(_theirs(published.FLICKR8K, key) if bench == "flickr8k" else ["–"] * 3),
        ]
        for bench in ("flickr8k", "coco", "textbooks", "drawings", "multilingual")
        for metrics in (found.metrics(bench, "compatibility"),)
        for key in metrics
    ]
    return _table(["figure", "compatibility", "n", *_named(published.FLICKR8K)], rows)


def _relevance(found: Results) -> str:
    metrics = found.metrics("relevance", "relevance")
    rows = [[key, _cell(metrics, key), _count(metrics, key)] for key in metrics]
    return _table(["figure", "relevance", "n"], rows)


def _by_scorer(found: Results, bench: str, keys: Sequence[str]) -> str:
    rows = [
        [scorer, _count(metrics, keys[0]), *(_cell(metrics, key) for key in keys)]
        for scorer in found.scorers(bench)
        for metrics in (found.metrics(bench, scorer),)
    ]
    return _table(["scorer", "n", *map(words, keys)], rows)


def _provenance(found: Results) -> str:
    models = {(r["model"]["name"], r["model"]["sha256"], r["seed"]) for r in found.by_key.values()}
    said = "; ".join(f"model {name} {sha256}, seed {seed}" for name, sha256, seed in sorted(models))
    return f"\nMeasured with {said}.\n" if said else ""


def _made(functions: Mapping[str, Callable[..., object]]) -> str:
    """What each function does, from its docstring."""
    return "\n".join(f"- {words(key)}: {_said(of)}" for key, of in functions.items())


def _said(function: Callable[..., object]) -> str:
    text = " ".join((inspect.getdoc(function) or "").split())
    return text[:1].lower() + text[1:].removesuffix(".")


def _picture(found: Results, file: str) -> str:
    return "".join(
        f"\n![{plot.alt}](benchmarks/{file})\n" for plot in plots(found) if plot.file == file
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    align = ["---", *["---:"] * (len(heads) - 1)]
    return "\n" + "".join(f"| {' | '.join(cells)} |\n" for cells in (heads, align, *rows))


def _named(others: Mapping[str, object]) -> list[str]:
    return [f"{name} (published)" for name in others]


def _theirs(others: Mapping[str, Mapping[str, float]], key: str) -> list[str]:
    return [figure(found[key]) if key in found else "–" for found in others.values()]


def _value(metrics: Metrics, key: str) -> str:
    return figure(metrics[key]["value"]) if key in metrics else "–"


def _count(metrics: Metrics, key: str) -> str:
    return f"{metrics[key]['n']:,.0f}" if key in metrics else "–"


def _cell(metrics: Metrics, key: str) -> str:
    if key not in metrics:
        return "–"
    value, low, high = (figure(metrics[key][name]) for name in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


if __name__ == "__main__":
    sys.stdout.write(page(results.read(Path(sys.argv[1]))))
