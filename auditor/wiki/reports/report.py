"""A report for editors: the images of one or more articles, ranked, and the words that the forms of
the report share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import log10

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import ASKS_FOR_WORK, Skipped, Status
from auditor.message import Message, clauses, marked, row
from auditor.reports.in_language import use_in
from auditor.reports.words import printable, shorten
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
    UseKind.LINK: marked("file link"),
    UseKind.GALLERY: marked("line of a gallery"),
    UseKind.IMAGEMAP: marked("image map"),
    UseKind.MAPFRAME: marked("map"),
    UseKind.TIMELINE: marked("timeline"),
    UseKind.SCORE: marked("score"),
    UseKind.CHART: marked("chart"),
}
_ORIGIN_WORDS: Mapping[Origin, str] = {
    Origin.EXPLICIT: marked("written by an editor"),
    Origin.CAPTION: marked("copied by the software from the caption"),
    Origin.FILENAME: marked("the file's name, written by the software"),
    Origin.GENERATED_EMPTY: marked("written by the software"),
    Origin.SYSTEM_MESSAGE: marked("a message of the software"),
    Origin.ELSEWHERE: marked("not in this article's wikitext: a template wrote it"),
    Origin.TEX: marked("the source of the formula"),
    Origin.SOURCE_CODE: marked("the source of the score"),
}
_LEFT_OUT = (
    marked("a formula, which is read from its MathML"),
    marked("not part of the article"),
    marked("in navigation boxes"),
    marked("in banners and boxes about the article"),
    marked("in boxes that lead to other projects and portals"),
    marked("smaller than 50 pixels"),
)
"""Why images are no matter for an editor (extractors/mediawiki); others name what hides them."""
_REFUSED = (
    marked(
        "the wikitext of the page does not name this file so often; a template makes the image, "
        "and has to be edited instead"
    ),
    marked(
        "there is no way to write an alternative text for it; say in the text nearby what it shows"
    ),
    marked("a sound or a film shows no alternative text"),
    marked("a template gives the name of the file"),
    marked("a template gives options of the image, and may give an alternative text already"),
    marked(
        "it has two alternative texts, and readers of the wiki get one or the other; delete one "
        "first"
    ),
    marked("it is not known which parameter of the template takes the alternative text"),
    marked(
        "an empty text leaves the link to the file without a name; where a picture only "
        "decorates, write |alt=|link= by hand"
    ),
)
"""Why no text can be written (REASONS)."""


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
    tongue: Tongue = ENGLISH
    """The language that it is to be told in."""

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
    """ "34 images in 1 article: 12 ask for work. 129 more were left out: …"."""
    tongue = report.tongue
    number = len(report.entries)
    found = Message.counted("{number} article", "{number} articles", len(report.articles))
    counted = Message.counted("{number} image", "{number} images", number)
    work = sum(entry.to_do for entry in report.entries)
    if not report.articles:
        return tongue.translated("No article was read.")
    values = {"images": counted, "articles": found}
    if not number and report.whole:
        said = tongue.translated("No image of {articles} is a matter for an editor.", **values)
    elif not number:
        said = tongue.translated(
            "No image of {articles} is known to be a matter for an editor, and not everything was "
            "checked.",
            **values,
        )
    elif not work and report.whole:
        said = tongue.translated("{images} in {articles}: nothing was found to do.", **values)
    elif not work:
        said = tongue.translated(
            "{images} in {articles}: none is known to ask for work, and not everything was "
            "checked.",
            **values,
        )
    else:
        said = tongue.counted(
            "{images} in {articles}: {number} asks for work.",
            "{images} in {articles}: {number} ask for work.",
            work,
            **values,
        )
    return f"{said} {left_out_sentence(report)}".strip()


def rest_words(report: WikiReport) -> str:
    """What is said above the images that ask for no work."""
    if report.whole:
        return report.tongue.translated("Nothing found to do")
    return report.tongue.translated("Not known to ask for work")


def left_out_sentence(report: WikiReport) -> str:
    """ "129 more were left out: 120 smaller than 50 pixels, 9 not shown.", or ""."""
    if not report.left_out:
        return ""
    total = sum(report.left_out.values())
    if len(report.left_out) == 1:
        reasons: str = Message(next(iter(report.left_out)))
    else:
        reasons = row(
            Message("{number} {reason}", number=number, reason=Message(reason))
            for reason, number in report.left_out.items()
        )
    return report.tongue.counted(
        "{number} more was left out: {reasons}.",
        "{number} more were left out: {reasons}.",
        total,
        reasons=reasons,
    )


def name_of(image: WikiImage) -> str:
    """What an editor calls an image: its file, or what drew it."""
    return printable(image.file or image.extension or image.record.kind)


def shown_words(image: WikiImage, tongue: Tongue = ENGLISH) -> str:
    """Whose picture is shown, where that is another file's; "" where it is its own."""
    if not image.shown:
        return ""
    return tongue.translated("readers see the picture of {file}", file=printable(image.shown))


