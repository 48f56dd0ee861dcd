"""`python -m auditor.bench.fit`: fits weights.json on the development data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from auditor.bench.errors import BenchError
from auditor.bench.fit.pairs import AlteredPair, read_pairs
from auditor.bench.fit.relevance import fit_relevance
from auditor.bench.fit.search import fit_parts, shares
from auditor.judge.judge import Judge
from auditor.scoring.weights import Weights, shipped_weights
from models.encoder import load
from models.manifest import Manifest, ModelError
from models.registry import SHIPPED

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
WEIGHTS = Path(__file__).parents[2] / "scoring" / "weights.json"


@click.command(epilog="Example: python -m auditor.bench.fit --data ../shared")
@click.option("--data", required=True, type=FOLDER, help="Folder with benchmarks/ and training/.")
@click.option("--output", default=WEIGHTS, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--model", default=SHIPPED[0], show_default=True, help="Name or folder of a model.")
@click.option("--rows", default=300, show_default=True, help="Most pictures, and most texts, used.")
@click.option("--seed", default=0, show_default=True)
def main(data: Path, output: Path, model: str, rows: int, seed: int) -> None:
    """Fit the weights of the score on rows that no figure is reported on, and write them with
    their figures."""
    try:
        encoder = load(model)
        pairs = read_pairs(data, Judge(encoder), rows, seed, show_progress)
    except (BenchError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    weights = fit_parts(pairs, fit_relevance(pairs, shipped_weights()), encoder.manifest)
    run = _run(pairs, weights, encoder.manifest, (rows, seed))
    text = json.dumps({"run": run, **asdict(weights)}, indent=2, ensure_ascii=False)
    output.write_text(f"{text}\n", "utf-8")
    click.echo(json.dumps(run["lower when worsened, percent"], indent=2))


def show_progress(items: Sequence[int], description: str) -> Iterable[int]:
    """The items, with a bar on standard error."""
    return track(items, description, console=Console(stderr=True))


def _run(
    pairs: Sequence[AlteredPair], weights: Weights, manifest: Manifest, drawn: tuple[int, int]
) -> dict[str, Any]:
    """Where the numbers come from."""
    rows, seed = drawn
    return {
        "command": f"python -m auditor.bench.fit --data ../shared --rows {rows} --seed {seed}",
        "date": datetime.now(UTC).date().isoformat(),
        "model": {"name": manifest.name, "sha256": manifest.sha256},
        "data": "held-out pairs of Flickr8k, Conceptual Captions, web sites and books; the "
        "development rows of ContextRef (models/splits.py)",
        "pairs": len(pairs),
        "lower when worsened, percent": shares(pairs, weights, manifest),
    }


if __name__ == "__main__":
    main()
