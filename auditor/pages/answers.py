"""What the answer of a host, or the browser's failure, says of a page: whether it can be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from playwright.async_api import Error

from auditor.browser.chromium import first_line
from auditor.net.pace import seconds_of

HTML_TYPES = ("text/html", "application/xhtml+xml", "")
NET_ERRORS = {
    "ERR_NAME_NOT_RESOLVED": "the host name is not known",
    "ERR_CONNECTION_REFUSED": "the host refused the connection",
    "ERR_CONNECTION_RESET": "the host broke the connection",
    "ERR_CONNECTION_CLOSED": "the host closed the connection",
    "ERR_CONNECTION_TIMED_OUT": "the host did not answer",
    "ERR_TIMED_OUT": "the host did not answer",
    "ERR_ADDRESS_UNREACHABLE": "the host cannot be reached",
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a loop",
    "ERR_EMPTY_RESPONSE": "the host sent nothing",
    "ERR_INVALID_RESPONSE": "the host sent something that is not HTTP",
    "ERR_INVALID_HTTP_RESPONSE": "the host sent something that is not HTTP",
    "ERR_FILE_NOT_FOUND": "there is no such file",
    "ERR_UNSAFE_PORT": "browsers refuse this port",
    "ERR_ABORTED": "it is a download or was aborted, not a page",
}


class PageError(Exception):
    """One page could not be read; the message says why and is fit to show."""


class HostBusy(PageError):
    """The host asks for patience (429, 503)."""

    def __init__(self, message: str, wait: float | None) -> None:
        """`wait`: seconds that it names, or None."""
        super().__init__(message)
        self.wait = wait


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


def describe(error: Error) -> str:
    """What went wrong in the browser, fit to show."""
    match = re.search(r"net::(\w+)", error.message)
    if match:
        return NET_ERRORS.get(match[1], f"the browser says {match[1]}")
    if "Download is starting" in error.message:
        return "it is a download, not a page"
    if "crash" in error.message.lower():
        return "the page crashed the browser's tab"
    return first_line(error)
