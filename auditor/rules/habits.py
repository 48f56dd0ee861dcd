"""Habits of writing that make a text hard to listen to. All of it is advice."""

from __future__ import annotations

import re
from collections import Counter

from auditor.findings import Outcome, Severity
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.text import shown, words
from auditor.rules.wording import is_formula, is_written

_DIGITS = re.compile(r"[\d\s.,:;/#()+-]*\d[\d\s.,:;/#()+-]*")
_EMOJI = re.compile("[\U0001f1e6-\U0001f1ff\U0001f300-\U0001f3fa\U0001f400-\U0001faff]|.\ufe0f")
# A token that was joined for machines: three parts or more, and digits or underscores among them.
_JOINED = re.compile(r"(?=\S*[\d_])[^\W_]+(?:(?:__|--|[-_])[^\W_]+){2,}[-_]*", re.ASCII)
_DATED = re.compile(r"\d{1,4}(?:-\d{1,4}){1,2}")  # dates, telephone numbers, terms of office
_CODE_LENGTH = 12
_PARTS = re.compile(r"[,;|•·/]| [-–—] ")
_KEYWORD_PARTS = 5
_KEYWORD_LENGTH = 4.0
"""Words a part has on average at most in a list of keywords."""
_KEYWORD_REPEATS = 3
_LETTERS = 4


def _check_number(use: Use) -> Check:
    if not _DIGITS.fullmatch(use.text):
        return PASSED
    return Check(Outcome.CANT_TELL, "number", {"text": shown(use.text)})


ALT_NUMBER_ALONE = Rule(
    id="alt-number-alone",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text is a number and nothing else.",
    help="Say what is counted or numbered, and what the picture shows.",
    messages={
        "number": "“{text}” is a number alone. If the picture shows more than this number, say "
        "what it shows.",
    },
    # In a link or button a number can be all there is to say: a page, a day.
    applies=lambda use: is_written(use) and use.record.context.control is None,
    check=_check_number,
)


def _check_code(use: Use) -> Check:
    for token in use.text.split():
        joined = len(token) >= _CODE_LENGTH and _JOINED.fullmatch(token)
        if joined and not _DATED.fullmatch(token):
            return Check(Outcome.CANT_TELL, "code", {"text": shown(use.text), "code": shown(token)})
    return PASSED


ALT_CODE_LIKE = Rule(
    id="alt-code-like",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text holds an identifier that was made for machines.",
    help="Replace it with words. A screen reader reads such a thing sign by sign or as nonsense.",
    messages={
        "code": "“{text}” holds “{code}”, which looks like an identifier. If a person would not "
        "say it aloud, replace it with words.",
    },
    applies=lambda use: is_written(use) and not is_formula(use.text),
    check=_check_code,
)


def _check_emoji(use: Use) -> Check:
    found = _EMOJI.findall(use.text)
    if not found:
        return PASSED
    return Check(Outcome.FAILED, "emoji", {"text": shown(use.text), "count": str(len(found))})


ALT_EMOJI = Rule(
    id="alt-emoji",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text holds emoji.",
    help="A screen reader says the full name of each, in the words of its own list. Say in words "
    "what is meant.",
    messages={
        "emoji": "“{text}” holds {count} emoji; a screen reader says the full name of each. Say in "
        "words what is meant, or leave it out.",
    },
    applies=is_written,
    check=_check_emoji,
)


def _check_keywords(use: Use) -> Check:
    parts = [part for part in map(words, _PARTS.split(use.text)) if part]
    if len(parts) < _KEYWORD_PARTS or sum(map(len, parts)) > _KEYWORD_LENGTH * len(parts):
        return PASSED
    counts = Counter(word for part in parts for word in set(part) if len(word) >= _LETTERS)
    word, count = counts.most_common(1)[0] if counts else ("", 0)
    if count < _KEYWORD_REPEATS:
        return PASSED
    evidence = {"text": shown(use.text), "word": word, "count": str(count)}
    return Check(Outcome.CANT_TELL, "keywords", evidence)


ALT_KEYWORD_LIST = Rule(
    id="alt-keyword-list",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text is a list of search words.",
    help="Write for a person who listens: say once, in a sentence, what the picture shows.",
    messages={
        "keywords": "“{text}” reads like a list of search words (“{word}” {count} times). Say once "
        "what the picture shows.",
    },
    applies=lambda use: is_written(use) and not is_formula(use.text),
    check=_check_keywords,
)
