"""`auditor rate`: texts rated from 1 to 5 in the terminal."""

from __future__ import annotations

import getpass
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.commands.grouped import grouped
from auditor.commands.options import checked

if TYPE_CHECKING:
    from auditor.rating import Rating
    from auditor.ratings.sets import ItemToRate

ORDERS = ("queue", "random", "telling")


@dataclass(frozen=True, slots=True)
class RateOptions:
    """What was asked for."""

    listed: Path | None
    rater: str | None
    number: int | None
    order: str
    again: bool
    seen: bool
    twice: bool
    quiet: bool
    output: Path | None


rate_options = grouped(
    "asked",
    RateOptions,
    click.option(
        "--list",
        "listed",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="In place of a scan: a rating set (auditor ratings set), or CSV with the columns "
        "picture (a file beside it, or an address) and text.",
    ),
    click.option("--rater", help="Your name or a pseudonym.  [default: the user of this machine]"),
    click.option("--number", type=click.IntRange(min=1), help="Rate so many, then stop."),
    click.option(
        "--order",
        type=click.Choice(ORDERS),
        default=ORDERS[0],
        show_default=True,
        help="Worst first, at random, or those first whose rating would tell `auditor tune` most.",
    ),
    click.option("--again", is_flag=True, help="Also those that you have rated already."),
    click.option("--seen", is_flag=True, help="You see the pictures elsewhere, as on the site."),
    click.option(
        "--twice", is_flag=True, help="Each before the picture is seen, and again after it."
    ),
    click.option(
        "--quiet", is_flag=True, help="No tutorial, no points, no waiting: only the rating."
    ),
    click.option(
        "--output",
        "-o",
        type=click.Path(dir_okay=False, path_type=Path),
        callback=lambda ctx, param, path: path and checked(ctx, param, (path,))[0],
        help="JSON Lines to add the ratings to.  [default: the scan file or the rating set itself]",
    ),
)


@click.command()
@click.argument(
    "scan", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@rate_options
def rate(scan: Path | None, asked: RateOptions) -> None:
    """Rate texts from 1 to 5, one after the other, by single keys.

    The texts of the file SCAN are rated, worst first, and the ratings kept in it. The first ten
    pairs are ours and teach the scale; points tell how near you are to the others (--quiet leaves
    both out). Each rating says whether you had seen the picture.

    Example: auditor rate site.db --number 20
    """
    from auditor.commands.rate_dialogue import Dialogue
    from auditor.ratings.rounds import Rounds
    from auditor.ratings.training import standing_of

    if (scan is None) == (asked.listed is None):
        raise click.UsageError("Name either a scan file or, with --list, a rating set.")
    source = scan or asked.listed
    assert source is not None
    if not sys.stdin.isatty():
        raise click.UsageError("auditor rate asks by keys: run it in a terminal.")
    rater = _rater(asked.rater)
    items, ratings = _read(source, scan is not None)
    left = _left(items, ratings, rater, asked, scan)
    if not left:
        click.echo(f"{rater} has rated everything in {source}; --again asks again.")
        return
    standing = None if asked.quiet else standing_of(rater)
    rounds = Rounds(left, ratings, rater, standing)
    Dialogue(rounds, _Keeper(source, scan is not None, asked.output), asked).run()


class _Keeper:
    """Where ratings go."""

    def __init__(self, source: Path, is_scan: bool, output: Path | None) -> None:
        self.path = output or source
        if not is_scan and output is None and source.suffix.lower() == ".csv":
            self.path = source.with_suffix(".ratings.jsonl")
        self._into_scan = is_scan and output is None

    def keep(self, rating: Rating) -> None:
        """Keep one at once: whatever ends the work loses nothing. Raises StoreError."""
        from auditor.ratings.sets import append_ratings
        from auditor.store.ratings import add_ratings

        if self._into_scan:
            add_ratings(self.path, [rating])
            return
        try:
            append_ratings(self.path, [rating])
        except OSError as error:
            raise click.ClickException(
                f"{self.path} cannot be written: {error.strerror}"
            ) from error


def _rater(named: str | None) -> str:
    name = (named if named is not None else getpass.getuser()).strip()
    if not name or len(name) > 100 or not name.isprintable():
        raise click.UsageError("--rater takes a name of one line, at most 100 characters.")
    return name


def _read(source: Path, is_scan: bool) -> tuple[list[ItemToRate], list[Rating]]:
    from auditor.ratings.files import all_ratings
    from auditor.ratings.sets import items_of, read_set
    from auditor.store.reader import StoredScan

    if is_scan:
        with StoredScan(source) as store:
            items = list(items_of(store.report().uses))
        return items, all_ratings(source)
    own = [] if source.suffix.lower() == ".csv" else all_ratings(source)
    beside = source.with_suffix(".ratings.jsonl")
    if source.suffix.lower() == ".csv" and beside.exists():
        own = all_ratings(beside)
    return read_set(source), own


def _left(
    items: list[ItemToRate],
    ratings: list[Rating],
    rater: str,
    asked: RateOptions,
    scan: Path | None,
) -> list[ItemToRate]:
    import random

    done = {each.item for each in ratings if each.rater == rater}
    left = items if asked.again else [each for each in items if each.item not in done]
    if asked.order == "random":
        # Another order for each rater, and the same one tomorrow.
        random.Random(rater).shuffle(left)  # noqa: S311 - nothing secret
    elif asked.order == "telling":
        if scan is None:
            raise click.UsageError("--order telling needs a scan file, which holds the scores.")
        from auditor.ratings.chosen import most_telling

        chosen = most_telling(scan, ratings, asked.number or len(left))
        places = {item: place for place, item in enumerate(chosen)}
        left = sorted(left, key=lambda each: places.get(each.item, len(places)))
    return left[: asked.number]
