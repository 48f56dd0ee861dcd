"""Is there a name at all?"""

from __future__ import annotations

from auditor.findings import Outcome, Severity
from auditor.message import Message, number
from auditor.rules.criteria import (
    INFO_AND_RELATIONSHIPS,
    LINK_PURPOSE,
    NAME_ROLE_VALUE,
    NON_TEXT,
)
from auditor.rules.leftovers import broken_off
from auditor.rules.markup import has_attribute
from auditor.rules.reasons import why_exposed
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.sizes import is_large, is_tiny, size_words
from auditor.texts.compare import contains_phrase, is_blank, shown
from extractors.records import FRAMES, Exposed, ImageRecord, Kind, NameSource
from extractors.text import words

# Painted by CSS or by the player: HTML gives the author no place for a name.
_NAMELESS_BY_NATURE = (Kind.CSS_BACKGROUND, Kind.POSTER, Kind.ICON_FONT)


def _has_name(record: ImageRecord) -> bool:
    # A browser's own "Submit" says what a button does, never what this one is for; a caption is
    # for those who see the picture (HTML, section 4.8.4.4).
    lent = (NameSource.DEFAULT, NameSource.FIGCAPTION)
    return not is_blank(record.name.text) and record.name.source not in lent


def _browser_names(record: ImageRecord) -> bool:
    """Whether Chromium has a name where we find none: a script may have given it."""
    role, name = record.chromium or ("none", "")
    unnamed = record.name.source is NameSource.NONE
    return unnamed and role not in ("none", "SvgRoot") and not is_blank(name)


_NEEDS_NONE = words(
    "application article banner blockquote caption cell code columnheader complementary "
    "contentinfo definition deletion directory document emphasis feed figure form generic grid "
    "gridcell group heading insertion list listitem log main mark marquee math navigation none "
    "note paragraph row rowgroup rowheader search separator status strong subscript suggestion "
    "superscript table term time timer toolbar"
)
"""Roles (ARIA 1.2) of what is neither an image nor a control, and needs no text as one."""


def _is_no_image(record: ImageRecord) -> bool:
    """By its role; what can take the focus needs a name in any role."""
    return record.role in _NEEDS_NONE and not has_attribute(record, "tabindex")


def _is_bare_canvas(record: ImageRecord) -> bool:
    return record.kind is Kind.CANVAS and not record.role


def _is_blank(use: Use) -> bool:
    return use.picture is not None and use.picture.blank


_COVERED = 0.8
"""Share of a canvas: from here on an image in the same place is what it holds the place for."""


def _lies_behind_image(use: Use) -> bool:
    """Whether an image beside it fills its place: a canvas that shows it blurred until it comes."""
    box = use.record.box
    others = (other.box for other, _ in use.neighbours if other.kind is Kind.IMG)
    return box is not None and any(
        other is not None and box.shared_with(other) >= _COVERED * box.area for other in others
    )


def _blank_alt(record: ImageRecord) -> bool:
    return bool(record.alt) and is_blank(record.alt or "")


def is_marked_in_vain(record: ImageRecord) -> bool:
    """Exposed although its author marked it as decoration (`alt=""`, role none)."""
    reason = record.exposure.reason
    return record.exposure.state is Exposed.EXPOSED and (
        reason.startswith('alt=""') or "does not count" in reason
    )


def _is_hidden_word(use: Use) -> bool:
    """The word that a font turns into a picture, kept from listeners: it names nothing."""
    record = use.record
    return record.kind is Kind.ICON_FONT and record.exposure.state is not Exposed.EXPOSED


def alone_in_control(use: Use) -> bool:
    """Where it is all of a link or button that a listener can meet."""
    control = use.record.context.control
    return (
        control is not None
        and (
            is_blank(control.text)
            or (_is_hidden_word(use) and control.text == use.record.name.text)
        )
        and not control.unheard
        and use.record.exposure.state is not Exposed.HIDDEN
        and use.record.kind not in (Kind.INPUT, Kind.AREA)
    )


def leaves_control_nameless(use: Use) -> bool:
    """Whether it is all of a link or button, and neither has a name."""
    control = use.record.context.control
    nameless = control is not None and is_blank(control.name) and not use.text
    return nameless and alone_in_control(use)


def _is_tiny_picture(use: Use) -> bool:
    record = use.record
    return (record.kind is Kind.IMG or record.tag in FRAMES) and is_tiny(use)


def _asks_for_name(use: Use) -> bool:
    """Exposed, and not left to a more exact rule."""
    record = use.record
    if record.exposure.state is not Exposed.EXPOSED or record.kind in _NAMELESS_BY_NATURE:
        return False
    if _is_tiny_picture(use) or (_is_no_image(record) and not is_marked_in_vain(record)):
        return False
    if record.kind is Kind.AREA and record.role != "link":
        return False  # an area without a target is no control and shows nothing of its own
    if _is_bare_canvas(record) and not _has_name(record):
        # Most readers pass over it: only a big one matters, on which something is drawn.
        return is_large(use) and not _is_blank(use) and not _lies_behind_image(use)
    return not leaves_control_nameless(use) and not _blank_alt(record)


