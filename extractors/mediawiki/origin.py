"""Where an alt comes from, as far as the HTML alone can tell.

MediaWiki copies a caption that readers do not see to the alt, and in a gallery also one that they
do; a written alt with the same words looks the same and counts as copied. Which of the empty alts
of older HTML were written, only the wikitext says.
"""

from __future__ import annotations

from extractors.dom import Element
from extractors.mediawiki.boxes import MediaBox
from extractors.mediawiki.captions import without_markers
from extractors.mediawiki.records import Container, Origin
from extractors.mediawiki.transclusion import data_of
from extractors.text import collapse

_OF_EXTENSION = {"math": Origin.TEX, "score": Origin.SOURCE_CODE}


def origin_of(
    element: Element, box: MediaBox, file: str | None, caption: str | None, *, visible: bool
) -> Origin | None:
    """`file`: the one that the alt would be made of. None: cannot be told from the HTML."""
    alt = element.attrs.get("alt")
    if alt is None:
        return Origin.SYSTEM_MESSAGE if _is_pending(element) else Origin.NONE
    if box.extension in _OF_EXTENSION:
        return _OF_EXTENSION[box.extension]
    if box.extension == "mapframe":
        return _of_map(box)
    if box.media is None:
        if not alt and visible and box.container in (Container.THUMB_BOX, Container.GALLERY):
            return None
        if file and collapse(alt.replace("_", " ")) == file:
            return Origin.FILENAME
    if is_copy(alt, caption) and (not visible or box.container is Container.GALLERY):
        return Origin.CAPTION
    return Origin.EXPLICIT


def is_copy(alt: str, caption: str | None) -> bool:
    """Does the alt say what the caption says, markers of references aside?"""
    said = without_markers(alt)
    return bool(said) and said == without_markers(caption or "")


def _is_pending(element: Element) -> bool:
    """Will a message of the software become the alt?"""
    return '"alt"' in element.get("data-mw-i18n")


def _of_map(box: MediaBox) -> Origin | None:
    attributes = data_of(box.media).get("attrs")
    if not isinstance(attributes, dict):
        return None
    return Origin.EXPLICIT if "alt" in attributes else Origin.SYSTEM_MESSAGE
