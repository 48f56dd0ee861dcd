"""One primary status for an image use, and its place in the queue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from auditor.findings import Finding, Outcome, Scores, Severity, Status, Verdict
from auditor.judge.harm import SHIPPED, Chances, Harm, harm
from auditor.message import NOTHING, Message, marked
from auditor.net.urls import file_of
from auditor.profiles import Profile
from auditor.rules.decorative import PHOTOGRAPH_SIDE, is_inert, is_with_others, text_of_twin
from auditor.rules.picture_text import is_transcript
from auditor.rules.reasons import exposure_words, why_exposed
from auditor.rules.rule import Use, once
from auditor.rules.sizes import (
    TINY_SIDE,
    is_large,
    is_stand_in,
    is_tiny,
    shown_size,
    size_words,
    stated_size,
)
from auditor.scoring.purpose import profile_of
from auditor.texts.compare import shown
from extractors.records import Exposed, Kind

WEAK_QUALITY = 2.5
"""Below: the text is weak even where no rule has a word to say. Half-way on the scale of 1 to 5."""

NAMELESS = 8.0
"""Priority of a hidden image without a name."""

Statuses = Mapping[str, tuple[Status | None, Status | None]]
"""By rule: (status when it failed, status when it cannot tell); None: evidence that changes
nothing."""

STATUS_BY_RULE: Statuses = {
    # White space is no text: a listener gets what a missing alt gives.
    "linked-image-without-name": (Status.MISSING, Status.WEAK),
    "image-without-name": (Status.MISSING, Status.WEAK),
    "heading-image-without-name": (Status.MISSING, None),
    "alt-white-space": (Status.MISSING, None),
    # The image is heard with its text; the fault is the link's.
    "link-misses-name-of-image": (None, None),
    "hidden-link-takes-focus": (None, None),
    # The element may still have a name; without one, image-without-name says so.
    "alt-has-no-effect": (None, None),
    "server-side-image-map": (Status.WEAK, None),
    # There is a text, and a listener hears noise: weak, and high up by its severity.
    "alt-file-name": (Status.WEAK, Status.WEAK),
    "alt-url": (Status.WEAK, None),
    "alt-placeholder": (Status.WEAK, None),
    "alt-holds-markup": (Status.WEAK, None),
    "alt-garbled": (Status.WEAK, None),
    "alt-code-like": (Status.WEAK, None),
    "icon-word-is-heard": (Status.WEAK, None),
    # A score alone raises a question; only far out is it an answer.
    "text-does-not-fit-picture": (Status.WRONG, Status.WEAK),
    "picture-text-missing": (None, Status.WEAK),
    "alt-repeats-link-text": (Status.REDUNDANT, Status.REDUNDANT),
    "image-link-beside-text-link": (Status.REDUNDANT, None),
    "alt-repeats-caption": (Status.REDUNDANT, Status.REDUNDANT),
    "alt-says-the-same": (None, Status.REDUNDANT),
    "alt-repeats-itself": (Status.REDUNDANT, None),
    "alt-repeats-text-beside": (Status.REDUNDANT, Status.REDUNDANT),
    "same-name-different-pictures": (Status.WEAK, None),
    # Two signs of the author contradict one another: a person has to decide for one.
    "decorative-but-exposed": (Status.DECORATIVE_SUSPECT, None),
    "empty-alt-with-title": (None, Status.DECORATIVE_SUSPECT),
    "empty-alt-on-large-picture": (None, Status.DECORATIVE_SUSPECT),
    # No text is missing where nothing can be seen.
    "tiny-picture-without-alt": (Status.DECORATIVE, None),
    "image-map-broken": (None, None),
    "long-description-misused": (None, None),
    "page-language-wrong": (None, None),
    # Advice changes no status.
    "text-does-not-serve-page": (None, None),
    "decorative-with-name": (None, None),
    "text-says-little": (None, None),
    "complex-image-without-description": (None, None),
    "linked-image-says-no-destination": (None, None),
    "image-map-without-name": (None, None),
    "alt-in-another-language": (None, None),
    "language-tag-invalid": (None, None),
    "alt-image-of-prefix": (None, None),
    "alt-repeats-heading": (None, None),
    "alt-repeats-title": (None, None),
    "alt-number-alone": (None, None),
    "alt-emoji": (None, None),
    "alt-very-long": (None, None),
    "svg-unmarked": (None, None),
}

# Which status leads where several findings call for one, the worst highest.
_BASE: Mapping[Status, float] = {
    Status.MISSING: 68,
    Status.WRONG: 64,
    Status.WEAK: 42,
    Status.REDUNDANT: 20,
    Status.DECORATIVE_SUSPECT: 16,
    Status.NOT_CHECKABLE: 8,
    Status.NOT_COMPARED: 2,
    Status.OK: 2,
    Status.DECORATIVE: 0,
}
_SEVERITY: Mapping[Severity, float] = {
    Severity.CRITICAL: 12,
    Severity.SERIOUS: 8,
    Severity.MODERATE: 4,
    Severity.ADVICE: 0,
}
_DOUBT = -4.0
"""For a leading finding that cannot tell: below the same finding when sure."""
_DRAWN = (Kind.SVG, Kind.CANVAS, Kind.ROLE_IMG)
_SHOWS_A_FILE = (Kind.IMG, Kind.INPUT, Kind.OBJECT, Kind.EMBED)


def judge(
    use: Use,
    findings: tuple[Finding, ...],
    statuses: Statuses = STATUS_BY_RULE,
    team: Chances = SHIPPED,
) -> Verdict:
    """The verdict on one image use. Pure: equal arguments give equal verdicts. `team`: what a
    team's decisions say of rules."""
    record = use.record
    if record.exposure.state is Exposed.HIDDEN:
        return _hidden(use, findings)
    lead = leading(findings, statuses)
    called = status_of(lead, statuses) if lead else None
    status, reason = _status(use, lead, called)
    if status is Status.OK and not lead:
        reason = _with_advice(reason, findings)
    verdict = Verdict(status, reason, findings, 0.0)
    return replace(verdict, priority=harm_of(use, verdict, statuses, team).priority)


