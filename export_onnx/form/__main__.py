"""`python -m export_onnx.form`: trains the form head of a model whose text tower gives tokens."""

from __future__ import annotations

from pathlib import Path

import click

from export_onnx.compact.data import DataError
from export_onnx.compact.parity import ParityError
from export_onnx.form.build import build
from export_onnx.form.texts import FormSources
from export_onnx.form.training import FormRecipe
from models.manifest import ModelError

FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(epilog="Example: python -m export_onnx.form --data ../shared/training")
@click.option("--data", required=True, type=FOLDER, help="Folder with the four training sets.")
@click.option(
    "--contexts",
    type=FILE,
    help="ContextRef's stimuli.json [default: DATA/../benchmarks/contextref].",
)
@click.option(
    "--alts",
    type=FILE,
    help="Alternative texts of home pages, one a row "
    "[default: DATA/../benchmarks/web-alt-ratings/unlabelled-alts.csv].",
)
@click.option("--output", default=Path("models/compact"), show_default=True, type=FOLDER)
@click.option("--seed", default=0, show_default=True)
def main(data: Path, contexts: Path | None, alts: Path | None, output: Path, seed: int) -> None:
    """Train the form head on the model in OUTPUT and put it there; nothing is written on
    failure."""
    benchmarks = data.parent / "benchmarks"
    sources = FormSources(
        data,
        benchmarks,
        contexts or benchmarks / "contextref" / "stimuli.json",
        alts or benchmarks / "web-alt-ratings" / "unlabelled-alts.csv",
    )
    try:
        built = build(sources, output, FormRecipe(), seed)
    except (DataError, ParityError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{built.manifest.name} {built.manifest.sha256} in {output}")


if __name__ == "__main__":
    main()
