"""Names, years, colours and counts of a text, looked up in what stands around the picture.

Pixels neither show nor deny a name; the page does. What the page says in other words of the same
kind ("1944" where the text says "1945") speaks against the text, what it says nowhere speaks a
little against it, and what it says too speaks for it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from auditor.texts.sentences import WORD
from auditor.texts.wordlists import common_words

_YEAR = re.compile(r"1\d{3}|20\d\d")
_START = re.compile(r"(?:^|[.!?:;\"“(]\s*)$")
_MONOCHROME = re.compile(r"\bblack and white\b", re.IGNORECASE)
"""Two colours that say that there are none."""
_STEM = 4
"""Letters that two forms of one name share at least ("Korea", "Korean")."""
_HEADLINE = 3
"""Longer words of the longest run of capitals that may still be one name."""
_ENDING = 4
"""Letters that one of them may have more."""


class ClaimSupport(StrEnum):
    """What the page says to a claim."""

    SAID = "said"
    """It stands there too."""
    OTHERWISE = "otherwise"
    """Another of its kind stands in its place."""
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Claim:
    """One word of a text that the page may confirm or deny."""

    word: str
    kind: str
    """"name", "year", "number", or a kind of kinds.json: "colour", "garment", …"""
    found: ClaimSupport
    where: str = ""
    """The source that says it, or says otherwise: "caption", "title"."""
    instead: str = ""
    """What stands there otherwise."""

    @property
    def counts(self) -> bool:
        """Whether the page's answer says something of the text: a number that stands nowhere is
        mostly one that the picture shows (a line, a tick, how many), and a page that does not
        repeat it says nothing. A year is a kind of its own, and counts."""
        return self.kind != "number" or self.found is not ClaimSupport.NOWHERE


@dataclass(frozen=True, slots=True)
class _Source:
    """A text around the picture, prepared for look-ups."""

    name: str
    text: str
    plain: frozenset[str]
    """Its words folded."""
    small: frozenset[str]
    """Those that it writes in small letters."""


def claims(text: str, sources: Mapping[str, str]) -> list[Claim]:
    """What the text claims, each once, in its order. `sources` by name, the nearest first."""
    prepared = [_source(name, source) for name, source in sources.items() if source]
    found = [_looked_up(word, kind, prepared) for word, kind in _claimed(text, prepared)]
    unique = {claim.word.casefold(): claim for claim in found if claim}
    return list(unique.values())


def _claimed(text: str, sources: Sequence[_Source]) -> Iterator[tuple[str, str]]:
    kinds, text = _kinds(), _MONOCHROME.sub("monochrome", text)
    matches = list(WORD.finditer(text))
    shouted, titled = text.isupper(), _is_titled(matches)
    for place, match in enumerate(matches):
        word = match[0]
        if word.isdecimal():
            yield word, "year" if _YEAR.fullmatch(word) else "number"
        elif kind := kinds.get(word.casefold()):
            yield word, kind
        elif word[0].isupper() and not shouted:
            following = matches[place + 1][0] if place + 1 < len(matches) else ""
            before = "" if titled else text[: match.start()]
            if _is_name(word, before, "" if titled else following, sources):
                yield word, "name"


def _is_titled(matches: Sequence[re.Match[str]]) -> bool:
    """Whether every longer word has a capital, as in headlines, where capitals tell no names."""
    longer = [match[0] for match in matches if len(match[0]) >= _STEM and match[0].isalpha()]
    return len(longer) > _HEADLINE and all(word[0].isupper() for word in longer)


def _is_name(word: str, before: str, following: str, sources: Sequence[_Source]) -> bool:
    """A capital inside a sentence makes a name; at its start the page or the next word decides."""
    folded = _fold(word)
    if folded in common_words()["en"] or len(folded) < 2:
        return False
    if not _START.search(before):
        return True
    if any(folded in source.small for source in sources):
        return False
    return following[:1].isupper() or any(_holds(source, folded) for source in sources)


def _looked_up(word: str, kind: str, sources: Sequence[_Source]) -> Claim | None:
    """None when the page has nothing to say to it: a colour or count that is not its subject."""
    folded = _fold(word)
    for source in sources:
        if _holds(source, folded):
            return Claim(word, kind, ClaimSupport.SAID, source.name)
    if kind == "name":
        return Claim(word, kind, ClaimSupport.NOWHERE)
    caption = next((source for source in sources if source.name == "caption"), None)
    other = _other(kind, caption) if caption else ""
    if caption and other:
        return Claim(word, kind, ClaimSupport.OTHERWISE, caption.name, other)
    return Claim(word, kind, ClaimSupport.NOWHERE) if kind in ("year", "number") else None


def _other(kind: str, source: _Source) -> str:
    """Another word of the kind in the source."""
    for word in WORD.findall(_MONOCHROME.sub("monochrome", source.text)):
        if kind in ("year", "number"):
            its_kind = "year" if _YEAR.fullmatch(word) else "number"
            if word.isdecimal() and its_kind == kind:
                return str(word)
        elif _kinds().get(word.casefold()) == kind:
            return str(word)
    return ""


def _holds(source: _Source, folded: str) -> bool:
    if folded in source.plain:
        return True
    if len(folded) < _STEM or folded.isdecimal():
        return False
    return any(_one_stem(folded, word) for word in source.plain)


def _one_stem(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    shared = max(_STEM, len(short) - 1)
    return len(short) >= _STEM and len(long) - shared <= _ENDING and long[:shared] == short[:shared]


def _source(name: str, text: str) -> _Source:
    found = WORD.findall(text)
    return _Source(
        name,
        text,
        frozenset(_fold(word) for word in found),
        frozenset(_fold(word) for word in found if word.islower()),
    )


def _fold(word: str) -> str:
    """Lower case, without accents and the mark of possession."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"['’]s$", "", bare)


@cache
def _kinds() -> dict[str, str]:
    """Kind by word."""
    data = json.loads((files("auditor.scoring") / "kinds.json").read_text("utf-8"))
    return {word: kind for kind, words in data.items() for word in words}
