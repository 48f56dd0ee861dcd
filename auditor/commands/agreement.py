"""`auditor agreement`: whether people who rated the same texts agree."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import click
from rich.console import Console

from auditor.catalogue import Tongue
from auditor.commands.grouped import grouped
from auditor.commands.options import (
    STDOUT,
    language_option,
    opened,
    said_in,
    targets,
    where_to_write,
)
from auditor.rating import Question, Rating
from auditor.ratings.files import read_ratings

FORMS = ("terminal", "json", "html")
ENDINGS: Mapping[str, str] = {".txt": "terminal", ".json": "json", ".html": "html"}


def _wanted(
    form: str | None, output: tuple[Path, ...], limit: int, language: str | None
) -> tuple[tuple[tuple[str, Path], ...], int, Tongue]:
    return targets(form, output, ENDINGS), limit, said_in(language)


@click.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option(
    "--seen",
    type=click.Choice(("yes", "no")),
    help="Only ratings by who had seen the picture, or had not. Without it, the last of each.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of the intervals.")
@click.option("--json", "as_json", is_flag=True, help="As --format json.")
@grouped("wanted", _wanted, *where_to_write(FORMS, list(ENDINGS)), language_option)
def agreement(
    files: tuple[Path, ...],
    seen: str | None,
    seed: int,
    as_json: bool,
    wanted: tuple[tuple[tuple[str, Path], ...], int, Tongue],
) -> None:
    """Say whether people who rated the same texts agree, and on which they do not.

    FILES are scan files, rating sets, CSV or JSON Lines of auditor rate and auditor ratings; or
    ExpertAnnotations.txt of Flickr8k as it was published.

    Example: auditor agreement anna.jsonl ben.jsonl --output agreement.html --output -
    """
    from auditor.ratings.agreement import agreement as agree
    from auditor.ratings.table import answers_of, table_of

    outputs, limit, tongue = wanted
    if as_json:
        outputs = tuple(("json" if to == STDOUT else form, to) for form, to in outputs)
    read = [read_ratings(path) for path in files]
    ratings = [each for found in read for each in found.ratings if _is_wanted(each, seen)]
    left_out = tuple(line for found in read for line in found.left_out)
    if not ratings:
        raise click.ClickException(" ".join(("There is no rating to compare.", *left_out)))
    answers = {question: answers_of(ratings, question) for question in Question}
    found = agree(table_of(ratings), answers, seed)
    for form, path in outputs:
        try:
            with opened(form, path) as out:
                out.write(_text(form, found, left_out, seed, limit, tongue))
        except OSError as error:
            raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error


def _is_wanted(rating: Rating, seen: str | None) -> bool:
    return seen is None or rating.seen == (seen == "yes")


def _text(
    form: str, found: object, left_out: tuple[str, ...], seed: int, limit: int, tongue: Tongue
) -> str:
    from auditor.ratings.agreement import Agreement
    from auditor.ratings.agreement_html import agreement_html
    from auditor.ratings.agreement_json import agreement_json
    from auditor.ratings.agreement_terminal import write_agreement

    assert isinstance(found, Agreement)
    if form == "json":
        return agreement_json(found, left_out, seed) + "\n"
    if form == "html":
        return agreement_html(found, left_out, seed, tongue)
    out = io.StringIO()
    write_agreement(found, left_out, Console(file=out, width=Console().width), limit, tongue)
    return out.getvalue()
