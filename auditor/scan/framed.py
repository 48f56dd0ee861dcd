"""Reads the frames of a page that came without them: plain HTTP brings one document."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urldefrag

from auditor.findings import Skipped
from auditor.net.urls import origin
from auditor.pages.frames import extract_framed, unread_frames
from auditor.pages.page import Page, PageError
from auditor.pages.static import StaticReader
from auditor.scan.processes import Processes
from extractors.extract import Extraction

MAX_FRAMES = 20
"""Documents of one page that are fetched beside its own."""
ELSEWHERE = "it is of another site: scan without --static"


async def with_frames(
    page: Page, extractions: Sequence[Extraction], reader: StaticReader, processes: Processes
) -> tuple[Page, list[Extraction]]:
    """The page with the documents of its frames, breadth first, and a word on each that was not
    read. A document that holds itself is read once, as in a browser (HTML, section 4.8.5)."""
    frames, found, skipped = list(page.frames), list(extractions), list(page.skipped)
    chains: dict[str, tuple[str, ...]] = {page.frames[0].frame_id: (urldefrag(page.final_url).url,)}
    waiting = deque(unread_frames(frames, found))
    while waiting:
        holder, key, place = waiting.popleft()
        url, chain = urldefrag(place.url or "").url, chains[holder.frame_id]
        if url in chain:
            continue
        reason = _unwanted(url, page.final_url, len(frames))
        if not reason:
            try:
                frame = await reader.frame(url)
            except PageError as error:
                reason = str(error)
        if reason:
            why = f"the frame {place.selector} was not read: {reason}"
            subject = place.selector if url.startswith("data:") else url
            skipped.append(Skipped(subject, why, page.final_url))
            continue
        # its pictures are read as those of this address; the number tells it from its twins
        name = f"{frame.frame_id}#{len(frames)}"
        frame = replace(frame, frame_id=name, owner=(holder.frame_id, key))
        chains[frame.frame_id] = (*chain, url)
        extraction = await processes.run(extract_framed, frame, place)
        frames.append(frame)
        found.append(extraction)
        waiting.extend(unread_frames([frame], [extraction]))
    return replace(page, frames=tuple(frames), skipped=tuple(skipped)), found


def _unwanted(url: str, page: str, frames: int) -> str:
    if frames > MAX_FRAMES:
        return f"the page has more than {MAX_FRAMES} frames"
    return "" if url.startswith("data:") or origin(url) == origin(page) else ELSEWHERE
