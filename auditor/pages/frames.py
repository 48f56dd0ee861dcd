"""The image uses of all frames of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from extractors.extract import Extraction, extract
from extractors.facts import ElementFacts


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
