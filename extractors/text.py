"""White space and cuts in the texts of a page."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """A set written as one line of words."""
    return frozenset(text.split())


def collapse(text: str) -> str:
    """White space of every kind made one space, ends trimmed (accname 1.2, section 4.3.2)."""
    return " ".join(text.split())


def cut_end(text: str, limit: int) -> str:
    """At most `limit` characters from the end of `text`, starting at a word."""
    if len(text) <= limit:
        return text.strip()
    tail = text[-limit:]
    if not text[-limit - 1].isspace():
        tail = _without_first_word(tail)
    return tail.strip()


def cut_start(text: str, limit: int) -> str:
    """At most `limit` characters from the start of `text`, ending at a word."""
    if len(text) <= limit:
        return text.strip()
    head = text[:limit]
    if not text[limit].isspace():
        head = head.rpartition(" ")[0] or head
    return head.strip()


def _without_first_word(text: str) -> str:
    return text.partition(" ")[2] or text
