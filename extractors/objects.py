"""What an `object`, `embed` or frame shows: a picture, other media, a document, or its fallback."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from extractors.document import Document
from extractors.dom import Element
from extractors.records import FRAMES
from extractors.roles import is_image_role

_IMAGE_FILE = re.compile(r"\.(avif|bmp|gif|ico|jpe?g|jfif|png|svgz?|tiff?|webp)$", re.IGNORECASE)
_DRAWING = re.compile(r"\.svgz?$", re.IGNORECASE)
_MEDIA_FILE = re.compile(
    r"\.(aac|avi|flac|m4[av]|mov|mp[34]|mpe?g|og[agv]|opus|pdf|wav|webm)$", re.IGNORECASE
)
_PAGE = re.compile(r"(^|/)$|\.(x?html?|php|aspx?|jsp|txt|xml)$", re.IGNORECASE)
_MEDIA_TYPE = re.compile(r"audio/|video/|application/pdf", re.IGNORECASE)


def is_shown(document: Document, element: Element) -> bool:
    """Does an object show its resource, as far as can be known? Then it needs a name, and its
    fallback content is not there (HTML, section 4.8.7).

    A browser tells. Without one: images, media, and what the page itself carries as a data: URL;
    whether any other address can be shown is not known, so that the fallback content counts.
    """
    if not element.get("data") and not element.get("type"):
        return False
    facts = document.facts_of(element)
    if facts is not None and facts.loaded is not None:
        return facts.loaded
    data = element.get("data").lower().startswith("data:")
    return data or is_image(element) or _is_media(element) or is_image_role(element)


def is_framed_picture(document: Document, element: Element) -> bool:
    """Does a frame show a bare picture, as far as can be known? A browser makes a document of it,
    in which nobody can write a text (HTML, section 7.5.6): the frame itself is the image.

    A browser tells. Without one its address does. A drawing is a document that can have a text.
    """
    if element.name not in FRAMES or "srcdoc" in element.attrs:
        return False
    facts = document.facts_of(element)
    if document.rendered:
        return facts is not None and facts.holds_picture
    address = _address(element)
    if address.lower().startswith("data:"):
        return address.lower().startswith("data:image/") and "svg" not in address[:20].lower()
    path = _path(address)
    return bool(_IMAGE_FILE.search(path)) and not _DRAWING.search(path)


def is_image(element: Element) -> bool:
    """Is the resource of an object or embed an image, by its type or its address?"""
    kind, address = element.get("type").lower(), _address(element)
    if kind:
        return kind.startswith("image/")
    if address.lower().startswith("data:"):
        return address.lower().startswith("data:image/")
    return bool(_IMAGE_FILE.search(_path(address)))


def shows_picture(element: Element) -> bool:
    """Is what an object or embed shows a picture, as far as can be told? Not media, no document.
    A frame is asked about only where it does."""
    if is_image(element) or element.name in FRAMES:
        return True
    data = element.get("type") or _address(element).lower().startswith("data:")
    return not data and not _is_media(element) and not _PAGE.search(_path(_address(element)))


def shows_page(element: Element) -> bool:
    """Is what an object or embed shows an HTML document, by its type or its address?"""
    kind = element.get("type").lower()
    if kind:
        return kind in ("text/html", "application/xhtml+xml")
    address = _address(element)
    return bool(address and not address.startswith("data:") and _PAGE.search(_path(address)))


def _is_media(element: Element) -> bool:
    kind = element.get("type")
    if kind:
        return bool(_MEDIA_TYPE.match(kind))
    return bool(_MEDIA_FILE.search(_path(_address(element))))


def _address(element: Element) -> str:
    return element.get("data" if element.name == "object" else "src")


def _path(address: str) -> str:
    try:
        return urlsplit(address).path
    except ValueError:
        return ""
