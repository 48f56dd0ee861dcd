"""The image uses of all frames of a page."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.pages.page import FrameSnapshot
from extractors.extract import Extraction, extract


def extract_frames(frames: Sequence[FrameSnapshot]) -> list[Extraction]:
    """One extraction a frame, the page itself first."""
    prefixes: dict[tuple[str, str], str] = {}
    extractions: list[Extraction] = []
    for frame in frames:
        extraction = extract(
            frame.html,
            frame.url,
            facts=frame.facts,
            frame=frame.url if extractions else "",
            selector_prefix=prefixes.get(frame.owner, "iframe") if frame.owner else "",
        )
        extractions.append(extraction)
        for stamp, selector in extraction.frames.items():
            prefixes[frame.frame_id, stamp] = selector
    return extractions
