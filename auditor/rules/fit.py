"""Rules that lean on a model's scores: evidence that raises a question, seldom an answer.

The thresholds were measured with the shipped model on data that it was not trained on and that no
figure is reported on (docs/scoring.md says how many texts of their own and of other pictures fall
below each).
"""

from __future__ import annotations

from auditor.findings import Outcome, Part, Severity
from auditor.message import Message
from auditor.rules.advice import says_purpose
from auditor.rules.criteria import NON_TEXT
from auditor.rules.neighbouring_text import is_said_beside
from auditor.rules.picture_text import is_transcript
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.sizes import is_large, is_stand_in, shown_size
from auditor.rules.wording import is_placeholder, is_text
from auditor.texts.compare import share_of_words, shown, words
from extractors.records import Kind

COMPATIBILITY_QUESTION = 0.15
"""Below: perhaps another picture's text."""
COMPATIBILITY_FAILED = 0.02
"""Below: out of the range of texts that belong to their picture."""
FEW_WORDS = 3
"""From so many words on, a text describes."""
PAGE_WORDS = 0.5
"""Share of a text's words that title, heading and caption also have, from which on it is a name."""
ENOUGH_WORDS = 5
"""From so many on, a text says something; what little of it the picture bears out is told by
TEXT_DOES_NOT_FIT_PICTURE."""
DRAWN_FILES = ("image/png", "image/gif")
"""Where photographs seldom are: screenshots and drawings, named by what they are of."""
MUCH_TEXT = 20
"""Words that were read in a picture, from which on it is a screen, a slide or a page: a model of
pictures sees little of what those say."""
RELEVANCE_QUESTION = 0.2
INFORMATIVENESS_QUESTION = 0.3
LEAST = 0.01
"""The smallest value that is told as a number."""
CONTENT_SIDE = 150.0
"""CSS pixels: both sides of a picture that is shown for its own sake."""
ICON_SIDE = 64.0
"""CSS pixels: what is no longer than this on both sides is an icon, or as good as one."""


def _compatibility(use: Use) -> Part | None:
    return use.scores.compatibility if use.scores else None


def _relevance(use: Use) -> Part | None:
    return use.scores.relevance if use.scores else None


def _informativeness(use: Use) -> Part | None:
    return use.scores.informativeness if use.scores else None


def _known(use: Use, part: Part | None) -> bool:
    return bool(use.text) and part is not None and part.value is not None


def _evidence(use: Use, part: Part, value: float) -> dict[str, str]:
    return {
        "text": shown(use.text),
        "value": _worth(value),
        "reason": part.reason,
    }


def _worth(value: float) -> Message:
    if value < LEAST:
        return Message("below {value:.2f}", value=LEAST)
    return Message("{value:.2f}", value=value)


def _is_description(use: Use) -> bool:
    """A file name or a placeholder fits no picture; rules of their own say so."""
    return is_text(use) and not is_placeholder(use)


def _is_content(use: Use) -> bool:
    """A large picture in the page's own text. In a link or button a text says what that is for;
    an icon, a logo, a chart's mark are named in a word or two; and what nobody saw, nobody can miss
    words for."""
    record = use.record
    seen = use.picture is not None and not use.picture.problem and not is_stand_in(use)
    alone = record.context.control is None and record.kind is Kind.IMG
    return seen and alone and is_large(use, CONTENT_SIDE) and _is_description(use)


def _is_label(use: Use) -> bool:
    """Whether the text is what a control is for, or what an icon stands for ("Next"): no arrow
    shows it, and none denies it. A large picture in a link is shown for its own sake too."""
    size = shown_size(use)
    small = size is not None and max(size) <= ICON_SIDE
    return small or (says_purpose(use) and not is_large(use, CONTENT_SIDE))


def _check_fit(use: Use) -> Check:
    """As far out as it may be, a text made of the page's own words is no proof of a wrong picture:
    pixels neither show nor deny a name."""
    if _is_hard_to_hold(use):
        return _below(use, _compatibility(use), COMPATIBILITY_FAILED)
    check = _below(use, _compatibility(use), COMPATIBILITY_QUESTION, COMPATIBILITY_FAILED)
    if check.outcome is Outcome.FAILED and _is_of_the_page(use):
        return Check(Outcome.CANT_TELL, Outcome.CANT_TELL.value, check.evidence)
    return check