def _told(record: ImageRecord) -> str:
    return shown(record.chromium[1]) if record.chromium else ""


def _check_name(use: Use) -> Check:
    record = use.record
    if _has_name(record):
        return PASSED
    evidence = {"tag": record.tag, "size": size_words(use), "reason": why_exposed(record)}
    if _is_bare_canvas(record):
        return Check(Outcome.CANT_TELL, "no-role", evidence)
    if _browser_names(record):
        return Check(Outcome.CANT_TELL, "told", evidence | {"text": _told(record)})
    if record.kind in (Kind.AREA, Kind.INPUT):
        return Check(Outcome.FAILED, "control", evidence)
    if record.kind in (Kind.OBJECT, Kind.EMBED) and not record.role:
        return Check(Outcome.CANT_TELL, "no-image", evidence)
    if is_marked_in_vain(record):
        return Check(Outcome.FAILED, "in-vain", evidence)
    if record.tag in FRAMES:
        return Check(Outcome.FAILED, "framed", evidence)
    if record.name.source is NameSource.FIGCAPTION:
        return Check(Outcome.FAILED, "captioned", evidence | {"caption": shown(record.name.text)})
    return Check(Outcome.FAILED, "image", evidence)


IMAGE_WITHOUT_NAME = Rule(
    id="image-without-name",
    severity=Severity.CRITICAL,
    criteria=(NON_TEXT,),
    summary="An image that is exposed to assistive technology has no accessible name.",
    help="Write what the picture tells in this place, in the alt attribute (img, input, area), in "
    "title or aria-label (svg, canvas, object, embed, role img). If it tells nothing, and is not "
    "the whole name of a link, button or heading, mark it as decoration.",
    messages={
        "image": "This {tag} has no name: a screen reader says that there is a graphic, or spells "
        "out its file name. Write what the picture tells here{or_silent}.",
        "captioned": "This {tag} has no alt attribute. A caption stands below, “{caption}”, but a "
        "screen reader says of the picture itself that there is a graphic, or spells out its file "
        "name. Write in the alt attribute what can be seen.",
        "framed": "This {tag} shows a bare picture, in which no text can be written, and has no "
        "name. Show the picture by an img with an alternative text, or tell in the title of the "
        "{tag} what can be seen.",
        "control": "This {tag} is a control without a name: nobody who listens can know what it "
        "does. Write what it does in its alt attribute.",
        "in-vain": "This {tag} is meant as decoration, but a screen reader meets it all the same, "
        "without a name ({reason}). Take away what brings it back, or write what it tells.",
        "no-image": "This {tag} shows a document or a recording and has no name, so a screen "
        "reader says that something is here and not what. Name it with title or aria-label.",
        "told": "Nothing in the markup names this {tag}, and Chromium calls it “{text}”. See "
        "whether every browser does; a name in the markup is sure.",
        "no-role": "This {tag} ({size}) has neither a role nor a name, so most screen readers pass "
        'over it. If it tells something, give it role="img" and a name; else aria-hidden="true".',
    },
    applies=_asks_for_name,
    check=_check_name,
)


_CALLED = {
    Kind.ICON_FONT: Message("icon"),
    Kind.CSS_BACKGROUND: Message("background picture"),
}
"""What is painted by a style sheet has no element of its own."""


def _check_control(use: Use) -> Check:
    control = use.record.context.control
    if control is None or not is_blank(control.name):
        return PASSED
    if use.text and not _is_hidden_word(use):
        return PASSED
    tag = _CALLED.get(use.record.kind, use.record.tag)
    evidence = {"control": control.role, "to": shown(control.target or ""), "tag": tag}
    leads = "-to" if control.target else ""
    if _browser_names(use.record):
        told = evidence | {"text": _told(use.record)}
        return Check(Outcome.CANT_TELL, f"told{leads}", told)
    kind = "decorative" if use.record.alt == "" else "nameless"
    return Check(Outcome.FAILED, f"{kind}{leads}", evidence)


LINKED_IMAGE_WITHOUT_NAME = Rule(
    id="linked-image-without-name",
    severity=Severity.CRITICAL,
    criteria=(NON_TEXT, LINK_PURPOSE, NAME_ROLE_VALUE),
    summary="An image is all that a link or button holds, and neither has an accessible name.",
    help="Write where the link goes or what the button does in the image's alt attribute; what "
    "the picture looks like matters less here.",
    messages={
        "nameless": "This {tag} is all that a {control} holds, and neither has a name. Write "
        "where it leads or what it does: in the alt attribute of an img, else in an aria-label of "
        "the {control}.",
        "nameless-to": "This {tag} is all that a {control} to {to} holds, and neither has a name. "
        "Write where it leads or what it does: in the alt attribute of an img, else in an "
        "aria-label of the {control}.",
        "told": "This {tag} is all that a {control} holds, and nothing in the markup names "
        "either; Chromium calls it “{text}”. See whether every browser does; a name in the markup "
        "is sure.",
        "told-to": "This {tag} is all that a {control} to {to} holds, and nothing in the markup "
        "names either; Chromium calls it “{text}”. See whether every browser does; a name in the "
        "markup is sure.",
        "decorative": "This {tag} is marked as decorative and is all that a {control} holds, "
        "so the {control} has no name. Write where it leads or what it does in the alt attribute.",
        "decorative-to": "This {tag} is marked as decorative and is all that a {control} to {to} "
        "holds, so the {control} has no name. Write where it leads or what it does in the alt "
        "attribute.",
    },
    applies=alone_in_control,
    check=_check_control,
)


