"""HTML text in, image records out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from itertools import chain
from types import MappingProxyType

from extractors.accname import Namer
from extractors.candidates import Candidate, find_candidates
from extractors.context import Surroundings, surroundings
from extractors.css import Styles, read_styles
from extractors.document import Document, links, parse
from extractors.dom import Element
from extractors.exposure import exposure_of, role_of
from extractors.facts import STAMP, ElementFacts
from extractors.icons import Icon
from extractors.imagemaps import Maps, image_maps
from extractors.objects import is_framed_picture, shows_page
from extractors.reading import Reading, read
from extractors.records import AccessibleName, Exposure, ImageMap, ImageRecord, Kind, NameSource
from extractors.selectors import Selectors
from extractors.signals import NO_SIGNALS, Signals, signals_of
from extractors.sources import source_of
from extractors.state import SHOWN, Around, around_of
from extractors.text import collapse

_NO_FACTS: Mapping[str, ElementFacts] = MappingProxyType({})
_LONGEST_TAG = 500
_LONGEST_DATA_URL = 60


@dataclass(frozen=True, slots=True)
class FramePlace:
    """An element that may hold a document of its own."""

    selector: str
    """The prefix for what the document holds."""
    url: str | None
    """Absolute address of the document; None: it has none of its own, or there is no document."""
    around: Around


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one HTML text holds."""

    title: str
    lang: str | None
    records: tuple[ImageRecord, ...]
    """Every image use, document order."""
    links: tuple[str, ...]
    """Absolute http, https and file URLs of a[href] and area[href], without fragment but for routes
    ("#/boats"), each once, document order."""
    frames: Mapping[str, FramePlace]
    """The elements that may hold documents of their own, by stamp; without a browser by selector.
    """
    signals: Signals = NO_SIGNALS
    base: str = ""
    """What relative URLs of the page are relative to."""


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """One HTML text, read: what records are made from."""

    document: Document
    reading: Reading
    styles: Styles
    namer: Namer
    selectors: Selectors
    frame: str


def extract(
    html: str,
    url: str,
    *,
    facts: Mapping[str, ElementFacts] = _NO_FACTS,
    frame: str = "",
    selector_prefix: str = "",
    around: Around = SHOWN,
) -> Extraction:
    """Find every image use of one frame.

    html: the page as written, or a browser's serialisation with shadow roots as declarative
        templates and stamped elements; then `facts` maps the stamps to what the browser computed.
    url: base of relative URLs. frame: URL to record for a frame, "" for the page itself.
    selector_prefix: selector of the frame's element in the page above; ` >>> ` is put after it.
    around: what the place of a frame does to it.
    Without facts, the documents of `<iframe srcdoc>` are read too.
    """
    page = parse_page(html, url, facts, frame, selector_prefix, around=around)
    document, inner = page.document, _srcdocs(page)
    framed = [link for each in inner.values() for link in each.links]
    return Extraction(
        title=document.title,
        lang=document.lang,
        records=tuple(record for _, record in _placed(page, inner)),
        links=tuple(dict.fromkeys((*links(document), *framed))),
        frames=dict(chain(_frames(page), *(each.frames.items() for each in inner.values()))),
        signals=signals_of(document, page.reading),
        base=document.url,
    )


def parse_page(
    html: str,
    url: str,
    facts: Mapping[str, ElementFacts] = _NO_FACTS,
    frame: str = "",
    selector_prefix: str = "",
    sheet: str = "",
    around: Around = SHOWN,
) -> ParsedPage:
    """The tree, the style and the reading order; arguments as for `extract`. `sheet`: a style
    sheet that the page is known to load; without facts, it counts before the page's own."""
    document = parse(html, url, facts)
    styles = Styles({}) if document.rendered else read_styles(document, sheet)
    reading = read(document, styles, around)
    namer = Namer(document, reading, styles)
    return ParsedPage(document, reading, styles, namer, Selectors(selector_prefix), frame)


def all_records(page: ParsedPage) -> tuple[ImageRecord, ...]:
    """Every image use, document order, numbered."""
    return tuple(record for _, record in placed_records(page))


def placed_records(page: ParsedPage) -> list[tuple[Element, ImageRecord]]:
    """The same, each with its element; what an `iframe` holds with the `iframe`."""
    return _placed(page, _srcdocs(page))


def _placed(
    page: ParsedPage, inner: Mapping[Element, Extraction]
) -> list[tuple[Element, ImageRecord]]:
    framed = ((element, record) for element, each in inner.items() for record in each.records)
    records = [*_own_records(page), *framed]
    records.sort(key=lambda pair: pair[0].order)
    return [(element, replace(record, ordinal=i)) for i, (element, record) in enumerate(records)]


def _frames(page: ParsedPage) -> Iterator[tuple[str, FramePlace]]:
    rendered = page.document.rendered
    for element in page.reading.states:
        if element.name not in _HOLDERS or (rendered and not element.get(STAMP)):
            continue
        selector = page.selectors.of(element)
        state = page.reading.state(element)
        place = FramePlace(selector, _framed_url(page.document, element), around_of(state))
        yield element.get(STAMP) if rendered else selector, place


_HOLDERS = frozenset({"iframe", "frame", "object", "embed"})


def _framed_url(document: Document, element: Element) -> str | None:
    if element.name in ("object", "embed") and not shows_page(element):
        return None
    if element.name == "iframe" and "srcdoc" in element.attrs:
        return None
    if is_framed_picture(document, element):
        return None
    facts = document.facts_of(element)
    if element.name == "object" and facts is not None and facts.loaded is False:
        return None
    url = document.absolute(element.get("data" if element.name == "object" else "src")) or ""
    return url if url.startswith(("http:", "https:", "file:", "data:text/html")) else None