def _hidden(use: Use, findings: tuple[Finding, ...]) -> Verdict:
    """Of an image that another state of the page may show. One without a name is worth a look; how
    it would be judged then is not known."""
    record = use.record
    why = why_exposed(record)
    nameless = record.kind is Kind.IMG and record.alt is None and not record.name.text
    if nameless and not is_tiny(use):
        reason = Message(
            "Nobody is shown this image in this state of the page ({why}). It has no text for a "
            "state that shows it.",
            why=why,
        )
        return Verdict(Status.NOT_CHECKABLE, reason, findings, NAMELESS)
    reason = Message("Nobody is shown this image in this state of the page ({why}).", why=why)
    return Verdict(Status.NOT_CHECKABLE, reason, findings, 0.0)


def status_of(finding: Finding, statuses: Statuses = STATUS_BY_RULE) -> Status | None:
    """The status that a finding calls for by itself."""
    failed, cannot_tell = statuses[finding.rule]
    return failed if finding.outcome is Outcome.FAILED else cannot_tell


def leading(findings: tuple[Finding, ...], statuses: Statuses = STATUS_BY_RULE) -> Finding | None:
    """The finding that decides: worst status, then severity, then the order of the rules."""
    weighed = [(f, status) for f in findings if (status := status_of(f, statuses))]
    if not weighed:
        return None
    return max(weighed, key=lambda pair: _BASE[pair[1]] + _weight(pair[0]))[0]


def _weight(finding: Finding) -> float:
    doubt = _DOUBT if finding.outcome is Outcome.CANT_TELL else 0.0
    return _SEVERITY[finding.severity] + doubt


def _status(use: Use, lead: Finding | None, called: Status | None) -> tuple[Status, Message]:
    if lead and called:
        return called, lead.message
    if is_with_others(use.record) and (written := use.record.name.text or use.record.alt):
        unheard = Message(
            "“{text}” is not heard in this state of the page ({why}). See whether another state "
            "lets it be heard.",
            text=shown(written),
            why=why_exposed(use.record),
        )
        return Status.NOT_CHECKABLE, unheard
    if is_inert(use.record) and use.record.alt != "":
        inert = Message(
            "Nobody can reach it in this state of the page ({why}), which no decoration needs.",
            why=why_exposed(use.record),
        )
        return Status.NOT_CHECKABLE, inert
    if not use.text:
        if unknown := _unknown(use):
            return Status.NOT_CHECKABLE, unknown
        return Status.DECORATIVE, _why_decorative(use)
    if unseen := _unseen(use):
        return Status.NOT_CHECKABLE, unseen
    if is_transcript(use):
        return Status.OK, Message("The text says the words that stand in the picture.")
    return _by_quality(use.scores)


def _why_decorative(use: Use) -> Message:
    why = why_exposed(use.record)
    if is_tiny(use):
        template = marked(
            "A screen reader says nothing of it ({why}), and it shows nothing ({size})."
        )
        return Message(template, why=why, size=size_words(use))
    if twin := text_of_twin(use):
        template = marked(
            "A screen reader says nothing of it ({why}), and the same picture beside it has the "
            "text “{text}”."
        )
        return Message(template, why=why, text=shown(twin))
    if shown_size(use) and not is_large(use, PHOTOGRAPH_SIDE):
        template = marked("A screen reader says nothing of it ({why}), and it is small ({size}).")
        return Message(template, why=why, size=size_words(use))
    return Message("A screen reader says nothing of it ({why}).", why=why)


