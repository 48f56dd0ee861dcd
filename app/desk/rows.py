"""A line of the queue in words: every cell says something, to eyes and to ears."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote, urlsplit

from auditor.decision import Choice
from auditor.findings import Status
from auditor.gate.compare import Change
from auditor.message import marked
from auditor.reports.words import CHOICE_LABEL, counted, ending, file_name, printable, shorten
from auditor.store.query import TO_DO, UNDECIDED, Group, QueueQuery
from auditor.store.queue import QueueAnswer
from auditor.store.uses import QueueRow
from extractors.records import Kind

TEXT_SHOWN = 200
PLACE_SHOWN = 40
"""Characters of a place on a site, and of what was typed into a filter."""

STATUS_WORDS = {
    Status.MISSING: marked("missing"),
    Status.WRONG: marked("wrong"),
    Status.WEAK: marked("weak"),
    Status.REDUNDANT: marked("redundant"),
    Status.DECORATIVE_SUSPECT: marked("perhaps not decorative"),
    Status.NOT_CHECKABLE: marked("not checkable"),
    Status.NOT_COMPARED: marked("not compared"),
    Status.OK: marked("good"),
    Status.DECORATIVE: marked("decorative"),
}
"""Heard as they are seen: no sign stands for a word."""
CHANGE_WORDS: Mapping[Change, str] = {
    Change.WORSE: "worse",
    Change.BETTER: "better",
    Change.CHANGED: "changed",
    Change.APPEARED: "new",
    Change.GONE: "gone",
}
_KIND = {
    Kind.SVG: "inline drawing",
    Kind.CANVAS: "canvas",
    Kind.CSS_BACKGROUND: "background",
    Kind.ICON_FONT: "icon",
}


class Column(StrEnum):
    """The columns of the queue; their values are what the headers say."""

    RULE = "Rule"
    STATUS = "Status"
    DECISION = "Decision"
    IMAGE = "Image"
    TEXT = "Text"
    PAGE = "Page"
    USES = "Uses"


_C = Column
_COLUMNS: Mapping[Group, tuple[Column, ...]] = {
    Group.NONE: (_C.IMAGE, _C.STATUS, _C.TEXT, _C.PAGE, _C.DECISION),
    Group.PICTURE: (_C.IMAGE, _C.USES, _C.DECISION, _C.STATUS, _C.TEXT, _C.PAGE),
    Group.PAGE: (_C.PAGE, _C.USES, _C.DECISION, _C.IMAGE, _C.STATUS, _C.TEXT),
    Group.RULE: (_C.RULE, _C.USES, _C.DECISION, _C.IMAGE, _C.STATUS, _C.TEXT, _C.PAGE),
}
OPEN = "open"
"""Not decided."""


def columns_of(group: Group) -> tuple[Column, ...]:
    """What stands in a row, the most needed first: a screen reader says only what is in view. A
    row for a group begins with the group, then comes its worst use."""
    return _COLUMNS[group]


def header(column: Column, group: Group) -> str:
    """What stands above a column."""
    if column is Column.USES and group in (Group.PAGE, Group.RULE):
        return "Images"
    return "Worst" if column is Column.STATUS and group else column.value


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A row of the queue: a use, or a group with its worst use."""

    row: QueueRow
    rank: int = 1
    uses: int = 1
    """Of the picture; in a group, uses of the group."""
    group: Group = Group.NONE
    rule: str = ""
    """What the row stands for where rows are rules."""
    change: str = ""
    """What became of it since an earlier scan, in a word; "" where nothing did."""
    decided: int = 0
    """In a group, how many of its uses are decided."""

    @property
    def is_open(self) -> bool:
        """Whether something of it is not decided."""
        return self.decided < self.uses if self.group else self.row.decision is None


def shown(line: QueueLine, column: Column) -> str:
    """What a cell shows. Never empty."""
    row = line.row
    match column:
        case Column.RULE:
            return line.rule
        case Column.STATUS:
            return _status_words(line)
        case Column.DECISION:
            return _decision_words(line)
        case Column.IMAGE:
            return image_words(row)
        case Column.TEXT:
            return text_of(row)
        case Column.PAGE:
            return whole_page_words(row) if line.group is Group.PAGE else place_words(row)
        case Column.USES:
            return f"{line.uses:,}"


