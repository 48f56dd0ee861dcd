"""Everything of one image use as a list of facts, each a line that can be read alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from app.desk.keys import help_lines
from app.desk.rows import OPEN, STATUS_WORDS, page_words, text_of
from auditor.catalogue import ENGLISH, Tongue, languages, tongue
from auditor.decision import Decision
from auditor.findings import Finding, Outcome, Status
from auditor.message import Message, Value, clauses, marked, number, row
from auditor.reports.explain import PART_LABEL, explained
from auditor.reports.in_language import use_in
from auditor.reports.words import (
    SEVERITY_LABEL,
    decided_message,
    ending,
    printable,
    role_word,
    shorten,
    spoken,
    text_words,
)
from auditor.results import JudgedUse, PictureInfo
from auditor.rules.reasons import why_exposed
from auditor.store.uses import QueueRow
from extractors.records import Context, Exposed, NameSource

AROUND = 300
"""Characters of text before and after the image."""
BEST = 5
"""The highest quality."""
_PARTS = frozenset({"Quality", *PART_LABEL.values()})
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_EXPOSED = {
    Exposed.EXPOSED: marked("exposed"),
    Exposed.DECORATIVE: marked("decorative"),
    Exposed.HIDDEN: marked("hidden"),
}
OUTCOME_WORDS = {Outcome.FAILED: marked("failed"), Outcome.CANT_TELL: marked("cannot tell")}


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the detail."""

    label: str
    text: str
    image: int | None = None
    """Id of the use that it leads to."""
    status: Status | None = None
    """Whose shape and colour it is shown with."""
    share: float | None = None
    """0–1: how much of a bar is full; None: it has no bar."""
    is_text: bool = False
    """Whether it is the text that is judged, which all the rest is about."""
    status_word: str = ""
    """What the status is called in the language of the fact; "": as in the queue."""

    @staticmethod
    def of(line: str) -> Fact:
        """The fact of a line "label: text"; one that begins with a number is a part of a score."""
        label, _, text = line.partition(": ")
        return Fact(label, text, share=_share(label, text))

    def said(self, tongue: Tongue) -> Fact:
        """In a language."""
        return replace(self, label=tongue(self.label), text=tongue(self.text))

    def __str__(self) -> str:
        return f"{self.label}: {self.text}"


def facts(
    use: JudgedUse,
    decision: Decision | None,
    others: Sequence[QueueRow] = (),
    other_uses: int = 0,
    article: Sequence[Fact] = (),
    tongue: Tongue = ENGLISH,
) -> list[Fact]:
    """In the order in which a person needs them: what is heard, what is wrong, why, where.
    `article`: what is told of it as an image of an article. `tongue`: the language of what is
    found, and of what explains it."""
    use = use_in(use, tongue)
    status = tongue.translated(STATUS_WORDS[use.verdict.status])
    found = [
        Fact(
            tongue.translated("Status"),
            f"{status}. {use.verdict.reason}",
            status=use.verdict.status,
            status_word=status,
        ),
        Fact(tongue.translated("Text"), text_words(use.record, tongue=tongue), is_text=True),
        *_spoken(use, tongue),
        Fact(Message("Decision"), decided_message(decision) if decision else Message(OPEN)),
        *article,
        *(_finding(finding, use.verdict.reason, tongue) for finding in use.verdict.findings),
        *(Fact(label, text, share=_share(label, text)) for label, text in explained(use, tongue)),
        *_name(use),
        *_around(use.record.context),
        *_place(use),
    ]
    if other_uses:
        found.append(Fact(Message("Other uses of the picture"), number(other_uses)))
        found += [Fact(Message("Also used"), _other(each), each.id) for each in others]
    return found


def _spoken(use: JudgedUse, tongue: Tongue) -> Iterator[Fact]:
    """Nothing of an image that stands alone and has no name: its status says what is heard."""
    context = use.record.context
    if use.verdict.status is not Status.MISSING or context.control or context.described_by:
        yield Fact(tongue.translated("A screen reader says"), spoken(use.record, tongue))


def _share(label: str, text: str) -> float | None:
    """How much of its bar a part of a score fills; None: it has none."""
    number = _NUMBER.match(text) if label in _in_every_language(*_PARTS) else None
    if number is None:
        return None
    value = float(number[0].replace(",", "."))
    return value / (BEST if label in _in_every_language("Quality") else 1)


