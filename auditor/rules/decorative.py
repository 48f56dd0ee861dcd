"""Is a picture that is kept from listeners really decoration?"""

from __future__ import annotations

import re

from auditor.findings import Outcome, Severity
from auditor.rules.criteria import INFO_AND_RELATIONSHIPS, NAME_ROLE_VALUE, NON_TEXT
from auditor.rules.markup import attributes, has_attribute
from auditor.rules.presence import is_marked_in_vain
from auditor.rules.reasons import why_exposed
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.sizes import LARGE_SIDE, is_large, is_stand_in, shown_size, size_words
from auditor.rules.wording import is_left_by_program, is_stand_in_word
from auditor.texts.compare import is_blank, normalise, share_of_words, shown
from auditor.texts.sources import source_alone
from extractors.records import Exposed, ImageMap, ImageRecord, Kind

_PAINTED = (Kind.CSS_BACKGROUND, Kind.POSTER, Kind.ICON_FONT, Kind.AREA)


def _is_decorative(use: Use) -> bool:
    return use.record.exposure.state is Exposed.DECORATIVE


def is_with_others(record: ImageRecord) -> bool:
    """Whether it is kept from listeners together with what is around it, by an element above: a
    closed slide, a page behind a dialog. Another state of the page may bring it back."""
    reason = record.exposure.reason
    by_other = reason.startswith("inert") or reason.startswith("aria-hidden=true on ")
    control = record.context.control
    meant = control is not None and control.unheard == "itself"  # the twin of a link beside it
    return record.exposure.state is Exposed.DECORATIVE and by_other and not meant


def is_inert(record: ImageRecord) -> bool:
    """Whether what is around it cannot be reached: nobody makes decoration inert."""
    return is_with_others(record) and record.exposure.reason.startswith("inert")


NEAR = 100
"""Characters before and after a picture that are heard with it."""
MOST_WORDS = 0.6
"""Share of the words of a text from which on its loss is none."""


def _decorative_with_alt(use: Use) -> bool:
    """By a mark of its own, on an element that knows alt."""
    record = use.record
    marked = record.exposure.reason == "aria-hidden=true" or record.exposure.reason.startswith(
        "role="
    )
    takes_alt = record.kind is Kind.IMG and record.alt is not None
    return _is_decorative(use) and marked and takes_alt and not record.context.mathml


def _is_heard_beside(record: ImageRecord, alt: str) -> bool:
    """Whether nothing is lost with the text: the control around it has a name, or the words beside
    it say the same."""
    control = record.context.control
    return bool(control is not None and control.name) or _stands_beside(record, alt)


def _stands_beside(record: ImageRecord, text: str) -> bool:
    """Whether the words beside an image say most of a text, or those of the control around it."""
    context, control = record.context, record.context.control
    near = (context.text_before[-NEAR:], context.text_after[:NEAR])
    beside = (context.caption, context.heading, context.block, *near)
    in_control = (control.name, control.text) if control is not None else ()
    return any(share_of_words(text, words) >= MOST_WORDS for words in (*beside, *in_control))


def _check_alt(use: Use) -> Check:
    record = use.record
    alt = record.alt or ""
    if is_blank(alt) or _is_heard_beside(record, alt):
        return PASSED
    evidence = {"text": shown(alt), "reason": why_exposed(record)}
    # aria-hidden may hide a twin of something that is read elsewhere; a role has no such use.
    by_role = record.exposure.reason.startswith("role=")
    outcome = Outcome.FAILED if by_role else Outcome.CANT_TELL
    return Check(outcome, "unheard", evidence)


DECORATIVE_WITH_NAME = Rule(
    id="decorative-with-name",
    severity=Severity.ADVICE,
    criteria=(),
    summary="An image has an alternative text and is marked so that nobody hears it.",
    help="Decide for one: the text or the mark (role none, aria-hidden). Where the words stand "
    "beside the image too, nothing is lost to a listener.",
    messages={
        "unheard": "Somebody wrote “{text}”, but no screen reader says it ({reason}). Take the "
        "mark away if the picture tells more than the words around it.",
    },
    applies=_decorative_with_alt,
    check=_check_alt,
)


