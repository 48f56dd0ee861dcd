"""A line of the queue in words: every cell says something, to eyes and to ears."""

from __future__ import annotations

from enum import StrEnum

from auditor.findings import Status
from auditor.reports.words import CHOICE_LABEL, counted, file_name, printable, shorten
from auditor.store.query import Group
from auditor.store.queue import QueueRow
from extractors.records import Kind

TEXT_SHOWN = 200

STATUS_WORDS = {
    Status.MISSING: "missing",
    Status.WRONG: "wrong",
    Status.WEAK: "weak",
    Status.REDUNDANT: "redundant",
    Status.DECORATIVE_SUSPECT: "perhaps not decorative",
    Status.NOT_CHECKABLE: "not checkable",
    Status.OK: "good",
    Status.DECORATIVE: "decorative",
}
"""Heard as they are seen: no sign stands for a word."""
_KIND = {
    Kind.SVG: "inline drawing",
    Kind.CANVAS: "canvas",
    Kind.CSS_BACKGROUND: "background",
    Kind.ICON_FONT: "icon",
}


class Column(StrEnum):
    """The columns of the queue; their values are what the headers say."""

    RANK = "Rank"
    STATUS = "Status"
    IMAGE = "Image"
    TEXT = "Text"
    QUALITY = "Quality"
    PAGE = "Page"
    USES = "Uses"
    DECISION = "Decision"


COLUMNS = tuple(Column)


def shown(row: QueueRow, rank: int, uses: int, column: Column, rule: str = "") -> str:
    """What a cell shows. Never empty. `rule`: what the row stands for, where rows are rules."""
    match column:
        case Column.RANK:
            return f"{rule}, {rank:,}" if rule else f"{rank:,}"
        case Column.STATUS:
            return STATUS_WORDS[row.status]
        case Column.IMAGE:
            return image_words(row)
        case Column.TEXT:
            return text_of(row)
        case Column.QUALITY:
            return "not scored" if row.quality is None else f"{row.quality:.1f} of 5"
        case Column.PAGE:
            return page_words(row)
        case Column.USES:
            return f"{uses:,}"
        case Column.DECISION:
            return CHOICE_LABEL[row.decision.choice] if row.decision else "not decided"


def heard(row: QueueRow, rank: int, uses: int, column: Column, group: Group, rule: str) -> str:
    """What a screen reader is given for a cell: as shown, with what makes it clear alone."""
    text = shown(row, rank, uses, column)
    match column:
        case Column.RANK:
            return f"{_group_words(row, group, rule)}number {text}"
        case Column.QUALITY:
            return text if row.quality is None else f"quality {text}"
        case Column.PAGE:
            return f"page {text}"
        case Column.USES:
            noun = "image" if group in (Group.PAGE, Group.RULE) else "use"
            return counted(uses, noun)
        case _:
            return text


def _group_words(row: QueueRow, group: Group, rule: str) -> str:
    if group is Group.RULE:
        return f"rule {rule}, worst: "
    if group is Group.PAGE:
        return f"page {page_words(row)}, worst: "
    return ""


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