def _own_records(page: ParsedPage) -> Iterator[tuple[Element, ImageRecord]]:
    maps = image_maps(page.document, page.reading)
    named = [
        (candidate, _name(page.namer, candidate))
        for candidate in find_candidates(page.document, page.reading, page.styles)
    ]
    judged = [
        (candidate, name, exposure_of(candidate, name, page.reading, maps))
        for candidate, name in named
    ]
    around = surroundings(
        page.document, page.reading, page.namer, [(c, exposure) for c, _, exposure in judged]
    )
    for candidate, name, exposure in judged:
        yield candidate.element, _record(page, candidate, name, exposure, around, maps)


def _srcdocs(page: ParsedPage) -> dict[Element, Extraction]:
    """What `<iframe srcdoc>` hold. A browser gives these documents as frames of their own."""
    if page.document.rendered:
        return {}
    return {
        element: extract(
            element.attrs["srcdoc"],
            page.document.url,
            frame="about:srcdoc",
            selector_prefix=page.selectors.of(element),
            around=around_of(page.reading.state(element)),
        )
        for element in page.reading.states
        if element.name == "iframe" and element.get("srcdoc")
    }


def _name(namer: Namer, candidate: Candidate) -> AccessibleName:
    if candidate.icon is not None and (candidate.icon.word or candidate.icon.pseudo):
        return _icon_name(namer, candidate.element, candidate.icon)
    if candidate.background is None:
        return namer.name(candidate.element)
    text = collapse(candidate.background.alt or "")
    source = NameSource.CSS_ALT if text else NameSource.NONE
    return AccessibleName(text, source, ("content in CSS",) if text else ())


def _icon_name(namer: Namer, element: Element, icon: Icon) -> AccessibleName:
    """A ligature is heard as its word. A generated icon has the name of its element, unless that
    holds more than the icon."""
    name = namer.name(element)
    if icon.word:
        step = "word of an icon font"
        return name if name.text else AccessibleName(icon.word, NameSource.CONTENT, (step,))
    alone = not element.children and name.source is not NameSource.CONTENT
    return name if alone else AccessibleName("", NameSource.NONE)


def _record(
    page: ParsedPage,
    candidate: Candidate,
    name: AccessibleName,
    exposure: Exposure,
    around: Surroundings,
    maps: Maps,
) -> ImageRecord:
    element = candidate.element
    facts = page.document.facts_of(element)
    return ImageRecord(
        kind=candidate.kind,
        tag=element.name,
        selector=page.selectors.of(element) + candidate.pseudo,
        ordinal=0,
        role=role_of(candidate, exposure),
        src=_source(page, candidate, maps),
        alt=None if candidate.pseudo or candidate.background else element.attrs.get("alt"),
        name=name,
        exposure=exposure,
        context=around.of(candidate),
        stamp=element.attrs.get(STAMP),
        box=facts.box if facts else None,
        natural_size=_natural_size(facts) if candidate.background is None else None,
        loaded=facts.loaded if facts else None,
        lang=page.reading.state(element).lang or page.document.lang,
        frame=page.frame,
        html=start_tag(element),
        image_map=maps.of(element) if candidate.kind is Kind.IMG else ImageMap.NONE,
        part_of=_drawing_around(page, candidate),
        chromium=_chromium(facts) if not candidate.pseudo else None,
    )


def _drawing_around(page: ParsedPage, candidate: Candidate) -> str | None:
    """The outermost svg that a mark stands in; an `image` in one is a picture of its own."""
    if candidate.kind is not Kind.SVG or candidate.element.name in ("svg", "image"):
        return None
    drawing = page.reading.state(candidate.element).picture
    while drawing is not None and (outer := page.reading.state(drawing).picture) is not None:
        drawing = outer
    return page.selectors.of(drawing) if drawing is not None else None


def _chromium(facts: ElementFacts | None) -> tuple[str, str] | None:
    if facts is None or facts.chromium_role is None:
        return None
    return facts.chromium_role, facts.chromium_name or ""


def _source(page: ParsedPage, candidate: Candidate, maps: Maps) -> str | None:
    """An area shows a part of the picture of its map's image."""
    if candidate.background is not None:
        return candidate.background.url
    image = maps.image_of(candidate.element) if candidate.kind is Kind.AREA else None
    if image is not None:
        return source_of(page.document, page.styles, image, Kind.IMG)
    return source_of(page.document, page.styles, candidate.element, candidate.kind)


def _natural_size(facts: ElementFacts | None) -> tuple[int, int] | None:
    if facts is None or facts.natural_width is None or facts.natural_height is None:
        return None
    return facts.natural_width, facts.natural_height


def start_tag(element: Element) -> str:
    """The element's start tag for a person: at most 500 characters, data: URLs shortened."""
    attributes = (
        f' {name}="{escape(_short(value), quote=False).replace(chr(34), "&quot;")}"'
        for name, value in element.attrs.items()
        if name != STAMP
    )
    tag = f"<{element.name}{''.join(attributes)}>"
    return tag if len(tag) <= _LONGEST_TAG else tag[: _LONGEST_TAG - 1] + "…"


def _short(value: str) -> str:
    is_long = len(value) > _LONGEST_DATA_URL and value.lstrip().startswith("data:")
    return value[:_LONGEST_DATA_URL] + "…" if is_long else value
