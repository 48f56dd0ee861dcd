"""The report for editors on a terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from auditor.catalogue import Tongue
from auditor.message import marked
from auditor.reports.html_templates import other_findings
from auditor.reports.terminal import print_skipped, status_label
from auditor.reports.words import meaning, percent, shorten, spoken
from auditor.wiki.reports import report as words
from auditor.wiki.reports.report import WikiEntry, WikiReport

INTERRUPTED = marked("Interrupted; this is what was done.")


def write_terminal(report: WikiReport, console: Console, limit: int = 20) -> None:
    """Write the summary and the first `limit` images that ask for work."""
    tongue = report.tongue
    if not report.finished:
        console.print(Text(tongue.translated(INTERRUPTED), "bold"))
    for audited in report.articles:
        console.print(Text(f"{words.article_words(audited.article, tongue)}", "bold"))
        for note in audited.article.notes:
            console.print(Text(f"  {shorten(note, 300)}", "dim"))
    console.print(Text(words.summary_sentence(report)))
    if report.entries:
        console.print()
        console.print(_statuses(report))
    work = [entry for entry in report.entries if entry.to_do]
    if work:
        console.print()
        console.print(_queue(work[:limit], tongue, many=len(report.articles) > 1))
    print_skipped(report.skipped, console, tongue)
    console.print()
    console.print(Text(_next_step(report, len(work), limit)))


def _statuses(report: WikiReport) -> Table:
    table, tongue = Table(box=box.SIMPLE_HEAD, pad_edge=False), report.tongue
    for column, justify in (("Status", "left"), ("Images", "right"), ("Share", "right")):
        table.add_column(tongue.translated(column), justify=justify)  # type: ignore[arg-type]
    table.add_column(tongue.translated("Meaning"))
    for status, number in report.counts.items():
        share = percent(number, len(report.entries), tongue)
        counts = (status_label(status, tongue), tongue.number(number), share)
        table.add_row(*counts, meaning(status, tongue))
    return table


def _queue(entries: list[WikiEntry], tongue: Tongue, *, many: bool) -> Table:
    table = Table(
        title=tongue.translated("What helps most listeners most, first"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("#", justify="right")
    table.add_column(tongue.translated("Status"), min_width=9)
    table.add_column(tongue.translated("Of 5"), justify="right")
    table.add_column(tongue.translated("Image and why"), ratio=1, overflow="fold")
    for entry in entries:
        use = entry.image.use
        quality = tongue.number(use.scores.quality, ".1f") if use.scores else "–"
        table.add_row(
            f"{entry.rank}",
            status_label(use.verdict.status, tongue),
            quality,
            _entry(entry, many, tongue),
            end_section=True,
        )
    return table


def _entry(entry: WikiEntry, many: bool, tongue: Tongue) -> Text:
    image, use = entry.image.image, entry.image.use
    article = f"{words.article_words(entry.article, tongue)}, " if many else ""
    text = Text(shorten(words.name_of(image), 200), "bold")
    text.append(f"\n{article}{words.section_words(image, tongue)}", "not bold dim")
    text.append(f"\n{shorten(use.verdict.reason, 800)}", "not bold")
    for finding in other_findings(use):
        text.append(f"\n{shorten(finding.message, 600)}", "not bold")
    rows = [
        ("Alt", words.alt_words(image, tongue)),
        (tongue.translated("Caption"), words.caption_words(image, tongue)),
        (tongue.translated("Picture"), words.shown_words(image, tongue)),
        (tongue.translated("Heard"), spoken(image.record, tongue)),
        *((what, said) for what, _, said in words.material(entry.image.file_page, 1, tongue)),
        (tongue.translated("Wikitext"), words.named_place(entry, tongue)),
    ]
    for label, said in rows:
        if said:
            head = tongue.translated("{name}:", name=label)
            text.append(f"\n{head} ", "not bold dim").append(shorten(said, 400), "not bold")
    if link := words.section_link(entry):
        text.append(f"\n{shorten(link, 400)}", "not bold dim")
    return text


def _next_step(report: WikiReport, work: int, limit: int) -> str:
    tongue = report.tongue
    if not work and report.whole:
        return tongue.translated("Nothing was found to do.")
    if not work:
        return tongue.translated("See what was not checked.")
    then = tongue.translated(
        "--output report.html shows every image; --output texts.csv is a list to write texts "
        "into, of which --suggest texts.csv makes an edit."
    )
    if work <= limit:
        return then
    more = tongue.counted(
        "{number} more image asks for work.",
        "{number} more images ask for work.",
        work - limit,
    )
    return f"{more} {then}"
