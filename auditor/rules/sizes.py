"""How large a picture is shown."""

from __future__ import annotations

from auditor.rules.rule import Use

LARGE_SIDE = 100.0
"""CSS pixels: both sides at least this long, and a picture can carry meaning."""
_SPACER_SIDE = 20
"""Image pixels: a file smaller than this on a side is a spacer or a line, however stretched."""


def shown_size(use: Use) -> tuple[float, float] | None:
    """(width, height) in CSS pixels: the rendered box, else the size of the file; None unknown."""
    record = use.record
    if record.box is not None:
        return record.box.width, record.box.height
    if record.natural_size is not None and min(record.natural_size) > 0:
        return record.natural_size
    if use.picture is not None and use.picture.width:
        return use.picture.width, use.picture.height
    return None


def is_large(use: Use) -> bool:
    """Whether it is shown large enough to carry meaning; False where the size is not known."""
    size = shown_size(use)
    return size is not None and min(size) >= LARGE_SIDE and not _is_stretched_spacer(use)


def _is_stretched_spacer(use: Use) -> bool:
    sides = [side for side in use.record.natural_size or () if side]
    if use.picture is not None:
        sides += [side for side in (use.picture.width, use.picture.height) if side]
    return bool(sides) and min(sides) < _SPACER_SIDE


def size_words(use: Use) -> str:
    """ "300 × 200 pixels", or "size not known"."""
    size = shown_size(use)
    return f"{size[0]:.0f} × {size[1]:.0f} pixels" if size else "size not known"
