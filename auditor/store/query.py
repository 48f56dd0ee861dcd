"""What can be asked of a queue, and its SQL over the tables in memory (auditor/store/queue.py)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from auditor.findings import ASKS_FOR_WORK, Status
from auditor.store.sql import CHOICE, decision_on

TO_DO = "to-do"
"""Stands for every status that asks for work."""
UNDECIDED = "undecided"


class Sort(StrEnum):
    """What the queue is ordered by."""

    RANK = "rank"
    STATUS = "status"
    IMAGE = "image"
    TEXT = "text"
    QUALITY = "quality"
    PAGE = "page"
    USES = "uses"


class Group(StrEnum):
    """What makes one row of many uses; its worst use stands for it."""

    NONE = ""
    PICTURE = "picture"
    PAGE = "page"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class QueueQuery:
    """Which image uses are asked for, and in which order."""

    status: str = ""
    """A status, TO_DO, or "" for all."""
    rule: str = ""
    page: str = ""
    """Part of the address of the page."""
    text: str = ""
    """Part of the text, of the address of the picture, of the heading or caption that it stands
    with, or of the page's address or title."""
    below: float | None = None
    """Texts of a lower quality than this."""
    decision: str = ""
    """A choice, UNDECIDED, or "" for all."""
    picture: str = ""
    """The subject of a row: its uses alone."""
    group: Group = Group.NONE
    sort: Sort = Sort.RANK
    descending: bool = False


_STATUS_ORDER = " ".join(f"when '{s.value}' then {n}" for n, s in enumerate(Status))
_ORDER: Mapping[Sort, str] = {
    Sort.RANK: "line.rowid",
    Sort.STATUS: f"case line.status {_STATUS_ORDER} end",
    Sort.IMAGE: "line.src",
    Sort.TEXT: "line.name collate nocase",
    Sort.QUALITY: "line.quality is null, line.quality",
    Sort.PAGE: "line.place",
    Sort.USES: "uses",
}
_GROUP: Mapping[Group, str] = {
    Group.PICTURE: "line.subject",
    Group.PAGE: "line.page",
    Group.RULE: "findings.rule",
}
FULL = "temp.full_line"
"""The lines with their texts, which take longer to load."""
_ASKS_TEXTS = re.compile(r"line\.(?:alt|name|src|subject|searched)\b")
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
"""As `lower` of SQLite, and LIKE, take letters: those of ASCII."""


_PAGES = "select id from pages where url like ? escape '\\' or title like ? escape '\\'"
"""Pages of which the address or the title holds a part."""


def question(asked: QueueQuery) -> tuple[str, list[Any]]:
    """The SQL of a question, and its values: ranks; of groups also their uses, how many of these
    are decided, and their rules."""
    order = _ORDER[asked.sort] + (" desc" if asked.descending else "")
    key = _GROUP.get(asked.group, "")
    what, grouped = "line.rowid as rank", ""
    if key:
        rule = "findings.rule" if asked.group is Group.RULE else "null"
        decided = f"count(distinct case when {CHOICE} is not null then line.id end)"
        what = f"min(line.rowid) as rank, count(distinct line.id) as uses, {decided}, {rule}"
        grouped = f"group by {key}"
    where, values = _where(asked, f"{what} {order} {key}")
    return f"select {what} {where} {grouped} order by {order}, rank", values


def number_in_groups(asked: QueueQuery) -> tuple[str, list[Any]]:
    """The SQL, and its values, of how many image uses are in the groups of a question."""
    where, values = _where(asked, "")
    return f"select count(distinct line.id) {where}", values


def _where(asked: QueueQuery, also: str) -> tuple[str, list[Any]]:
    """The tables and conditions of a question; `also`: what else its SQL says."""
    tables, where, values = ["temp.line as line"], ["1"], []
    for condition, value in _conditions(asked):
        where.append(condition)
        values += value
    if asked.group is Group.RULE:
        tables.append("join findings on findings.image = line.id")
        if asked.rule:
            where.append("findings.rule = ?")
            values.append(asked.rule)
    if asked.decision or asked.group:
        tables.append(decision_on("line", "line.subject"))
    if _ASKS_TEXTS.search(" ".join((*tables, *where, also))):
        tables[0] = f"{FULL} as line"
    return f"from {' '.join(tables)} where {' and '.join(where)}", values


def _conditions(asked: QueueQuery) -> list[tuple[str, list[Any]]]:
    found: list[tuple[str, list[Any]]] = []
    if asked.status == TO_DO:
        marks = ", ".join("?" * len(ASKS_FOR_WORK))
        found.append((f"line.status in ({marks})", sorted(ASKS_FOR_WORK)))
    elif asked.status:
        found.append(("line.status = ?", [asked.status]))
    if asked.rule:
        found.append(("line.id in (select image from findings where rule = ?)", [asked.rule]))
    if asked.page:
        found.append((f"line.page in ({_PAGES})", [_part(asked.page)] * 2))
    if asked.text:
        text = asked.text.translate(_LOWER)
        where = f"(instr(line.searched, ?) or line.page in ({_PAGES}))"
        found.append((where, [text, *[_part(text)] * 2]))
    if asked.below is not None:
        found.append(("line.quality < ?", [asked.below]))
    if asked.picture:
        found.append(("line.subject = ?", [asked.picture]))
    if asked.decision == UNDECIDED:
        found.append((f"{CHOICE} is null", []))
    elif asked.decision:
        found.append((f"{CHOICE} = ?", [asked.decision]))
    return found


def _part(text: str) -> str:
    """A pattern of LIKE for texts that hold this."""
    for special in "\\%_":
        text = text.replace(special, f"\\{special}")
    return f"%{text}%"
