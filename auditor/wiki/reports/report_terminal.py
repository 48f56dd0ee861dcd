"""The report for editors on a terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from auditor.reports.html_report import other_findings
from auditor.reports.terminal import print_skipped, status_label
from auditor.reports.words import STATUS_MEANING, counted, percent, shorten, spoken
from auditor.wiki.reports import report as words
from auditor.wiki.reports.report import WikiEntry, WikiReport


def write_terminal(report: WikiReport, console: Console, limit: int = 20) -> None:
    """Write the summary and the first `limit` images that ask for work."""
    if not report.finished:
        console.print(Text("Interrupted; this is what was done.", "bold"))
    for audited in report.articles:
        console.print(Text(f"{words.article_words(audited.article)}", "bold"))
        for note in audited.article.notes:
            console.print(Text(f"  {shorten(note, 300)}", "dim"))
    console.print(Text(words.summary_sentence(report)))
    if report.entries:
        console.print()
        console.print(_statuses(report))
    work = [entry for entry in report.entries if entry.to_do]
    if work:
        console.print()
        console.print(_queue(work[:limit], many=len(report.articles) > 1))
    print_skipped(report.skipped, console)
    console.print()
    console.print(Text(_next_step(report, len(work), limit)))


def _statuses(report: WikiReport) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, justify in (("Status", "left"), ("Images", "right"), ("Share", "right")):
        table.add_column(column, justify=justify)  # type: ignore[arg-type]
    table.add_column("Meaning")
    for status, number in report.counts.items():
        share = percent(number, len(report.entries))
        table.add_row(status_label(status), f"{number:,}", share, STATUS_MEANING[status])
    return table


def _queue(entries: list[WikiEntry], *, many: bool) -> Table:
    table = Table(
        title="What helps most listeners most, first",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("#", justify="right")
    table.add_column("Status", min_width=9)
    table.add_column("Of 5", justify="right")
    table.add_column("Image and why", ratio=1, overflow="fold")
    for entry in entries:
        use = entry.image.use
        quality = f"{use.scores.quality:.1f}" if use.scores else "–"
        table.add_row(
            f"{entry.rank}",
            status_label(use.verdict.status),
            quality,
            _entry(entry, many),
            end_section=True,
        )
    return table


def _entry(entry: WikiEntry, many: bool) -> Text:
    image, use = entry.image.image, entry.image.use
    article = f"{words.article_words(entry.article)}, " if many else ""
    text = Text(shorten(words.name_of(image), 200), "bold")
    text.append(f"\n{article}{words.section_words(image)}", "not bold dim")
    text.append(f"\n{shorten(use.verdict.reason, 800)}", "not bold")
    for finding in other_findings(use):
        text.append(f"\n{shorten(finding.message, 600)}", "not bold")
    rows = [
        ("Alt", words.alt_words(image)),
        ("Caption", words.caption_words(image)),
        ("Picture", words.shown_words(image)),
        ("Heard", spoken(image.record)),
        *((what, said) for what, _, said in words.material(entry.image.file_page, shown=1)),
        ("Wikitext", words.named_place(entry)),
    ]
    for label, said in rows:
        if said:
            text.append(f"\n{label}: ", "not bold dim").append(shorten(said, 400), "not bold")
    if link := words.section_link(entry):
        text.append(f"\n{shorten(link, 400)}", "not bold dim")
    return text


def _next_step(report: WikiReport, work: int, limit: int) -> str:
    if not work:
        return "Nothing was found to do." if report.whole else "See what was not checked."
    more = f"{counted(work - limit, 'more image')} ask for work. " if work > limit else ""
    return (
        f"{more}--output report.html shows every image; --output texts.csv is a list to write "
        "texts into, of which --suggest texts.csv makes an edit."
    )