def _unheard_picture(use: Use) -> bool:
    record = use.record
    context = record.context
    if is_inert(record) or (is_with_others(record) and record.alt):
        return False  # nobody makes decoration inert, or writes a text for it
    if context.control is not None or context.in_heading is not None:
        return False  # words stand for it, or it is sure that a text is missing
    if context.mathml or (context.drawn_text and "aria-hidden" not in record.exposure.reason):
        return False  # it is heard by itself
    if _is_unpainted(use) or _is_portrait_of_writer(record) or _stands_by_its_name(use):
        return False
    return _is_decorative(use) and record.kind not in _PAINTED and record.loaded is not False


PHOTOGRAPH_SIDE = 64.0
"""CSS pixels instead of LARGE_SIDE for a photograph or painting: ornaments are drawn, and a
photograph shows somebody or something even when it is small."""
_WRITER_SIDE = 160.0
_WRITER = re.compile(r"(?:^|[\W_])(?:gr)?avatars?(?:$|[\W_\d])", re.IGNORECASE)
"""Class or address of the small portrait beside the name of who wrote a comment or an article."""


def _is_portrait_of_writer(record: ImageRecord) -> bool:
    marks = f"{attributes(record).get('class', '')} {record.src or ''}"
    box = record.box
    small = box is None or max(box.width, box.height) <= _WRITER_SIDE
    return small and bool(_WRITER.search(marks))


_PORTRAIT_SIDE = 300.0
"""CSS pixels of the longer side, up to which a square picture is taken for a portrait."""
_SQUARE = 1.25
"""Longer side to shorter one."""
_NAME_WORDS = 4


def _stands_by_its_name(use: Use) -> bool:
    """The square portrait of a team or a review, with the name of whom it shows right after: a
    listener who hears the name misses a face."""
    size, heading = shown_size(use), normalise(use.record.context.heading)
    if size is None or not heading or len(heading.split()) > _NAME_WORDS:
        return False
    square = max(size) <= _PORTRAIT_SIDE and max(size) <= _SQUARE * min(size)
    return square and normalise(use.record.context.text_after).startswith(heading)


def _is_unpainted(use: Use) -> bool:
    """A canvas that nobody is known to have drawn on, or a picture that has not come yet."""
    unpainted = use.record.kind is Kind.CANVAS and (use.picture is None or use.picture.blank)
    return unpainted or is_stand_in(use)


BESIDE_WORDS_SIDE = 200.0
"""CSS pixels, where the words of its own paragraph, list item or cell stand beside it."""
TWICE_MARKED_SIDE = 300.0
"""CSS pixels instead of LARGE_SIDE where two marks say decoration: nobody writes both by chance."""


def _is_twice_marked(record: ImageRecord) -> bool:
    roles = attributes(record).get("role", "").lower().split()
    hidden = attributes(record).get("aria-hidden") == "true"
    return record.alt == "" and (hidden or bool({"none", "presentation"} & set(roles)))


def text_of_twin(use: Use) -> str:
    """The text of a neighbour that shows the same picture, "" when there is none: then a listener
    has met the picture already."""
    if use.picture is None:
        return ""
    same = (record for record, sha256 in use.neighbours if sha256 == use.picture.sha256)
    return next((record.informative_name for record in same if record.informative_name), "")


def _is_photograph(use: Use) -> bool:
    picture = use.picture
    return picture is not None and picture.problem is None and not picture.flat


def _least_side(use: Use) -> float:
    """CSS pixels from which on a picture can carry meaning."""
    if _is_twice_marked(use.record):
        return TWICE_MARKED_SIDE
    if use.record.context.block and not use.record.context.caption:
        return BESIDE_WORDS_SIDE
    return PHOTOGRAPH_SIDE if _is_photograph(use) else LARGE_SIDE


def _may_carry_meaning(use: Use) -> bool:
    if text_of_twin(use):
        return False
    if use.record.context.caption and shown_size(use) is None:
        return True  # nobody captions an ornament
    if use.record.kind is Kind.SVG and use.record.box is None:
        return False  # what an svg says of its size is seldom what a style sheet makes of it
    return is_large(use, _least_side(use))


def _telling_caption(record: ImageRecord) -> str:
    """The caption, "" where it says no more than whose picture it is, or its number."""
    caption = record.context.caption
    return "" if source_alone(caption, record.page_language) else caption


