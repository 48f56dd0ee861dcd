"""`python -m export_onnx.languages`: teaches the model that ships with the program languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from export_onnx.compact.data import DataError
from export_onnx.compact.parity import ParityError
from export_onnx.languages.build import build
from export_onnx.languages.lessons import LessonSources
from export_onnx.languages.options import FOLDER, further_options, lesson_options
from export_onnx.languages.training import StudentRecipe
from models.manifest import ModelError


@click.command(
    epilog="Example: python -m export_onnx.languages --data DATA --names package --stamps stamps"
)
@lesson_options
@further_options
@click.option(
    "--dictionaries",
    type=FOLDER,
    help="The files of Debian's dict-freedict-* and mueller7-dict; needs Apertium with eng-spa.",
)
@click.option(
    "--rules",
    is_flag=True,
    help="Translate by Apertium: en-eo, spa-cat, es-gl, spa-ita, swe-nob, swe-dan, nld-afr.",
)
@click.option(
    "--aligned",
    is_flag=True,
    help="Put captions word by word by what --photographs have in common; needs Apertium with "
    "eng-spa.",
)
@click.option("--wiktionary", type=FOLDER, help="src of open-dsl-dict/wiktionary-dict.")
@click.option("--wordnets", type=FOLDER, help="wns of the repository omwn/omw-data.")
@click.option("--senses", type=FOLDER, help="usr/share/wordnet of Debian's wordnet-base.")
@click.option(
    "--begun",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where this training begins: text-further.onnx of version 7 or a later one, or a training "
    "that a cache holds.",
)
@click.option(
    "--again",
    default=StudentRecipe().again,
    show_default=True,
    type=click.IntRange(0),
    help="Beside --begun: at most so many captions in each language, of those that version 7 was "
    "taught, are taught again.",
)
@click.option("--epochs", default=StudentRecipe().epochs, show_default=True, type=click.IntRange(1))
@click.option("--model", default=Path("models/compact"), show_default=True, type=FOLDER)
@click.option("--cache", type=FOLDER, help="Keeps the frozen networks' features between runs.")
@click.option("--seed", default=0, show_default=True)
def main(
    sources: LessonSources,
    model: Path,
    begun: Path | None,
    again: int,
    epochs: int,
    cache: Path | None,
    seed: int,
    **further: Any,
) -> None:
    """Teach a text tower for further languages and add it to MODEL; nothing is written on
    failure."""
    try:
        given = replace(sources, **further)
        recipe = StudentRecipe(epochs=epochs, again=again)
        manifest, found = build(given, model, recipe, seed, cache, begun)
    except (DataError, ParityError, ModelError, OSError) as error:
        raise click.ClickException(str(error)) from error
    for language, each in sorted(found.items(), key=lambda item: -item[1].nearer):
        state = "known" if each.known else "not known"
        click.echo(f"{language}: {each.nearer:.1%} of comparisons, {each.lessons} texts, {state}")
    click.echo(f"{manifest.name} {manifest.sha256} in {model}")


if __name__ == "__main__":
    main()
