"""How much of a text was written for machines: names of files, uploads, places in a layout."""

from __future__ import annotations

import re

from auditor.texts.compare import words
from auditor.texts.memo import remembered
from auditor.texts.wordlists import small_words

_LETTERS_AND_NUMBERS = re.compile(r"(?=.*[^\W\d_])(?=(?:.*\d){3})")
_LONG_NUMBER = re.compile(r"\d{5,}|\d{1,4}[-.]\d{1,2}[-.]\d{1,4}|\(\d{1,3}\)|#?\d+")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_TAIL_NUMBER = re.compile(r"[^\W\d_]{2,}\d{1,2}")
_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|tiff?|avif|bmp|heic|pdf)\b", re.IGNORECASE)
_OF_A_LAYOUT = frozenset(
    words(
        "thumbnail homepage nav navbar img res hires lowres bg untitled "
        "shutterstock istock istockphoto gettyimages getty unsplash adobestock pexels pixabay "
        "dsc rgb cmyk xl lg sm md px v1 v2 v3 microsoftteams whatsapp banner1 banner2"
    )
)
_SAID_TOO = frozenset(
    words(
        "banner hero header footer thumb slider slide image images placeholder website webpage "
        "screen final copy cropped resized scaled featured listing background sprite default "
        "template stock"
    )
)
"""Words of a layout that people say too: a mark of machines where they stand in no sentence."""
_OPENING = re.compile(r"^(?:an?\s+|the\s+)?(?:image|picture|photo)s?\s+(?:of|showing)\b", re.I)
_SENTENCE = 6
"""Words of more than a letter, from which on a text with a little word is taken as a sentence."""
_EDGE = "\"'“”‘’.,;:!?()[]"


@remembered
def machine_share(text: str) -> float:
    """Share of the pieces between spaces, 0 to 1, that no person would say to another: "_" and
    digits inside words, long numbers, names of places in a layout ("homepage banner")."""
    tokens = _OPENING.sub("", text).split()
    marks = [is_for_machines(token, text) for token in tokens]
    return sum(marks) / len(marks) if marks else 0.0


def is_for_machines(token: str, text: str) -> bool:
    """Whether one piece of a text is."""
    plain = token.strip(_EDGE)
    if not plain:
        return False
    if "_" in plain or plain.count("-") > 1 or _FILE.search(plain):
        return True
    if plain.casefold() in _OF_A_LAYOUT:
        return True
    if plain.casefold() in _SAID_TOO and not _is_sentence(text):
        return True
    if _YEAR.fullmatch(plain):
        return False
    if _LONG_NUMBER.fullmatch(token) and (len(plain) > 4 or len(text.split()) < _FEW):
        return True
    joined = _LETTERS_AND_NUMBERS.match(plain) is not None and "," not in plain
    return joined or (len(text.split()) < _FEW and _TAIL_NUMBER.fullmatch(plain) is not None)


@remembered
def _is_sentence(text: str) -> bool:
    """Whether a text is long enough for one and has a little word."""
    said = [word for word in words(text) if len(word) > 1]
    return len(said) >= _SENTENCE and not small_words().isdisjoint(said)


_FEW = 4
"""Words of a text in which a number at the end is that of a file ("Group 20", "banner20")."""