def _is_drawn(use: Use) -> bool:
    return use.picture is not None and use.picture.flat


def _is_photograph(use: Use) -> bool:
    picture = use.picture
    return picture is not None and not picture.flat and picture.mime not in DRAWN_FILES


def _is_of_text(use: Use) -> bool:
    return use.picture is not None and len(use.picture.words) >= MUCH_TEXT


def _is_hard_to_hold(use: Use) -> bool:
    """A word or two name rather than describe, so do the words that a page says right beside (the
    title of a painting), and drawings, logos and screenshots are called by what they are of: a low
    score is common there, and right texts have it too."""
    return (
        _is_drawn(use)
        or _is_of_text(use)
        or len(words(use.text)) < FEW_WORDS
        or is_said_beside(use)
    )


def _is_of_the_page(use: Use) -> bool:
    context = use.record.context
    own = f"{context.page_title} {context.heading} {context.caption}"
    return share_of_words(use.text, own) >= PAGE_WORDS


def _below(use: Use, part: Part | None, question: float, failed: float = -1.0) -> Check:
    if part is None or part.value is None or part.value >= question:
        return PASSED
    outcome = Outcome.FAILED if part.value < failed else Outcome.CANT_TELL
    return Check(outcome, outcome.value, _evidence(use, part, part.value))


TEXT_DOES_NOT_FIT_PICTURE = Rule(
    id="text-does-not-fit-picture",
    severity=Severity.SERIOUS,
    criteria=(NON_TEXT,),
    summary="The text does not seem to be about this picture.",
    help="Look at the picture and at the text. If the text belongs to another picture, write one "
    "for this; if it names what a picture cannot show, add what can be seen.",
    messages={
        "failed": "“{text}” is far from anything that this picture shows (fit {value} of 1): "
        "probably the text of another picture. Compare them, and write what this one shows.",
        "cantTell": "“{text}” may not be about this picture (fit {value} of 1). Compare them, and "
        "say what can be seen if the text does not.",
    },
    applies=lambda use: (
        _known(use, _compatibility(use))
        and _is_description(use)
        and not _is_label(use)
        and not is_transcript(use)
    ),
    check=_check_fit,
    needs_scores=True,
)

TEXT_DOES_NOT_SERVE_PAGE = Rule(
    id="text-does-not-serve-page",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text has little to do with the page it stands on.",
    help="Ask what the picture is for in this place, and say that. One picture may need different "
    "texts on different pages.",
    messages={
        "cantTell": "“{text}” shares little with the title, the heading and the words around it "
        "(relevance {value} of 1). Say what the picture is for in this place.",
    },
    applies=lambda use: _known(use, _relevance(use)) and _is_content(use),
    check=lambda use: _below(use, _relevance(use), RELEVANCE_QUESTION),
    needs_scores=True,
)


def _may_not_fit(use: Use) -> bool:
    """Then the rule on that has said what is to be done."""
    fits = TEXT_DOES_NOT_FIT_PICTURE
    return fits.applies(use) and fits.check(use) is not PASSED


TEXT_SAYS_LITTLE = Rule(
    id="text-says-little",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text lets nobody imagine the picture.",
    help="Blind readers rate longer descriptions higher: name who or what is seen, doing what, "
    "where, and why the picture is here.",
    messages={
        "cantTell": "“{text}” says little (informativeness {value} of 1). Name who or what is "
        "seen, doing what and where, as far as it matters here.",
    },
    applies=lambda use: (
        _known(use, _informativeness(use))
        and _is_content(use)
        and _is_photograph(use)
        and len(words(use.text)) < ENOUGH_WORDS
        and not use.record.context.caption
        and use.record.context.in_heading is None
        and not _may_not_fit(use)
    ),
    check=lambda use: _below(use, _informativeness(use), INFORMATIVENESS_QUESTION),
    needs_scores=True,
)
