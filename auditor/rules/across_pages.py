"""What can be seen only across pages: one picture with several texts, one text on many pictures,
one text heard again and again on a page.

These are findings on groups, one for each group and never one an image, so that no count grows by
them. They change no verdict.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from auditor.findings import Finding, Outcome, Severity
from auditor.message import Message, number, row
from auditor.rules.rule import Use
from auditor.rules.sizes import is_stand_in, is_tiny
from auditor.texts.compare import normalise, shown
from auditor.texts.languages import is_near, primary, reads_rather_as
from auditor.texts.wordlists import words_for
from extractors.records import ImageRecord

FEWEST_PICTURES = 3
"""Two pictures may be one in two sizes; three with one text are a habit."""
FEWEST_REPEATS = 4
_TEXTS_SHOWN = 3
_SIZE = re.compile(
    r"(?:[-_@](?:\d{2,4}(?:[x×]\d{2,4})?w?|[123]x|scaled|thumb(?:nail)?|small|large))+$"
)


@dataclass(frozen=True, slots=True)
class SiteRule:
    """One rule on groups of image uses. It is advice: each use may be right in its place."""

    id: str
    summary: str
    help: str
    messages: Mapping[str, str]
    """Templates by key, as of a Rule."""


@dataclass(frozen=True, slots=True)
class SiteFinding:
    """What one rule says of one group."""

    finding: Finding
    uses: tuple[int, ...]
    """The uses of the group: positions in what `across` was given, ascending."""


ONE_PICTURE_MANY_TEXTS = SiteRule(
    id="one-picture-many-texts",
    summary="One picture has different texts in different places.",
    help="A text depends on its place, so each may be right. See that none is left over from "
    "another picture, and that the best of them is used wherever it fits.",
    messages={
        "plain": "One picture is used {uses} times on {pages} with {count} texts: {texts}. See "
        "whether each fits its place.",
        "named": "The picture {file} is used {uses} times on {pages} with {count} texts: {texts}. "
        "See whether each fits its place.",
        "plain-linked": "One picture is used {uses} times in links to {target} on {pages} with "
        "{count} texts: {texts}. See whether each fits its place.",
        "named-linked": "The picture {file} is used {uses} times in links to {target} on {pages} "
        "with {count} texts: {texts}. See whether each fits its place.",
    },
)
ONE_TEXT_MANY_PICTURES = SiteRule(
    id="one-text-many-pictures",
    summary="One text stands on many different pictures.",
    help="Say in each text what its own picture shows. A text that fits all of them says little of "
    "any.",
    messages={
        "many": "“{text}” is the text of {count} different pictures on {pages}. Say what each of "
        "them shows.",
    },
)
ONE_TEXT_AGAIN_AND_AGAIN = SiteRule(
    id="one-text-again-and-again",
    summary="A listener hears one text again and again on a page.",
    help="Say it once, and mark the other images as decoration: five stars are one rating, “4 of "
    "5”.",
    messages={
        "page": "“{text}” is heard {uses} times on {where}. Say it once for each group.",
        "pages": "“{text}” is heard {uses} times on {pages}, most often on {where}. Say it once "
        "for each group.",
    },
)
PAGES_SAY_ANOTHER_LANGUAGE = SiteRule(
    id="pages-say-another-language",
    summary="Pages say that they are in another language than they are.",
    help="A screen reader speaks a page with the voice of the language that its lang attribute "
    "says (WCAG 2.2, 3.1.1). Correct it, often in the template of the whole site.",
    messages={
        "page": "{pages} says that its language is “{language}” and reads as “{other}”, so the "
        "texts of {images} there are spoken with the wrong voice: {where}. Correct the lang "
        "attribute.",
        "pages": "{pages} say that their language is “{language}” and read as “{other}”, so the "
        "texts of {images} there are spoken with the wrong voice: {where} and others. Correct the "
        "lang attribute.",
    },
)
SITE_RULES: tuple[SiteRule, ...] = (
    PAGES_SAY_ANOTHER_LANGUAGE,
    ONE_PICTURE_MANY_TEXTS,
    ONE_TEXT_MANY_PICTURES,
    ONE_TEXT_AGAIN_AND_AGAIN,
)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The little that is kept of a use, so that a large site fits into memory."""

    position: int
    page: str
    text: str
    plain: str
    sha256: str | None
    file: str
    """Name of the picture's file; the content's hash for data:, "" for what is drawn in place."""
    target: str
    """Where the link leads that the image is all of; "" for others."""
    language: str
    """What language the text is in, "" when nobody knows."""
    said: str
    """The language that its page wrongly says; "" when it is right."""


def across(uses: Iterable[tuple[str, ImageRecord, str | None]]) -> list[SiteFinding]:
    """Findings on all uses of a scan: (URL of the page, record, sha256 of its picture or None)."""
    seen = [use for position, entry in enumerate(uses) if (use := _seen(position, *entry))]
    many_pictures = list(_many_pictures(seen))
    told = {position for site in many_pictures for position in site.uses}  # one fault, one finding
    again = _again_and_again([use for use in seen if use.position not in told])
    return [*_wrong_languages(seen), *_many_texts(seen), *many_pictures, *again]


