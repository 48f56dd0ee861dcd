"""Which picture an element shows.

With a browser it is `currentSrc`. Without one the rule is simple: the file that a lazy loader will
put in (`data-src` and its like), else `src`, else a middle-sized candidate of `srcset`, else the
same of the `source` elements of the `picture` in order, else the `noscript` twin beside the image.
A `src` that is an inline placeholder (a data: URL) gives way to any of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.css import Styles
from extractors.document import Document
from extractors.dom import Element
from extractors.objects import shows_picture
from extractors.records import Kind

_LAZY = ("data-src", "data-lazy-src", "data-original", "data-lazy", "data-img-src")
_LAZY_SETS = ("data-srcset", "data-lazy-srcset")
_SOURCES = {Kind.OBJECT: "data", Kind.POSTER: "poster"}
_BEFORE_URL = re.compile(r"[\s,]*")
_URL = re.compile(r"\S+")
_UP_TO_COMMA = re.compile(r"[^,]*")
_DESCRIPTOR = re.compile(r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})([wx])")
_GOOD_WIDTH = 800
"""Pixels. A srcset's smallest candidate of at least this width shows enough to judge."""


def source_of(document: Document, styles: Styles, element: Element, kind: Kind) -> str | None:
    """Absolute URL (or data: URL) of the picture, None when there is none of its own."""
    if kind in (Kind.IMG, Kind.INPUT):
        facts = document.facts_of(element)
        if facts and facts.current_src:
            return facts.current_src
        return _first(document, _image_sources(element))
    if kind is Kind.SVG:
        images = [e for e in (element, *element.descendants()) if e.name == "image"]
        href = images[0].get("href") or images[0].get("xlink:href") if len(images) == 1 else ""
        return document.absolute(href)
    if kind is Kind.ROLE_IMG:
        return _first(document, iter(backgrounds(document, styles, element)))
    if kind in (Kind.AREA, Kind.CANVAS, Kind.ICON_FONT):
        return None
    if kind in (Kind.OBJECT, Kind.EMBED) and not shows_picture(element):
        return None
    return document.absolute(element.get(_SOURCES.get(kind, "src")))


def backgrounds(document: Document, styles: Styles, element: Element) -> list[str]:
    """The pictures that CSS paints on the element itself."""
    facts = document.facts_of(element)
    if document.rendered:
        return [b.url for b in facts.backgrounds if not b.pseudo] if facts else []
    return [*styles.images(element), *styles.replacements(element)]


def _first(document: Document, references: Iterator[str]) -> str | None:
    absolute = (document.absolute(reference) for reference in references if reference)
    return next((url for url in absolute if url), None)


def _image_sources(element: Element) -> Iterator[str]:
    """Every place a picture's address may stand, best first."""
    yield from (element.get(name) for name in _LAZY if _looks_like_url(element.get(name)))
    yield from (best_of_srcset(element.get(name)) for name in _LAZY_SETS)
    src = element.get("src")
    placeholder = src.startswith("data:")
    if not placeholder:
        yield src
    yield best_of_srcset(element.get("srcset"))
    if element.parent is not None and element.parent.name == "picture":
        for source in element.parent.elements():
            if source.name == "source":
                names = ("srcset", *_LAZY_SETS)
                yield from (best_of_srcset(source.get(name)) for name in names)
    yield from _noscript_twin(element)
    yield src


def _looks_like_url(text: str) -> bool:
    return bool(text) and not any(c in text for c in " {<")


def best_of_srcset(srcset: str) -> str:
    """The smallest candidate of at least 800 pixels' width, else the widest; with densities the one
    for 1x (HTML, section 4.8.4.3). "" when there is none."""
    if srcset.startswith("data:"):
        return srcset.split()[0]
    found = list(_candidates(srcset))
    sized = [(size, url) for url, size, unit in found if unit == "w"]
    if sized:
        enough = [pair for pair in sized if pair[0] >= _GOOD_WIDTH]
        return min(enough)[1] if enough else max(sized)[1]
    return min(found, key=lambda candidate: candidate[1])[0] if found else ""


def _candidates(srcset: str) -> Iterator[tuple[str, float, str]]:
    """(URL, number, "w" or "x") of each candidate, in one pass from left to right; "1x" where it
    says nothing. One that says something else is left out."""
    place = 0
    while match := _URL.match(srcset, _end(_BEFORE_URL, srcset, place)):
        url = match[0].rstrip(",")
        place = match.end()
        if url != match[0]:
            yield url, 1.0, "x"
            continue
        place = _end(_UP_TO_COMMA, srcset, place)
        said = srcset[match.end() : place].split()
        size = next(filter(None, map(_DESCRIPTOR.fullmatch, said)), None)
        if size is not None:
            yield url, float(size[1]), size[2]
        elif not said:
            yield url, 1.0, "x"


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    assert match is not None, "the pattern matches nothing, too"
    return match.end()


def _noscript_twin(element: Element) -> Iterator[str]:
    """The image that stands in a noscript right before or after this one, or its picture."""
    outer = element.parent
    if outer is None:
        return
    place = element
    if outer.name == "picture" and outer.parent is not None:
        place, outer = outer, outer.parent
    siblings = list(outer.elements()) if len(outer.children) < 50 else []
    for noscript in siblings:
        near = siblings and abs(siblings.index(noscript) - siblings.index(place)) == 1
        if noscript.name == "noscript" and near:
            for twin in noscript.descendants():
                if twin.name == "img":
                    yield twin.get("src")
