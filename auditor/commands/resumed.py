"""What is taken from the file of an interrupted scan.

Whoever wrote the file chose what stands in it. Taken is how far and how carefully pages are read,
each value in its type and range. Never taken is what starts a program, opens a file or a host, or
signs in: that is the user's to say again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from auditor.browser.options import ANSWERS, FLAGS, BrowserOptions
from auditor.crawl.listing import AUTO, Listing
from auditor.errors import AuditorError
from auditor.findings import Skipped
from auditor.net.urls import canonical
from auditor.scan.options import ScanOptions

Check = Callable[[Any], Any]
"""Gives the value as it is used. Raises ValueError, whose message says what it must be."""

MOST = 2**31
LONGEST = 10_000
"""Characters of a text."""


class ResumeError(AuditorError):
    """A scan cannot be resumed; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a file says."""

    options: ScanOptions
    """Without what is never taken."""
    session: tuple[str, ...]
    """The options that the session was made of: "--cookie"."""
    words: tuple[str, ...]
    """What was taken, to be said: "max-pages 20"."""
    left: tuple[str, ...]
    """What was not, as it would be given again: "--allow-host localhost"."""


def taken_from(arguments: Any) -> Taken:
    """Raises ResumeError naming what cannot be used. What is missing is as it always was."""
    try:
        asked = _table(arguments)
        browser = _table(asked.get("browser", {}))
        taken = _values({"targets": [], **asked}, _SCAN)
        options = ScanOptions(**taken, browser=BrowserOptions(**_values(browser, _BROWSER)))
        left = _values(asked, _NEVER) | _values(browser, _NEVER_OF_BROWSER)
        return Taken(options, left.get("session", ()), tuple(_said(options)), tuple(_left(left)))
    except ValueError as error:
        raise ResumeError(f"what it was asked cannot be used: {error}") from error


def _values(found: Mapping[str, Any], checks: Mapping[str, Check]) -> dict[str, Any]:
    """Those that are there. Raises ValueError naming what is not as it must be."""
    values = {}
    for name, check in checks.items():
        if name in found:
            try:
                values[name] = check(found[name])
            except ValueError as error:
                raise ValueError(f"{name} must be {error}") from None
    return values


def _table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("it must be a table")
    return value


def _whole(least: int, most: int = MOST) -> Check:
    def check(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return value

    return check


def _seconds(most: float) -> Check:
    def check(value: Any) -> float:
        if type(value) not in (int, float) or not math.isfinite(value) or not 0 < value <= most:
            raise ValueError(f"seconds, at most {most:g}")
        return float(value)

    return check


def _or_none(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("true or false")
    return value


def _text(value: Any) -> str:
    if type(value) is not str or len(value) > LONGEST:
        raise ValueError("a text")
    return value


def _each(check: Check) -> Check:
    def checked(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ValueError("a list")
        return tuple(map(check, value))

    return checked


_texts = _each(_text)


def _url(value: Any) -> str:
    text = _text(value)
    if text.partition(":")[0] not in ("http", "https", "file"):
        raise ValueError("a URL of a page")
    canonical(text)
    return text


def _sitemap(value: Any) -> str:
    return AUTO if value == AUTO else _url(value)


def _listing(value: Any) -> Listing:
    table = _table(value)
    rows = [_table(row) for row in table.get("skipped", [])]
    keys = ("subject", "reason", "page")
    skipped = tuple(Skipped(*(_text(row.get(key, "")) for key in keys)) for row in rows)
    return Listing(_each(_url)(table.get("urls", [])), skipped)


def _answer(value: Any) -> Any:
    if value not in ANSWERS:
        raise ValueError(f"one of {', '.join(ANSWERS)}")
    return value


def _size(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("two whole numbers")
    width, height = map(_whole(1, 10_000), value)
    return width, height


def _marker(value: Any) -> str:
    from extractors.signals import check_marker

    text = _text(value)
    check_marker(text)
    return text


def _profile(value: Any) -> Any:
    from auditor.scoring.tuning import from_json, to_json

    return to_json(from_json(value))


_SCAN: Mapping[str, Check] = {
    "targets": _each(_url),
    "listed": _listing,
    "sitemaps": _each(_sitemap),
    "max_depth": _or_none(_whole(0)),
    "max_pages": _or_none(_whole(1)),
    "max_per_host": _or_none(_whole(1)),
    "include": _texts,
    "exclude": _texts,
    "concurrency": _whole(1, 32),
    "static": _flag,
    "robots": _flag,
    "logged_in": _or_none(_marker),
    "reader": _text,
    "profile": _or_none(_profile),
}
"""What is taken of ScanOptions."""
_BROWSER: Mapping[str, Check] = {
    "timeout": _seconds(3600),
    "quiet": _seconds(60),
    "settle": _seconds(3600),
    "screens": _whole(1, 1_000_000),
    "consent": _or_none(_answer),
    "viewport": _size,
    "second_opinion": _flag,
    "lean": _flag,
}
"""What is taken of BrowserOptions."""
_NEVER: Mapping[str, Check] = {
    "session": _texts,
    "allow_hosts": _texts,
    "map_hosts": _texts,
}
_NEVER_OF_BROWSER: Mapping[str, Check] = {"user_agent": _or_none(_text), "flags": _texts}
"""What is only told."""


def _said(options: ScanOptions) -> list[str]:
    """What differs from a scan without options."""
    usual = ScanOptions(())
    names = [name for name in _SCAN if name not in ("targets", "listed", "sitemaps")]
    found = [(name, getattr(options, name)) for name in names if _differs(name, options, usual)]
    found += [
        (name, getattr(options.browser, name))
        for name in _BROWSER
        if _differs(name, options.browser, usual.browser)
    ]
    pages = len(options.targets) + len(options.listed.urls)
    words = [f"{pages} pages to begin with" if pages != 1 else "1 page to begin with"]
    return words + [_pair(name, value) for name, value in found]


def _differs(name: str, one: object, other: object) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


def _pair(name: str, value: Any) -> str:
    word = name.replace("_", "-")
    if isinstance(value, tuple):
        return f"{word} {' '.join(map(str, value))}"
    if isinstance(value, dict):
        return f"{word} of a team"
    return f"{word} {str(value).lower() if isinstance(value, bool) else value}"


def _left(found: Mapping[str, Any]) -> list[str]:
    """Only what would change something."""
    words = [f"--allow-host {host}" for host in found.get("allow_hosts", ())]
    words += [f"--map-host {pair}" for pair in found.get("map_hosts", ())]
    if (agent := found.get("user_agent")) is not None:
        words.append(f"--user-agent {agent!r}")
    if found.get("flags", FLAGS) != FLAGS:
        words.append("switches of the browser")
    return words
