"""Text that stands in pictures, read by RapidOCR (PP-OCRv6, Apache-2.0), whose models come with
its package. The only place that imports rapidocr, which is an extra."""

from __future__ import annotations

import logging
import re
import threading
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from PIL import Image

from models.errors import ModelsError
from models.lines import Line

log = logging.getLogger(__name__)

READ_SIDE = 1024
"""Pixels; a larger picture is read at this size. The time goes with the pixels."""
LEAST_SIDE, LEAST_LENGTH = 16, 48
"""Pixels of the shorter and of the longer side: below, no word can be read."""
MAX_LINES = 200
CONFIDENCE = 0.8
"""Lines read with less are left out: below it, strokes of drawings become letters."""

_WORD = re.compile(r"[^\W_]{2,}|\d")
_DETECTION, _RECOGNITION = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"


class ReadingError(ModelsError):
    """Text in pictures cannot be read; the message is fit to show."""


class Reads(Protocol):
    """What reads pictures."""

    def read(self, image: Image.Image) -> tuple[Line, ...] | None:
        """The lines of an RGB picture in reading order, () for none; None when it failed."""


@dataclass(frozen=True, slots=True)
class PictureTextReader:
    """Reads one picture at a time, whatever the thread: the engine keeps state while it works."""

    _engine: Any = field(repr=False)
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def read(self, image: Image.Image) -> tuple[Line, ...] | None:
        """See Reads.read. () also where the picture is too small to hold words."""
        if min(image.size) < LEAST_SIDE or max(image.size) < LEAST_LENGTH:
            return ()
        small = image.copy()
        small.thumbnail((READ_SIDE, READ_SIDE), reducing_gap=3.0)
        try:
            with self._one_at_a_time:
                found = self._engine(np.asarray(small)[:, :, ::-1])  # it takes blue first
        except Exception:  # of several libraries; a picture that was not read is still judged
            log.debug("reading a picture failed", exc_info=True)
            return None
        if found.boxes is None:
            return ()
        lines = zip(found.txts, found.scores, found.boxes, strict=True)
        kept = [_line(str(text), float(score), box, small.size) for text, score, box in lines]
        return tuple(line for line in kept if _is_text(line))[:MAX_LINES]


def installed() -> str:
    """Name and version of what reads, "rapidocr 3.10.0"; "" when the extra is not there."""
    try:
        return f"rapidocr {version('rapidocr')}"
    except PackageNotFoundError:
        return ""


def fingerprint() -> str:
    """Changes with whatever changes what is read: the package with its models, how it is asked."""
    asked = (READ_SIDE, LEAST_SIDE, LEAST_LENGTH, MAX_LINES, CONFIDENCE)
    return f"{installed()} {asked}"


def open_reader(threads: int = 1) -> PictureTextReader:
    """Open the models that came with the package. Raises ReadingError."""
    try:
        import rapidocr
    except ImportError as error:
        raise ReadingError(f"Text in pictures cannot be read: {error}") from error
    folder = Path(rapidocr.__file__).parent / "models"
    missing = [name for name in (_DETECTION, _RECOGNITION) if not (folder / name).is_file()]
    if missing:
        raise ReadingError(f"{installed()} came without {' and '.join(missing)}")
    return PictureTextReader(_engine(rapidocr, folder, threads))


def _engine(rapidocr: Any, folder: Path, threads: int) -> Any:
    """The models are named by path, so that nothing is ever fetched."""
    return rapidocr.RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.use_cls": False,
            "Det.model_path": str(folder / _DETECTION),
            "Det.limit_type": "max",
            "Det.limit_side_len": READ_SIDE,
            "Rec.model_path": str(folder / _RECOGNITION),
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        }
    )


def _line(text: str, confidence: float, corners: Any, size: tuple[int, int]) -> Line:
    """`corners`: (4, 2) pixels."""
    shares = np.clip(np.asarray(corners, dtype=np.float64) / size, 0.0, 1.0)
    (left, top), (right, bottom) = shares.min(axis=0), shares.max(axis=0)
    box = (left, top, right - left, bottom - top)
    x, y, width, height = (round(float(value), 4) for value in box)
    return Line(" ".join(text.split()), round(confidence, 4), (x, y, width, height))


def _is_text(line: Line) -> bool:
    """Not a stroke taken for a letter: sure enough, and with a word or a number in it."""
    return line.confidence >= CONFIDENCE and bool(_WORD.search(line.text))
