"""How large a picture is shown."""

from __future__ import annotations

import re

from auditor.rules.markup import attributes
from auditor.rules.rule import Use
from extractors.records import ImageRecord

LARGE_SIDE = 100.0
"""CSS pixels: both sides at least this long, and a picture can carry meaning."""
TINY_SIDE = 2.0
"""Pixels: a picture no larger shows nothing; it counts visits or holds a place."""
_SPACER_SIDE = 20
"""Image pixels: a file smaller than this on a side is a spacer or a line, however stretched."""
_PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d*)?(?:px)?\s*", re.IGNORECASE)

Size = tuple[float, float]


def shown_size(use: Use) -> Size | None:
    """(width, height) in CSS pixels: the rendered box, else the size of the file, else what the
    attributes `width` and `height` say; None when not known."""
    box = use.record.box
    return (box.width, box.height) if box is not None else _file(use) or _stated(use.record)


def is_large(use: Use, side: float = LARGE_SIDE) -> bool:
    """Whether it is shown large enough to carry meaning; False where the size is not known."""
    size = shown_size(use)
    return size is not None and min(size) >= side and not _is_stretched_spacer(use)


def is_tiny(use: Use) -> bool:
    """Whether it is a tracking pixel or a spacer, by its file or by how it is shown."""
    size = _file(use) or shown_size(use)
    if size is None or max(size) > TINY_SIDE:
        return _shown_as_nothing(use)
    return use.record.loaded is not False


def _shown_as_nothing(use: Use) -> bool:
    box = use.record.box
    return box is not None and 0 < max(box.width, box.height) <= TINY_SIDE


def _file(use: Use) -> Size | None:
    size = use.record.natural_size
    if size is not None and min(size) > 0:
        return size
    if use.picture is not None and use.picture.width:
        return use.picture.width, use.picture.height
    return None


def _stated(record: ImageRecord) -> Size | None:
    values = attributes(record) if "width" in record.html else {}
    width = _PIXELS.fullmatch(values.get("width", ""))
    height = _PIXELS.fullmatch(values.get("height", ""))
    return (float(width[1]), float(height[1])) if width and height else None


def _is_stretched_spacer(use: Use) -> bool:
    file = _file(use)
    return file is not None and min(file) < _SPACER_SIDE


def size_words(use: Use) -> str:
    """ "300 × 200 pixels", or "size not known"."""
    size = shown_size(use)
    return f"{size[0]:.0f} × {size[1]:.0f} pixels" if size else "size not known"