def _seen(position: int, page: str, record: ImageRecord, sha256: str | None) -> _Seen | None:
    """None where nothing is heard, or noise that other rules report."""
    text = record.informative_name
    plain = normalise(text)
    if not plain or plain in words_for(record.language or record.lang).placeholder:
        return None
    if is_stand_in(Use(record)) or is_tiny(Use(record)):
        sha256 = None  # what holds the place of pictures is the same for all of them
    control = record.context.control
    target = (control.target or "") if control is not None and not control.text else ""
    file, said = _file(record.src, sha256), _wrongly_said(record)
    return _Seen(position, page, text, plain, sha256, file, target, record.language, said)


def _wrongly_said(record: ImageRecord) -> str:
    said, own = primary(record.lang), record.page_language
    wrong = said and own and not is_near(said, own) and is_near(record.language, own)
    return said if wrong and not reads_rather_as(record.informative_name, said, own) else ""


def _wrong_languages(seen: Sequence[_Seen]) -> Iterator[SiteFinding]:
    for group in _groups([use for use in seen if use.said], lambda use: (use.said, use.language)):
        pages = Counter(use.page for use in group)
        values = {
            "language": group[0].said,
            "other": group[0].language,
            "images": Message.counted("{number} image", "{number} images", len(group)),
            "where": pages.most_common(1)[0][0],
        }
        key = "page" if len(pages) == 1 else "pages"
        yield _finding(PAGES_SAY_ANOTHER_LANGUAGE, key, group, values)


def _many_texts(seen: Sequence[_Seen]) -> Iterator[SiteFinding]:
    # In links to different places one icon has different texts with good reason, and so has one
    # picture in two languages.
    pictured = [use for use in seen if use.sha256]
    for group in _groups(pictured, lambda use: (use.sha256, use.target, use.language)):
        spellings: dict[str, str] = {}
        for use in group:
            spellings.setdefault(use.plain, use.text)
        texts = list(spellings.values())
        if len(texts) > 1:
            values = {
                "file": _name(group[0]),
                "target": group[0].target,
                "count": number(len(texts)),
                "texts": _listed(texts),
            }
            key = "named" if values["file"] else "plain"
            linked = "-linked" if group[0].target else ""
            yield _finding(ONE_PICTURE_MANY_TEXTS, f"{key}{linked}", group, values)


def _many_pictures(seen: Sequence[_Seen]) -> Iterator[SiteFinding]:
    pictured = [use for use in seen if use.sha256]
    for group in _groups(pictured, lambda use: use.plain):
        # Pictures in links to one place may share the text that says where.
        places = {use.target or use.sha256 for use in group}
        pictures, stems = {use.sha256 for use in group}, {_stem(use.file) for use in group}
        count = min(len(places), len(pictures), len(stems))
        if count >= FEWEST_PICTURES:
            yield _finding(ONE_TEXT_MANY_PICTURES, "many", group, {"count": number(count)})


def _again_and_again(seen: Sequence[_Seen]) -> Iterator[SiteFinding]:
    repeats = [
        group
        for group in _groups(seen, lambda use: (use.page, use.plain))
        if len(group) >= FEWEST_REPEATS and len({use.target for use in group}) == 1
    ]
    # A template repeats its text on every page: one fault, one finding.
    for group in _groups(chain.from_iterable(repeats), lambda use: use.plain):
        pages = Counter(use.page for use in group)
        where = {"where": pages.most_common(1)[0][0]}
        key = "page" if len(pages) == 1 else "pages"
        yield _finding(ONE_TEXT_AGAIN_AND_AGAIN, key, group, where)


def _groups(seen: Iterable[_Seen], key: Callable[[_Seen], Hashable]) -> list[list[_Seen]]:
    found: dict[Hashable, list[_Seen]] = defaultdict(list)
    for use in seen:
        found[key(use)].append(use)
    return list(found.values())


def _finding(
    rule: SiteRule, key: str, group: Sequence[_Seen], evidence: Mapping[str, str]
) -> SiteFinding:
    pages = len({use.page for use in group})
    values = {
        "text": shown(group[0].text),
        "pages": Message.counted("{number} page", "{number} pages", pages),
        "uses": number(len(group)),
        **evidence,
    }
    message = Message(rule.messages[key], **values)
    finding = Finding(rule.id, Outcome.CANT_TELL, Severity.ADVICE, message, values)
    return SiteFinding(finding, tuple(use.position for use in group))


def _name(use: _Seen) -> str:
    """Of the picture's file, "" where it has none."""
    return "" if use.file == use.sha256 else shown(use.file)


def _listed(texts: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    listed = row(Message("“{text}”", text=shown(text)) for text in texts[:_TEXTS_SHOWN])
    rest = len(texts) - _TEXTS_SHOWN
    return Message("{listed} and {rest} more", listed=listed, rest=rest) if rest > 0 else listed


def _file(src: str | None, sha256: str | None) -> str:
    if src and src.startswith("data:"):
        return sha256 or ""
    try:
        return PurePosixPath(unquote(urlsplit(src or "").path)).name
    except ValueError:  # not a URL at all
        return src or ""


def _stem(file: str) -> str:
    """A file's name without ending and size, so that one picture in three sizes is one."""
    return _SIZE.sub("", PurePosixPath(file).stem.casefold())
