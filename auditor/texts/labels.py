"""What stands in a text and describes nothing: enumerators, numbers of plates, dates, credits."""

from __future__ import annotations

import re
from functools import cache

from auditor.texts.compare import words
from auditor.texts.memo import remembered
from auditor.texts.wordlists import words_for

_WORD = re.compile(r"[^\W_]+")
_ROMAN = re.compile(r"[ivxlcdm]+")
_NUMBER = re.compile(r"\d+(?:[a-z]|st|nd|rd|th)?")
_NAMES = frozenset(
    words(
        # of parts of a book or page, in the languages of the word lists
        "fig figs figure figures plate plates pl illustration illustrations no "
        "nos nr vol page pages p pp chapter part abb abbildung tafel bild seite band planche "
        "tome tav tavola figura figur lámina rys rysunek tabl tablica str afb afbeelding il "
        "ilustr "
        # of dates
        "january february march april may june july august september october november "
        "december jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai "
        "juni juli oktober dezember janvier février mars avril juin juillet août septembre "
        "octobre novembre décembre enero febrero marzo abril mayo junio julio agosto "
        "septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio "
        "settembre ottobre novembre dicembre circa ca c ad bc bce ce century centuries period"
    )
)
_ORDINALS = frozenset(
    words(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
        "twentieth early mid late and the of"
    )
)
_FILE = re.compile(r"\S+\.(?:jpe?g|png|gif|webp|svg|tiff?|avif)", re.IGNORECASE)

_ENUMERATOR = re.compile(
    r"^\s*(?:[(\[]\s*(?:[ivxlcdm]+|\d{1,3}|[a-z])\s*[)\]][.:]?"
    r"|(?:[ivx]|[ivxlcdm]{2,}|\d{1,3})\s*[.):]"
    r"|(?:fig(?:ure)?s?|plates?|pl|abb(?:ildung)?|tafel|planche|tav(?:ola)?|figura|rys)\b\.?\s*"
    r"(?:[ivxlcdm]+|\d+[a-z]?)\b\s*[.:)—–-]*)\s+(?=\S)",
    re.IGNORECASE,
)
_HELD = re.compile(
    r"\b(?:collection|museum|gallery|archives?|library|courtesy|property|credits?|sammlung|archiv|"
    r"print|plate|photograph)\b",
    re.IGNORECASE,
)
_MOST_HELD = 8
"""Words of brackets that say where a picture is from; longer ones tell more."""
_BRACKETS = re.compile(r"\(([^()]*)\)\.?")
_BY_INITIALS = re.compile(
    r"(?:,?\s+(?-i:Drawn|Engraved|Etched|Painted|Photographed|Sketched|Taken)\b[^;()]{0,60}?)?"
    r",?\s+by(?:\s+[A-Z]\.)+\s+[A-Z][\w'’-]+\.?\s*$",
    re.IGNORECASE,
)
"""Whose picture it is, and where it was made: "Sketched in the Alps by J. D. Smith"."""
_QUOTED = re.compile(r"^[\"“„«]([^\"“”„«»]+)[\"”“»]\.?$")
"""A title in quotation marks, which a head that hears texts takes for one that breaks off."""
_SIGN = re.compile(
    r"(?:©|\(c\)\s*\d{4}|\bcredits?\s*:|\b(?:photo|image|foto|bild)s?\s*:(?=(?:\s+[A-Z][\w./'’-]*){1,4}\.?$)).*$",
    re.IGNORECASE,
)


def is_label(piece: str) -> bool:
    """Whether a piece between two full stops is an enumerator, the number of a plate, a date or the
    name of a file: "VII.", "Fig. 3.", "Seventeenth Century.". It belongs to the sentence beside
    it."""
    if _FILE.fullmatch(piece.strip()):
        return True
    said = [word.casefold() for word in _WORD.findall(piece)]
    named = any(_NUMBER.fullmatch(w) or _ROMAN.fullmatch(w) or w in _NAMES for w in said)
    return named and all(
        word in _NAMES or word in _ORDINALS or _NUMBER.fullmatch(word) or _ROMAN.fullmatch(word)
        for word in said
    )


@remembered
def described(text: str, language: str | None) -> str:
    """The text without its enumerator, its credits and the quotation marks around all of it; all of
    it where nothing else is left."""
    told = _BRACKETS.sub(_without_source, _ENUMERATOR.sub("", text))
    told = _credit(language).sub(" ", told)
    told = " ".join(_BY_INITIALS.sub("", _SIGN.sub("", told)).split())
    told = _QUOTED.sub(r"\1", told)
    return told if len(_WORD.findall(told)) > 0 else text


def _without_source(match: re.Match[str]) -> str:
    inner = match[1]
    source = _HELD.search(inner) and len(_WORD.findall(inner)) <= _MOST_HELD
    return " " if source else match[0]


@cache
def _openings(language: str | None) -> tuple[str, ...]:
    return tuple(words_for(language).credit)


def _credit(language: str | None) -> re.Pattern[str]:
    return _pattern(_openings(language))


@cache
def _pattern(openings: tuple[str, ...]) -> re.Pattern[str]:
    """From the opening of a credit to what closes it: a semicolon, the next enumerator in brackets,
    the end of the sentence; the full stop of an initial closes nothing."""
    opening = "|".join(re.escape(o).replace(r"\ ", r"[\s:]+") for o in openings)
    return re.compile(
        rf"(?:^|(?<=[\s(;,.|/—–-]))(?:{opening})\b(?:[^.;()\n]|(?<=\b\w)\.|\.(?=\w))*[.;]?",
        re.IGNORECASE,
    )
