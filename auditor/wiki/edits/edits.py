"""Edits of articles with texts that a person wrote: a diff and a summary each. None is saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.net.client import SIGNATURE
from auditor.wiki.edits.patch import diff, put_alts, summary
from auditor.wiki.edits.place import EditPlace, place_of
from auditor.wiki.edits.suggestions import Suggestion, changes_of
from auditor.wiki.reading.audit import ArticleReading
from auditor.wiki.reading.unread import not_read
from auditor.wiki.sites.article import Article
from auditor.wiki.wikitext.templates import Parameters
from auditor.wiki.wikitext.uses import FileUse, Refused


@dataclass(frozen=True, slots=True)
class Edit:
    """What a person may save."""

    article: Article
    wikitext: str
    """The whole text with the changes."""
    diff: str
    """Unified; "" when nothing changes."""
    summary: str
    problems: tuple[str, ...]
    """A line for each suggestion that is not in it."""
    place: EditPlace | None = None
    """Where the wiki's editor makes it, and with what wikitext; None: nothing changes."""

    @property
    def url(self) -> str:
        """Of that editor; "" where the article does not say where it is from."""
        return self.article.edit(self.place.section if self.place else None)


def edit_of(article: Article, reading: ArticleReading, suggestions: Sequence[Suggestion]) -> Edit:
    """The edit that the suggestions make of an article."""
    return edit_with(article, reading.uses, reading.parameters, suggestions)


def edit_with(
    article: Article,
    uses: Sequence[FileUse],
    parameters: Parameters,
    suggestions: Sequence[Suggestion],
) -> Edit:
    """The same for an article that was read before: `uses` are of its wikitext, read with these
    parameters of templates."""
    before = article.wikitext
    if before is None:
        return Edit(article, "", "", "", ("the wikitext of a saved page is wanted (--wikitext)",))
    changes, problems = changes_of(suggestions, uses, article.names)
    problems += filter(None, [not_read(article)])
    after = before
    try:
        after = put_alts(before, changes, article.names, parameters)
    except Refused as refused:
        problems.append(str(refused))
    told = summary(changes, article.names, SIGNATURE) if after != before else ""
    shown = diff(article.title, article.revision, before, after)
    place = place_of(before, after) if after != before else None
    return Edit(article, after, shown, told, tuple(problems), place)
