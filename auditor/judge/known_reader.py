"""The text in pictures, read once on this machine: reading takes three quarters of a scan's time,
and most pictures of a site are those of the scan before."""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple
from typing import TYPE_CHECKING

from auditor.judge.kept_bytes import KeptBytes
from models.lines import Line

if TYPE_CHECKING:  # a scan without scores loads no picture library
    from PIL.Image import Image

    from models.reading import Reads


class KnownReader:
    """Reads pictures that were never read, and knows the lines of the others. Thread-safe as the
    reader and KeptBytes are."""

    def __init__(self, reader: Reads, kept: KeptBytes) -> None:
        self._reader = reader
        self._kept = kept

    def read(self, image: Image) -> tuple[Line, ...] | None:
        """See Reads.read. What failed is tried again by the next scan."""
        key = _pixels_hash(image)
        kept = self._kept.find([key]).get(key)
        if kept is not None and (known := _lines(kept)) is not None:
            return known
        lines = self._reader.read(image)
        if lines is not None:
            self._kept.keep({key: json.dumps([astuple(line) for line in lines]).encode()})
        return lines


def _pixels_hash(image: Image) -> str:
    """Of an RGB picture."""
    return hashlib.sha256(f"{image.width} ".encode() + image.tobytes()).hexdigest()


def _lines(kept: bytes) -> tuple[Line, ...] | None:
    """None for what this program did not write."""
    try:
        return tuple(_line(*values) for values in json.loads(kept))
    except (ValueError, TypeError):
        return None


def _line(text: str, confidence: float, box: list[float]) -> Line:
    x, y, width, height = map(float, box)
    return Line(str(text), float(confidence), (x, y, width, height))
