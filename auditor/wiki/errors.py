"""What goes wrong with a wiki or an article."""

from __future__ import annotations


class WikiError(Exception):
    """A wiki, an article or a file of one cannot be read; one line, fit to show."""


class NotThere(WikiError):
    """The wiki answers that it has no such thing (404)."""
