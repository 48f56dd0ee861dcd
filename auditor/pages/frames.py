"""The image uses of all frames of a page, and the frames that nobody could read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape

from auditor.findings import Skipped
from auditor.net.urls import origin
from auditor.pages.page import FrameSnapshot, Page
from extractors.extract import Extraction, FramePlace, extract
from extractors.facts import Box, ElementFacts
from extractors.state import SHOWN

MAX_FRAMES = 100
"""Of one page."""
_PICTURE_DOCUMENT = re.compile(
    r"\s*(<!doctype[^>]*>\s*)?<html[^>]*>\s*<head[^>]*>.*</head>\s*<body[^>]*>\s*"
    r"<img\b[^>]*?\bsrc=\"(?P<src>[^\"]*)\"[^>]*>\s*</body>\s*</html>\s*",
    re.IGNORECASE | re.DOTALL,
)
"""What browsers make of a picture that is a document (HTML, section 7.5.6)."""
_PICTURE_DOCUMENT_BYTES = 4_000
"""Characters that it may have beside its address in attribute and title."""


def extract_frames(frames: Sequence[FrameSnapshot]) -> list[Extraction]:
    """One extraction a frame, the page itself first."""
    pictures = {frame.owner for frame in frames if frame.owner and _is_bare_picture(frame)}
    places: dict[tuple[str, str], FramePlace] = {}
    bases: dict[str, str] = {}
    extractions: list[Extraction] = []
    for frame in frames:
        place = places.get(frame.owner) if frame.owner else None
        extraction = extract(
            "" if frame.owner in pictures else frame.html,  # the frame itself is the image
            _base(frame, bases),
            facts=_with_pictures(frame, pictures),
            frame=frame.url if extractions else "",
            selector_prefix=place.selector if place else "iframe" if frame.owner else "",
            around=place.around if place else SHOWN,
        )
        extractions.append(extraction)
        bases[frame.frame_id] = extraction.base
        for key, held in extraction.frames.items():
            places[frame.frame_id, key] = held
    return extractions


def _is_bare_picture(frame: FrameSnapshot) -> bool:
    """Whether it is the document that a browser makes of a picture."""
    if len(frame.html) > _PICTURE_DOCUMENT_BYTES + 2 * len(frame.url):
        return False
    found = _PICTURE_DOCUMENT.fullmatch(frame.html)
    return found is not None and unescape(found["src"]) == frame.url


def _with_pictures(
    frame: FrameSnapshot, pictures: Collection[tuple[str, str]]
) -> Mapping[str, ElementFacts]:
    """The facts, with what frames hold bare pictures."""
    keys = [key for holder, key in pictures if holder == frame.frame_id and key in frame.facts]
    told = {key: replace(frame.facts[key], holds_picture=True) for key in keys}
    return {**frame.facts, **told} if told else frame.facts


def extract_framed(frame: FrameSnapshot, place: FramePlace) -> Extraction:
    """What a frame holds that was read by itself."""
    return extract(
        frame.html,
        frame.url,
        frame=frame.url,
        selector_prefix=place.selector,
        around=place.around,
    )


def _base(frame: FrameSnapshot, bases: dict[str, str]) -> str:
    """A document without an address of its own takes that of the page that holds it (HTML,
    section 2.4.3)."""
    if frame.owner and frame.url.startswith("about:"):
        return bases.get(frame.owner[0], frame.url)
    return frame.url


def unread_frames(
    frames: Sequence[FrameSnapshot], extractions: Sequence[Extraction]
) -> Iterator[tuple[FrameSnapshot, str, FramePlace]]:
    """The frames that are shown and whose documents are not there: the document that holds each,
    its key there, and its place."""
    loaded = [frame for frame in frames if not frame.url.startswith("about:blank")]
    read = {frame.owner for frame in loaded}
    urls = {frame.url for frame in loaded[1:]}  # one of another process may have lost its owner
    for frame, extraction in zip(frames, extractions, strict=True):
        for key, place in extraction.frames.items():
            shown = place.url is not None and place.around.hidden is None
            if shown and (frame.frame_id, key) not in read and place.url not in urls:
                yield frame, key, place


def lost_frames(page: Page, extractions: Sequence[Extraction]) -> list[Skipped]:
    """A word on each frame that was not read, but for those of which the page says why."""
    told = {skipped.subject for skipped in page.skipped}
    return [
        Skipped(place.url, f"the frame {place.selector} was not read", page.final_url)
        for _, _, place in unread_frames(page.frames, extractions)
        if place.url is not None and place.url not in told
    ]


def links_of(page: Page, extractions: Sequence[Extraction]) -> tuple[str, ...]:
    """The links of the page and of its frames from the same origin, each once."""
    own = origin(page.final_url)
    found: dict[str, None] = {}
    for number, extraction in enumerate(extractions):
        if number == 0 or origin(extraction.base) == own:
            found.update(dict.fromkeys(extraction.links))
    return tuple(found)


def placed(frames: Sequence[FrameSnapshot]) -> list[FrameSnapshot]:
    """Move the boxes of framed documents to where the frame stands on the page."""
    known: dict[str, FrameSnapshot] = {}
    for frame in frames:
        parent = known.get(frame.owner[0]) if frame.owner else None
        box = parent.facts[frame.owner[1]].box if parent and frame.owner else None
        known[frame.frame_id] = _shift(frame, box) if box else frame
    return list(known.values())


def _shift(frame: FrameSnapshot, by: Box) -> FrameSnapshot:
    facts = {
        stamp: replace(
            fact,
            box=fact.box
            and Box(fact.box.x + by.x, fact.box.y + by.y, fact.box.width, fact.box.height),
        )
        for stamp, fact in frame.facts.items()
    }
    return replace(frame, facts=facts)
