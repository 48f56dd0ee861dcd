"""Ignores: findings that somebody looked at and lets stand, with a reason and perhaps an end."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from auditor.errors import AuditorError
from auditor.results import JudgedUse
from auditor.rules import RULES


class IgnoreError(AuditorError):
    """An ignore cannot be understood; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Ignore:
    """One `[[ignore]]`. It holds for a finding that agrees with all that it names."""

    reason: str
    rule: str = ""
    fingerprint: str = ""
    page: str = ""
    """Shell pattern for the path of the page ("/blog/*") or for its whole URL."""
    selector: str = ""
    text: str = ""
    """The whole accessible name."""
    owner: str = ""
    expires: date | None = None
    """The last day on which it holds; None: it holds for good."""
    place: str = ""
    """Where it is written, for messages: "ignores.toml, ignore 2"."""

    def agrees(self, rule: str, fingerprint: str, use: JudgedUse) -> bool:
        """Whether it names this finding; `rule` is "" for a verdict without a finding."""
        return (
            self.rule in ("", rule)
            and self.fingerprint in ("", fingerprint)
            and self.selector in ("", use.record.selector)
            and self.text in ("", use.record.name.text)
            and (not self.page or _page_agrees(self.page, use.page_url))
        )

    def expired(self, today: date) -> bool:
        """Whether its last day is over."""
        return self.expires is not None and self.expires < today


def _page_agrees(pattern: str, url: str) -> bool:
    return fnmatchcase(urlsplit(url).path, pattern) or fnmatchcase(url, pattern)


_CRITERIA = ("rule", "fingerprint", "page", "selector", "text")
_KEYS = tuple(field.name for field in fields(Ignore) if field.name != "place")


def read_ignores(path: Path) -> tuple[Ignore, ...]:
    """The ignores of a TOML file that holds `[[ignore]]` tables. Raises IgnoreError."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise IgnoreError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:  # no UTF-8, no TOML
        raise IgnoreError(f"{path} is not TOML: {error}") from error
    if unknown := next((key for key in data if key != "ignore"), None):
        raise IgnoreError(f"{path}: {unknown} is not known; only [[ignore]] tables stand here")
    return parse_ignores(data.get("ignore", []), str(path))


def parse_ignores(tables: Any, source: str) -> tuple[Ignore, ...]:
    """Ignores from parsed TOML. `source` names the file in messages. Raises IgnoreError."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise IgnoreError(f"{source}: write each ignore as a table [[ignore]]")
    return tuple(
        _ignore(table, f"{source}, ignore {number}") for number, table in enumerate(tables, 1)
    )


def _ignore(table: Mapping[str, Any], place: str) -> Ignore:
    for key, value in table.items():
        if key not in _KEYS:
            raise IgnoreError(f"{place}: there is no key {key}{suggestion(key, _KEYS)}")
        kind = date if key == "expires" else str
        # A time of day would have to be compared in somebody's zone.
        if type(value) is not kind:
            wanted = "a date like 2027-01-31, without quotes" if kind is date else "a string"
            raise IgnoreError(f"{place}: {key} must be {wanted}")
    if not table.get("reason", "").strip():
        raise IgnoreError(f"{place}: reason is missing; say why this may stand")
    if not any(table.get(key) for key in _CRITERIA):
        raise IgnoreError(f"{place}: name at least one of {', '.join(_CRITERIA)}")
    known = [rule.id for rule in RULES]
    if (rule := table.get("rule", "")) and rule not in known:
        raise IgnoreError(f"{place}: there is no rule {rule}{suggestion(rule, known)}")
    return Ignore(**table, place=place)


def suggestion(word: str, known: Sequence[str]) -> str:
    """The end of a message on an unknown word: "; did you mean …?", or "; known: …"."""
    close = get_close_matches(word, known, 1)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; known: {', '.join(known)}" if len(known) <= 12 else ""
