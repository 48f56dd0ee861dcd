"""How much of a text was written for machines: names of files, uploads, places in a layout."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditor.texts.compare import is_spaced, words
from auditor.texts.memo import remembered
from auditor.texts.segments import LETTERS, segmented
from auditor.texts.wordlists import small_words
from models.words import UNSPACED

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
_LETTER_RUN = re.compile(rf"(?:(?={UNSPACED.pattern}){LETTERS})+")
_ANY_LETTER = re.compile(r"[^\W\d_]")


@remembered
def machine_share(text: str, said: str = "") -> float:
    """Share of the pieces between spaces, 0 to 1, that no person would say to another: "_" and
    digits inside words, long numbers, names of places in a layout ("homepage banner"). Where a
    script has no spaces, its words are pieces. `said`: what stands around, which may say to people
    what looks like a mark: models ("PY-407CU"), variables ("weight_kg"), "Senso-ji-Tempel"."""
    tokens = _OPENING.sub("", text).split()
    marks = [mark for token in tokens for mark in _marks(token, text, said)]
    return sum(marks) / len(marks) if marks else 0.0


def _marks(token: str, text: str, said: str) -> Iterator[bool]:
    """Of each piece of a token whether it is for machines: "PY-407CUの写真" is a mark and two
    words. A number beside such letters is said with them ("649米", "2026年")."""
    if is_spaced(token) or _FILE.search(token):
        yield is_for_machines(token, text) and not _is_said(token, said)
        return
    for run in _LETTER_RUN.findall(token):
        yield from (False for _ in segmented(run))
    for rest in _LETTER_RUN.split(token):
        if any(map(str.isalnum, rest)):
            lettered = _ANY_LETTER.search(rest) is not None
            yield lettered and is_for_machines(rest, text) and not _is_said(rest, said)


def _is_said(token: str, said: str) -> bool:
    """Whether the page says it too, to the letter: a model, a variable, a place with hyphens. Names
    of files and of places in a layout it says by mistake."""
    plain = token.strip(_EDGE).casefold()
    if not said or not _ANY_LETTER.search(plain) or _FILE.search(plain):
        return False
    return plain not in _OF_A_LAYOUT | _SAID_TOO and plain in said.casefold()


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
