"""A report for editors: the images of one or more articles, ranked, and the words that the forms of
the report share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import log10

from auditor.findings import ASKS_FOR_WORK, Skipped, Status
from auditor.reports.words import counted, printable, shorten
from auditor.results import ModelIdentity
from auditor.texts.sentences import sentences
from auditor.wiki.reading.audit import ArticleImage, AuditedArticle
from auditor.wiki.sites.article import Article
from auditor.wiki.sites.filepage import FilePage
from auditor.wiki.wikitext.uses import REASONS, UseKind
from extractors.mediawiki.records import Origin, WikiImage

ASKS_EDITORS = ASKS_FOR_WORK - {Status.NOT_CHECKABLE}
"""The exception of articles: no edit makes a picture load, and an export has no pictures at all.
What was not seen is counted by its status, and told among what was left out."""
_KIND_WORDS: Mapping[UseKind, str] = {
    UseKind.LINK: "file link",
    UseKind.GALLERY: "line of a gallery",
    UseKind.IMAGEMAP: "image map",
    UseKind.MAPFRAME: "map",
    UseKind.TIMELINE: "timeline",
    UseKind.SCORE: "score",
    UseKind.CHART: "chart",
}
_ORIGIN_WORDS: Mapping[Origin, str] = {
    Origin.EXPLICIT: "written by an editor",
    Origin.CAPTION: "copied by the software from the caption",
    Origin.FILENAME: "the file's name, written by the software",
    Origin.GENERATED_EMPTY: "written by the software",
    Origin.SYSTEM_MESSAGE: "a message of the software",
    Origin.ELSEWHERE: "not in this article's wikitext: a template wrote it",
    Origin.TEX: "the source of the formula",
    Origin.SOURCE_CODE: "the source of the score",
}


@dataclass(frozen=True, slots=True)
class WikiEntry:
    """One image with its article."""

    article: Article
    image: ArticleImage

    @property
    def rank(self) -> int:
        """Over all articles; 1 is what helps most listeners most."""
        return self.image.use.rank

    @property
    def to_do(self) -> bool:
        """Is there something for an editor to do?"""
        return self.image.use.verdict.status in ASKS_EDITORS


@dataclass(frozen=True, slots=True)
class WikiReport:
    """Articles ready to be reported."""

    started: str
    """ISO 8601, UTC, whole seconds."""
    tool_version: str
    model: ModelIdentity
    articles: tuple[AuditedArticle, ...]
    entries: tuple[WikiEntry, ...]
    """By rank."""
    skipped: tuple[Skipped, ...]
    """Articles that were not read, and pictures and files that did not come."""
    finished: bool = True
    """False: it was interrupted."""

    @property
    def counts(self) -> dict[Status, int]:
        """Images by status, those that occur, worst first."""
        found = Counter(entry.image.use.verdict.status for entry in self.entries)
        return {status: found[status] for status in Status if found[status]}

    @property
    def whole(self) -> bool:
        """Was everything read, seen and compared? Else nobody can say that there is nothing to do
        (`counts` has what was not seen, `skipped` what was not read)."""
        unseen = (Status.NOT_CHECKABLE, Status.NOT_COMPARED)
        return self.finished and not self.skipped and not any(s in self.counts for s in unseen)

    @property
    def left_out(self) -> dict[str, int]:
        """Images that are no matter for an editor by reason, most frequent first."""
        total: Counter[str] = Counter()
        for audited in self.articles:
            total.update(audited.left_out)
        return dict(total.most_common())


def ranked(articles: Iterable[AuditedArticle]) -> tuple[WikiEntry, ...]:
    """The images of all articles, first what helps most: how bad a text is (the priority of its
    verdict) times how many meet it (its reach, on a scale of tens: ten times the readers weigh as
    much as twice the fault would at the foot of the scale)."""
    entries = [
        WikiEntry(audited.article, image) for audited in articles for image in audited.images
    ]
    entries.sort(key=_weight, reverse=True)
    return tuple(
        replace(entry, image=replace(entry.image, use=replace(entry.image.use, rank=rank)))
        for rank, entry in enumerate(entries, 1)
    )


def _weight(entry: WikiEntry) -> tuple[bool, float]:
    return entry.to_do, entry.image.use.verdict.priority * log10(10 + entry.image.reach)


def summary_sentence(report: WikiReport) -> str:
    """ "34 images in 1 article: 12 ask for work, 22 do not. 129 more were left out: …"."""
    number = len(report.entries)
    articles = counted(len(report.articles), "article")
    work = sum(entry.to_do for entry in report.entries)
    if not report.articles:
        return "No article was read."
    if not number:
        known = "" if report.whole else "known to be "
        said = f"No image of {articles} is {known}a matter for an editor{_but(report)}."
    elif not work and report.whole:
        said = f"{counted(number, 'image')} in {articles}: nothing was found to do."
    elif not work:
        said = f"{counted(number, 'image')} in {articles}: none is known to ask for work"
        said += f"{_but(report)}."
    else:
        asks = "asks" if work == 1 else "ask"
        said = f"{counted(number, 'image')} in {articles}: {work:,} {asks} for work."
    return f"{said} {left_out_sentence(report)}".strip()


def _but(report: WikiReport) -> str:
    return "" if report.whole else ", and not everything was checked"


def rest_words(report: WikiReport) -> str:
    """What is said above the images that ask for no work."""
    return "Nothing found to do" if report.whole else "Not known to ask for work"


def left_out_sentence(report: WikiReport) -> str:
    """ "129 more were left out: 120 smaller than 50 pixels, 9 not shown.", or ""."""
    if not report.left_out:
        return ""
    total = sum(report.left_out.values())
    reasons = ", ".join(f"{number:,} {reason}" for reason, number in report.left_out.items())
    if len(report.left_out) == 1:
        (reasons,) = report.left_out
    return f"{total:,} more {'was' if total == 1 else 'were'} left out: {reasons}."


def name_of(image: WikiImage) -> str:
    """What an editor calls an image: its file, or what drew it."""
    return printable(image.file or image.extension or image.record.kind)


def shown_words(image: WikiImage) -> str:
    """Whose picture is shown, where that is another file's; "" where it is its own."""
    return f"readers see the picture of {printable(image.shown)}" if image.shown else ""