def _check_size(use: Use) -> Check:
    if not _may_carry_meaning(use):
        return PASSED
    caption = _telling_caption(use.record)
    reason = why_exposed(use.record)
    evidence = {"size": size_words(use), "caption": shown(caption), "reason": reason}
    kind = "-photograph" if _is_photograph(use) else ""
    return Check(Outcome.CANT_TELL, f"{'captioned' if caption else 'large'}{kind}", evidence)


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
        "large-photograph": "This picture of many colours ({size}) is kept from listeners "
        "({reason}). That is right for an ornament. If it tells a reader something, give it a "
        "text.",
        "captioned": "This picture ({size}) is kept from listeners ({reason}) but has a caption, "
        "“{caption}”. If the caption says all that can be seen, nothing is to be done; else "
        "describe the rest.",
        "captioned-photograph": "This picture of many colours ({size}) is kept from listeners "
        "({reason}) but has a caption, “{caption}”. If the caption says all that can be seen, "
        "nothing is to be done; else describe the rest.",
    },
    applies=_unheard_picture,
    check=_check_size,
)


def _is_marked_and_named(use: Use) -> bool:
    return is_marked_in_vain(use.record) and bool(use.text)


def _meant_as_decoration(use: Use) -> bool:
    """By a mark of the author; what CSS paints has none."""
    record = use.record
    marked = record.alt == "" or has_attribute(record, "role")
    return _is_marked_and_named(use) or (_is_decorative(use) and marked)


def _check_exposed(use: Use) -> Check:
    if not _is_marked_and_named(use):
        return PASSED
    evidence = {"text": shown(use.text), "reason": why_exposed(use.record)}
    return Check(Outcome.FAILED, "named", evidence)


DECORATIVE_BUT_EXPOSED = Rule(
    id="decorative-but-exposed",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT, NAME_ROLE_VALUE),
    summary="An image is marked as decoration and is exposed to assistive technology all the same.",
    help='Decide for one: alt="" or role none alone, without title, ARIA name or focus; or no mark '
    "and the text in the alt attribute.",
    messages={
        "named": "This image is marked as decoration, yet some screen readers say “{text}” "
        "({reason}). If it tells something, write that in the alt attribute and take the mark "
        "away; else take the name away.",
    },
    applies=_meant_as_decoration,
    check=_check_exposed,
)


def _has_map(use: Use) -> bool:
    shown_map = use.record.exposure.state is not Exposed.HIDDEN
    return shown_map and use.record.image_map in (ImageMap.CLIENT, ImageMap.SERVER)


IMAGE_MAP_WITHOUT_NAME = Rule(
    id="image-map-without-name",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The picture of an image map is marked as decoration.",
    help="The links of the map have their own texts; the picture should say what they belong to.",
    messages={
        "map": "This picture is the map that places of links lie on, and it is kept from listeners "
        "({reason}). Say in its alt attribute what the links belong to.",
    },
    applies=_has_map,
    check=lambda use: (
        Check(Outcome.CANT_TELL, "map", {"reason": why_exposed(use.record)})
        if _is_decorative(use)
        else PASSED
    ),
)


def _has_empty_alt(use: Use) -> bool:
    return use.record.alt == "" and use.record.exposure.state is not Exposed.HIDDEN


def _check_unheard_title(use: Use) -> Check:
    title = attributes(use.record).get("title", "") if "title" in use.record.html else ""
    if is_blank(title) or use.text or is_left_by_program(title, use.record.src):
        return PASSED  # the name of a file that a program put there is missed by nobody
    return Check(Outcome.CANT_TELL, _kind_of_title(title, use), {"title": shown(title)})


def _kind_of_title(title: str, use: Use) -> str:
    """The key of the message: what may be said of a title that nobody hears."""
    if is_stand_in_word(title, use.language):
        return "nothing"
    return "beside" if _stands_beside(use.record, title) else "title"


EMPTY_ALT_WITH_TITLE = Rule(
    id="empty-alt-with-title",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="An image has an empty alt and a title that says something.",
    help="Decide for one: the words of the title in the alt attribute, or no title. A title shows "
    "itself to a mouse alone; browsers do not agree whether a listener gets it.",
    messages={
        "title": "The alt is empty, so most screen readers say nothing, and the title says “{title}"
        "”. If the picture tells that, write it in the alt attribute; else take the title away.",
        "nothing": "The alt is empty, and the title says “{title}”, which could stand beside any "
        "picture. Take the title away; if the picture tells something, write that in the alt "
        "attribute.",
        "beside": "The alt is empty, and the title says “{title}”, which a listener also meets "
        "beside the picture. Take the title away, or write in the alt attribute what else the "
        "picture tells.",
    },
    applies=_has_empty_alt,
    check=_check_unheard_title,
)
