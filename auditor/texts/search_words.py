"""Words strung together for search engines, in place of a text or behind one.

A list of things that is read to a person has an "and", or little words, or is a list of names;
a list for machines has none of these, and says one thing in several ways.
"""

from __future__ import annotations

import re

from auditor.texts.compare import words
from auditor.texts.memo import remembered

_WORD = re.compile(r"[^\W_]+(?:['’.&+-][^\W_]+)*")
_DIVIDE = re.compile(r"\s*[,;|•·]\s*|\s+/\s+")
_TAIL = re.compile(r"\s+[—–|/-]+\s+|\s*[—–]\s*|\s*:\s+")
"""Before a list that follows a text."""
_SENTENCE = re.compile(r"[.!?]\s+(?=\w)")
"""The same, where the list looks like one sentence more."""
_TAGS = re.compile(r"(?:(?:^|\s)#\w*[^\W\d]\w*){3,}\s*$")
"""Marks of a network of people, one behind the other."""
_SMALL = frozenset(
    words(
        "a an the and or is are was were be with from by into over under as his her its their "
        "who that this these those which has have holding wearing showing between behind "
        "beside und oder mit der die das ein eine im am von vom zu et ou avec le la les un "
        "une dans sur y o con el los las una en e di il lo gli del della och med"
    )
)
"""Words that people need between the others, and search engines do not; "of", "for", "near" stand
in what people type."""
_PLACE = frozenset(["in", "on", "at"])
"""Words of which one may stand in a list ("women in science")."""
_NAMES = 0.75
"""Share of the entries with capitals throughout, from which on a list is one of names."""
_SOUGHT = frozenset(
    words(
        "best buy cheap cheapest online free learn tutorial tutorials jobs job tool tools "
        "deals deal sale discount affordable price prices review reviews near top shop store "
        "hire download tips services service guide wallpaper stock hd 4k kaufen günstig "
        "acheter comprar"
    )
)
_FEWEST, _FEWEST_AFTER = 5, 4
"""Entries of a list that is all of a text, and of one that follows a text."""
_LONGEST, _MEAN = 5, 3.0
"""Words of one entry at most, and on average."""
_MANY = 7
"""Entries from which on a list without a little word needs no other sign."""
_DIVIDED = re.compile(r"[.,;:!?()|]|\s-\s")
_LONGER = 4
"""Letters of a word that search words repeat."""
_UNDIVIDED = 7
"""Words in a row without a comma and without a little word, from which on a text is no sentence."""


@remembered
def is_search_words(text: str) -> bool:
    """Whether all of the text is a list of search words."""
    return _is_list(text, _FEWEST) or _is_undivided(text) or bool(_TAGS.fullmatch(text))


@remembered
def without_search_words(text: str) -> str:
    """The text before the list of search words that follows it; all of it where none does."""
    if (tags := _TAGS.search(text)) and _WORD.search(text[: tags.start()]):
        return text[: tags.start()].rstrip(" ,;")
    for match in _TAIL.finditer(text):
        before, tail = text[: match.start()], text[match.end() :]
        if len(_WORD.findall(before)) > 1 and _is_list(tail, _FEWEST_AFTER):
            return before.rstrip(" ,;")
    for match in _SENTENCE.finditer(text):
        tail = text[match.end() :]
        if _is_sought(said := _said(tail)) and _says_again(said) and _is_list(tail, _FEWEST_AFTER):
            return text[: match.start() + 1]
    return text


def _is_undivided(text: str) -> bool:
    """Words in a row as people type them to find something: said in several ways, with nothing
    between ("buy shoes online cheap running shoes")."""
    said = _said(text)
    if len(said) < _UNDIVIDED or _DIVIDED.search(text.rstrip(" .…")):
        return False
    return _SMALL.isdisjoint(said) and _is_sought(said) and _says_again(said)


def _says_again(said: list[str]) -> bool:
    """Whether a word of some length comes twice."""
    longer = [word for word in said if len(word) >= _LONGER and word.isalpha()]
    return len(set(longer)) < len(longer)


def _said(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _is_sought(said: list[str]) -> bool:
    return not _SOUGHT.isdisjoint(said)


def _is_list(text: str, fewest: int) -> bool:
    entries = [entry for entry in _DIVIDE.split(text.strip(" .…")) if entry]
    split = [_WORD.findall(entry) for entry in entries]
    if len(entries) < fewest or any(not 0 < len(entry) <= _LONGEST for entry in split):
        return False
    said = [word.casefold() for entry in split for word in entry]
    if len(said) > _MEAN * len(entries) or not _SMALL.isdisjoint(said) or "&" in entries[-1]:
        return False
    if sum(word.isdecimal() for word in said) * 2 > len(said):
        return False
    if sum(word in _PLACE for word in said) > 1:
        return False
    if _is_sought(said):
        return True
    named = [all(word[0].isupper() or word[0].isdecimal() for word in entry) for entry in split]
    if sum(named) >= _NAMES * len(split):
        return False  # people, places, makers
    return len(entries) >= _MANY or fewest < _FEWEST or len(set(said)) < len(said)
