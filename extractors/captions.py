"""The visible caption of an image: of its figure, or marked by a class as books and wikis do."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from extractors.document import Document
from extractors.dom import Element
from extractors.reading import Reading
from extractors.text import words

_WORDS = re.compile(
    r"(?:^|[-_ ])(?:caption|captions|imgcaption|legend|thumbcaption|gallerytext|wp-caption-text|"
    r"figcaption|credit|cutline)(?:$|[-_ ])|(?:caption|caption-?text)$",
    re.IGNORECASE,
)
_WRAPPER = re.compile(
    # Headlines that sliders and banners lay over a picture are no captions of it.
    r"^wp-caption$|has-caption|with-caption|no-caption|^(?:tp|hero|banner)-caption",
    re.IGNORECASE,
)
_LIMITS = words("article aside body dialog html main nav section table tbody td tr ul ol")
"""A caption outside of these belongs to something else."""
_CLIMB = 4
"""Levels from a caption up to the element that holds it and its image."""
_NEAR = 40
"""Characters that may stand between an image and its caption: a button of a gallery, a number."""
_FOOTER = re.compile(
    r"(?:^|[-_ ])(?:footer|colophon|contentinfo|copyright|site-?info)(?:$|[-_ ])", re.IGNORECASE
)
"""Id, class or role of what ends a page: its credits are those of the page."""


def captions(document: Document, reading: Reading, images: Sequence[Element]) -> dict[Element, str]:
    """The caption of each image that has one. `images` in document order."""
    found: dict[Element, str] = {}
    for caption in document.elements:
        if _is_marked(caption) and caption in reading.states:
            text = reading.visible_text(caption)
            for image in _captioned(caption, reading, images) if text else ():
                found.setdefault(image, text)
    figures = _figcaptions(document, reading)
    for image in images:
        text = _figure_caption(image, reading, figures)
        if text:
            found[image] = text
    return found


def _figcaptions(document: Document, reading: Reading) -> dict[Element, Element]:
    """The figcaption that holds for each figure: its own first one, else that of the figure
    around it (HTML, section 4.4.12)."""
    found: dict[Element, Element] = {}
    for element in document.elements:
        figure = reading.state(element).figure
        if element.name == "figcaption" and figure is not None:
            found.setdefault(figure, element)
    for element in document.elements:
        outer = reading.parents.get(element)
        if element.name == "figure" and element not in found and outer is not None:
            around = reading.state(outer).figure
            if around in found:
                found[element] = found[around]
    return found


def _figure_caption(image: Element, reading: Reading, figures: dict[Element, Element]) -> str:
    figure = reading.state(image).figure
    caption = figures.get(figure) if figure is not None else None
    if caption is None or caption.contains(image):
        return ""
    return reading.visible_text(caption)


def _is_marked(element: Element) -> bool:
    classes = element.get("class")
    if not classes or element.name in ("img", "body", "html", "figure", "a"):
        return False
    return any(_WORDS.search(word) and not _WRAPPER.search(word) for word in classes.split())


def _captioned(caption: Element, reading: Reading, images: Sequence[Element]) -> list[Element]:
    """The images in the smallest element around the caption that holds any beside it, as far as no
    words stand between. Of several that words or other captions part, the nearest before the
    caption, else the nearest after."""
    if _inside(caption, images) or _ends_page(caption, reading):
        return []
    for _, holder in zip(range(_CLIMB), reading.ancestors(caption), strict=False):
        if holder.name in _LIMITS:
            return []
        held = _inside(holder, images)
        if held:
            shared = _only_caption(holder, caption) and _is_group(holder, caption, reading)
            chosen = held if shared else _nearest(caption, held)
            return [image for image in chosen if _is_near(image, caption, reading)]
    return []


def _ends_page(caption: Element, reading: Reading) -> bool:
    around = (caption, *reading.ancestors(caption))
    return reading.state(caption).figure is None and any(_is_footer(e) for e in around)


def _is_footer(element: Element) -> bool:
    if element.name in ("body", "html"):
        return False  # "has-footer" says of a page that it has one
    marks = (element.get("id"), element.get("role"), *element.get("class").split())
    return element.name == "footer" or any(_FOOTER.search(mark) for mark in marks)


def _is_group(holder: Element, caption: Element, reading: Reading) -> bool:
    """Whether images and caption are all that an element holds, but for a few words."""
    words_held = len(reading.visible_text(holder)) - len(reading.visible_text(caption))
    return words_held <= _NEAR


def _is_near(image: Element, caption: Element, reading: Reading) -> bool:
    first, last = sorted((reading.spans[image], reading.spans[caption]))
    return len(reading.text[first[1] : last[0]].strip()) <= _NEAR


def _inside(holder: Element, images: Sequence[Element]) -> list[Element]:
    start = bisect_left(images, holder.order, key=lambda e: e.order)
    end = bisect_left(images, holder.end + 1, key=lambda e: e.order)
    return list(images[start:end])


def _only_caption(holder: Element, caption: Element) -> bool:
    marked = (e for e in holder.descendants() if _is_marked(e) and not caption.contains(e))
    return next(marked, None) is None


def _nearest(caption: Element, held: list[Element]) -> list[Element]:
    before = [image for image in held if image.order < caption.order]
    return before[-1:] or held[:1]
