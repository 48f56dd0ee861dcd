"""The articles of an open scan file: what is told of their images, and the edit that the decisions
on these make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

from app.desk.facts import Fact
from auditor.catalogue import ENGLISH, Tongue
from auditor.decision import Choice
from auditor.message import Message, sentences
from auditor.reports.words import printable, shorten
from auditor.results import Judged, JudgedUse
from auditor.wiki.edits.edits import Edit, edit_with
from auditor.wiki.edits.suggestions import Suggestion
from auditor.wiki.kept import DecidedImage, KeptArticle, KeptArticles, KeptImage
from auditor.wiki.reading.audit import ArticleImage
from auditor.wiki.reading.verdict import judged
from auditor.wiki.reports import report as words
from auditor.wiki.reports.report import WikiEntry
from auditor.wiki.wikitext.file_uses import file_uses
from extractors.mediawiki.records import Origin
from extractors.records import Exposed

MATERIAL = 1000
"""Characters of a description of a file."""
SAID = 3
"""Texts that are not in an edit, of which one hears why at once; the list has them all."""
_NOT_RENDERED = (
    "it was read from an export, which has no HTML: its picture is not known, nor is what "
    "templates make of it"
)


class OpenArticles:
    """None of these are in a file of any other scan. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self._kept = KeptArticles(path)
        self._read: dict[int, KeptArticle] = {}

    def facts(self, image: int, use: JudgedUse, tongue: Tongue = ENGLISH) -> list[Fact]:
        """What is told of an image of an article; [] for any other image."""
        page = self._kept.page_of(image)
        if page is None:
            return []
        return list(_facts(self._article(page), self._kept.image(image), use, tongue))

    def as_editors_do(self, image: int, use: JudgedUse, outcome: Judged) -> Judged:
        """The outcome of a text that was tried, by the rules for editors where the image is of an
        article."""
        page = self._kept.page_of(image)
        if page is None:
            return outcome
        kept, article = self._kept.image(image), self._article(page).article
        written = replace(kept.image, record=outcome.record, origin=Origin.EXPLICIT)
        made = judged(article, written, kept.located.use, outcome, use.picture)
        return replace(outcome, scores=made.scores, verdict=made.verdict)

    def section(self, image: int) -> str:
        """URL where the section of an image is edited; "" where that is not known."""
        page = self._kept.page_of(image)
        if page is None:
            return ""
        return self._article(page).article.edit(self._kept.image(image).image.section.number)

    def edit(self, image: int) -> Edit | None:
        """The edit of the article of an image, with every text that was decided to be better; None:
        the image is of no article."""
        page = self._kept.page_of(image)
        if page is None:
            return None
        kept = self._article(page)
        article, decided = kept.article, self._kept.decided(page)
        wanted = [(each, text) for each in decided if (text := _wanted(each)) is not None]
        lost = tuple(_lost(each) for each, _ in wanted if each.kept.located.use is None)
        if article.wikitext is None:
            return Edit(article, "", "", "", lost)
        uses = file_uses(article.wikitext, article.names, kept.parameters)
        suggestions = [_suggestion(each, text) for each, text in wanted if each.kept.located.use]
        made = edit_with(article, uses, kept.parameters, suggestions)
        return replace(made, problems=(*lost, *made.problems))

    def _article(self, page: int) -> KeptArticle:
        if page not in self._read:
            self._read[page] = self._kept.article(page)
        return self._read[page]


def _facts(kept: KeptArticle, own: KeptImage, use: JudgedUse, tongue: Tongue) -> Iterator[Fact]:
    image, place = own.image, own.located.use
    entry = WikiEntry(kept.article, ArticleImage(image, use, own.located, own.file_page, 0.0))
    can = place is not None and place.slot is not None
    label = Message("In the wikitext") if can else Message("Its text cannot be put in")
    yield Fact(label, words.place_words(entry, tongue))
    if not kept.rendered:
        yield Fact(Message("Not known"), _NOT_RENDERED)
    yield Fact(Message("In the article"), words.section_words(image, tongue))
    if first := words.opening(image):
        yield Fact(Message("The article begins"), shorten(first, MATERIAL))
    if image.alt and image.origin:
        yield Fact(Message("Alternative text"), words.alt_words(image, tongue))
    if image.caption and not image.caption_visible:
        yield Fact(Message("Caption"), words.caption_words(image, tongue))
    for what, lang, text in words.material(own.file_page, tongue=tongue):
        yield Fact(f"{what}, {lang}" if lang else what, shorten(text, MATERIAL))


