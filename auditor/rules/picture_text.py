"""Is the text that stands in a picture also said? (WCAG 2.2, 1.1.1 and, for images of text, 1.4.5.)

Only its most prominent words are asked for: a chart's title, a banner's slogan, a logo's name. What
was read may be wrong, and words may be there for the eye alone, so the rule never fails.
"""

from __future__ import annotations

from auditor.findings import Outcome, Severity
from auditor.rules.criteria import NON_TEXT
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.sizes import shown_size
from auditor.texts.compare import normalise, shown, words
from models.lines import Line

CONFIDENCE = 0.9
"""Of a line whose words are asked for: more than enough to be shown as read."""
PROMINENT = 0.7
"""Share of the height of the tallest line, from which on a line is prominent."""
_LETTERS = 3
"""Of a word that is asked for: shorter ones are read wrongly too often, or say little."""
_LEAST, _MOST = 2, 12
"""Words that are asked for: one alone may be a mark or a sign in the background, and of many a
text should give the sense."""
_FOUND = 0.5
"""Share of them that is enough."""


def _prominent(lines: tuple[Line, ...]) -> list[str]:
    """The words of the largest lines, each once."""
    tallest = max((line.box[3] for line in lines), default=0.0)
    large = (line for line in lines if line.box[3] >= PROMINENT * tallest)
    sure = (line.text for line in large if line.confidence >= CONFIDENCE)
    found = dict.fromkeys(word for text in sure for word in words(text))
    return [word for word in found if len(word) >= _LETTERS and not word.isdigit()]


def _asked_for(use: Use) -> list[str]:
    """The words that should be heard; none where there are too few or too many to ask for."""
    picture = use.picture
    if picture is None or not picture.lines or not picture.flat:
        return []  # letters in a photograph are signs and shirts
    size, tallest = shown_size(use), max(line.box[3] for line in picture.lines)
    if tallest < LARGE or (size is not None and tallest * size[1] < READABLE):
        return []
    found = _prominent(picture.lines)
    return found if _LEAST <= len(found) <= _MOST else []


LARGE = 0.05
"""Share of the height of the picture that the tallest line has: the labels of a screenshot are
smaller, a banner's slogan is larger."""
READABLE = 9.0
"""CSS pixels that the tallest line is high: what nobody can read in a thumbnail, nobody misses."""
_SHARED = 0.6
"""Share of the words in a picture, and of its text, that the other has too: a transcript."""


def is_transcript(use: Use) -> bool:
    """Whether the text says the words that stand in the picture, and little else: a poster's text
    need not read as a description does."""
    read = _long_words(" ".join(use.picture.words)) if use.picture is not None else []
    said = _long_words(use.text)
    return (
        min(len(read), len(said)) > _LEAST
        and _share_of(read, "".join(words(use.text))) >= _SHARED
        and _share_of(said, "".join(read)) >= _SHARED
    )


def _long_words(text: str) -> list[str]:
    return [word for word in words(text) if len(word) >= _LETTERS]


def _share_of(wanted: list[str], joined: str) -> float:
    """Spaces do not count: the reader of pictures may drop them."""
    return sum(word in joined for word in wanted) / len(wanted)


def _said(use: Use) -> str:
    """Everything that is heard with the image or stands around it, without spaces: the reader of
    pictures may drop them."""
    context = use.record.context
    control = context.control.name if context.control else ""
    around = (context.caption, context.heading, context.page_title, control)
    passage = (context.text_before, context.text_after, context.block, context.described_by)
    return normalise(" ".join((use.text, *around, *passage))).replace(" ", "")


def _check(use: Use) -> Check:
    asked, said = _asked_for(use), _said(use)
    missing = [word for word in asked if word not in said]
    if len(asked) - len(missing) >= _FOUND * len(asked):
        return PASSED
    evidence = {"read": shown(" ".join(asked)), "text": shown(use.text)}
    return Check(Outcome.CANT_TELL, "missing", evidence)


PICTURE_TEXT_MISSING = Rule(
    id="picture-text-missing",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="Words stand large in the picture, and neither its text nor the page says them.",
    help="Say the words that a sighted reader gets from the picture, unless they are there for the "
    "eye alone; better still, write them as text of the page.",
    messages={
        "missing": "In the picture stands, as far as it could be read, “{read}”; “{text}” and the "
        "page around say little of that. If the words matter, say them.",
    },
    applies=lambda use: bool(use.text) and bool(_asked_for(use)),
    check=_check,
)
