"""The images of an article of which there is wikitext alone: what MediaWiki would make of it, as
far as that can be told. Pictures are not known, nor what templates make."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from mwparserfromhell.nodes import Heading

from auditor.wiki.sites.article import Article
from auditor.wiki.wikitext.markup import parse, plain, walk
from auditor.wiki.wikitext.uses import FileUse, Option, UseKind
from extractors.mediawiki.records import (
    Container,
    Format,
    Link,
    MadeBy,
    Origin,
    Section,
    WikiImage,
    WikiPage,
)
from extractors.records import (
    AccessibleName,
    Context,
    Control,
    Exposed,
    Exposure,
    ImageRecord,
    Kind,
    NameSource,
)
from extractors.text import collapse

_FORMATS = {
    "img_thumbnail": Format.THUMB,
    "img_manualthumb": Format.THUMB,
    "img_framed": Format.FRAME,
    "img_frameless": Format.FRAMELESS,
}
_SHOWN = (Format.THUMB, Format.FRAME)
"""Formats whose captions readers see; of the others the software makes alternative texts."""
_PLAIN_KINDS = (UseKind.LINK, UseKind.GALLERY, UseKind.TEMPLATE)
_AROUND, _READ = 400, 1600
"""Characters of prose on each side, and of the wikitext that they are taken from."""


def unrendered_page(article: Article, uses: Sequence[FileUse]) -> WikiPage:
    """The page that the uses make: one image each, in their order."""
    wikitext = article.wikitext or ""
    headings = [place for place in walk(parse(wikitext)) if isinstance(place.node, Heading)]
    starts = [place.start for place in headings]
    names = [plain(str(place.node.title)) for place in headings if isinstance(place.node, Heading)]
    lead = _plain(wikitext[: starts[0] if starts else None])[:_AROUND]
    images = []
    for number, use in enumerate(uses):
        index = bisect_right(starts, use.start)
        section = Section(names[index - 1] if index else article.title, index)
        images.append(_image(article, use, number, section, lead))
    return WikiPage(article.title, article.lang or None, lead, tuple(images), ())


def _image(article: Article, use: FileUse, number: int, section: Section, lead: str) -> WikiImage:
    wikitext = article.wikitext or ""
    before = wikitext[max(0, use.start - _READ) : use.start]
    format_ = _format(use)
    caption = plain(use.caption) if use.caption is not None else None
    seen = use.kind is UseKind.GALLERY or format_ in _SHOWN
    alt, origin = _alt(use, caption, seen)
    linked = not any(_unlinks(option) for option in use.options)
    context = Context(
        page_title=article.title,
        page_lang=article.lang or None,
        heading=section.heading,
        caption=(caption or "") if seen else "",
        control=Control("link", alt or "", "") if linked else None,
        text_before=" ".join(filter(None, (lead, _plain(before)[-_AROUND:]))),
        text_after=_plain(wikitext[use.end : use.end + _READ])[:_AROUND],
    )
    return WikiImage(
        record=_record(use, number, alt, context, linked=linked),
        order=number,
        file=use.file,
        occurrence=use.occurrence if use.file else None,
        origin=origin,
        caption=caption,
        caption_visible=seen if caption is not None else None,
        format=format_,
        container=_container(use, format_),
        link=Link.FILE_DESCRIPTION if linked else Link.NONE,
        decorative=alt == "" and not linked,
        section=section,
        lead=lead,
        made_by=MadeBy(use.template, use.parameter) if use.template else None,
        extension=None if use.kind in _PLAIN_KINDS else str(use.kind),
        width=None,
        height=None,
        left_out=None,
    )


def _record(
    use: FileUse, number: int, alt: str | None, context: Context, *, linked: bool
) -> ImageRecord:
    hidden = alt == "" and not linked
    return ImageRecord(
        kind=Kind.IMG,
        tag="img",
        selector=use.id,
        ordinal=number,
        role="none" if hidden else "image",
        src=None,
        alt=alt,
        name=AccessibleName(alt or "", NameSource.ALT if alt else NameSource.NONE),
        exposure=Exposure(
            Exposed.DECORATIVE if hidden else Exposed.EXPOSED,
            "an empty alternative text, and no link" if hidden else "as the wikitext has it",
        ),
        context=context,
        lang=context.page_lang,
        html=use.id,
    )


def _alt(use: FileUse, caption: str | None, seen: bool) -> tuple[str | None, Origin]:
    """The software copies captions that readers do not see, and those of galleries."""
    if use.alt is not None:
        return plain(use.alt), Origin.EXPLICIT
    copied = use.kind is UseKind.GALLERY or (use.kind is UseKind.LINK and not seen)
    if caption and copied:
        return caption, Origin.CAPTION
    return None, Origin.NONE


def _format(use: FileUse) -> Format | None:
    """The first option of its sort counts."""
    if use.kind is not UseKind.LINK:
        return None
    words = (option.word for option in use.options)
    return next((_FORMATS[word] for word in words if word in _FORMATS), Format.PLAIN)


def _container(use: FileUse, format_: Format | None) -> Container:
    if use.kind is UseKind.GALLERY:
        return Container.GALLERY
    if use.kind is UseKind.TEMPLATE:
        several = (use.template or "").lower() == "multiple image"
        return Container.MULTIPLE_IMAGE if several else Container.INFOBOX
    return Container.FIGURE if format_ in _SHOWN else Container.INLINE


def _unlinks(option: Option) -> bool:
    """`|link=` with nothing after it."""
    return option.word == "img_link" and not option.text.partition("=")[2].strip()


def _plain(wikitext: str) -> str:
    return collapse(plain(wikitext))
