"""`auditor tune`: the score, as a team would have it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from auditor.commands.options import file_to_write
from auditor.reports.words import counted

if TYPE_CHECKING:
    from auditor.rating import RatedItem, Rating
    from auditor.ratings.chances import LearnedChances
    from auditor.ratings.learn import HeldOut, Learned
    from auditor.ratings.scored import ScoredItem
    from auditor.scoring.tuning import Tuning

_EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("scans", nargs=-1, required=True, type=_EXISTING)
@click.option(
    "--ratings",
    "files",
    multiple=True,
    type=_EXISTING,
    help="More ratings, beside those in the scan files; may be repeated.",
)
@file_to_write("File for what was learned: give it to auditor scan --profile.")
@click.option("--seed", default=0, show_default=True, help="Seed of folds and intervals.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def tune(
    scans: tuple[Path, ...], files: tuple[Path, ...], output: Path, seed: int, as_json: bool
) -> None:
    """Learn from a team's ratings and decisions how it would have the score and the queue.

    A decision counts as a rating where nobody rated the text: right as 4, wrong as 2. What is
    learned is tried on pictures that were kept out; where that is not surely better than the
    shipped score, the shipped score stays. The queue learns from 50 decisions or more how
    often the team calls what each rule finds a fault; it is tried on pages that were kept out.

    Example: auditor tune site.db --ratings anna.jsonl -o team.json
    """
    from auditor.ratings.chances import decided_uses, learn_chances
    from auditor.ratings.errors import RatingsError
    from auditor.ratings.learn import learn, untouched
    from auditor.ratings.profile_file import write_profile

    items = _scored(scans)
    ratings = _ratings((*scans, *files))
    levels = _levels(items, ratings)
    chosen = [each for each in items if each.item in levels]
    run = {"raters": len({each.rater for each in ratings}), "ratings": len(ratings)}
    chances = learn_chances([use for path in scans for use in decided_uses(path)], seed)
    try:
        found = learn(chosen, [levels[each.item] for each in chosen], run, seed)
    except RatingsError as error:
        if chances is None:
            raise
        click.echo(f"The score stays as it is shipped: {error}", err=True)
        found = untouched(run)
    tuning = replace(found.tuning, chances=chances.chances if chances else {})
    write_profile(tuning, output)
    if as_json:
        click.echo(json.dumps(_object(found, tuning, chances)))
        return
    _print(found, run, output)
    _print_queue(chances)


def _scored(scans: Sequence[Path]) -> list[ScoredItem]:
    from auditor.ratings.scored import scored_items

    found = {each.item: each for path in scans for each in scored_items(path)}
    return list(found.values())


def _ratings(paths: Sequence[Path]) -> list[Rating]:
    from auditor.ratings.files import read_ratings
    from auditor.ratings.merge import merged

    read = [read_ratings(path) for path in paths]
    for line in (line for found in read for line in found.left_out):
        click.echo(line, err=True)
    return list(merged(found.ratings for found in read).ratings)


def _levels(items: Sequence[ScoredItem], ratings: Sequence[Rating]) -> dict[RatedItem, float]:
    """The mean level of each item: of each person the last one, else what was decided."""
    from auditor.ratings.decided import LEVEL_OF

    last: dict[RatedItem, dict[str, int]] = defaultdict(dict)
    for each in ratings:
        last[each.item][each.rater] = each.level
    decided = {
        each.item: float(LEVEL_OF[each.choice])
        for each in items
        if each.choice is not None and each.choice in LEVEL_OF
    }
    return decided | {item: sum(given.values()) / len(given) for item, given in last.items()}


def _object(found: Learned, tuning: Tuning, chances: LearnedChances | None) -> dict[str, Any]:
    from auditor.scoring.tuning import to_json

    return {
        "texts": found.texts,
        "changes": found.tuning.changes,
        "r": asdict(found.correlation),
        "error": asdict(found.error),
        "queue": asdict(chances) if chances else None,
        "profile": to_json(tuning),
    }


def _print_queue(chances: LearnedChances | None) -> None:
    if chances is None:
        click.echo(
            "The queue stays as it is shipped: 50 decisions on two pages or more are wanted."
        )
        return
    said = f"The queue, by {counted(chances.uses, 'decision')}: "
    error = f"mean squared error of the likelihood of a fault {chances.before:.3f}"
    if not chances.chances:
        click.echo(f"{said}nothing was learned that surely holds for other pages ({error}).")
        return
    gain = f"gain, 95%: {chances.low:+.3f} to {chances.high:+.3f}"
    click.echo(f"{said}{error} shipped, {chances.after:.3f} learned, on pages kept out ({gain}).")


def _print(found: Learned, run: dict[str, int], output: Path) -> None:
    console = Console()
    if not found.texts:
        return
    said = f"{counted(found.texts, 'text')}, {counted(run['ratings'], 'rating')} by "
    console.print(f"{said}{counted(run['raters'], 'person', 'people')}.", highlight=False)
    if not found.tuning.changes:
        console.print(
            f"Nothing was learned that surely holds for other texts: {output} is the shipped score "
            f"(r {found.correlation.before:.2f} with the ratings).",
            highlight=False,
        )
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False, caption="On pictures that were kept out.")
    table.add_column("with the ratings")
    for heading in ("shipped", "learned", "gain, 95%"):
        table.add_column(heading, justify="right")
    table.add_row("correlation r", *_figures(found.correlation))
    table.add_row("mean distance, levels", *_figures(found.error))
    console.print(table)
    console.print(f"In {output}: {_wishes(found)}.", highlight=False)


def _figures(held: HeldOut) -> tuple[str, str, str]:
    return f"{held.before:.2f}", f"{held.after:.2f}", f"{held.low:+.2f} to {held.high:+.2f}"


_WISHES = {
    "compatibility": ("truth to the picture counts more", ""),
    "relevance": ("the page counts more", ""),
    "informativeness": ("telling much counts more", ""),
    "form": ("good form counts more", ""),
    "words": ("long texts are liked", "short texts are liked"),
    "repeated": ("", "repetition is disliked more"),
}


def _wishes(found: Learned) -> str:
    """What weighs a tenth of a level or more, the most first."""
    weights = sorted(found.tuning.weights.items(), key=lambda pair: -abs(pair[1]))
    said = [
        f"{_WISHES[name][weight < 0]} ({weight:+.1f} levels a usual step)"
        for name, weight in weights
        if abs(weight) >= 0.1
    ]
    return "; ".join(said) or "the levels are shifted, and their order hardly"