@cache
def _in_every_language(*labels: str) -> frozenset[str]:
    return frozenset(tongue(code).translated(label) for code in languages() for label in labels)


def _finding(finding: Finding, reason: str, tongue: Tongue) -> Fact:
    """What was said as the status is not said again."""
    outcome = tongue.translated(OUTCOME_WORDS.get(finding.outcome, finding.outcome.value))
    severity = tongue.translated(SEVERITY_LABEL[finding.severity])
    label = tongue.translated("Finding, {severity}, {outcome}", severity=severity, outcome=outcome)
    told = finding.rule if finding.message == reason else f"{finding.message} ({finding.rule})"
    return Fact(label, told)


def _name(use: JudgedUse) -> Iterator[Fact]:
    record = use.record
    if record.name.source is NameSource.NONE:
        yield Fact(Message("Accessible name"), Message("none"))
    else:
        words = Message("from {source}", source=record.name.source)
        if record.name.steps:
            steps = ", ".join(map(printable, record.name.steps))
            words = Message("from {source} ({steps})", source=record.name.source, steps=steps)
        yield Fact(Message("Accessible name"), words)
    state = Message(_EXPOSED[record.exposure.state])
    yield Fact(Message("Exposure"), Message("{state}, {why}", state=state, why=why_exposed(record)))


def _around(context: Context) -> Iterator[Fact]:
    if context.heading:
        yield Fact(Message("Heading"), printable(context.heading))
    if context.caption:
        yield Fact(Message("Caption"), printable(context.caption))
    if control := context.control:
        words = Message("the image alone")
        if control.text:
            words = Message("“{text}”", text=shorten(control.text, AROUND))
        if control.target:
            target = printable(control.target)
            words = Message("{content}, leads to {address}", content=words, address=target)
        yield Fact(Message("Inside a {role}", role=role_word(control.role)), words)
    if context.text_before or context.text_after:
        before, after = ending(context.text_before, AROUND), shorten(context.text_after, AROUND)
        words = Message("{before} [the image stands here] {after}", before=before, after=after)
        yield Fact(Message("Text around it"), words)
    if context.described_by:
        yield Fact(Message("Description"), shorten(context.described_by, 1000))


def _place(use: JudgedUse) -> Iterator[Fact]:
    title = f"{printable(use.page_title)}, " if use.page_title else ""
    yield Fact(Message("Page"), f"{title}{printable(use.page_url)}")
    if use.record.src:
        yield Fact(Message("Picture file"), shorten(use.record.src, 500))
    if use.picture:
        yield Fact(Message("Picture"), picture_words(use.picture))
    yield Fact(Message("Selector"), printable(use.record.selector))
    priority = Message("{rank}, priority {priority:.1f} of 100", **_rank(use))
    yield Fact(Message("Rank"), priority)


def _rank(use: JudgedUse) -> dict[str, Value]:
    return {"rank": use.rank, "priority": use.verdict.priority}


def picture_words(picture: PictureInfo) -> str:
    """Size and type, or why there is nothing to be seen."""
    if picture.problem:
        return Message("cannot be read: {problem}", problem=picture.problem)
    width, height = picture.width, picture.height
    words = [
        Message("{width} by {height} pixels", width=width, height=height),
        picture.mime,
        Message.counted("{number} byte", "{number} bytes", picture.size),
    ]
    if picture.frames > 1:
        words.append(Message.counted("{number} frame", "{number} frames", picture.frames))
    return row(words)


def _other(use: QueueRow) -> str:
    return Message(
        "{status}, {text}, on {page}",
        status=Message(STATUS_WORDS[use.status]),
        text=text_of(use),
        page=page_words(use),
    )


def use_fact(use: QueueRow) -> Fact:
    """A use of a picture, beside others: its text, and where it stands."""
    words = [text_of(use), Message("on {page}", page=page_words(use))]
    if use.decision:
        words.append(decided_message(use.decision))
    return Fact(Message(STATUS_WORDS[use.status]), clauses(words), use.id, status=use.status)


def help_facts(tongue: Tongue) -> list[Fact]:
    """Every key with what it does, in a language."""
    return [
        Fact(keys, tongue.translated("{what}.", what=what)) for keys, what in help_lines(tongue)
    ]
