"""`auditor wiki`: the images of Wikipedia articles, for who can edit them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor import __version__
from auditor.commands.grouped import grouped
from auditor.commands.progress import Shown, progress_option, shown_progress
from auditor.commands.scoring import Scoring, scoring_options
from auditor.commands.stopping import run_until_stopped
from auditor.commands.wiki_asked import asked_options, check
from auditor.commands.wiki_edits import open_editor, write_patches
from auditor.commands.wiki_output import Output, output_options
from auditor.findings import Outcome
from auditor.gate.exit_code import FINDINGS, NOT_DONE, NOTHING_FAILED
from auditor.results import ModelIdentity
from auditor.texts.wordlists import check_user_words

if TYPE_CHECKING:
    from auditor.wiki.edits.edits import Edit
    from auditor.wiki.reading.audit import AuditedArticle
    from auditor.wiki.reports.report import WikiReport
    from auditor.wiki.run import Done, WikiRequest
    from models.encoder import Encoder

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class WikiWork:
    """What is to be done beside reports, or in their place."""

    suggest: Path | None
    patched: Path | None
    patches: Path | None
    open_edit: bool
    save: Path | None
    resume: Path | None
    decisions: Path | None

    def check(self) -> None:
        """Raises click.UsageError for what does not go together, before anything is read."""
        if self.patched and not self.suggest:
            raise click.UsageError("--patched goes with --suggest.")
        if (self.patches or self.open_edit) and not self.suggest:
            raise click.UsageError("--patches and --open-edit go with --suggest.")
        if (self.save or self.resume) and self.suggest:
            raise click.UsageError("--save keeps what was audited, and --suggest audits nothing.")
        if self.save and self.resume:
            raise click.UsageError("--save begins a file, and --resume goes on with one.")
        if self.save and self.save.exists():
            raise click.UsageError(f"{self.save} is there already; --save writes a new file.")
        if self.decisions and not self.save:
            raise click.UsageError("--decisions goes with --save.")


_work_options = grouped(
    "work",
    WikiWork,
    click.option(
        "--suggest",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Texts that a person wrote (the CSV that --output texts.csv begins, or JSON): print "
        "the edits that they make as unified diffs, each with a summary, and no report. Nothing is "
        "saved.",
    ),
    click.option(
        "--patched",
        type=click.Path(dir_okay=False, path_type=Path),
        help="With --suggest and one article: write its whole new wikitext to this file.",
    ),
    click.option(
        "--patches",
        type=click.Path(file_okay=False, path_type=Path),
        help="With --suggest: write for each article its diff and its summary to files in this "
        "folder.",
    ),
    click.option(
        "--open-edit",
        is_flag=True,
        help="With --suggest and one article: open the wiki's editor, for the section where all of "
        "the edit is in one, and copy its new wikitext to the clipboard. Paste it, look at it, and "
        "save it yourself.",
    ),
    click.option(
        "--save",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Keep the articles in this new scan file too, to write texts and copy the edit in the "
        "window: auditor gui FILE.",
    ),
    click.option(
        "--resume",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Go on with this scan file of an earlier, interrupted run of the same: articles that "
        "it holds are not read again, and the others are added to it.",
    ),
    click.option(
        "--decisions",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="With --save: take over what was decided in the window in this earlier file.",
    ),
)


@click.command()
@asked_options
@_work_options
@scoring_options(provider="Where it runs: as for auditor scan.")
@progress_option
@output_options
def wiki(
    asked: WikiRequest, work: WikiWork, scoring: Scoring, progress: str, output: Output
) -> int:
    """Check the alternative texts of Wikipedia articles, and prepare the edit.

    An article is named by its title, by its address on any wiki, or as a page that was saved as
    HTML. Every image gets a verdict in the words of editors: what a screen reader says, what is
    missing, where in the wikitext to mend it. Icons are left out and counted. Texts are written by
    people; this program writes none and saves nothing.

    Example: auditor wiki "Domestic cat" --output report.html --output texts.csv
    """
    check(asked)
    work.check()
    shown = partial(shown_progress, sys.stderr, progress, "articles", output.tongue)
    if work.decisions:
        from auditor.store.decisions import decisions_in

        decisions_in(work.decisions)  # what cannot be read is said before anything is asked
    if work.suggest:
        return _suggest(asked, work.suggest, work, shown)
    earlier: tuple[AuditedArticle, ...] = ()
    if work.resume:
        from auditor.wiki.kept import kept_in

        earlier = kept_in(work.resume)
    report, code = _report(asked, earlier, shown, scoring)
    if work.save and report.articles:
        from auditor.wiki.kept import keep

        keep(report, work.save, _arguments(asked), work.decisions)
    if work.resume:
        from auditor.wiki.kept import keep_on

        keep_on(report, work.resume)
    output.write(report)
    return code


def _arguments(asked: WikiRequest) -> dict[str, Any]:
    """What a scan file keeps of how its articles were asked for."""
    wikitext = str(asked.wikitext) if asked.wikitext else ""
    return {"articles": asked.named, "wiki": asked.wiki, "wikitext": wikitext}


def _report(
    asked: WikiRequest, earlier: tuple[AuditedArticle, ...], shown: Shown, scoring: Scoring
) -> tuple[WikiReport, int]:
    """Audit what an earlier run did not; the report on both, and the exit code."""
    asked = replace(asked, done=frozenset(each.article.title for each in earlier))
    check_user_words()
    scoring.check()
    encoder = scoring.encoder()

    def work(done: Done) -> Coroutine[Any, Any, None]:
        from auditor.judge.judge import Judge
        from auditor.judge.kept_bytes import KeptBytes
        from auditor.judge.known_reader import KnownReader
        from auditor.judge.vector_cache import VectorCache
        from auditor.wiki.run import run
        from models.reading import fingerprint, open_reader

        cache = VectorCache(encoder.fingerprint) if encoder else None
        reader = None
        if scoring.reads():
            reader = KnownReader(open_reader(), KeptBytes(fingerprint()))
        return run(asked, Judge(encoder, reader, cache), done)

    done, finished = _worked(asked, shown, work)
    done.articles[:0] = earlier
    report = _made(done, encoder, finished)
    return report, _code(report, done)


def _worked(
    asked: WikiRequest, shown: Shown, work: Callable[[Done], Coroutine[Any, Any, None]]
) -> tuple[Done, bool]:
    """What was done until the end, or until Ctrl-C, and which of both."""
    if (asked.targets or asked.lists) and not asked.contact:
        click.echo(
            "Wikis want to know whom to reach about a program's requests: --contact, or contact "
            "under [wiki] in auditor.toml.",
            err=True,
        )
    from auditor.wiki.run import Done  # takes a while to import

    with shown() as show:
        done = Done(show)
        try:
            run_until_stopped(work(done))
        except KeyboardInterrupt:
            return done, False
    return done, True


def _made(done: Done, encoder: Encoder | None, finished: bool) -> WikiReport:
    from auditor.wiki.reports.report import WikiReport, ranked

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


def _suggest(asked: WikiRequest, path: Path, work: WikiWork, shown: Shown) -> int:
    """Print the edits, and say what is not in them."""
    from auditor.wiki.edits.suggestions import read_suggestions
    from auditor.wiki.run import suggest as suggest_edits

    suggestions = read_suggestions(path)
    edits: list[Edit] = []

    def made(done: Done) -> Coroutine[Any, Any, None]:
        return suggest_edits(asked, suggestions, edits, done)

    done, finished = _worked(asked, shown, made)
    patched = work.patched
    if patched and len(edits) != 1:
        raise click.ClickException(f"--patched wants one article, and {len(edits)} were read")
    for edit in edits:
        for problem in edit.problems:
            click.echo(problem, err=True)
        if edit.diff:
            click.echo(_harmless(edit.diff) if sys.stdout.isatty() else edit.diff, nl=False)
            click.echo(f"\nSummary: {edit.summary}")
            if edit.article.url:
                click.echo(f"To be saved by you at {edit.url}")
    if patched:
        patched.write_text(edits[0].wikitext, "utf-8", newline="")
    if work.patches:
        write_patches(edits, work.patches)
    if work.open_edit:
        open_editor(edits)
    whole = finished and not done.unread and not any(edit.problems for edit in edits)
    return NOTHING_FAILED if whole else NOT_DONE


def _harmless(diff: str) -> str:
    """A diff for a terminal, to which wikitext may hold orders. What goes elsewhere is exact, for
    `patch`."""
    return _CONTROLS.sub("\ufffd", diff)
