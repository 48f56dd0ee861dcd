"""What language a page and the texts of its images are in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from auditor.pages.frames import extract_frames
from auditor.pages.page import FrameSnapshot
from auditor.texts.languages import page_language, primary, text_language
from extractors.extract import Extraction
from extractors.records import ImageRecord


def extract_spoken(frames: Sequence[FrameSnapshot], header: str = "") -> list[Extraction]:
    """One extraction a frame, the page itself first; `with_languages` where the page holds no
    frames, whose documents may be to come. `header`: as there."""
    found = extract_frames(frames)
    return found if any(each.frames for each in found) else with_languages(found, header)


def with_languages(extractions: Sequence[Extraction], header: str = "") -> list[Extraction]:
    """The frames of a page, the page itself first, with the languages that their records are in.

    `header`: the page's `Content-Language`, which holds where the page itself says none, and names
    one language (HTML, section 3.2.6.2).
    """
    declared = header.strip() if "," not in header else ""
    return [
        _spoken(_declared(extraction, declared if number == 0 else ""))
        for number, extraction in enumerate(extractions)
    ]


def spoken(record: ImageRecord) -> ImageRecord:
    """The record with the language of its text, of which what is known of its page decides."""
    return _spoken_on(record, record.page_language)


def _spoken_on(record: ImageRecord, page: str) -> ImageRecord:
    language = text_language(record.name.text, page or primary(record.lang))
    return replace(record, page_language=page, language=language)


def _declared(extraction: Extraction, language: str) -> Extraction:
    if extraction.lang or not language:
        return extraction
    records = tuple(
        record if record.lang else replace(record, lang=language) for record in extraction.records
    )
    return replace(extraction, lang=language, records=records)


def _spoken(extraction: Extraction) -> Extraction:
    if not extraction.records:
        return extraction
    texts = [record.name.text for record in extraction.records if record.name.text]
    own = page_language(extraction.signals.opening, texts)
    records = tuple(
        _spoken_on(record, own if record.lang == extraction.lang else "")
        for record in extraction.records
    )
    return replace(extraction, records=records)
