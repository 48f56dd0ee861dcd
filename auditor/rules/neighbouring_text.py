"""Does the text repeat the words right beside the picture, its title, or its heading?"""

from __future__ import annotations

import re

from auditor.findings import Outcome, Severity
from auditor.rules.advice import says_purpose
from auditor.rules.criteria import NON_TEXT
from auditor.rules.markup import attributes, has_attribute
from auditor.rules.redundancy import ALT_REPEATS_LINK_TEXT, has_own_name
from auditor.rules.rule import PASSED, Check, Rule, Use
from auditor.texts.compare import contains_phrase, normalise, shown, words
from extractors.records import Kind, NameSource


def _has_words_beside(use: Use) -> bool:
    context = use.record.context
    # The words of a link and of a caption have rules of their own. What is the whole name of a link
    # has to be said, and rather once more than not at all.
    if (
        not has_own_name(use)
        or says_purpose(use)
        or context.caption
        or (context.control and context.control.text)
    ):
        return False
    return bool(context.block or context.text_before or context.text_after)


_GOES_ON = re.compile(r"\s*(?:[/,;:–-]|\W?[^\W\d_])")


def _is_verb_of_sentence(name: str, after: str) -> bool:
    """Whether one word is met in a sentence that goes on: an icon called "Save" beside "Save
    the page in a file". A label that stands alone is followed by a capital, or by nothing."""
    if len(words(name)) > 1:
        return False
    rest = after.lstrip()[len(name) :]
    goes_on = _GOES_ON.match(rest)
    return goes_on is not None and goes_on[0][-1:].casefold() == goes_on[0][-1:]


def _check_beside(use: Use) -> Check:
    name, context = normalise(use.text), use.record.context
    evidence = {"text": shown(use.text)}
    if normalise(context.block) == name:
        return Check(Outcome.FAILED, "block", evidence)
    if context.block and not contains_phrase(context.block, name):
        return PASSED  # what the next block begins with stands farther away
    if f" {normalise(context.text_before)}".endswith(f" {name}"):
        return Check(Outcome.CANT_TELL, "before", evidence)
    begins = f"{normalise(context.text_after)} ".startswith(f"{name} ")
    if begins and not _is_verb_of_sentence(name, context.text_after):
        return Check(Outcome.CANT_TELL, "after", evidence)
    return PASSED


ALT_REPEATS_TEXT_BESIDE = Rule(
    id="alt-repeats-text-beside",
    severity=Severity.MODERATE,
    criteria=(NON_TEXT,),
    summary="The text is said again by the words right before or after the picture.",
    help="Write what the words beside the picture leave out. Where they say all, mark the "
    "picture as decoration.",
    messages={
        "block": "“{text}” is also all the text of the paragraph, list item or cell around the "
        "picture, so it is heard twice.{silent}",
        "after": "“{text}” is also how the words right after the picture begin, so it is heard "
        "twice. Write what those words leave out{or_silent}.",
        "before": "“{text}” is also how the words right before the picture end, so it is heard "
        "twice. Write what those words leave out{or_silent}.",
    },
    applies=lambda use: _has_words_beside(use) and bool(normalise(use.text)),
    check=_check_beside,
)


def is_said_beside(use: Use) -> bool:
    """In the link or right beside the picture: then the rules on those say so."""
    rules = (ALT_REPEATS_LINK_TEXT, ALT_REPEATS_TEXT_BESIDE)
    return any(rule.applies(use) and rule.check(use) is not PASSED for rule in rules)


def _check_heading(use: Use) -> Check:
    heading = use.record.context.heading
    if normalise(use.text) != normalise(heading):
        return PASSED
    return Check(Outcome.CANT_TELL, "heading", {"text": shown(use.text)})


ALT_REPEATS_HEADING = Rule(
    id="alt-repeats-heading",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The text is the heading once more.",
    help="Say what the picture shows and the heading does not.",
    messages={
        "heading": "“{text}” is also the heading of the picture. Say what the picture shows and "
        "the heading does not{or_silent}.",
    },
    applies=lambda use: (
        has_own_name(use)
        and not says_purpose(use)
        and bool(normalise(use.record.context.heading))
        and not is_said_beside(use)
    ),
    check=_check_heading,
)


def _check_title(use: Use) -> Check:
    title = attributes(use.record).get("title", "")
    if not normalise(title) or normalise(title) != normalise(use.text):
        return PASSED
    return Check(Outcome.FAILED, "title", {"text": shown(use.text)})


ALT_REPEATS_TITLE = Rule(
    id="alt-repeats-title",
    severity=Severity.ADVICE,
    criteria=(),
    summary="The title attribute says the text once more.",
    help="Take the title away. Some screen readers say both.",
    messages={
        "title": "“{text}” stands in the title attribute too, so some screen readers say it twice. "
        "Take the title away.",
    },
    applies=lambda use: (
        has_own_name(use)
        and use.record.name.source is not NameSource.TITLE
        and use.record.kind is not Kind.SVG  # SVG has a title element, and no such attribute
        and has_attribute(use.record, "title")
    ),
    check=_check_title,
)