def article_words(article: Article) -> str:
    """ "Cat, revision 123"."""
    revision = f", revision {article.revision}" if article.revision else ""
    return f"{printable(article.title)}{revision}"


def section_words(image: WikiImage) -> str:
    """ "in the section “Habits”", or at the beginning."""
    if image.section.number == 0:
        return "before the first section"
    return f"in the section “{shorten(image.section.heading, 120)}”"


def edit_words(image: WikiImage) -> str:
    """What the link to the section says."""
    if image.section.number is None:
        return "Edit the article"
    if image.section.number == 0:
        return "Edit the beginning of the article"
    return f"Edit the section “{shorten(image.section.heading, 120)}”"


def section_link(entry: WikiEntry) -> str:
    """Where the section is edited, or the article where that is not known; "" when nothing is."""
    return entry.article.edit(entry.image.image.section.number)


def alt_words(image: WikiImage) -> str:
    """ "“A cat” (written by an editor)", or that there is none."""
    if image.alt is None:
        return "none"
    text = f"“{shorten(image.alt, 600)}”" if image.alt.strip() else "empty"
    origin = _ORIGIN_WORDS.get(image.origin) if image.origin else None
    return f"{text} ({origin})" if origin else text


def caption_words(image: WikiImage) -> str:
    """The caption, and whether readers see it; "" where there is none."""
    if not image.caption:
        return ""
    unseen = "" if image.caption_visible else " (not seen by readers)"
    return f"“{shorten(image.caption, 600)}”{unseen}"


def place_words(entry: WikiEntry) -> str:
    """Where it is mended: "line 12, file link"; or why that is not known."""
    use = entry.image.located.use
    if use is None:
        made_by = entry.image.image.made_by
        by = f"made by the template {printable(made_by.template)}; " if made_by else ""
        return f"{by}{entry.image.located.reason or 'not located in the wikitext'}"
    number = (entry.article.wikitext or "").count("\n", 0, use.start) + 1
    what = _KIND_WORDS.get(use.kind, "")
    if use.template:
        what = f"template {printable(use.template)}"
        what += f", parameter {printable(use.parameter)}" if use.parameter else ""
    if use.refusal:
        return f"line {number}, {what}; no text can be written there: {REASONS[use.refusal]}"
    return f"line {number}, {what}"


def named_place(entry: WikiEntry) -> str:
    """The same with the name that a list of texts has for it: "line 12, file link, Cat.jpg#2"."""
    use = entry.image.located.use
    name = f", {printable(use.id)}" if use and not use.refusal else ""
    return f"{place_words(entry)}{name}"


def written(entry: WikiEntry) -> str:
    """The wikitext of its use, "" where it was not located."""
    use = entry.image.located.use
    return (entry.article.wikitext or "")[use.start : use.end] if use else ""


def material(page: FilePage | None, shown: int = 3) -> list[tuple[str, str, str]]:
    """(what, language, text) of what the page of the file tells: to know the picture by, and not
    to be pasted."""
    if page is None:
        return []
    kinds = (
        ("Description of the file", page.descriptions),
        ("Caption of the file", page.captions),
        ("Alternative text of the file", page.alts),
    )
    told = [(what, said.lang, said.text) for what, texts in kinds for said in texts[:shown]]
    for lang in dict.fromkeys(said.lang for said in page.depicts):
        names = [said.text for said in page.depicts if said.lang == lang]
        told.append(("Depicts, by the file's statements", lang, ", ".join(names)))
    for other in page.elsewhere[:shown]:
        what = f"Alternative text in {other.title}, {other.wiki}"
        told.append((printable(what), other.lang, other.text))
    return told


def lang_of(entry: WikiEntry) -> str:
    """The language that the texts of an image are in; "" where nothing tells."""
    return entry.image.image.record.lang or entry.article.lang


def quotes(entry: WikiEntry) -> list[str]:
    """The words of the article that sentences about an image quote, longest first."""
    image = entry.image.image
    evidence = (f.evidence for f in entry.image.use.verdict.findings)
    values = [v for each in evidence for v in each.values() if isinstance(v, str) and len(v) > 1]
    texts = [image.alt, image.caption, image.caption_maybe, image.section.heading]
    cuts = [shorten(text, 600) for text in texts if text]
    return sorted({v for v in (*values, *cuts) if v}, key=len, reverse=True)


def opening(image: WikiImage) -> str:
    """The first sentence of the article; "" where it has none."""
    return next(iter(sentences(image.lead)), "")


def licence_words(page: FilePage | None) -> str:
    """ "Ada, CC BY-SA 4.0", or ""."""
    return ", ".join(filter(None, (page.artist, page.licence))) if page else ""
