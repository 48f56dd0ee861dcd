"""The rules for editors, written out, and what they leave of the rules for any page.

They say what Wikipedia's guidance asks (WP:ALT): a text for each picture that is a link, nothing
said twice, `alt=refer to caption` where the caption tells. None of them proposes a text: what fits
a picture in its article, a person has to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from auditor.findings import Finding, Outcome, Scores, Status
from auditor.rules.controls import HIDDEN_LINK_TAKES_FOCUS, LINK_MISSES_NAME_OF_IMAGE
from auditor.rules.decorative import (
    DECORATIVE_BUT_EXPOSED,
    DECORATIVE_WITH_NAME,
    EMPTY_ALT_WITH_TITLE,
)
from auditor.rules.fit import (
    TEXT_DOES_NOT_FIT_PICTURE,
    TEXT_DOES_NOT_SERVE_PAGE,
    TEXT_SAYS_LITTLE,
)
from auditor.rules.function import IMAGE_LINK_BESIDE_TEXT_LINK, LINKED_IMAGE_SAYS_NO_DESTINATION
from auditor.rules.language import ALT_IN_ANOTHER_LANGUAGE
from auditor.rules.neighbouring_text import (
    ALT_REPEATS_HEADING,
    ALT_REPEATS_TEXT_BESIDE,
    ALT_REPEATS_TITLE,
)
from auditor.rules.presence import (
    ALT_WHITE_SPACE,
    IMAGE_WITHOUT_NAME,
    LINKED_IMAGE_WITHOUT_NAME,
    TINY_PICTURE_WITHOUT_ALT,
)
from auditor.rules.redundancy import (
    ALT_REPEATS_CAPTION,
    ALT_REPEATS_LINK_TEXT,
    ALT_SAYS_THE_SAME,
)
from auditor.rules.rule import Check
from auditor.rules.wording import ALT_FILE_NAME, ALT_PLACEHOLDER
from auditor.wiki.rules.on_options import CAPTION_LOST, OPTION_TAKEN_FOR_CAPTION, TWO_ALTS
from auditor.wiki.rules.on_presence import (
    EMPTY_ALT_IN_LINK,
    MAP_SAYS_ONLY_MAP,
    NO_ALT,
    NO_ALT_POSSIBLE,
)
from auditor.wiki.rules.on_text import (
    ALT_IN_WRONG_LANGUAGE,
    ALT_IS_FILE_NAME,
    ALT_IS_HEADING,
    ALT_REPEATS_ITS_CAPTION,
    ALT_SAYS_NOTHING,
    REFERS_TO_NO_CAPTION,
)
from auditor.wiki.rules.rule import Case, WikiRule
from auditor.wiki.wikitext.names import SiteNames
from auditor.wiki.wikitext.uses import FileUse
from extractors.mediawiki.records import Origin, WikiImage
from extractors.records import Kind

RULES: tuple[WikiRule, ...] = (
    NO_ALT,
    EMPTY_ALT_IN_LINK,
    ALT_IS_FILE_NAME,
    ALT_SAYS_NOTHING,
    REFERS_TO_NO_CAPTION,
    MAP_SAYS_ONLY_MAP,
    ALT_REPEATS_ITS_CAPTION,
    ALT_IN_WRONG_LANGUAGE,
    TWO_ALTS,
    OPTION_TAKEN_FOR_CAPTION,
    NO_ALT_POSSIBLE,
    CAPTION_LOST,
    ALT_IS_HEADING,
)
"""Every rule, worst first; findings come in this order."""

STATUS: Mapping[str, tuple[Status | None, Status | None]] = {rule.id: rule.status for rule in RULES}

_SAID_BETTER = frozenset(
    rule.id
    for rule in (
        IMAGE_WITHOUT_NAME,
        LINKED_IMAGE_WITHOUT_NAME,
        ALT_WHITE_SPACE,
        ALT_FILE_NAME,
        ALT_PLACEHOLDER,
        ALT_REPEATS_CAPTION,
        ALT_REPEATS_HEADING,
        ALT_SAYS_THE_SAME,
        ALT_IN_ANOTHER_LANGUAGE,
    )
)
"""Rules for any page in whose place one of these stands."""
_NOT_THE_EDITORS = frozenset(
    rule.id
    for rule in (
        # Links, tooltips, figures and marks of decoration are made by the software or a template.
        ALT_REPEATS_LINK_TEXT,
        ALT_REPEATS_TITLE,
        DECORATIVE_BUT_EXPOSED,
        DECORATIVE_WITH_NAME,
        EMPTY_ALT_WITH_TITLE,
        HIDDEN_LINK_TAKES_FOCUS,
        IMAGE_LINK_BESIDE_TEXT_LINK,
        LINK_MISSES_NAME_OF_IMAGE,
        LINKED_IMAGE_SAYS_NO_DESTINATION,
        TINY_PICTURE_WITHOUT_ALT,
        # The prose of its section does not always stand beside the picture.
        ALT_REPEATS_TEXT_BESIDE,
    )
)

_CAPTION_SAYS = frozenset(rule.id for rule in (TEXT_DOES_NOT_SERVE_PAGE, TEXT_SAYS_LITTLE))
"""What asks an alternative text for more than it owes beside a caption that readers see: names and
the way to the article stand there, and short is right (WP:ALT: "A bald eagle")."""


def findings(
    image: WikiImage, use: FileUse | None, names: SiteNames, scores: Scores | None = None
) -> tuple[Finding, ...]:
    """What the rules for editors say of an image. `use`: its wikitext, None: not known."""
    case = Case(image, use, names, scores)
    checks = ((rule, rule.check(case)) for rule in RULES)
    return tuple(rule.finding(check) for rule, check in checks if check is not None)


def kept(found: Iterable[Finding], image: WikiImage) -> tuple[Finding, ...]:
    """Of the findings of the rules for any page, those that an editor can use."""
    better = _SAID_BETTER if image.record.kind is Kind.IMG else frozenset()
    said = _CAPTION_SAYS if image.caption_visible else frozenset()
    left = (each for each in found if each.rule not in _NOT_THE_EDITORS | better | said)
    return tuple(_of_a_caption(each) if image.origin is Origin.CAPTION else each for each in left)


def _of_a_caption(finding: Finding) -> Finding:
    """A caption was written for its picture, to tell what cannot be seen. However far it is from
    what can be seen, its copy proves no text of another picture."""
    rule = TEXT_DOES_NOT_FIT_PICTURE
    if finding.rule != rule.id:
        return finding
    return rule.finding(Check(Outcome.CANT_TELL, Outcome.CANT_TELL.value, finding.evidence))
