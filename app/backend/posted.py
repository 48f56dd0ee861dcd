"""A page as the extension sends it: its snapshot, and the pictures that it already has."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from auditor.browser.snapshot import MAX_FRAMES, placed
from auditor.pages.page import FrameSnapshot, Page, PictureMissing
from auditor.pages.picture_bytes import address, bounded, data_url
from auditor.texts.well_formed import well_formed
from extractors.facts import ElementFacts
from extractors.records import DRAWN, ImageRecord

MAX_SIDE = 1e9
"""CSS pixels; no layout is as large."""
NOT_SENT = "its picture was not sent"


class PostedError(Exception):
    """What was sent cannot be read; the message says where and is fit to show."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture that would be looked at, and was not sent."""

    ordinal: int
    how: str
    """"file": the bytes at `src`; "drawing": the element as the browser draws it, as PNG."""
    src: str | None


@dataclass(slots=True)
class PostedReader:
    """Reads the one page that was posted, as a tab would (auditor.scan.one_page.PageReader)."""

    page: Page
    files: Mapping[int, bytes]
    """Bytes at the picture's address, by the ordinal of the image use."""
    drawings: Mapping[int, bytes]
    wanted: list[Wanted] = field(default_factory=list)

    async def read(self, url: str) -> Page:
        """The posted page."""
        return self.page

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The posted bytes. Raises PictureMissing, and notes what is wanted."""
        if record.kind in DRAWN:
            return await self.draw(record)
        src = address(record)
        if src.startswith("data:"):
            return bounded(data_url(src))
        return self._sent(self.files, Wanted(record.ordinal, "file", src))

    async def draw(self, record: ImageRecord) -> bytes:
        """The posted drawing. Raises PictureMissing, and notes what is wanted."""
        return self._sent(self.drawings, Wanted(record.ordinal, "drawing", record.src))

    def _sent(self, pictures: Mapping[int, bytes], wanted: Wanted) -> bytes:
        data = pictures.get(wanted.ordinal)
        if data is None:
            self.wanted.append(wanted)
            raise PictureMissing(NOT_SENT)
        return bounded(data)


def read_snapshot(data: bytes) -> Page:
    """The page in the JSON that `openapi.json` describes as Snapshot. Raises PostedError."""
    try:
        posted = well_formed(json.loads(data))
        frames = [_frame(frame) for frame in _list(posted["frames"])]
        if not frames or len(frames) > MAX_FRAMES:
            raise PostedError(f"a snapshot has 1 to {MAX_FRAMES} frames")
        url = _text(posted["url"])
        return Page(url, url, None, frames[0].title, tuple(placed(frames)), ())
    except KeyError as error:
        raise PostedError(f"the snapshot lacks {error}") from error
    except (TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        raise PostedError(f"the snapshot cannot be read: {error}") from error


def _frame(data: Mapping[str, Any]) -> FrameSnapshot:
    owner = data.get("owner")
    return FrameSnapshot(
        frame_id=_text(data["frame_id"]),
        url=_text(data["url"]),
        title=_text(data["title"]),
        html=_text(data["html"]),
        facts={stamp: _facts(fact) for stamp, fact in data["facts"].items()},
        owner=(_text(owner[0]), _text(owner[1])) if owner else None,
    )


def _facts(data: Mapping[str, Any]) -> ElementFacts:
    sides = data.get("box") or ()
    if not all(isinstance(side, int | float) and abs(side) < MAX_SIDE for side in sides):
        raise ValueError(f"{sides!r:.60} is no box")
    return ElementFacts.from_json(data)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.60} is no text")
    return value


def _list(value: object) -> Sequence[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r:.60} is no list")
    return value
