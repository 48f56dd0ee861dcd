"""Everything of one image use as a list of facts, each a line that can be read alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from app.desk.rows import OPEN, STATUS_WORDS, page_words, text_of
from auditor.catalogue import ENGLISH, Tongue, languages, tongue
from auditor.decision import Decision
from auditor.findings import Finding, Outcome, Status
from auditor.message import marked
from auditor.reports.explain import PART_LABEL, explained
from auditor.reports.in_language import use_in
from auditor.reports.words import (
    SEVERITY_LABEL,
    counted,
    decided,
    ending,
    printable,
    shorten,
    spoken,
    text_words,
)
from auditor.results import JudgedUse, PictureInfo
from auditor.store.uses import QueueRow
from extractors.records import Context, NameSource

AROUND = 300
"""Characters of text before and after the image."""
BEST = 5
"""The highest quality."""
_PARTS = frozenset({"Quality", *PART_LABEL.values()})
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
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
        Fact("Decision", decided(decision) if decision else OPEN),
        *article,
        *(_finding(finding, use.verdict.reason, tongue) for finding in use.verdict.findings),
        *(Fact(label, text, share=_share(label, text)) for label, text in explained(use, tongue)),
        *_name(use),
        *_around(use.record.context),
        *_place(use),
    ]
    if other_uses:
        found.append(Fact("Other uses of the picture", f"{other_uses:,}"))
        found += [Fact("Also used", _other(row), row.id) for row in others]
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
        yield Fact("Accessible name", "none")
    else:
        steps = f" ({', '.join(map(printable, record.name.steps))})" if record.name.steps else ""
        yield Fact("Accessible name", f"from {record.name.source}{steps}")
    yield Fact("Exposure", f"{record.exposure.state}, {printable(record.exposure.reason)}")


def _around(context: Context) -> Iterator[Fact]:
    if context.heading:
        yield Fact("Heading", printable(context.heading))
    if context.caption:
        yield Fact("Caption", printable(context.caption))
    if control := context.control:
        target = f", leads to {printable(control.target)}" if control.target else ""
        words = f"“{shorten(control.text, AROUND)}”" if control.text else "the image alone"
        yield Fact(f"Inside a {control.role}", f"{words}{target}")
    if context.text_before or context.text_after:
        before, after = ending(context.text_before, AROUND), shorten(context.text_after, AROUND)
        yield Fact("Text around it", f"{before} [the image stands here] {after}".strip())
    if context.described_by:
        yield Fact("Description", shorten(context.described_by, 1000))


def _place(use: JudgedUse) -> Iterator[Fact]:
    title = f"{printable(use.page_title)}, " if use.page_title else ""
    yield Fact("Page", f"{title}{printable(use.page_url)}")
    if use.record.src:
        yield Fact("Picture file", shorten(use.record.src, 500))
    if use.picture:
        yield Fact("Picture", picture_words(use.picture))
    yield Fact("Selector", printable(use.record.selector))
    yield Fact("Rank", f"{use.rank:,}, priority {use.verdict.priority:g} of 100")


def picture_words(picture: PictureInfo) -> str:
    """Size and type, or why there is nothing to be seen."""
    if picture.problem:
        return f"cannot be read: {picture.problem}"
    frames = f", {counted(picture.frames, 'frame')}" if picture.frames > 1 else ""
    size = f"{picture.width} by {picture.height} pixels, {picture.mime}"
    return f"{size}, {counted(picture.size, 'byte')}{frames}"


def _other(row: QueueRow) -> str:
    return f"{STATUS_WORDS[row.status]}, {text_of(row)}, on {page_words(row)}"


def use_fact(row: QueueRow) -> Fact:
    """A use of a picture, beside others: its text, and where it stands."""
    decision = f"; {decided(row.decision)}" if row.decision else ""
    words = f"{text_of(row)}; on {page_words(row)}{decision}"
    return Fact(STATUS_WORDS[row.status], words, row.id, status=row.status)
