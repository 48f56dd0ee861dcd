"""Brings the bytes of a page's pictures, as the user's browser has them."""

from __future__ import annotations

import base64
from pathlib import Path
from urllib.parse import unquote_to_bytes

from auditor.pages.local_files import NO_FILE
from auditor.pages.page import PictureMissing
from extractors.records import ImageRecord

MAX_BYTES = 50_000_000
TOO_LARGE = f"larger than {MAX_BYTES // 1_000_000} MB"
NO_URL = "its address is no URL"


def address(record: ImageRecord) -> str:
    """The URL of the picture that is shown. Raises PictureMissing when there is none."""
    if record.src is None:
        raise PictureMissing("it names no picture")
    if record.loaded is False:
        raise PictureMissing("the picture did not load")
    return record.src


def bounded(data: bytes) -> bytes:
    """The bytes, if they are no more than MAX_BYTES. Raises PictureMissing."""
    if len(data) > MAX_BYTES:
        raise PictureMissing(TOO_LARGE)
    return data


def read_file(path: Path) -> bytes:
    """The bytes of a file. Raises PictureMissing, also for pipes and devices, which never end."""
    try:
        if path.exists() and not path.is_file():
            raise PictureMissing("it is no regular file")
        if path.stat().st_size > MAX_BYTES:
            raise PictureMissing(TOO_LARGE)
        return path.read_bytes()
    except (OSError, ValueError):
        raise PictureMissing(NO_FILE) from None


def data_url(url: str) -> bytes:
    """The bytes in a data: URL (RFC 2397). Raises PictureMissing."""
    head, comma, body = url.partition(",")
    try:
        if not comma:
            raise ValueError
        raw = unquote_to_bytes(body)
        return base64.b64decode(raw) if head.lower().endswith(";base64") else raw
    except ValueError:
        raise PictureMissing("its data: URL is broken") from None
