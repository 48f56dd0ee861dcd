"""What article is to be read, as `auditor wiki` is asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.desk.preferences import Preferences
from auditor.message import Message
from auditor.store.info import ScanInfo
from auditor.wiki.run import is_saved
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.sites.targets import SAVED, target


@dataclass(frozen=True, slots=True)
class ArticleRequest:
    """One article."""

    article: str
    """Title, address, or the file of a page that was saved."""
    wiki: str
    """Where a title is looked for."""
    wikitext: str = ""
    """File with the wikitext of a saved page."""
    contact: str = ""
    """Whom the wiki may reach about the requests; "" for what the configuration says."""
    decisions: Path | None = None
    """The scan file whose decisions are taken over."""

    @property
    def targets(self) -> tuple[str]:
        """What its scan file is named after."""
        named = is_saved(self.article) or "://" in self.article
        return (self.article if named else f"https://{self.wiki.rpartition('://')[2]}",)

    @property
    def problem(self) -> str:
        """Why it cannot be asked for, "" where it can."""
        if not self.article:
            return Message("Name an article.")
        if is_saved(self.article):
            missing = self.wikitext and not Path(self.wikitext).is_file()
            return Message("There is no file {file}.", file=self.wikitext) if missing else ""
        if Path(self.article).suffix.lower() in SAVED and "://" not in self.article:
            return Message("There is no file {file}.", file=self.article)
        if self.wikitext:
            return Message("A file with wikitext goes with a page that was saved as HTML.")
        try:
            target(self.article, self.wiki)
        except WikiError as error:
            return f"{error}."
        return ""

    def options(self, save: Path) -> list[str]:
        """The options of `auditor wiki`."""
        words = ["--save", str(save), "--wiki", self.wiki]
        for name, value in (
            ("--wikitext", self.wikitext),
            ("--contact", self.contact),
            ("--decisions", str(self.decisions or "")),
        ):
            words += [name, value] if value else []
        return [*words, "--", self.article]


def first_request(known: Preferences) -> ArticleRequest:
    """What the dialog begins with."""
    return ArticleRequest("", known.wiki, contact=known.contact)


def is_of_articles(scan: ScanInfo) -> bool:
    """Whether a scan file holds articles of a wiki."""
    return "articles" in scan.arguments


def article_again(scan: ScanInfo, decisions: Path, known: Preferences) -> ArticleRequest:
    """The same article again, with the decisions that were made in its file."""
    none: tuple[str, ...] = ()
    return ArticleRequest(
        next(iter(scan.asked("articles", tuple[str, ...], none)), ""),
        scan.asked("wiki", str, ""),
        scan.asked("wikitext", str, ""),
        known.contact,
        decisions,
    )
