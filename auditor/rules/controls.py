"""Links and buttons around an image: whether its text becomes their name, and where the focus
goes."""

from __future__ import annotations

from auditor.findings import Outcome, Severity
from auditor.rules.criteria import LINK_PURPOSE, NAME_ROLE_VALUE
from auditor.rules.presence import alone_in_control
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.texts.compare import is_blank, shown


def _is_named_alone_in_control(use: Use) -> bool:
    return alone_in_control(use) and bool(use.text)


def _check_name_arrives(use: Use) -> Check:
    control = use.record.context.control
    if control is None or not is_blank(control.name):
        return PASSED
    evidence = {"text": shown(use.text), "control": control.role, "tag": use.record.tag}
    return Check(Outcome.CANT_TELL, "lost", evidence)


LINK_MISSES_NAME_OF_IMAGE = Rule(
    id="link-misses-name-of-image",
    severity=Severity.MODERATE,
    criteria=(LINK_PURPOSE, NAME_ROLE_VALUE),
    summary="An image with a text is all that a link or button holds, and the text does not become "
    "the name of that.",
    help="A figure, or another element with a role of its own that is not named by what it holds, "
    "stands between the link and the image. Put the link inside it, or name the link with "
    "aria-label.",
    messages={
        "lost": "The {tag} says “{text}”, but the {control} that it is all of has no name by the "
        "rules of ARIA: an element between the two, such as a figure, keeps the text out. Put the "
        "{control} inside that element, or give it the text as aria-label.",
    },
    applies=_is_named_alone_in_control,
    check=_check_name_arrives,
)


def _in_control_hidden_itself(use: Use) -> bool:
    control = use.record.context.control
    return control is not None and control.unheard == "itself"


def _check_focus(use: Use) -> Check:
    control = use.record.context.control
    if control is None or not control.takes_focus:
        return PASSED
    return Check(Outcome.FAILED, "focus", {"control": control.role})


HIDDEN_LINK_TAKES_FOCUS = Rule(
    id="hidden-link-takes-focus",
    severity=Severity.MODERATE,
    criteria=(NAME_ROLE_VALUE,),
    summary="The link or button around an image is hidden from listeners and takes the focus.",
    help='Give it tabindex="-1" as well, or take the mark away and give it a name. What the Tab '
    "key "
    "leads to must be announced.",
    messages={
        "focus": 'This {control} is marked with aria-hidden="true", yet the Tab key leads to it, '
        "and a listener arrives at something without a name. No text of the image is missing: "
        'give the {control} tabindex="-1", or take the mark away and name it.',
    },
    applies=_in_control_hidden_itself,
    check=_check_focus,
)
