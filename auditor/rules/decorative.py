"""Is a picture that is kept from listeners really decoration?"""

from __future__ import annotations

from auditor.findings import Outcome, Severity
from auditor.rules.criteria import INFO_AND_RELATIONSHIPS, NAME_ROLE_VALUE, NON_TEXT
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.sizes import is_large, size_words
from auditor.rules.text import is_blank, shown
from extractors.records import Exposed, Kind

_PAINTED = (Kind.CSS_BACKGROUND, Kind.POSTER, Kind.ICON_FONT, Kind.AREA)


def _is_decorative(use: Use) -> bool:
    return use.record.exposure.state is Exposed.DECORATIVE


def _decorative_with_alt(use: Use) -> bool:
    return _is_decorative(use) and use.record.alt is not None


def _check_alt(use: Use) -> Check:
    record = use.record
    alt = record.alt or ""
    if is_blank(alt):
        return PASSED
    evidence = {"text": shown(alt), "reason": record.exposure.reason}
    # aria-hidden may hide a twin of something that is read elsewhere; a role has no such use.
    by_role = record.exposure.reason.startswith("role=")
    outcome = Outcome.FAILED if by_role else Outcome.CANT_TELL
    return Check(outcome, "unheard", evidence)


DECORATIVE_WITH_NAME = Rule(
    id="decorative-with-name",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT, NAME_ROLE_VALUE),
    summary="An image has an alternative text and is marked so that nobody hears it.",
    help='Decide for one: take the mark (role none, aria-hidden) away, or use alt="".',
    messages={
        "unheard": "Somebody wrote “{text}”, but no screen reader says it ({reason}). Take the "
        'mark away if the picture tells something; else use alt="".',
    },
    applies=_decorative_with_alt,
    check=_check_alt,
)


def _unheard_picture(use: Use) -> bool:
    record = use.record
    return _is_decorative(use) and record.kind not in _PAINTED and record.loaded is not False


def _check_size(use: Use) -> Check:
    if not is_large(use):
        return PASSED
    caption = use.record.context.caption
    reason = use.record.exposure.reason
    evidence = {"size": size_words(use), "caption": shown(caption), "reason": reason}
    return Check(Outcome.CANT_TELL, "captioned" if caption else "large", evidence)


EMPTY_ALT_ON_LARGE_PICTURE = Rule(
    id="empty-alt-on-large-picture",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT, INFO_AND_RELATIONSHIPS),
    summary="A picture large enough to carry meaning is kept from listeners as decoration.",
    help="Look at it. Ornament, mood and repetition of the text beside it may stay unheard; a "
    "picture that tells a reader something needs a text.",
    messages={
        "large": "This picture ({size}) is kept from listeners ({reason}). That is right for an "
        "ornament. If it tells a reader something, give it a text.",
        "captioned": "This picture ({size}) is kept from listeners ({reason}) but has a caption, "
        "“{caption}”. If the caption says all that can be seen, nothing is to be done; else "
        "describe the rest.",
    },
    applies=_unheard_picture,
    check=_check_size,
)
