"""Is the text in the language that a screen reader will speak it in?

No library guesses the language here: most texts have two to six words, many of them names, and a
guess from so little is wrong too often. Two things are sure enough to ask about: letters of another
script, and small words of another language with none of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from auditor.findings import Outcome, Severity
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.wording import is_placeholder, is_text, is_written
from auditor.texts.compare import shown, words
from auditor.texts.memo import remembered
from auditor.texts.wordlists import common_words

_SCRIPTS = {
    script: languages.split()
    for script, languages in {
        "LATIN": "en de fr es it pt nl pl sv da nb nn no fi is et lv lt cs sk hu ro sl hr bs sq ca "
        "eu gl ga cy mt tr az id ms vi sw af eo la lb uz sr",
        "CYRILLIC": "ru uk be bg mk sr kk ky mn tg uz az",
        "GREEK": "el grc",
        "ARABIC": "ar fa ur ps",
        "HEBREW": "he yi",
        "CJK": "zh ja ko yue",
        "HIRAGANA": "ja",
        "KATAKANA": "ja",
        "HANGUL": "ko",
        "THAI": "th",
        "DEVANAGARI": "hi mr ne",
        "GEORGIAN": "ka",
        "ARMENIAN": "hy",
    }.items()
}
_FEWEST_LETTERS = 4
_SHARE = 0.5
"""Of the letters. Fewer are a name or a word on a sign inside a text that is right."""
_FEWEST_WORDS = 5
_FEWEST_COMMON = 2


def _primary(use: Use) -> str:
    return (use.record.lang or "").casefold().split("-")[0]


@remembered
def _scripts_of(language: str) -> frozenset[str]:
    return frozenset(script for script, known in _SCRIPTS.items() if language in known)


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0].split("-")[0]


@remembered
def _foreign_script(text: str, own: frozenset[str]) -> str:
    """The script of most letters, "" when it is one that the language is written in. Latin letters
    stand on pages of every language, for names."""
    if text.isascii():
        return ""
    letters = Counter(_script(c) for c in text if c.isalpha())
    foreign = Counter({s: n for s, n in letters.items() if s in _SCRIPTS and s not in own})
    del foreign["LATIN"]
    if foreign.total() < max(_FEWEST_LETTERS, _SHARE * letters.total()):
        return ""
    return foreign.most_common(1)[0][0]


def _is_latin(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return all(_script(letter) == "LATIN" for letter in letters)


@remembered
def _foreign_language(text: str, own: str) -> str:
    """Tag of a language whose small words stand in `text`, which has none of its own; else "". Of a
    language without a list, it is sure enough where the text has the letters of another script."""
    common = common_words()
    found = words(text)
    if len(found) < _FEWEST_WORDS or not common.get(own, frozenset()).isdisjoint(found):
        return ""
    if own not in common and ("LATIN" in _scripts_of(own) or not _is_latin(text)):
        return ""
    said = frozenset(found)
    hits = {tag: len(entries & said) for tag, entries in common.items() if tag != own}
    best = max(hits, key=lambda tag: hits[tag], default="")
    return best if best and hits[best] >= _FEWEST_COMMON else ""


def _check_language(use: Use) -> Check:
    own = _primary(use)
    evidence = {"text": shown(use.text), "language": use.record.lang or ""}
    if script := _foreign_script(use.text, _scripts_of(own)):
        return Check(Outcome.CANT_TELL, "script", evidence | {"script": script.capitalize()})
    if language := _foreign_language(use.text, own):
        return Check(Outcome.CANT_TELL, "words", evidence | {"other": language})
    return PASSED


ALT_IN_ANOTHER_LANGUAGE = Rule(
    id="alt-in-another-language",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text seems to be in another language than the place it stands in.",
    help="A screen reader speaks the text with the voice of the page's language (WCAG 2.2, 3.1.2). "
    "Translate it, or say its language with a lang attribute. Names may stay as they are.",
    messages={
        "script": "“{text}” is written in {script} letters where the page says “{language}”, so it "
        "will be spoken wrongly or not at all. Translate it, or give the image a lang attribute.",
        "words": "“{text}” seems to be in another language (“{other}”) than the page says "
        "(“{language}”). Translate it, or give the image a lang attribute.",
    },
    applies=lambda use: (
        is_text(use) and not is_placeholder(use) and bool(_scripts_of(_primary(use)))
    ),
    check=_check_language,
)


_TAG = re.compile(r"(?:[a-z]{2,3}|[xi])(?:-[a-z0-9]{1,8})*", re.IGNORECASE)


def _check_tag(use: Use) -> Check:
    tag = (use.record.lang or "").strip()
    if _TAG.fullmatch(tag):
        return PASSED
    return Check(Outcome.CANT_TELL, "tag", {"tag": shown(tag), "text": shown(use.text)})


LANGUAGE_TAG_INVALID = Rule(
    id="language-tag-invalid",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The lang attribute that holds for the text names no language.",
    help="Use a tag of BCP 47: “en”, “pt-BR”. A screen reader chooses the voice by it.",
    messages={
        "tag": "“{text}” stands where the lang attribute says “{tag}”, which is the tag of no "
        "language, so it may be spoken with the wrong voice. Correct the attribute.",
    },
    applies=lambda use: is_written(use) and bool((use.record.lang or "").strip()),
    check=_check_tag,
)
