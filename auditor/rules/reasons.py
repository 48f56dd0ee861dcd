"""Why assistive technology meets an image or does not, as a message: what `extractors/exposure.py`
says in words. What it says in the terms of HTML, ARIA and CSS ("display: none") stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from auditor.message import FIELD, Message, marked
from extractors.records import ImageRecord

_TEMPLATES = (
    marked("poster of a video: assistive technology meets the video, not its poster"),
    marked("area without href: it is no link and has no role"),
    marked('alt="", and its title is not heard as a name'),
    marked('alt="", but it has an empty aria-label'),
    marked("icon of a font: its word is read out"),
    marked("icon of a font: its character says nothing to a listener"),
    marked("icon of a font, and {source} names it"),
    marked("drawing without role and name: parts of it are heard"),
    marked("svg without role and name: there is nothing to announce"),
    marked("CSS content with an alternative text"),
    marked("CSS background: assistive technology never sees it"),
    marked("no image uses its map"),
    marked("not rendered"),
    marked("fallback content of {element}"),
    marked("{mark} around its frame"),
    marked('alt="", but {source} names it'),
    marked('alt="", but {mark}'),
    marked("role={role} does not count: {why}"),
    marked("it can take the focus"),
    marked("it has {attribute}"),
    marked("{mark} on {holder}"),
)
_REASONS_INSIDE = ("mark", "why")
"""Fields that are reasons themselves."""
_REASONS = 1000
"""Kept: most are the same on every page."""


@lru_cache(_REASONS)
def exposure_words(reason: str) -> Message:
    """A reason of an exposure; the first template that it can be made of counts."""
    for template, pattern in zip(_TEMPLATES, _patterns(), strict=True):
        if found := pattern.fullmatch(reason):
            return Message(template, **{n: _inside(n, text) for n, text in _groups(found)})
    return Message(reason)


def _groups(found: re.Match[str]) -> Iterable[tuple[str, str]]:
    return found.groupdict().items()


def _inside(name: str, text: str) -> str:
    return exposure_words(text) if name in _REASONS_INSIDE else text


def why_exposed(record: ImageRecord) -> Message:
    """Why a listener meets it, or not."""
    return exposure_words(record.exposure.reason)


@lru_cache(1)
def _patterns() -> list[re.Pattern[str]]:
    return [re.compile(_pattern(template), re.DOTALL) for template in _TEMPLATES]


def _pattern(template: str) -> str:
    pieces, end = [], 0
    for found in FIELD.finditer(template):
        pieces += [re.escape(template[end : found.start()]), f"(?P<{found[1]}>.+)"]
        end = found.end()
    return "".join(pieces) + re.escape(template[end:])
