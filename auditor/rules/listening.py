"""Habits of writing that make a text hard to listen to. All of it is advice."""

from __future__ import annotations

import re

from auditor.findings import Outcome, Severity
from auditor.message import number
from auditor.rules.markup import attributes
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.wording import is_written
from auditor.texts.compare import shown
from auditor.texts.emoji import count_emoji, is_emoji

_DIGITS = re.compile(r"(?=\D*\d)[\d\s.,:;/#()+-]+")
_EMOJI_FILE = re.compile(r"emoji|emoticon|smil(?:ey|ies)", re.IGNORECASE)


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


def _draws_emoji(use: Use) -> bool:
    """Whether the picture is the emoji that its text is: the sign would be heard the same."""
    marks = f"{attributes(use.record).get('class', '')} {use.record.src or ''}"
    return is_emoji(use.text) and bool(_EMOJI_FILE.search(marks))


def _check_emoji(use: Use) -> Check:
    count = count_emoji(use.text)
    if not count or _draws_emoji(use):
        return PASSED
    return Check(Outcome.FAILED, "emoji", {"text": shown(use.text), "count": number(count)})


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
