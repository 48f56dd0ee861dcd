"""Agreement in the terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from auditor.catalogue import ENGLISH, Tongue
from auditor.message import marked
from auditor.ratings.agreement import Agreement
from auditor.ratings.words import extent_words, figure_name, number_words, verdict_words
from auditor.reports.words import printable, shorten


def write_agreement(
    found: Agreement,
    left_out: tuple[str, ...],
    console: Console,
    limit: int,
    tongue: Tongue = ENGLISH,
) -> None:
    """Figures, then the `limit` items that raters differ on most."""
    console.print(f"{extent_words(found, tongue)}.", highlight=False)
    for line in left_out:
        console.print(escape(printable(line)), style="dim", highlight=False)
    console.print(escape(verdict_words(found, tongue)), style="bold", highlight=False)
    console.print(_figures(found, tongue))
    console.print(_counts(found, tongue))
    if found.disputed and limit:
        told = tongue.translated("The items that raters differ on most, to be talked over:")
        console.print(told)
        for place, each in enumerate(found.disputed[:limit], 1):
            levels = ", ".join(f"{rater}: {level}" for rater, level in each.levels.items())
            quoted = tongue.translated("“{text}”", text=shorten(each.text or "", 100))
            text = f" {quoted}" if each.text else ""
            where = " ".join(part for part in (each.picture, each.page) if part)
            line = printable(f"{place}. {levels};{text} {shorten(where, 120)}")
            console.print(escape(line), highlight=False)
        if found.disputes > limit:
            told = tongue.counted(
                "They differ on {number} item in all.",
                "They differ on {number} items in all.",
                found.disputes,
            )
            console.print(told)


def _figures(found: Agreement, tongue: Tongue) -> Table:
    caption = tongue.translated("× 100, with 95% intervals.")
    table = Table(box=SIMPLE_HEAD, pad_edge=False, caption=caption)
    table.add_column(tongue.translated("agreement"))
    for heading in (marked("value"), marked("interval"), marked("items")):
        table.add_column(tongue.translated(heading), justify="right")
    for key, figure in found.figures.items():
        name = escape(printable(figure_name(key, found.raters, tongue)))
        table.add_row(name, *number_words(figure, tongue), str(figure.n))
    for question, figure in found.questions.items():
        name = tongue.translated("α of “{question}”", question=question.value)
        table.add_row(name, *number_words(figure, tongue), str(figure.n))
    return table


def _counts(found: Agreement, tongue: Tongue) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(tongue.translated("gave"))
    for level in found.levels:
        table.add_column(str(level), justify="right")
    for rater, times in found.counts.items():
        table.add_row(escape(printable(rater)), *(tongue.number(each) for each in times))
    return table
