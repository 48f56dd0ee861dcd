"""Agreement in the terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from auditor.ratings.agreement import Agreement
from auditor.ratings.words import figure_name, number_words, verdict_words
from auditor.reports.words import counted, printable, shorten


def write_agreement(
    found: Agreement, left_out: tuple[str, ...], console: Console, limit: int
) -> None:
    """Figures, then the `limit` items that raters differ on most."""
    number = f"{counted(found.ratings, 'rating')} of {counted(found.items, 'item')}"
    console.print(f"{number} by {counted(len(found.raters), 'rater')}.", highlight=False)
    for line in left_out:
        console.print(escape(printable(line)), style="dim", highlight=False)
    console.print(escape(verdict_words(found)), style="bold", highlight=False)
    console.print(_figures(found))
    console.print(_counts(found))
    if found.disputed and limit:
        console.print("The items that raters differ on most, to be talked over:")
        for place, each in enumerate(found.disputed[:limit], 1):
            levels = ", ".join(f"{rater}: {level}" for rater, level in each.levels.items())
            text = f" “{shorten(each.text, 100)}”" if each.text else ""
            where = " ".join(part for part in (each.picture, each.page) if part)
            line = printable(f"{place}. {levels};{text} {shorten(where, 120)}")
            console.print(escape(line), highlight=False)
        if found.disputes > limit:
            console.print(f"They differ on {counted(found.disputes, 'item')} in all.")


def _figures(found: Agreement) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, caption="× 100, with 95% intervals.")
    table.add_column("agreement")
    for heading in ("value", "interval", "items"):
        table.add_column(heading, justify="right")
    for key, figure in found.figures.items():
        name = escape(printable(figure_name(key, found.raters)))
        table.add_row(name, *number_words(figure), str(figure.n))
    for question, figure in found.questions.items():
        table.add_row(f"α of “{question.value}”", *number_words(figure), str(figure.n))
    return table


def _counts(found: Agreement) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("gave")
    for level in found.levels:
        table.add_column(str(level), justify="right")
    for rater, times in found.counts.items():
        table.add_row(escape(printable(rater)), *(f"{each:,}" for each in times))
    return table