def _has_alt_and_no_other_name(use: Use) -> bool:
    record = use.record
    return (
        bool(record.alt)
        and not _is_tiny_picture(use)
        and record.exposure.state is Exposed.EXPOSED
        and (not is_blank(record.alt or "") or not _has_name(record))
    )


def _check_white_space(use: Use) -> Check:
    alt = use.record.alt or ""
    if not is_blank(alt) or broken_off(use):
        return PASSED
    return Check(Outcome.FAILED, "blank", {"count": number(len(alt)), "tag": use.record.tag})


ALT_WHITE_SPACE = Rule(
    id="alt-white-space",
    severity=Severity.SERIOUS,
    criteria=(NON_TEXT,),
    summary="The alt attribute holds white space or invisible characters only.",
    help="Write what the picture tells; nothing at all between the quotes if it is decoration. "
    "Screen readers treat white space in different ways.",
    messages={
        "blank": "The alt attribute of this {tag} holds {count} invisible character(s) and no "
        "text: some screen readers skip the image, some announce it without a name. Write what "
        "the picture tells{or_silent}.",
    },
    applies=_has_alt_and_no_other_name,
    check=_check_white_space,
)


def _check_tiny(use: Use) -> Check:
    record = use.record
    if record.exposure.state is not Exposed.EXPOSED or _has_name(record):
        return PASSED
    return Check(Outcome.FAILED, "tiny", {"tag": record.tag, "size": size_words(use)})


TINY_PICTURE_WITHOUT_ALT = Rule(
    id="tiny-picture-without-alt",
    severity=Severity.ADVICE,
    criteria=(),
    summary="A tracking pixel or spacer has no alt attribute.",
    help='Write alt="". A picture that shows nothing needs no text, but without the attribute '
    "some screen readers announce it.",
    messages={
        "tiny": "This {tag} ({size}) shows nothing to anybody, so no text is missing. Write "
        'alt="", so that no screen reader announces it.',
    },
    applies=lambda use: _is_tiny_picture(use) and not leaves_control_nameless(use),
    check=_check_tiny,
)


def _is_silent_in_heading(use: Use) -> bool:
    silent = use.record.exposure.state is Exposed.DECORATIVE and not leaves_control_nameless(use)
    return silent and use.record.context.in_heading is not None


def _of_heading(use: Use) -> dict[str, str]:
    return {"tag": _CALLED.get(use.record.kind, use.record.tag)}


def _check_silent(use: Use) -> Check:
    if not is_blank(use.record.context.in_heading or ""):
        return PASSED
    in_alt = use.record.kind is Kind.IMG
    return Check(Outcome.FAILED, "in-alt" if in_alt else "as-text", _of_heading(use))


HEADING_IMAGE_WITHOUT_NAME = Rule(
    id="heading-image-without-name",
    severity=Severity.SERIOUS,
    criteria=(NON_TEXT, INFO_AND_RELATIONSHIPS),
    summary="An image marked as decoration is all that a heading holds.",
    help="Write the words of the heading in the alt attribute of the image, or as text.",
    messages={
        "in-alt": "This {tag} is kept from listeners and is all that a heading holds, so the "
        "heading is empty to them. Write what the heading says in the alt attribute.",
        "as-text": "This {tag} is kept from listeners and is all that a heading holds, so the "
        "heading is empty to them. Write what the heading says as text.",
    },
    applies=_is_silent_in_heading,
    check=_check_silent,
)


def _is_spoken_icon(use: Use) -> bool:
    return use.record.kind is Kind.ICON_FONT and use.record.exposure.state is Exposed.EXPOSED


def _is_called_otherwise(use: Use) -> bool:
    """Whether its link or button has a name by its author, which is heard in place of the word."""
    control = use.record.context.control
    name = control.name if control is not None else ""
    return not is_blank(name) and not contains_phrase(name, use.text)


def _check_icon(use: Use) -> Check:
    record = use.record
    if record.name.source is not NameSource.CONTENT or not use.text or _is_called_otherwise(use):
        return PASSED
    return Check(Outcome.FAILED, "word", {"text": shown(record.name.text)})


ICON_WORD_IS_HEARD = Rule(
    id="icon-word-is-heard",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="The word that an icon font turns into a picture is read out.",
    help='Hide the element from listeners with aria-hidden="true", and name the link or button '
    "around it in words.",
    messages={
        "word": "A font draws “{text}” as an icon, and a screen reader says the word. Hide it with "
        'aria-hidden="true", and say in words what the icon is for.',
    },
    applies=_is_spoken_icon,
    check=_check_icon,
)
