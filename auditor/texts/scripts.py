"""Scripts and the languages that are written in them: what letters alone say of a text."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache

from auditor.texts.memo import remembered

SCRIPTS = {
    script: tuple(languages.split())
    for script, languages in {
        "LATIN": "en de fr es it pt nl pl sv da nb nn no fi is et lv lt cs sk hu ro sl hr bs sq ca "
        "eu gl ga cy mt tr az id ms vi sw af eo la lb uz sr tl mg rw so zu xh fo br gd fy oc ku",
        "CYRILLIC": "ru uk be bg mk sr kk ky mn tg uz az tt ba",
        "GREEK": "el grc",
        "ARABIC": "ar fa ur ps ug ku sd",
        "HEBREW": "he yi",
        "CJK": "zh ja ko yue",
        "HIRAGANA": "ja",
        "KATAKANA": "ja",
        "HANGUL": "ko",
        "THAI": "th",
        "LAO": "lo",
        "KHMER": "km",
        "MYANMAR": "my",
        "TIBETAN": "bo dz",
        "DEVANAGARI": "hi mr ne sa",
        "BENGALI": "bn as",
        "GUJARATI": "gu",
        "GURMUKHI": "pa",
        "ORIYA": "or",
        "TAMIL": "ta",
        "TELUGU": "te",
        "KANNADA": "kn",
        "MALAYALAM": "ml",
        "SINHALA": "si",
        "GEORGIAN": "ka",
        "ARMENIAN": "hy",
        "ETHIOPIC": "am ti",
    }.items()
}
"""Names as Unicode begins the names of the letters; the commonest language first."""


@remembered
def scripts_of(language: str) -> frozenset[str]:
    """The scripts that a language is written in, by its code; none for a code that nobody knows."""
    return frozenset(script for script, known in SCRIPTS.items() if language in known)


@lru_cache(maxsize=4096)
def script_of(letter: str) -> str:
    """The script of one letter: "LATIN", "CJK"; "" for what has no name."""
    return unicodedata.name(letter, "").split(" ")[0].split("-")[0]


def script_name(script: str) -> str:
    """For people: “Cyrillic”, “Han” (ISO 15924) for what Unicode's names begin with."""
    return "Han" if script == "CJK" else script.capitalize()


@remembered
def letters_by_script(text: str) -> Counter[str]:
    """How many letters of each script a text has."""
    if text.isascii():
        return Counter({"LATIN": sum(map(str.isalpha, text))})
    return Counter(script_of(letter) for letter in text if letter.isalpha())


@remembered
def languages_of_script(text: str) -> tuple[str, ...]:
    """The languages that a text can be in by the script of most of its letters, the commonest
    first; () where it has no letters. Kana among Han letters is Japanese."""
    letters = letters_by_script(text)
    japanese = letters["HIRAGANA"] + letters["KATAKANA"]
    if japanese:
        letters = Counter(letters)
        letters["HIRAGANA"] += letters.pop("CJK", 0) + letters.pop("KATAKANA", 0)
    known = Counter({script: count for script, count in letters.items() if script in SCRIPTS})
    return SCRIPTS[known.most_common(1)[0][0]] if known.total() else ()
