"""A page as it was read, what brings pages and their pictures, and what goes wrong with either.

The one seam between what reads (a browser, plain HTTP, a posted page) and what judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from auditor.errors import AuditorError
from auditor.findings import Skipped
from extractors.facts import ElementFacts
from extractors.records import ImageRecord


@dataclass(frozen=True, slots=True)
class FrameSnapshot:
    """One document as rendered."""

    frame_id: str
    """The debugger's id of the frame, to ask for its pictures."""
    url: str
    title: str
    html: str
    """Shadow roots stand in it as `<template shadowrootmode>`."""
    facts: Mapping[str, ElementFacts]
    """By stamp; boxes are in the coordinates of the whole page."""
    owner: tuple[str, str] | None = None
    """(frame id of the parent, stamp of the frame element); None for the page itself."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page as rendered: a snapshot a frame, the page itself first."""

    url: str
    """As asked for."""
    final_url: str
    """After redirects."""
    status: int | None
    title: str
    frames: tuple[FrameSnapshot, ...]
    skipped: tuple[Skipped, ...]
    language: str = ""
    """Its header `Content-Language`, "" for none."""


class PictureReader(Protocol):
    """What brings pictures."""

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The picture of an image use of that page. Raises PictureMissing."""

    async def draw(self, record: ImageRecord) -> bytes:
        """The browser's drawing of it. Raises PictureMissing."""


class PageReader(PictureReader, Protocol):
    """What brings pages: the browser's tab, or plain HTTP."""

    async def read(self, url: str) -> Page:
        """Load a page. Raises PageError."""


class RenewableReader(PageReader, Protocol):
    """One whose browser may end, if it has one."""

    @property
    def left_out(self) -> int:
        """Requests that were not made, as they bring nothing that is an image (`--lean`)."""

    async def renew(self) -> bool:
        """Whether the browser ended; then what follows is read in another. Raises BrowserError."""


class PageError(AuditorError):
    """One page could not be read; the message says why and is fit to show."""


class HostBusy(PageError):
    """The host asks for patience (429, 503)."""

    def __init__(self, message: str, wait: float | None) -> None:
        """`wait`: seconds that it names, or None."""
        super().__init__(message)
        self.wait = wait


class PictureMissing(AuditorError):
    """No bytes for a picture; the message says why and is fit to show."""
