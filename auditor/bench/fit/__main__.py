"""`python -m auditor.bench.fit`: fits the score's numbers on data that people rated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.progress import track

from auditor.bench.errors import BenchError
from auditor.bench.fit.join import (
    ABSENT,
    NAMES,
    Floats,
    Table,
    aim,
    as_weights,
    fault_steps_of,
    fit_faults,
    fit_join,
    steps_of,
    tabulate,
)
from auditor.bench.fit.levels import FAULT, SETS, alike, fit_doubt, fit_levels, reliability
from auditor.bench.fit.order import fit_order, read_labels
from auditor.bench.fit.pairs import read_pairs
from auditor.bench.fit.rated import read_rated, tenth_of
from auditor.bench.fit.relevance import fit_relevance
from auditor.bench.folds import Fold, fold_of, write_folds
from auditor.judge.judge import Judge
from auditor.judge.vector_cache import VectorCache
from auditor.scoring.doubt import doubt_of
from auditor.scoring.weights import Weights, shipped_weights
from models.encoder import load
from models.manifest import ModelError
from models.registry import SHIPPED

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
SCORING = Path(__file__).parents[2] / "scoring"
TEXTS_KEPT = 100_000
MOST_KEPT = 4_000_000_000
"""Bytes of vectors kept for the next run."""


@click.command(epilog="Example: python -m auditor.bench.fit --data ../shared")
@click.option("--data", required=True, type=FOLDER, help="Folder with benchmarks/ and training/.")
@click.option("--output", default=SCORING, type=FOLDER, help="Folder of weights.json, doubt.json.")
@click.option("--model", default=SHIPPED[0], show_default=True, help="Name or folder of a model.")
@click.option("--rows", default=120, show_default=True, help="Most pictures, and most texts, used.")
@click.option("--cache", type=click.Path(path_type=Path), help="File that keeps vectors.")
@click.option("--seed", default=0, show_default=True)
def main(data: Path, output: Path, model: str, rows: int, cache: Path | None, seed: int) -> None:
    """Fit the numbers of the score on ratings and on texts made worse, and write them with their
    figures: weights.json, doubt.json, and the folds by which the benchmarks report."""
    try:
        encoder = load(model)
        vectors = VectorCache(encoder.fingerprint, cache, MOST_KEPT) if cache else None
        judge = Judge(encoder, cache=vectors, texts_kept=TEXTS_KEPT)
        pairs = read_pairs(data, judge, rows, seed, show_progress)
        labels = read_labels(data, judge, seed, show_progress)
        rated = read_rated(data, judge, show_progress, ("fit", "choose"))
    except (BenchError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    manifest = encoder.manifest
    start = fit_order([*pairs, *labels], fit_relevance(pairs, shipped_weights()))
    table = tabulate(rated, pairs, start, manifest, steps_of)
    run = {
        "command": f"python -m auditor.bench.fit --data ../shared --rows {rows} --seed {seed}",
        "date": datetime.now(UTC).date().isoformat(),
        "model": {"name": manifest.name, "sha256": manifest.sha256},
        "data": "web-alt-ratings; context-ratings; 80 % of the pictures of Flickr8k-Expert; "
        "alt-quality; held-out pairs and the development rows of ContextRef, made worse",
    }
    joined = fit_join(table, range(len(rated)))
    weights = _with_levels(table, joined, start)
    doubt, curve = _doubt(tabulate(rated, pairs, start, manifest, fault_steps_of))
    lower = {
        kind: round(100 * float(((table.own[kind] - table.altered[kind]) @ joined > 0).mean()), 1)
        for kind in sorted(table.own)
    }
    told = {"pairs": len(pairs), "rated": len(rated), "lower when worsened, percent": lower}
    _write(output / "weights.json", {"run": run | told, **asdict(weights)})
    _write(output / "doubt.json", {"run": run, **doubt, "curve": curve})
    write_folds(_folds(table, joined, start))
    click.echo(json.dumps({**lower, "calibration error": doubt["error"]}, indent=2))


def _with_levels(table: Table, joined: Floats, start: Weights) -> Weights:
    on_a_scale = [n for n, one in enumerate(table.rated) if one.origin in SETS]
    sums = table.rows[on_a_scale] @ joined
    return fit_levels([table.rated[n] for n in on_a_scale], sums, as_weights(joined, start))


def _folds(table: Table, joined: Floats, start: Weights) -> Iterable[Fold]:
    """The join fitted without each group of texts that people rated; the levels are those of
    all, for the line between has no say in who comes first."""
    groups: dict[tuple[str, str], list[int]] = {}
    for number, one in enumerate(table.rated):
        if one.origin != "flickr8k":
            groups.setdefault(fold_of(one.origin, one.group), []).append(number)
    everything = range(len(table.rated))
    for (origin, name), left_out in show_progress(list(groups.items()), "Leaving out"):
        others = sorted(set(everything) - set(left_out))
        fitted = as_weights(fit_join(table, others, joined), start)
        yield Fold(origin, name, fitted.parts, fitted.absent, fitted.answers)


def _doubt(table: Table) -> tuple[dict[str, Any], list[dict[str, float]]]:
    """How likely a person finds a fault, and how well that is calibrated: what is said of a
    tenth of the sites, articles and pictures comes from the others."""
    numbers = [n for n, one in enumerate(table.rated) if one.origin in SETS]
    faulty = np.array([float(aim(one) < FAULT) for one in table.rated])
    counts = alike([table.rated[n] for n in numbers])
    tenths = np.array([tenth_of(table.rated[n].group) for n in numbers])
    rows, found = table.rows[numbers], faulty[numbers]
    likely = np.zeros(len(numbers))
    for tenth in range(10):
        other = tenths != tenth
        steps = fit_faults(table, [n for n, o in zip(numbers, other, strict=True) if o], faulty)
        points = fit_doubt(rows[other] @ steps, found[other], counts[other])
        likely[~other] = [doubt_of(float(total), points) for total in rows[~other] @ steps]
    error, curve = reliability(likely, found, counts)
    steps = fit_faults(table, numbers, faulty)
    said = {
        "steps": {name: round(float(v), 4) for name, v in zip(NAMES, steps, strict=False)},
        "absent": {name: round(float(v), 4) for name, v in zip(ABSENT, steps[-2:], strict=True)},
        "points": fit_doubt(rows @ steps, found, counts),
        "error": round(error, 4),
    }
    return said, curve


def show_progress(items: Sequence[Any], description: str) -> Iterable[Any]:
    """The items, with a bar on standard error."""
    return track(items, description, console=Console(stderr=True))


def _write(path: Path, value: Any) -> None:
    path.write_text(f"{json.dumps(value, indent=2, ensure_ascii=False)}\n", "utf-8")


if __name__ == "__main__":
    main()
