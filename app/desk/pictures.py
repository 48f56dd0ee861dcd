"""What is told of a picture that is shown: what one looks at, and where the original is."""

from __future__ import annotations

from urllib.parse import urlsplit

from app.desk.facts import picture_words
from auditor.message import Message
from auditor.reports.words import shorten
from auditor.results import JudgedUse, PictureInfo

ADDRESS = 300
"""Characters of an address that are told."""


def why_not(use: JudgedUse) -> str:
    """Why no picture is shown for an image use."""
    if use.picture is None:
        return Message("No picture file came for this image.")
    if use.picture.problem:
        return Message("The picture cannot be shown: {problem}", problem=use.picture.problem)
    return Message("The scan file does not hold this picture any more.")


def shown_words(picture: PictureInfo, width: int, height: int) -> str:
    """Size and type of a picture, and that one sees a small copy of `width` by `height` pixels
    where it is one: the scan file keeps no more."""
    words = picture_words(picture)
    if (width, height) == (picture.width, picture.height):
        return Message("{picture}.", picture=words)
    return Message(
        "{picture}; shown is the copy in the scan file, {width} by {height} pixels.",
        picture=words,
        width=width,
        height=height,
    )


def original_words(use: JudgedUse) -> str:
    """Where the original is. It was not asked for again: it may be another one by now, or gone."""
    address = use.record.src or ""
    if not address:
        return Message("The page drew the picture: there is no file of it.")
    if address.startswith("data:"):
        return Message("The original stands inside the page.")
    return Message(
        "The original, not looked at again: {address}", address=shorten(address, ADDRESS)
    )


def original_address(use: JudgedUse) -> str:
    """The original's address where a browser may open it, else "": a page must not have files of
    this machine opened."""
    address = use.record.src or ""
    return address if urlsplit(address).scheme in ("http", "https") else ""
