"""Habits of writing that make a text hard to listen to. All of it is advice."""

from __future__ import annotations

import re

from auditor.findings import Outcome, Severity
from auditor.message import number
from auditor.net.urls import leads_to_picture
from auditor.rules.markup import attributes
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.wording import is_formula, is_written
from auditor.texts.compare import shown
from auditor.texts.emoji import count_emoji, is_emoji

_DIGITS = re.compile(r"(?=\D*\d)[\d\s.,:;/#()+-]+")
_EMOJI_FILE = re.compile(r"emoji|emoticon|smil(?:ey|ies)", re.IGNORECASE)
LONG = 250
"""Characters above which a text is long to listen to. Advice, never a limit of WCAG."""
WORDS_PER_MINUTE = 180
"""Usual rate of speech synthesis for people who do not speed it up."""


def _check_number(use: Use) -> Check:
    if not _DIGITS.fullmatch(use.text):
        return PASSED
    return Check(Outcome.CANT_TELL, "number", {"text": shown(use.text)})


def _is_all_there_is_to_say(use: Use) -> bool:
    """In a link or button a number can be: a page, a day. Not where it leads to the picture."""
    control = use.record.context.control
    return control is not None and not leads_to_picture(control.target)


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
    applies=lambda use: is_written(use) and not _is_all_there_is_to_say(use),
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


def _check_long(use: Use) -> Check:
    text = use.text
    if len(text) <= LONG or is_formula(text):
        return PASSED
    count = len(text.split())
    seconds = max(1, round(count * 60 / WORDS_PER_MINUTE))
    evidence = {
        "characters": number(len(text)),
        "words": number(count),
        "seconds": number(seconds),
    }
    return Check(Outcome.FAILED, "long", evidence)


ALT_VERY_LONG = Rule(
    id="alt-very-long",
    severity=Severity.ADVICE,
    criteria=(),
    summary=f"The text is longer than {LONG} characters.",
    help="A listener cannot pause, skim or go back inside an alternative text. Keep the gist in "
    "it, and put the rest into the page: a caption, a paragraph, or a description that "
    "aria-describedby or aria-details points to.",
    messages={
        "long": "The text has {words} words ({characters} characters) and takes about {seconds} "
        "seconds to listen to in one breath. Keep the gist here, and move the rest into a caption "
        "or a description beside the picture.",
    },
    applies=is_written,
    check=_check_long,
)
