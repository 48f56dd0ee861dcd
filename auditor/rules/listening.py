"""Habits of writing that make a text hard to listen to. All of it is advice."""

from __future__ import annotations

import re

from auditor.findings import Outcome, Severity
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.wording import is_written
from auditor.texts.compare import shown
from auditor.texts.memo import remembered

_DIGITS = re.compile(r"(?=\D*\d)[\d\s.,:;/#()+-]+")
_PICTOGRAPH = r"(?:[\U0001f300-\U0001f3fa\U0001f400-\U0001faff]|[^\w\s]\ufe0f)"
_EMOJI = re.compile(
    # A flag is two letters; modifiers and joiners make one emoji of several signs.
    rf"[\U0001f1e6-\U0001f1ff]{{2}}|{_PICTOGRAPH}(?:[\U0001f3fb-\U0001f3ff\ufe0f]|\u200d{_PICTOGRAPH})*"
)


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


@remembered
def _emoji(text: str) -> int:
    return 0 if text.isascii() else len(_EMOJI.findall(text))


def _check_emoji(use: Use) -> Check:
    count = _emoji(use.text)
    if not count:
        return PASSED
    return Check(Outcome.FAILED, "emoji", {"text": shown(use.text), "count": str(count)})


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