def _unknown(use: Use) -> Message:
    """Why nobody can tell whether a picture without a text is decoration, "" when it can be told.
    What CSS paints is decoration by nature."""
    record = use.record
    if record.kind not in (*_SHOWS_A_FILE, *_DRAWN) or is_tiny(use) or text_of_twin(use):
        return NOTHING
    stated = stated_size(record)
    if stated is not None and max(stated) <= TINY_SIDE:
        return NOTHING
    why = why_exposed(record)
    if record.kind in _SHOWS_A_FILE and (record.loaded is False or record.natural_size == (0, 0)):
        template = marked(
            "A screen reader says nothing of it ({why}), and the picture did not load: nobody can "
            "tell whether it is decoration."
        )
        return Message(template, why=why)
    if shown_size(use) is None:
        template = marked(
            "A screen reader says nothing of it ({why}), and its size is not known: nobody can "
            "tell whether it is decoration."
        )
        return Message(template, why=why)
    if record.kind in _SHOWS_A_FILE and record.loaded is None and use.picture is None:
        template = marked(
            "A screen reader says nothing of it ({why}), and no picture came: nobody can tell "
            "whether it is decoration."
        )
        return Message(template, why=why)
    return NOTHING


def _unseen(use: Use) -> Message:
    """Why the text cannot be compared with the picture, "" when it can or needs no picture."""
    if use.record.loaded is False or use.record.natural_size == (0, 0):
        return Message(
            "The picture did not load, so nobody can tell whether the text is true of it."
        )
    if is_stand_in(use):
        return Message(
            "Only what holds the place of the picture was seen, so nobody can tell whether the "
            "text is true of the picture itself."
        )
    if use.picture is not None and use.picture.problem:
        return Message(
            "The picture cannot be read ({problem}).", problem=exposure_words(use.picture.problem)
        )
    if use.picture is None and file_of(use.record.src).suffix.lower() == ".svg":
        return Message(
            "Only a browser can draw this SVG file, and none did, so nobody can tell whether the "
            "text is true of it."
        )
    if use.picture is None and use.record.kind in _SHOWS_A_FILE:
        return Message("No picture file came, so nobody can tell whether the text is true of it.")
    return NOTHING


def _by_quality(scores: Scores | None) -> tuple[Status, Message]:
    if scores is None:
        return Status.NOT_COMPARED, Message(
            "No rule found a fault, and the text was not compared with the picture."
        )
    quality = round(scores.quality, 4)
    compared = (scores.compatibility, scores.relevance)
    unknown = [part.value is None for part in compared]
    if scores.quality < WEAK_QUALITY and not all(unknown):
        template = marked("The quality is {quality:.1f} of 5: {reason}.")
        return Status.WEAK, Message(template, quality=quality, reason=_weakest(scores))
    if unknown[0]:
        template = marked(
            "No rule found a fault, and the text was not compared with the picture: {reason}."
        )
        return Status.NOT_COMPARED, Message(template, reason=scores.compatibility.reason)
    if unknown[1]:
        template = marked(
            "No rule found a fault, and the text was not compared with the page: {reason}."
        )
        return Status.NOT_COMPARED, Message(template, reason=scores.relevance.reason)
    template = marked(
        "The quality is {quality:.1f} of 5, and no rule found a fault that needs work."
    )
    return Status.OK, Message(template, quality=quality)


_ADVICE: Mapping[str, str] = {
    "text-says-little": marked("{reason} It says little: see whether that is enough here."),
    "text-does-not-serve-page": marked(
        "{reason} It shares little with the page: see whether it serves here."
    ),
}
"""By rule that leans on a score alone: what keeps a text from being good without more words."""


def _with_advice(reason: Message, findings: Sequence[Finding]) -> Message:
    """A text that no fault was found in, and of which a rule asks whether it is enough."""
    asked = next((_ADVICE[f.rule] for f in findings if f.rule in _ADVICE), None)
    return Message(asked, reason=reason) if asked else reason


def _weakest(scores: Scores) -> Message:
    """The reason of the lowest part."""
    parts = (scores.compatibility, scores.relevance, scores.informativeness, scores.form)
    known = [(part.value, part.reason) for part in parts if part.value is not None]
    return min(known, key=lambda pair: pair[0])[1] if known else Message("no part is known")


@once
def purpose(use: Use) -> Profile:
    """What the image is for on its page."""
    return profile_of(use.record, use.picture)


def harm_of(
    use: Use, verdict: Verdict, statuses: Statuses = STATUS_BY_RULE, team: Chances = SHIPPED
) -> Harm:
    """What the priority of a use with this verdict is made of.

    Findings of rules that `statuses` does not hold, those of an article read from a file, stand for
    what the verdict says as a whole.
    """
    known = [finding for finding in verdict.findings if finding.rule in statuses]
    called = [(f, kind) for f in known if (kind := status_of(f, statuses))]
    if not called and len(known) < len(verdict.findings):
        others = (f for f in verdict.findings if f.rule not in statuses)
        called = [(next(others), verdict.status)]
    return harm(use.record, use.scores, purpose(use), verdict.status, called, team)
