"""What goes wrong with a wiki or an article."""

from __future__ import annotations

from auditor.errors import AuditorError
from auditor.reports.words import printable

OTHERWISE = (KeyError, TypeError, AttributeError, ValueError, IndexError)
"""What reading an answer raises that is shaped otherwise than MediaWiki's."""


class WikiError(AuditorError):
    """A wiki, an article or a file of one cannot be read; one line, fit to show, also where the
    wiki's own words are in it."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class NotThere(WikiError):
    """The wiki answers that it has no such thing (404)."""
