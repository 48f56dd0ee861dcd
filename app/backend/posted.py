"""A page as the extension sends it: its snapshot, and the pictures that it already has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.backend.strict import PostedError, read_json, structured
from auditor.pages.frames import MAX_FRAMES, placed
from auditor.pages.page import FrameSnapshot, Page, PictureMissing
from auditor.pages.picture_bytes import address, bounded, data_url
from extractors.records import DRAWN, ImageRecord

NOT_SENT = "its picture was not sent"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What `openapi.json` describes under this name."""

    url: str
    frames: list[FrameSnapshot]


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

    def first_wanted(self, record: ImageRecord) -> Wanted | None:
        """The picture that is looked at first, where it is to be sent; None where it stands in its
        address. Raises PictureMissing where it has none."""
        if record.kind in DRAWN:
            return Wanted(record.ordinal, "drawing", record.src)
        src = address(record)
        return None if src.startswith("data:") else Wanted(record.ordinal, "file", src)

    def lacks(self, wanted: Wanted) -> bool:
        """Whether it was not sent."""
        return wanted.ordinal not in (self.files if wanted.how == "file" else self.drawings)

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        """The posted bytes. Raises PictureMissing, and notes what is wanted."""
        wanted = self.first_wanted(record)
        return bounded(data_url(address(record))) if wanted is None else self._sent(wanted)

    async def draw(self, record: ImageRecord) -> bytes:
        """The posted drawing. Raises PictureMissing, and notes what is wanted."""
        return self._sent(Wanted(record.ordinal, "drawing", record.src))

    def _sent(self, wanted: Wanted) -> bytes:
        if self.lacks(wanted):
            self.wanted.append(wanted)
            raise PictureMissing(NOT_SENT)
        pictures = self.files if wanted.how == "file" else self.drawings
        return bounded(pictures[wanted.ordinal])


def read_snapshot(data: bytes) -> Page:
    """The page in the JSON of a snapshot. Raises PostedError."""
    snapshot = structured(read_json(data, "the snapshot"), Snapshot, "the snapshot")
    url, frames = snapshot.url, snapshot.frames
    if not frames or len(frames) > MAX_FRAMES:
        raise PostedError(f"a snapshot has 1 to {MAX_FRAMES} frames")
    return Page(url, url, None, frames[0].title, tuple(placed(frames)), ())
