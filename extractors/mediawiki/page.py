"""An article's HTML in, its images out, for an editor.

Every record is that of the general extraction; here it learns what MediaWiki says of it. All four
generations are read, of the desktop and the mobile site: Parsoid's HTML of today and before 2.4.1,
the core parser's of today, and the one with `div.thumbinner` that other wikis and archives keep.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from extractors.document import Document, language
from extractors.dom import Element
from extractors.extract import ParsedPage, parse_page, placed_records
from extractors.mediawiki.asides import aside_of
from extractors.mediawiki.boxes import MediaBox, box_of
from extractors.mediawiki.captions import caption_of
from extractors.mediawiki.files import file_of, name_in, stored_name, title_of, wanted_file
from extractors.mediawiki.links import link_of
from extractors.mediawiki.origin import origin_of
from extractors.mediawiki.prepare import SHEET, with_home, with_images
from extractors.mediawiki.records import Link, OtherMedia, WikiImage, WikiPage
from extractors.mediawiki.sections import Sections, is_content
from extractors.mediawiki.transclusion import Transclusions
from extractors.records import AccessibleName, Exposed, ImageRecord, Kind, NameSource

SMALLEST = 50
"""CSS pixels: a picture with both sides below is an icon."""
_KINDS = frozenset({Kind.IMG, Kind.AREA, Kind.SVG, Kind.ROLE_IMG, Kind.CANVAS, Kind.OBJECT})
_NO_FILE = frozenset({"math", "score", "timeline", "mapframe", "chart"})
_MISSING = "mw-broken-media"


@dataclass(frozen=True, slots=True)
class _Reader:
    page: ParsedPage
    sections: Sections
    transclusions: Transclusions
    lang: str | None
    home: str
    """Address of the article, to tell links within its wiki by."""


def read_wiki(html: str, base: str, home: str = "") -> WikiPage:
    """Everything that an article's HTML says of its images. `base`: its address, or that of the
    file it was saved to; `home`: then, its address on the wiki, which its links lead to."""
    page = parse_page(with_images(with_home(html, base, home)), base, sheet=SHEET)
    document, reading = page.document, page.reading
    sections, transclusions = Sections(document, reading), Transclusions(document.elements)
    reader = _Reader(page, sections, transclusions, _language(document), home or document.url)
    images = [
        _image(reader, element, record)
        for element, record in placed_records(page)
        if record.kind in _KINDS
    ]
    others = [_other(reader, element) for element in document.elements if _is_other(element)]
    numbers = _occurrences([*images, *others])
    return WikiPage(
        title=reader.sections.title,
        lang=reader.lang,
        lead=reader.sections.lead,
        images=tuple(replace(image, occurrence=numbers[image.order]) for image in images),
        others=tuple(replace(other, occurrence=numbers[other.order]) for other in others),
    )


def _language(document: Document) -> str | None:
    """Of the article, which may differ from that of the site around it."""
    content = (e for e in document.elements if e.name == "body" or is_content(e))
    return next(filter(None, map(language, content)), document.lang)


def _occurrences(media: list[WikiImage | OtherMedia]) -> dict[int, int | None]:
    """By place on the page: which use of its file, from 0."""
    counts: Counter[str] = Counter()
    numbers: dict[int, int | None] = {}
    for one in sorted(media, key=lambda one: one.order):
        numbers[one.order] = counts[one.file] if one.file else None
        counts.update([one.file] if one.file else [])
    return numbers


def _image(reader: _Reader, element: Element, record: ImageRecord) -> WikiImage:
    box = box_of(element)
    file = (
        None if box.extension in _NO_FILE or element.name != "img" else file_of(element, box.link)
    )
    link = link_of(box.link, file, reader.home)
    around = record.context.caption
    caption = caption_of(element, box, link, around, reader.page.reading)
    visible = bool(caption.visible)
    made_of = stored_name(element.get("src")) or file
    section = reader.sections.of(element)
    before, after = reader.sections.around(element)
    context = replace(
        record.context,
        page_title=reader.sections.title,
        page_lang=reader.lang,
        heading=section.heading,
        caption=(caption.text or "") if visible else "",
        text_before=before,
        text_after=after,
    )
    return WikiImage(
        record=replace(record, name=_own_name(record), context=context),
        order=element.order,
        file=file,
        occurrence=None,
        origin=origin_of(element, box, made_of, caption.text, visible=visible),
        caption=caption.text,
        caption_visible=caption.visible,
        format=box.format,
        container=box.container,
        link=link,
        decorative=_is_decorative(record, link),
        section=section,
        lead=reader.sections.lead,
        made_by=reader.transclusions.of(element, file),
        extension=box.extension,
        width=_pixels(element, "width"),
        height=_pixels(element, "height"),
        left_out=_left_out(reader, element, record, box),
        shown=_shown(element, file),
        caption_maybe=caption.maybe,
    )


def _shown(element: Element, file: str | None) -> str | None:
    picture = stored_name(element.get("src"))
    return picture if file and picture and picture != file else None


def _own_name(record: ImageRecord) -> AccessibleName:
    """A caption names its picture where it has no alt (HTML-AAM 1.0, `img`); an editor
    asks for the picture's own text, and the caption is heard anyway."""
    if record.name.source is not NameSource.FIGCAPTION:
        return record.name
    return AccessibleName("", NameSource.NONE, (*record.name.steps, "a caption is no alt"))


def _is_decorative(record: ImageRecord, link: Link) -> bool:
    """An empty alt in a link leaves the link without a name, and so decorates nothing."""
    if record.alt == "" and link is not Link.NONE:
        return False
    return record.exposure.state is Exposed.DECORATIVE


def _left_out(reader: _Reader, element: Element, record: ImageRecord, box: MediaBox) -> str | None:
    if box.extension == "math":
        return "a formula, which is read from its MathML"
    if record.exposure.state is Exposed.HIDDEN:
        return f"not shown ({record.exposure.reason})"
    if record.exposure.state is Exposed.DECORATIVE and record.alt != "":
        return f"hidden from screen readers ({record.exposure.reason})"
    if not reader.sections.holds(element):
        return "not part of the article"
    sides = _pixels(element, "width"), _pixels(element, "height")
    if aside := aside_of(element, sides):
        return aside
    if all(side is not None and side < SMALLEST for side in sides):
        return f"smaller than {SMALLEST} pixels"
    return None


def _pixels(element: Element, side: str) -> int | None:
    text = element.get(side)
    return int(text) if text.isdecimal() and len(text) < 6 else None


def _is_other(element: Element) -> bool:
    return element.name in ("video", "audio") or _MISSING in element.get("class").split()


def _other(reader: _Reader, element: Element) -> OtherMedia:
    box = box_of(element)
    missing = element.name not in ("video", "audio")
    file = _file_of_other(element, box)
    link = link_of(box.link, file, reader.home)
    caption = caption_of(element, box, link, "", reader.page.reading)
    return OtherMedia(
        kind="missing-file" if missing else element.name,
        order=element.order,
        file=file,
        occurrence=None,
        text=reader.page.reading.visible_text(element) if missing else "",
        caption=caption.text,
        caption_visible=caption.visible,
        link=link,
        section=reader.sections.of(element),
    )


def _file_of_other(element: Element, box: MediaBox) -> str | None:
    own = name_in(title_of(element.get("resource"))) or element.get("data-mwtitle")
    if own:
        return " ".join(own.replace("_", " ").split())
    href = box.link.get("href") if box.link is not None else ""
    return wanted_file(href) or name_in(title_of(href)) or None
