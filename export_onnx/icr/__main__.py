"""`python -m export_onnx.icr`: trains the regressor of image-caption rating on a model of ours."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
from platformdirs import user_cache_path

from export_onnx.icr.network import IcrRecipe, predicted, trained
from export_onnx.icr.ratings import DataError, embedded, parts_of, read_ratings
from models.encoder import load
from models.manifest import ModelError
from models.pictures import PictureError
from models.scoring import joined


@click.command(epilog="Example: python -m export_onnx.icr --data ../shared")
@click.option(
    "--data",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder that holds benchmarks/flickr8k-ratings.",
)
@click.option("--model", default="compact", show_default=True, help="Model whose towers embed.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the weights go.  [default: where auditor bench --scorer icr looks for them]",
)
@click.option("--seed", default=0, show_default=True, help="Of the parts and of the beginning.")
def main(data: Path, model: str, output: Path | None, seed: int) -> None:
    """Learn from 64% of the pictures of Flickr8k-Expert, end by 16%, and leave out 20%."""
    try:
        rated = read_ratings(data / "benchmarks" / "flickr8k-ratings")
        encoder = load(model)
        pictures, texts = embedded(rated, encoder)
    except (DataError, ModelError, PictureError) as error:
        raise click.ClickException(str(error)) from error
    rows = joined(pictures[rated.picture_of], texts[rated.text_of])
    parts = parts_of(len(rated.pictures), seed)[rated.picture_of]
    network = trained(rows, rated.levels, parts == 0, parts == 1, IcrRecipe(), seed)
    out = parts == 2
    missed = float(np.mean((predicted(network, rows[out]) - rated.levels[out]) ** 2))
    default = user_cache_path("auditor") / "icr" / f"{encoder.manifest.sha256}.npz"
    path = output or default
    path.parent.mkdir(parents=True, exist_ok=True)
    weights = {name: value.numpy() for name, value in network.state_dict().items()}
    np.savez(path, **weights)
    spread = float(rated.levels[out].var())
    click.echo(f"{path}: squared error {missed:.3f} on the part left out, variance {spread:.3f}")


if __name__ == "__main__":
    main()
