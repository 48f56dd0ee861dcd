"""What can be asked of a queue, and its SQL over the tables in memory (auditor/store/queue.py)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from auditor.findings import ASKS_FOR_WORK, Status

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
    change: str = ""
    """What became of uses since an earlier scan, as `Queue.mark` was told; "" for all."""
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
    Group.RULE: "found.rule",
}
SEARCHED = "temp.searched_line"
"""The lines with all that is searched in one text, and nothing else that is long."""
FULL = "temp.full_line"
"""The lines with their texts, which take longer to load, and with them temp.found: the findings of
each rule."""
_ASKS_TEXTS = re.compile(r"line\.(?:alt|name|src|subject)\b")
_LOADED_LATE = re.compile(rf"{SEARCHED}|{FULL}|temp\.found")
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
"""As `lower` of SQLite, and LIKE, take letters: those of ASCII."""
_PAGES = "select id from pages where url like ? escape '\\' or title like ? escape '\\'"
"""Pages of which the address or the title holds a part."""
_SEARCH = f"(instr(line.searched, ?) or line.page in ({_PAGES}))"
_SEARCH_BESIDE = f"""line.rowid in (select line.rowid from {SEARCHED} as line where {_SEARCH})"""  # noqa: S608
_SAME = "line.subject = made.subject and line.name = made.name and line.alt is made.alt"
_CHOSEN = f"""with alone (rank, choice) as materialized (
    select line.rowid, made.choice from (select *, min(id) from use_decisions
      group by subject, name, alt, page, selector) as made
    cross join {FULL} as line on {_SAME}
    join pages on pages.id = line.page and pages.url = made.page
    join images on images.id = line.id and images.selector = made.selector),
  chosen (rank, choice) as materialized (
    select rank, choice from alone union all
    select line.rowid, made.choice from (select *, min(id) from decisions
      group by subject, name, alt) as made
    cross join {FULL} as line on {_SAME}
    where line.rowid not in (select rank from alone)) """  # noqa: S608
"""The lines that are decided, found from the decisions, which are fewer: at most one on each line,
also where a file holds many on the same."""


def question(asked: QueueQuery) -> tuple[str, list[Any]]:
    """The SQL of a question, and its values: all ranks in one text; of groups a row each: the rank,
    uses, how many of these are decided, the rule."""
    order = _ORDER[asked.sort] + (" desc" if asked.descending else "")
    key = _GROUP.get(asked.group, "")
    what, grouped = "line.rowid as rank", ""
    if key:
        rule = key if asked.group is Group.RULE else "null"
        decided = "sum(line.rowid in (select rank from chosen))"
        what = f"min(line.rowid) as rank, count(*) as uses, {decided}, {rule}"
        grouped = f"group by {key}"
    if asked.sort is not Sort.RANK or key:
        order = f"{order}, rank"
    where, values = _where(asked, f"{what} {order} {key}")
    chosen = _CHOSEN if "chosen" in f"{what} {where}" else ""
    sql = f"select {what} {where} {grouped} order by {order}"
    if not key:  # one text of all the numbers is read in half the time of as many rows
        sql = f"select group_concat(rank) from ({sql})"  # noqa: S608
    return f"{chosen}{sql}", values


def asks_texts(sql: str) -> bool:
    """Whether a question needs tables that are loaded later than the lines."""
    return _LOADED_LATE.search(sql) is not None


def number_in_groups(asked: QueueQuery) -> tuple[str, list[Any]]:
    """The SQL, and its values, of how many image uses are in the groups of a question by rule."""
    where, values = _where(replace(asked, group=Group.NONE), "temp.found")
    chosen = _CHOSEN if "chosen" in where else ""
    in_one = "line.rowid in (select rank from temp.found)"
    return f"{chosen}select count(*) {where} and {in_one}", values


def _where(asked: QueueQuery, also: str) -> tuple[str, list[Any]]:
    """The tables and conditions of a question; `also`: what else its SQL says."""
    tables, where, values = ["temp.line as line"], ["1"], []
    for condition, value in _conditions(asked):
        where.append(condition)
        values += value
    if asked.group is Group.RULE:
        tables = ["temp.found as found", f"cross join {tables[0]} on line.rowid = found.rank"]
        if asked.rule:
            where.append("found.rule = ?")
            values.append(asked.rule)
    lines = "temp.line"
    if asked.text:
        text = asked.text.translate(_LOWER)
        where.append(_SEARCH)
        values += [text, *[_part(text)] * 2]
        lines = SEARCHED
    if _ASKS_TEXTS.search(" ".join((*tables, *where, also))):
        lines = FULL
        where = [_SEARCH_BESIDE if each == _SEARCH else each for each in where]
    tables = [each.replace("temp.line as line", f"{lines} as line") for each in tables]
    return f"from {' '.join(tables)} where {' and '.join(where)}", values


def _conditions(asked: QueueQuery) -> list[tuple[str, list[Any]]]:
    found: list[tuple[str, list[Any]]] = []
    if asked.status == TO_DO:
        marks = ", ".join("?" * len(ASKS_FOR_WORK))
        found.append((f"line.status in ({marks})", sorted(ASKS_FOR_WORK)))
    elif asked.status:
        found.append(("line.status = ?", [asked.status]))
    if asked.rule:
        found.append(("line.rowid in (select rank from temp.found where rule = ?)", [asked.rule]))
    if asked.page:
        found.append((f"line.page in ({_PAGES})", [_part(asked.page)] * 2))
    if asked.below is not None:
        found.append(("line.quality < ?", [asked.below]))
    if asked.change:
        marked = "select image from temp.change where change = ?"
        found.append((f"line.id in ({marked})", [asked.change]))
    if asked.picture:
        found.append(("line.subject = ?", [asked.picture]))
    if asked.decision == UNDECIDED:
        found.append(("line.rowid not in (select rank from chosen)", []))
    elif asked.decision:
        found.append(("line.rowid in (select rank from chosen where choice = ?)", [asked.decision]))
    return found


def _part(text: str) -> str:
    """A pattern of LIKE for texts that hold this."""
    for special in "\\%_":
        text = text.replace(special, f"\\{special}")
    return f"%{text}%"
