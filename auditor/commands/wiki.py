"""`auditor wiki`: the images of Wikipedia articles, for who can edit them."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import click

from auditor import __version__
from auditor.commands.progress import FORMS, shown_progress
from auditor.commands.wiki_asked import asked_options, check
from auditor.commands.wiki_output import Output, output_options
from auditor.findings import Outcome
from auditor.gate.exit_code import FINDINGS, NOT_DONE, NOTHING_FAILED
from auditor.judge.judge import Judge
from auditor.judge.vector_cache import VectorCache
from auditor.results import ModelIdentity
from auditor.store.decisions import decisions_in
from auditor.store.errors import StoreError
from auditor.texts.wordlists import WordsError, check_user_words
from auditor.wiki.edits.edits import Edit
from auditor.wiki.edits.suggestions import SuggestionError, read_suggestions
from auditor.wiki.kept import keep
from auditor.wiki.reports.report import WikiReport, ranked
from auditor.wiki.run import Done, WikiRequest, run
from auditor.wiki.run import suggest as suggest_edits
from auditor.wiki.sites.errors import WikiError
from models.encoder import Encoder, load
from models.manifest import ModelError
from models.reading import ReadingError, installed, open_reader

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@click.command()
@asked_options
@click.option(
    "--suggest",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Texts that a person wrote (the CSV that --output texts.csv begins, or JSON): print the "
    "edits that they make as unified diffs, each with a summary, and no report. Nothing is saved.",
)
@click.option(
    "--patched",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --suggest and one article: write its whole new wikitext to this file.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the articles in this new scan file too, to write texts and copy the edit in the "
    "window: auditor gui FILE.",
)
@click.option(
    "--decisions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="With --save: take over what was decided in the window in this earlier file.",
)
@click.option("--model", default="compact", show_default=True, help="Model that scores the texts.")
@click.option(
    "--provider", default="auto", show_default=True, help="Where it runs: as for auditor scan."
)
@click.option("--no-score", is_flag=True, help="Only the rules that need no model.")
@click.option("--no-ocr", is_flag=True, help="Do not read the text in pictures.")
@click.option(
    "--progress",
    type=click.Choice(FORMS),
    default=FORMS[0],
    show_default=True,
    help="On stderr: a bar or lines, a JSON object a line for programs, or nothing.",
)
@output_options
def wiki(
    asked: WikiRequest,
    suggest: Path | None,
    patched: Path | None,
    save: Path | None,
    decisions: Path | None,
    output: Output,
    progress: str,
    **scoring: Any,
) -> int:
    """Check the alternative texts of Wikipedia articles, and prepare the edit.

    An article is named by its title, by its address on any wiki, or as a page that was saved as
    HTML. Every image gets a verdict in the words of editors: what a screen reader says, what is
    missing, where in the wikitext to mend it. Icons are left out and counted. Texts are written by
    people; this program writes none and saves nothing.

    Example: auditor wiki "Domestic cat" --output report.html --output texts.csv
    """
    try:
        check(asked)
        _check(suggest, patched, save, decisions)
        if decisions:
            decisions_in(decisions)  # what cannot be read is said before anything is asked
        if suggest:
            return _suggest(asked, suggest, patched, progress)
        report, code = _report(asked, progress, **scoring)
        if save and report.articles:
            keep(report, save, _arguments(asked), decisions)
        output.write(report)
        return code
    except (
        ModelError,
        ReadingError,
        StoreError,
        SuggestionError,
        WikiError,
        WordsError,
    ) as error:
        raise click.ClickException(str(error)) from error


def _check(
    suggest: Path | None, patched: Path | None, save: Path | None, decisions: Path | None
) -> None:
    """Raises click.UsageError for what does not go together, before anything is read."""
    if patched and not suggest:
        raise click.UsageError("--patched goes with --suggest.")
    if save and suggest:
        raise click.UsageError("--save keeps what was audited, and --suggest audits nothing.")
    if save and save.exists():
        raise click.UsageError(f"{save} is there already; --save writes a new file.")
    if decisions and not save:
        raise click.UsageError("--decisions goes with --save.")


def _arguments(asked: WikiRequest) -> dict[str, Any]:
    """What a scan file keeps of how its articles were asked for."""
    wikitext = str(asked.wikitext) if asked.wikitext else ""
    return {"articles": asked.named, "wiki": asked.wiki, "wikitext": wikitext}


def _report(
    asked: WikiRequest,
    progress: str,
    *,
    model: str,
    provider: str,
    no_score: bool,
    no_ocr: bool,
) -> tuple[WikiReport, int]:
    """Audit; the report and the exit code."""
    check_user_words()
    encoder = None if no_score else load(model, provider=provider, threads=1)
    reader = None if no_ocr or not installed() else open_reader()
    cache = VectorCache(encoder.fingerprint) if encoder else None
    judge = Judge(encoder, reader, cache)
    done, finished = _worked(asked, progress, lambda done: run(asked, judge, done))
    report = _made(done, encoder, finished)
    return report, _code(report, done)


def _worked(
    asked: WikiRequest, progress: str, work: Callable[[Done], Coroutine[Any, Any, None]]
) -> tuple[Done, bool]:
    """What was done until the end, or until Ctrl-C, and which of both."""
    if (asked.targets or asked.categories) and not asked.contact:
        click.echo(
            "Wikis want to know whom to reach about a program's requests: --contact, or contact "
            "under [wiki] in auditor.toml.",
            err=True,
        )
    with shown_progress(sys.stderr, progress, "articles") as show:
        done = Done(show)
        try:
            asyncio.run(work(done))
        except KeyboardInterrupt:
            return done, False
    return done, True


def _made(done: Done, encoder: Encoder | None, finished: bool) -> WikiReport:
    return WikiReport(
        started=done.started,
        tool_version=__version__,
        model=ModelIdentity.of(encoder.manifest if encoder else None),
        articles=tuple(done.articles),
        entries=ranked(done.articles),
        skipped=(*done.unread, *(item for each in done.articles for item in each.skipped)),
        finished=finished,
    )


def _code(report: WikiReport, done: Done) -> int:
    if done.unread or not report.finished:
        return NOT_DONE
    failed = any(
        finding.outcome is Outcome.FAILED
        for entry in report.entries
        if entry.to_do
        for finding in entry.image.use.verdict.findings
    )
    return FINDINGS if failed else NOTHING_FAILED


def _suggest(asked: WikiRequest, path: Path, patched: Path | None, progress: str) -> int:
    """Print the edits, and say what is not in them."""
    suggestions = read_suggestions(path)
    edits: list[Edit] = []

    def work(done: Done) -> Coroutine[Any, Any, None]:
        return suggest_edits(asked, suggestions, edits, done)

    done, finished = _worked(asked, progress, work)
    if patched and len(edits) != 1:
        raise click.ClickException(f"--patched wants one article, and {len(edits)} were read")
    for edit in edits:
        for problem in edit.problems:
            click.echo(problem, err=True)
        if edit.diff:
            click.echo(_harmless(edit.diff) if sys.stdout.isatty() else edit.diff, nl=False)
            click.echo(f"\nSummary: {edit.summary}")
            if edit.article.url:
                click.echo(f"To be saved by you at {edit.article.edit()}")
    if patched:
        patched.write_text(edits[0].wikitext, "utf-8", newline="")
    whole = finished and not done.unread and not any(edit.problems for edit in edits)
    return NOTHING_FAILED if whole else NOT_DONE


def _harmless(diff: str) -> str:
    """A diff for a terminal, to which wikitext may hold orders. What goes elsewhere is exact, for
    `patch`."""
    return _CONTROLS.sub("\ufffd", diff)