def article_words(article: Article, tongue: Tongue = ENGLISH) -> str:
    """ "Cat, revision 123"."""
    title = printable(article.title)
    if not article.revision:
        return title
    return tongue.translated(
        "{title}, revision {revision}", title=title, revision=str(article.revision)
    )


def section_words(image: WikiImage, tongue: Tongue = ENGLISH) -> str:
    """ "in the section “Habits”", or at the beginning."""
    if image.section.number == 0:
        return tongue.translated("before the first section")
    heading = shorten(image.section.heading, 120)
    return tongue.translated("in the section “{heading}”", heading=heading)


def edit_words(image: WikiImage, tongue: Tongue = ENGLISH) -> str:
    """What the link to the section says."""
    if image.section.number is None:
        return tongue.translated("Edit the article")
    if image.section.number == 0:
        return tongue.translated("Edit the beginning of the article")
    heading = shorten(image.section.heading, 120)
    return tongue.translated("Edit the section “{heading}”", heading=heading)


def section_link(entry: WikiEntry) -> str:
    """Where the section is edited, or the article where that is not known; "" when nothing is."""
    return entry.article.edit(entry.image.image.section.number)


def alt_words(image: WikiImage, tongue: Tongue = ENGLISH) -> str:
    """ "“A cat” (written by an editor)", or that there is none."""
    if image.alt is None:
        return tongue.translated("none")
    text = Message("“{text}”", text=shorten(image.alt, 600))
    if not image.alt.strip():
        text = Message("empty")
    origin = _ORIGIN_WORDS.get(image.origin) if image.origin else None
    return tongue(
        Message("{text} ({origin})", text=text, origin=Message(origin)) if origin else text
    )


def caption_words(image: WikiImage, tongue: Tongue = ENGLISH) -> str:
    """The caption, and whether readers see it; "" where there is none."""
    if not image.caption:
        return ""
    caption = shorten(image.caption, 600)
    if image.caption_visible:
        return tongue.translated("“{text}”", text=caption)
    return tongue.translated("“{text}” (not seen by readers)", text=caption)


def place_words(entry: WikiEntry, tongue: Tongue = ENGLISH) -> str:
    """Where it is mended: "line 12, file link"; or why that is not known."""
    return tongue(_place(entry))


def _place(entry: WikiEntry) -> Message:
    use = entry.image.located.use
    if use is None:
        made_by = entry.image.image.made_by
        reason = Message(entry.image.located.reason or marked("not located in the wikitext"))
        if made_by is None:
            return reason
        template = printable(made_by.template)
        made = Message("made by the template {template}", template=template)
        return clauses([made, reason])
    line = (entry.article.wikitext or "").count("\n", 0, use.start) + 1
    what = Message(_KIND_WORDS.get(use.kind, ""))
    if use.template and use.parameter:
        what = Message(
            "template {template}, parameter {parameter}",
            template=printable(use.template),
            parameter=printable(use.parameter),
        )
    elif use.template:
        what = Message("template {template}", template=printable(use.template))
    if use.refusal:
        return Message(
            "line {line}, {what}; no text can be written there: {reason}",
            line=line,
            what=what,
            reason=Message(REASONS[use.refusal]),
        )
    return Message("line {line}, {what}", line=line, what=what)


def named_place(entry: WikiEntry, tongue: Tongue = ENGLISH) -> str:
    """The same with the name that a list of texts has for it: "line 12, file link, Cat.jpg#2"."""
    use = entry.image.located.use
    name = f", {printable(use.id)}" if use and not use.refusal else ""
    return f"{place_words(entry, tongue)}{name}"


def written(entry: WikiEntry) -> str:
    """The wikitext of its use, "" where it was not located."""
    use = entry.image.located.use
    return (entry.article.wikitext or "")[use.start : use.end] if use else ""


def material(
    page: FilePage | None, shown: int = 3, tongue: Tongue = ENGLISH
) -> list[tuple[str, str, str]]:
    """(what, language, text) of what the page of the file tells: to know the picture by, and not
    to be pasted."""
    if page is None:
        return []
    kinds = (
        (tongue.translated("Description of the file"), page.descriptions),
        (tongue.translated("Caption of the file"), page.captions),
        (tongue.translated("Alternative text of the file"), page.alts),
    )
    told = [(what, said.lang, said.text) for what, texts in kinds for said in texts[:shown]]
    for lang in dict.fromkeys(said.lang for said in page.depicts):
        names = [said.text for said in page.depicts if said.lang == lang]
        depicts = tongue.translated("Depicts, by the file's statements")
        told.append((depicts, lang, ", ".join(names)))
    for other in page.elsewhere[:shown]:
        what = tongue.translated(
            "Alternative text in {title}, {wiki}", title=other.title, wiki=other.wiki
        )
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


def in_language(report: WikiReport, tongue: Tongue) -> WikiReport:
    """The report in this language."""
    if tongue == ENGLISH:
        return report
    entries = tuple(
        replace(entry, image=replace(entry.image, use=use_in(entry.image.use, tongue)))
        for entry in report.entries
    )
    return replace(report, entries=entries, tongue=tongue)
