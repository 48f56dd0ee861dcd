"""How large a picture is shown."""

from __future__ import annotations

import base64
import re
from urllib.parse import unquote

from auditor.message import Message
from auditor.rules.markup import attributes
from auditor.rules.rule import Use
from extractors.records import DRAWN, ImageRecord, Kind

LARGE_SIDE = 100.0
"""CSS pixels: both sides at least this long, and a picture can carry meaning."""
TINY_SIDE = 2.0
"""Pixels: a picture no larger shows nothing; it counts visits or holds a place."""
_SPACER_SIDE = 20
"""Image pixels: a file smaller than this on a side is a spacer or a line, however stretched."""
_PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d*)?(?:px)?\s*", re.IGNORECASE)

_STYLED = re.compile(r"(?:^|[;\s])(width|height)\s*:\s*(\d{1,5})(?:\.\d*)?px", re.IGNORECASE)

_LAZY = re.compile(r"lazy|lqip|placeholder|blur|preview", re.IGNORECASE)

Size = tuple[float, float]


def shown_size(use: Use) -> Size | None:
    """(width, height) in CSS pixels: the rendered box, else the size of the file, else what the
    markup says; None when not known."""
    box = use.record.box
    return (box.width, box.height) if box is not None else _file(use) or stated_size(use.record)


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


MARK_SIDE = 16.0
"""CSS pixels: what is drawn smaller than this on a side is a point, a bar or a bullet."""
_WHOLE = ("svg", "image")


def is_mark(record: ImageRecord) -> bool:
    """Whether it is a mark in a drawing, such as a bar of a chart: its few pixels neither show nor
    deny what its text says."""
    if record.kind is Kind.SVG and record.tag not in _WHOLE:
        return True
    box = record.box
    return record.kind in DRAWN and box is not None and min(box.width, box.height) < MARK_SIDE


_STAND_IN_SIDE = 64
"""Image pixels: files no larger, shown larger by far, are previews that hold the place."""
_STRETCHED = 3.0
"""Times its own size, on both sides, that a picture is shown in."""
_DRAWS = re.compile(r"<(?:path|image|text|use|circle|ellipse|line|poly\w+)\b")
_ONE_RECT = 1
"""One rectangle is a ground to wait on; of several a picture can be made."""


def is_stand_in(use: Use) -> bool:
    """Whether what was seen only holds the place of the picture until a script brings it: one or
    two pixels, an empty drawing in the address itself; or, where a picture is awaited, one colour
    or a few pixels stretched to a blur."""
    record = use.record
    if record.kind not in (Kind.IMG, Kind.INPUT):
        return False
    src = record.src or ""
    if src.startswith("data:image/svg+xml"):
        return _draws_nothing(_svg_text(src))
    size = _file(use)
    awaited = src.startswith("data:") or _is_lazy(record)
    if awaited and use.picture is not None and use.picture.blank:
        return True
    if size is None or max(size) > _STAND_IN_SIDE:
        return False
    if max(size) <= TINY_SIDE:
        return record.loaded is not False
    box = record.box
    stretched = box is not None and min(box.width / size[0], box.height / size[1]) >= _STRETCHED
    return stretched and awaited


def _draws_nothing(svg: str) -> bool:
    drawn = _DRAWS.search(svg) or svg.count("<rect") > _ONE_RECT
    return not drawn or "feGaussianBlur" in svg


def _svg_text(src: str) -> str:
    """The text of an svg in a data: URL."""
    head, _, data = src.partition(",")
    if "base64" not in head:
        return unquote(data)
    try:
        return base64.b64decode(unquote(data) + "===").decode("utf-8", "replace")
    except ValueError:
        return ""


def _is_lazy(record: ImageRecord) -> bool:
    """Whether attributes say where the picture itself is, or a class that it comes later."""
    marks = attributes(record)
    named = any(name.startswith("data-") and ("src" in name or "lazy" in name) for name in marks)
    return named or bool(_LAZY.search(marks.get("class", "")))


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


def stated_size(record: ImageRecord) -> Size | None:
    """What `width` and `height` say in the style attribute, else as attributes; None when they say
    nothing."""
    values = dict(attributes(record)) if "width" in record.html else {}
    values |= _STYLED.findall(values.get("style", ""))
    width = _PIXELS.fullmatch(values.get("width", ""))
    height = _PIXELS.fullmatch(values.get("height", ""))
    return (float(width[1]), float(height[1])) if width and height else None


def _is_stretched_spacer(use: Use) -> bool:
    file = _file(use)
    return file is not None and min(file) < _SPACER_SIDE


def size_words(use: Use) -> Message:
    """ "300 × 200 pixels", or "size not known"."""
    size = shown_size(use)
    if size is None:
        return Message("size not known")
    return Message("{width:.0f} × {height:.0f} pixels", width=size[0], height=size[1])
