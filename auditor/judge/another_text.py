"""An image use as it would be with another text: for a person who tries one before writing it."""

from __future__ import annotations

from dataclasses import replace

from auditor.judge.judge import Judge, SeenPicture
from auditor.pages.languages import spoken
from auditor.results import Judged
from extractors.records import (
    AccessibleName,
    Context,
    Exposed,
    Exposure,
    ImageRecord,
    Kind,
    NameSource,
)
from extractors.text import collapse

TAKES_ALT = frozenset({Kind.IMG, Kind.INPUT, Kind.AREA})


def with_text(record: ImageRecord, text: str) -> ImageRecord:
    """The record with `text` as its accessible name, written where its name comes from now: in
    `alt` for what takes one. A blank text makes such an image decorative (HTML-AAM 1.0, 4.1.10)."""
    spoken = collapse(text)
    source = record.name.source
    if source is NameSource.NONE:
        source = NameSource.ALT if record.kind in TAKES_ALT else NameSource.LABEL
    named = AccessibleName(spoken, source if spoken else NameSource.NONE, ("the text tried",))
    return replace(
        record,
        alt=text if record.kind in TAKES_ALT else record.alt,
        name=named,
        exposure=_exposure(record, spoken),
        context=_context(record, spoken),
        role=record.role if record.role not in ("", "none") else "image",
        chromium=None,
    )


def rescored(judge: Judge, record: ImageRecord, seen: SeenPicture | None, text: str) -> Judged:
    """Scores, findings and verdict of the use with `text`; its neighbours play no part."""
    tried = spoken(with_text(record, text))
    pictures = {record.ordinal: seen} if seen else {}
    outcomes, _ = judge.uses([tried], pictures, "")
    return outcomes[0]


def _context(record: ImageRecord, spoken: str) -> Context:
    """Around a link or button that has no text but the image's, its name is the text tried."""
    control = record.context.control
    if control is None or control.text:
        return record.context
    return replace(record.context, control=replace(control, name=spoken))


def _exposure(record: ImageRecord, spoken: str) -> Exposure:
    if record.exposure.state is Exposed.HIDDEN:
        return record.exposure
    if not spoken and record.kind is Kind.IMG:
        return Exposure(Exposed.DECORATIVE, 'alt=""')
    return Exposure(Exposed.EXPOSED, "the text tried")
