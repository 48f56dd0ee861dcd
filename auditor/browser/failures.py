"""What the browser says when a page cannot be had, in words fit to show."""

from __future__ import annotations

import re

from playwright.async_api import Error

from auditor.browser.chromium import first_line

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