def heard(line: QueueLine, column: Column) -> str:
    """What a screen reader is given for a cell: as shown, with what makes it clear alone."""
    text = shown(line, column)
    match column:
        case Column.RULE:
            return f"rule {text}"
        case Column.STATUS:
            return f"worst: {text}" if line.group else text
        case Column.IMAGE:
            several = line.uses > 1 and not line.group
            return f"{text}, {counted(line.uses, 'use')}" if several else text
        case Column.PAGE:
            return f"page {text}" if line.group is Group.PAGE else f"on {text}"
        case Column.DECISION:
            return f"decided {text}" if line.row.decision and not line.group else text
        case Column.USES:
            noun = "image" if line.group in (Group.PAGE, Group.RULE) else "use"
            return counted(line.uses, noun)
        case _:
            return text


def _status_words(line: QueueLine) -> str:
    """ "weak, 1.7, better": status and quality. That a text was not scored is said where there is
    one."""
    row = line.row
    scored = "" if row.quality is None else f"{row.quality:.1f}"
    if row.quality is None and row.name:
        scored = "not scored"
    return ", ".join(filter(None, (STATUS_WORDS[row.status], scored, line.change)))


def _decision_words(line: QueueLine) -> str:
    decision = line.row.decision
    if not line.group or line.uses == 1:
        return CHOICE_LABEL[decision.choice] if decision else OPEN
    if not line.decided:
        return "none decided"
    return "all decided" if not line.is_open else f"{line.decided:,} of {line.uses:,} decided"


def text_of(row: QueueRow) -> str:
    """The text, or in words what there is in place of one."""
    if row.name:
        return shorten(row.name, TEXT_SHOWN)
    if row.alt is None:
        return "no alternative text"
    return "empty alternative text" if row.alt == "" else "white space only"


def image_words(row: QueueRow) -> str:
    """The file's name, or what sort of image it is."""
    if (row.src or "").startswith("data:"):
        return "picture inside the page"
    return shorten(file_name(row.src), 80) or _KIND.get(
        Kind(row.kind), f"{row.kind} without a file"
    )


def page_words(row: QueueRow) -> str:
    """Title of the page, else its address."""
    return shorten(row.page_title, 100) or printable(row.page_url)


def whole_page_words(row: QueueRow) -> str:
    """Title and address of the page: many pages may have one title."""
    address = printable(row.page_url)
    return f"{shorten(row.page_title, 60)}, {address}" if row.page_title else address


def place_words(row: QueueRow) -> str:
    """Where on its site a page stands, "/den"; its host for the first page; a file's name; the
    title of what has no address. A page's title is often that of the whole site, and the same in
    each row."""
    parts = urlsplit(row.page_url)
    if not parts.scheme:
        return printable(row.page_url)
    if parts.scheme == "file":
        return shorten(file_name(row.page_url), PLACE_SHOWN) or printable(row.page_url)
    path = unquote(parts.path).rstrip("/") or parts.hostname or "/"
    return ending(f"{path}?{parts.query}" if parts.query else path, PLACE_SHOWN)


def filter_words(asked: QueueQuery) -> str:
    """What is asked for, "weak, alt-url, below 2.5"; "" for everything."""
    return ", ".join(
        words
        for words in (
            "to do" if asked.status == TO_DO else _known(asked.status),
            "" if asked.group is Group.RULE else asked.rule,
            "" if asked.below is None else f"quality below {asked.below:g}",
            _DECISIONS.get(asked.decision, ""),
            f"{CHANGE_WORDS[Change(asked.change)]} since the earlier scan" if asked.change else "",
            "one picture" if asked.picture else "",
            f"page “{shorten(asked.page, PLACE_SHOWN)}”" if asked.page else "",
            f"with “{shorten(asked.text, PLACE_SHOWN)}”" if asked.text else "",
        )
        if words
    )


_DECISIONS = {UNDECIDED: OPEN, **{c.value: f"decided {CHOICE_LABEL[c]}" for c in Choice}}


def _known(status: str) -> str:
    return STATUS_WORDS[Status(status)] if status in set(Status) else ""


def found_words(found: QueueAnswer, asked: QueueQuery) -> str:
    """ "12 images: weak, open", "2 rules, 12 images", said when the filter has an answer."""
    which = filter_words(asked)
    if not len(found):
        return f"No image is left: {which}" if which else "No image"
    words = counted(len(found), asked.group.value or "image")
    if asked.group:
        words = f"{words}, {counted(found.images, 'image')}"
    return f"{words}: {which}" if which else words


def progress_words(decided: int, of: int) -> str:
    """ "3 of 12 decided.", of the images that the filter shows."""
    return f"{decided:,} of {of:,} decided." if of else ""
