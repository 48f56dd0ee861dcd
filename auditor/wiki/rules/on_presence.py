"""Has the image a text of its own, and can it have one?"""

from __future__ import annotations

from auditor.findings import Outcome, Severity, Status
from auditor.rules.rule import Check
from auditor.texts.compare import shown
from auditor.wiki.rules.rule import Case, WikiRule
from auditor.wiki.wikitext.uses import UseKind
from extractors.mediawiki.records import Link, MadeBy, Origin
from extractors.records import Kind

_NO_SYNTAX = {"timeline": "<timeline>", "score": "<score>", "chart": "#chart"}


def _template(case: Case) -> str:
    made = case.image.made_by or MadeBy("", None)
    in_template = case.use is not None and case.use.kind is UseKind.TEMPLATE
    return made.template or (case.use.template or "" if case.use and in_template else "")


def _check_absent(case: Case) -> Check | None:
    image = case.image
    if image.record.kind is not Kind.IMG or image.extension in _NO_SYNTAX:
        return None
    if image.alt is not None or image.decorative or image.origin is Origin.SYSTEM_MESSAGE:
        return None
    evidence = {"template": _template(case), "key": case.names.alt_key}
    if evidence["template"]:
        return Check(Outcome.FAILED, "template", evidence)
    if image.link is Link.NONE:
        return Check(Outcome.FAILED, "unlinked", evidence)
    if image.caption_maybe and not image.caption_visible:
        return Check(Outcome.FAILED, "maybe", evidence | {"caption": shown(image.caption_maybe)})
    return Check(Outcome.FAILED, "captioned" if image.caption_visible else "plain", evidence)


NO_ALT = WikiRule(
    id="no-alt",
    severity=Severity.SERIOUS,
    status=(Status.MISSING, Status.MISSING),
    summary="The image has no alternative text.",
    help="Add |alt= with what the picture tells a reader of this article. Look at the picture and "
    "the section first; one text fits one place only.",
    messages={
        "captioned": "There is a caption and no |{key}=, so a screen reader says the name of the "
        "file, then the caption. Write what the picture shows and the caption does not say; "
        "|{key}=refer to caption is right where the caption says it all.",
        "maybe": "There is no |{key}=, so a screen reader says the name of the file. “{caption}” "
        "stands where a caption would, and may be something else. Write what the picture shows and "
        "no caption says.",
        "plain": "There is neither |{key}= nor a caption, so a screen reader says the name of the "
        "file. Write what the picture tells here.",
        "unlinked": "It leads nowhere and has no |{key}=, so a screen reader may say its address. "
        "Write what it tells, or an empty |{key}= if it only decorates.",
        "template": "The template “{template}” makes this image, and gives it no alternative text. "
        "Write one where the template takes it; its page tells the name of the parameter.",
    },
    check=_check_absent,
)


def _check_empty(case: Case) -> Check | None:
    image = case.image
    if image.alt is None or case.text or image.link is Link.NONE:
        return None
    evidence = {"template": _template(case), "key": case.names.alt_key}
    if evidence["template"]:
        return Check(Outcome.FAILED, "template", evidence)
    if image.origin is Origin.GENERATED_EMPTY:
        return Check(Outcome.FAILED, "made", evidence)
    software = image.origin in (None, Origin.ELSEWHERE)
    return Check(Outcome.FAILED, "software" if software else "written", evidence)


EMPTY_ALT_IN_LINK = WikiRule(
    id="empty-alt-in-link",
    severity=Severity.SERIOUS,
    status=(Status.MISSING, Status.MISSING),
    summary="The alternative text is empty, and the image is a link, which so has no name.",
    help="Write what the picture tells. Only an image without a link (|link=) may have an empty "
    "|alt=, and only where its licence asks for no attribution.",
    messages={
        "written": "|{key}= is empty, but the image is a link: a screen reader says the address of "
        "the link instead. Write what the picture tells; if it only decorates, and its licence "
        "asks for no attribution, take the link away with |link=.",
        "made": "There is no |{key}=, so the software of this wiki made an empty alternative text, "
        "and the link of the image has no name. Write what the picture tells.",
        "software": "The alternative text is empty in the HTML, and the image is a link without a "
        "name. Unless somebody wrote an empty |{key}=, an old MediaWiki made it. Write what the "
        "picture tells.",
        "template": "The template “{template}” makes this image with an empty alternative text and "
        "a link, which so has no name. Write a text where the template takes it; its page tells "
        "the name of the parameter.",
    },
    check=_check_empty,
)


def _check_map(case: Case) -> Check | None:
    if case.image.extension != "mapframe" or case.image.origin is not Origin.SYSTEM_MESSAGE:
        return None
    return Check(Outcome.FAILED, "map", {"text": case.text or "Map"})


MAP_SAYS_ONLY_MAP = WikiRule(
    id="map-says-only-map",
    severity=Severity.MODERATE,
    status=(Status.WEAK, None),
    summary="A map says no more than that it is one.",
    help='Add alt="…" to <mapframe>: what place it shows, and what is to be learnt from it.',
    messages={
        "map": "All that a screen reader says of this map is “{text}”, which the software wrote. "
        'Add alt="…" to <mapframe>: what place it shows, and what is to be learnt from it.',
    },
    check=_check_map,
)


def _check_syntax(case: Case) -> Check | None:
    tag = _NO_SYNTAX.get(case.image.extension or "")
    return Check(Outcome.CANT_TELL, "none", {"tag": tag}) if tag else None


NO_ALT_POSSIBLE = WikiRule(
    id="no-alt-possible",
    severity=Severity.ADVICE,
    status=(None, Status.WEAK),
    summary="The wikitext has no way to give this image an alternative text.",
    help="See that the text of the article, or a table, says what the picture shows.",
    messages={
        "none": "{tag} takes no alternative text. See that the text of the article, or a table, "
        "says what the picture shows.",
    },
    check=_check_syntax,
)