def _wanted(image: DecidedImage) -> str | None:
    """The text that somebody wants for an image; None: it is to stay as it is."""
    decision = image.decision
    if decision.choice is Choice.WRONG:
        return decision.better or None
    silent = image.kept.image.record.exposure.state is Exposed.DECORATIVE
    return "" if decision.choice is Choice.DECORATIVE and not silent else None


def _suggestion(image: DecidedImage, text: str) -> Suggestion:
    use = image.kept.located.use
    assert use is not None
    return Suggestion(use.name, use.occurrence, text, _number(image))


def _lost(image: DecidedImage) -> str:
    kept = image.kept
    return Message(
        "{number}: {file}: {reason}",
        number=_number(image),
        file=words.name_of(kept.image),
        reason=kept.located.reason,
    )


def _number(image: DecidedImage) -> Message:
    return Message("Number {rank}", rank=image.rank)


# The edit, in words


def edit_facts(edit: Edit) -> list[Fact]:
    """The edit as a list: its summary, what is not in it, and where a person saves it."""
    found = []
    if edit.diff:
        diff = Message("the diff of {article}", article=words.article_words(edit.article))
        found.append(Fact(Message("Copied"), diff))
        found.append(Fact(Message("Edit summary"), edit.summary))
    else:
        nothing = Message("nothing of {article} changes", article=words.article_words(edit.article))
        found.append(Fact(Message("Not copied"), nothing))
    found += [Fact(Message("Look at this"), _shown(problem)) for problem in edit.problems]
    if edit.diff:
        what = Message("you do that in the wiki")
        if edit.article.url:
            what = Message("you do that in the wiki, at {address}", address=edit.url)
        found.append(Fact(Message("Saved by nobody yet"), what))
    return found


def edit_words(edit: Edit) -> str:
    """The edit in one breath: its summary, and why texts are not in it."""
    said = [Message("Nothing was copied.")]
    if edit.diff:
        said = [Message("Copied: the diff. Summary: {summary}.", summary=edit.summary)]
    said += [Message("{problem}.", problem=_shown(each)) for each in edit.problems[:SAID]]
    if (more := len(edit.problems) - SAID) > 0:
        said.append(Message("And {number} more.", number=more))
    return sentences(said)


def _shown(problem: str) -> str:
    return problem if isinstance(problem, Message) else printable(problem)


def changed_sections(edit: Edit) -> str:
    """The wikitext after the edit of each section that it changes, from heading to heading."""
    before = (edit.article.wikitext or "").split("\n")
    after = edit.wikitext.split("\n")
    starts = [0, *(n for n, line in enumerate(after) if n and _HEADING.match(line))]
    bounds = list(zip(starts, [*starts[1:], len(after)], strict=True))
    matches = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changed = [(low, max(high, low + 1)) for tag, _, _, low, high in matches if tag != "equal"]
    kept = [
        "\n".join(after[start:end])
        for start, end in bounds
        if any(low < end and high > start for low, high in changed)
    ]
    return "\n".join(kept)


_HEADING = re.compile(r"={1,6}[^=].*=\s*$")
_SIGNS = {
    "-": Message("Before"),
    "+": Message("After"),
    " ": Message("Unchanged"),
    "\\": Message("Note"),
}


def diff_facts(diff: str) -> list[Fact]:
    """A unified diff, line by line, its signs as words."""
    lines = diff.split("\n")[2:]  # the two first name the article
    return [_line(line) for line in lines if line]


def _line(line: str) -> Fact:
    if line.startswith("@@"):
        return Fact(Message("From line"), line.split()[1].lstrip("-").partition(",")[0])
    return Fact(_SIGNS[line[0]], printable(line[1:].strip()) or Message("an empty line"))
