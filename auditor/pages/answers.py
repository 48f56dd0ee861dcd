"""What the answer of a host, or the browser's failure, says of a page: whether it can be read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from auditor.net.pace import seconds_of
from auditor.pages.page import HostBusy, PageError

HTML_TYPES = ("text/html", "application/xhtml+xml", "")


def require_page(status: int, reason: str, headers: Mapping[str, str]) -> None:
    """Raises PageError when an answer is an error or no HTML. Names of `headers` in lower case."""
    said = f"HTTP {status} {_shown(reason)}".strip()
    if headers.get("cf-mitigated") == "challenge":
        raise PageError(f"it is a wall against robots: the host wants to see a person ({said})")
    if status in (429, 503):
        raise HostBusy(said, seconds_of(headers.get("retry-after"), datetime.now(UTC)))
    if status == 401:
        raise PageError(f"{said}: it asks for a name and a password (--http-auth)")
    if status >= 400:
        raise PageError(said)
    media_type = _shown(headers.get("content-type", "").partition(";")[0].strip().lower())
    if media_type not in HTML_TYPES:
        raise PageError(f"it is not HTML but {media_type}")


def _shown(words: str) -> str:
    """Words of a host, which may send orders to a terminal."""
    return "".join(filter(str.isprintable, words))
