"""Does a picture that holds more than a short text can say have a longer description?

Only words can tell here: a chart is recognised by a text that calls it one.
"""

from __future__ import annotations

from auditor.findings import Outcome, Severity
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.wording import is_text
from auditor.texts.compare import first_entry, normalise, shown, words
from auditor.texts.wordlists import words_for

_ENOUGH_WORDS = 15
"""A text of so many words is a description by itself."""


def _kind(use: Use) -> str:
    """The word that calls the picture a chart, a map, a diagram; "" when there is none."""
    lists = words_for(use.language)
    plain = normalise(use.text)
    for phrase in lists.complex_exception:
        plain = plain.replace(phrase, " ")
    return first_entry(plain, lists.complex)


def _calls_itself_complex(use: Use) -> bool:
    in_control = use.record.context.control is not None  # there it stands for a place to go to
    return is_text(use) and not in_control and bool(_kind(use))


def _check_description(use: Use) -> Check:
    context = use.record.context
    described = context.described_by or context.details or context.longdesc or context.caption
    if described or len(words(use.text)) >= _ENOUGH_WORDS:
        return PASSED
    return Check(Outcome.CANT_TELL, "short", {"text": shown(use.text), "kind": _kind(use)})


COMPLEX_IMAGE_WITHOUT_DESCRIPTION = Rule(
    id="complex-image-without-description",
    severity=Severity.ADVICE,
    criteria=(),
    summary="A chart, diagram or map has a short text only.",
    help="Put what it shows into the page: the numbers as a table, the steps or places as a list, "
    "the point of it as a sentence; and let aria-describedby or aria-details point there.",
    messages={
        "short": "By its text, “{text}”, this is a picture with more in it than a short text can "
        "say (“{kind}”), and nothing that describes it further is tied to it. Put its content into "
        "the page as text, a list or a table.",
    },
    applies=_calls_itself_complex,
    check=_check_description,
)
