"""The rules, written out, and the one function that runs them."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.findings import Finding, Outcome
from auditor.rules.advice import silence
from auditor.rules.complexity import COMPLEX_IMAGE_WITHOUT_DESCRIPTION
from auditor.rules.controls import HIDDEN_LINK_TAKES_FOCUS, LINK_MISSES_NAME_OF_IMAGE
from auditor.rules.decorative import (
    DECORATIVE_BUT_EXPOSED,
    DECORATIVE_WITH_NAME,
    EMPTY_ALT_ON_LARGE_PICTURE,
    EMPTY_ALT_WITH_TITLE,
    IMAGE_MAP_WITHOUT_NAME,
)
from auditor.rules.fit import (
    TEXT_DOES_NOT_FIT_PICTURE,
    TEXT_DOES_NOT_SERVE_PAGE,
    TEXT_SAYS_LITTLE,
)
from auditor.rules.function import (
    IMAGE_LINK_BESIDE_TEXT_LINK,
    LINKED_IMAGE_SAYS_NO_DESTINATION,
)
from auditor.rules.language import (
    ALT_IN_ANOTHER_LANGUAGE,
    LANGUAGE_TAG_INVALID,
    PAGE_LANGUAGE_WRONG,
)
from auditor.rules.leftovers import ALT_CODE_LIKE, ALT_GARBLED, ALT_HOLDS_MARKUP
from auditor.rules.listening import ALT_EMOJI, ALT_NUMBER_ALONE, ALT_VERY_LONG
from auditor.rules.neighbouring_text import (
    ALT_REPEATS_HEADING,
    ALT_REPEATS_TEXT_BESIDE,
    ALT_REPEATS_TITLE,
)
from auditor.rules.picture_text import PICTURE_TEXT_MISSING
from auditor.rules.presence import (
    ALT_WHITE_SPACE,
    HEADING_IMAGE_WITHOUT_NAME,
    ICON_WORD_IS_HEARD,
    IMAGE_WITHOUT_NAME,
    LINKED_IMAGE_WITHOUT_NAME,
    TINY_PICTURE_WITHOUT_ALT,
)
from auditor.rules.redundancy import (
    ALT_REPEATS_CAPTION,
    ALT_REPEATS_ITSELF,
    ALT_REPEATS_LINK_TEXT,
    ALT_SAYS_THE_SAME,
    SAME_NAME_DIFFERENT_PICTURES,
)
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.rules.structure import (
    ALT_HAS_NO_EFFECT,
    IMAGE_MAP_BROKEN,
    LONG_DESCRIPTION_MISUSED,
    SERVER_SIDE_IMAGE_MAP,
    SVG_UNMARKED,
)
from auditor.rules.wording import (
    ALT_FILE_NAME,
    ALT_IMAGE_OF_PREFIX,
    ALT_PLACEHOLDER,
    ALT_URL,
)

RULES: tuple[Rule, ...] = (
    LINKED_IMAGE_WITHOUT_NAME,
    IMAGE_WITHOUT_NAME,
    HEADING_IMAGE_WITHOUT_NAME,
    ALT_WHITE_SPACE,
    ALT_HAS_NO_EFFECT,
    SERVER_SIDE_IMAGE_MAP,
    ALT_FILE_NAME,
    ALT_URL,
    ALT_PLACEHOLDER,
    ALT_HOLDS_MARKUP,
    TEXT_DOES_NOT_FIT_PICTURE,
    ALT_CODE_LIKE,
    ALT_GARBLED,
    IMAGE_MAP_BROKEN,
    LINK_MISSES_NAME_OF_IMAGE,
    HIDDEN_LINK_TAKES_FOCUS,
    ICON_WORD_IS_HEARD,
    DECORATIVE_BUT_EXPOSED,
    ALT_REPEATS_LINK_TEXT,
    IMAGE_LINK_BESIDE_TEXT_LINK,
    ALT_REPEATS_CAPTION,
    ALT_SAYS_THE_SAME,
    ALT_REPEATS_ITSELF,
    ALT_REPEATS_TEXT_BESIDE,
    SAME_NAME_DIFFERENT_PICTURES,
    EMPTY_ALT_WITH_TITLE,
    EMPTY_ALT_ON_LARGE_PICTURE,
    LONG_DESCRIPTION_MISUSED,
    PICTURE_TEXT_MISSING,
    PAGE_LANGUAGE_WRONG,
    DECORATIVE_WITH_NAME,
    TEXT_DOES_NOT_SERVE_PAGE,
    TEXT_SAYS_LITTLE,
    COMPLEX_IMAGE_WITHOUT_DESCRIPTION,
    LINKED_IMAGE_SAYS_NO_DESTINATION,
    IMAGE_MAP_WITHOUT_NAME,
    ALT_IN_ANOTHER_LANGUAGE,
    LANGUAGE_TAG_INVALID,
    ALT_IMAGE_OF_PREFIX,
    ALT_REPEATS_HEADING,
    ALT_REPEATS_TITLE,
    ALT_NUMBER_ALONE,
    ALT_EMOJI,
    ALT_VERY_LONG,
    SVG_UNMARKED,
    TINY_PICTURE_WITHOUT_ALT,
)
"""Every rule, worst severity first; findings come in this order."""

_INAPPLICABLE = Check(Outcome.INAPPLICABLE)
_TOLD = (Outcome.FAILED, Outcome.CANT_TELL)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the rules say of one image use."""

    findings: tuple[Finding, ...]
    """Failed and cantTell, in the order of RULES."""
    broken: tuple[str, ...] = ()
    """Rules that raised, "alt-url: ValueError: …": our bugs, to be recorded as Skipped."""


def run(rule: Rule, use: Use) -> Check:
    """The outcome of one rule. "Nothing to say" (inapplicable) and "fine" (passed) differ."""
    return rule.check(use) if rule.applies(use) else _INAPPLICABLE


def evaluate(use: Use, rules: tuple[Rule, ...] = RULES, *, strict: bool = False) -> Evaluation:
    """Run all rules. One that raises stops nothing, unless `strict` (for tests) lets it raise."""
    findings: list[Finding] = []
    broken: list[str] = []
    for rule in rules:
        try:
            if not rule.applies(use):
                continue
            check = rule.check(use)
            if check is not PASSED and check.outcome in _TOLD:
                findings.append(rule.finding(check, silence(use)))
        except Exception as error:
            if strict:
                raise
            broken.append(f"{rule.id}: {type(error).__name__}: {error}")
    return Evaluation(tuple(findings), tuple(broken))
