"""An article open in the window: its images, the texts that a person tries and writes for them, and
the edit that these make."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.desk.facts import Fact
from app.desk.rows import STATUS_WORDS
from app.desk.tries import Try, TryError, tried
from auditor.judge import Judge
from auditor.reports.words import shorten, spoken
from auditor.rescore import rescored
from auditor.results import JudgedUse
from auditor.scan import Progress
from auditor.wiki import report as words
from auditor.wiki.audit import ArticleImage, AuditedArticle
from auditor.wiki.edits import Edit, edit_of
from auditor.wiki.errors import WikiError
from auditor.wiki.report import Entry, ranked
from auditor.wiki.run import Asked, Done, run
from auditor.wiki.suggestions import Suggestion
from auditor.wiki.verdict import judged
from extractors.mediawiki.records import Origin
from models.manifest import ModelError


class ArticleError(Exception):
    """An article cannot be opened; the message is fit to show."""


class Stopped(Exception):
    """Raised by `report` of `open_article`: nobody waits for the article any more."""


@dataclass(frozen=True, slots=True)
class ArticleRow:
    """What a line of the list shows of an image, in words."""

    rank: int
    status: str
    image: str
    section: str
    caption: str
    """"" for none."""
    alt: str
    heard: str
    """About what a screen reader says."""
    advice: str
    quality: float | None
    place: str
    """Where in the wikitext it stands, or why that is not known."""
    edit: str
    """URL where the section is edited; "" where that is not known."""
    to_do: bool
    takes_text: bool
    """Can a text be written for it?"""


class OpenArticle:
    """One article. For one thread at a time."""

    def __init__(self, audited: AuditedArticle, judge: Judge) -> None:
        self._audited = audited
        self._judge = judge
        self._entries = {entry.rank: entry for entry in ranked([audited])}
        self._texts: dict[int, str] = {}

    @property
    def title(self) -> str:
        """ "Cat, revision 123"."""
        return words.article_words(self._audited.article)

    def rows(self) -> list[ArticleRow]:
        """Its images, first what helps most listeners most."""
        return [_row(entry) for entry in self._entries.values()]

    def use(self, rank: int) -> JudgedUse:
        """The image of this rank as it was judged."""
        return self._entries[rank].image.use

    def try_text(self, rank: int, text: str) -> Try:
        """The image of this rank as it would be with `text`. Raises TryError."""
        image = self._entries[rank].image
        try:
            outcome = rescored(self._judge, image.use.record, image.seen, text)
        except ModelError as error:
            raise TryError(str(error)) from error
        changed = replace(image.image, record=outcome.record, origin=Origin.EXPLICIT)
        use = judged(self._audited.article, changed, image.located.use, outcome, image.use.picture)
        outcome = replace(outcome, scores=use.scores, verdict=use.verdict)
        return tried(text, outcome, image.use.scores)

    def written(self, rank: int) -> str:
        """The text that is kept for the image of this rank, "" for none."""
        return self._texts.get(rank, "")

    def write(self, rank: int, text: str) -> None:
        """Keep a text for the edit; a blank one takes back what was kept."""
        if text.strip():
            self._texts[rank] = text
        else:
            self._texts.pop(rank, None)

    def edit(self) -> Edit:
        """The edit that the texts make: diff, summary, and what is not in it. Nothing is saved."""
        found = [
            _suggestion(self._entries[rank].image, rank, text)
            for rank, text in sorted(self._texts.items())
        ]
        return edit_of(self._audited.article, self._audited.reading, found)


def line_of(row: ArticleRow, written: str) -> Fact:
    """The line of an image in the list. `written`: the text that is kept for it."""
    status = "text written" if written else row.status
    return Fact(f"{row.rank}, {status}", f"{row.image}, {row.section}")


def facts_of(row: ArticleRow, written: str) -> list[Fact]:
    """Everything of an image, a line each."""
    quality = "not scored" if row.quality is None else f"{row.quality:.1f} of 5"
    facts = [
        Fact("Status", f"{row.status}. {row.advice}"),
        Fact("A screen reader says", row.heard),
        Fact("Alternative text", row.alt),
        Fact("Caption", row.caption or "none"),
        Fact("Quality", quality),
        Fact("Wikitext", row.place),
    ]
    if row.edit:
        facts.append(Fact("Edit", row.edit))
    if written:
        facts.insert(0, Fact("Text written", f"“{written}”"))
    return facts


def open_article(
    asked: Asked, judge: Judge, report: Callable[[Progress], None] = lambda progress: None
) -> OpenArticle:
    """Read and judge the one article that is asked for; it takes seconds. `report` is told how it
    goes on, from this thread, and may raise Stopped. Raises ArticleError."""
    done = Done(report)
    try:
        asyncio.run(run(asked, judge, done))
    except (ModelError, WikiError) as error:
        raise ArticleError(str(error)) from error
    if not done.articles:
        reasons = [item.reason for item in done.unread]
        raise ArticleError(reasons[0] if reasons else "There is no article to open.")
    return OpenArticle(done.articles[0], judge)


def _row(entry: Entry) -> ArticleRow:
    image, use = entry.image.image, entry.image.use
    place = entry.image.located.use
    return ArticleRow(
        rank=entry.rank,
        status=STATUS_WORDS[use.verdict.status],
        image=shorten(words.name_of(image), 200),
        section=words.section_words(image),
        caption=words.caption_words(image),
        alt=words.alt_words(image),
        heard=spoken(image.record),
        advice=use.verdict.reason,
        quality=use.scores.quality if use.scores else None,
        place=words.place_words(entry),
        edit=words.section_link(entry),
        to_do=entry.to_do,
        takes_text=place is not None and place.slot is not None,
    )


def _suggestion(image: ArticleImage, rank: int, text: str) -> Suggestion:
    use = image.located.use
    where = f"number {rank}"
    if use is None:
        return Suggestion(image.image.file or "", image.image.occurrence or 0, text, where)
    return Suggestion(use.file or f"<{use.kind}>", use.occurrence, text, where)
