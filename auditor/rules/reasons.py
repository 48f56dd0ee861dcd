"""Why assistive technology meets an image or does not, as a message: what `extractors/exposure.py`
says in words. What it says in the terms of HTML, ARIA and CSS ("display: none") stays as it is."""

from __future__ import annotations

from auditor.message import Message, marked, recogniser
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
    marked("empty file"),
    marked("not an image"),
    marked("truncated"),
    marked("damaged"),
    marked("SVG pictures cannot be decoded here"),
    marked("{mark} on {holder}"),
)
_recognised = recogniser(_TEMPLATES, inside=("mark", "why"))


def exposure_words(reason: str) -> Message:
    """A reason of an exposure, or of a picture that cannot be read."""
    return _recognised(reason)


def why_exposed(record: ImageRecord) -> Message:
    """Why a listener meets it, or not."""
    return exposure_words(record.exposure.reason)
