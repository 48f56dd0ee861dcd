"""What can be asked of a queue, and SQL over its tables in memory (auditor/store/queue.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from string import ascii_lowercase, ascii_uppercase

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


TEXT_ORDER: Mapping[Sort, str] = {
    Sort.IMAGE: "line.src",
    Sort.TEXT: "line.name collate nocase",
}
"""SQL of what lines with their texts are ordered by."""
FULL = "temp.full_line"
"""The lines with their texts, which take longer to load."""
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
"""As `lower` of SQLite, and LIKE, take letters: those of ASCII."""
PAGES = "select id from pages where url like ? escape '\\' or title like ? escape '\\'"
"""SQL: pages of which the address or the title holds a part."""
_SAME = "line.subject = made.subject and line.name = made.name and line.alt is made.alt"
CHOSEN = f"""with made_alone as materialized (
    select subject, name, alt, page, selector, choice, min(id) from use_decisions
    group by page, selector, subject, name, alt),
  alone (rank, choice) as materialized (
    select line.rowid, kept.choice
    from (select distinct subject, name, alt from made_alone) as made
    cross join {FULL} as line on {_SAME}
    cross join images on images.id = line.id
    cross join pages on pages.id = line.page
    cross join made_alone as kept on kept.page = pages.url and kept.selector = images.selector
      and kept.subject = line.subject and kept.name = line.name and kept.alt is line.alt)
    select rank, choice from alone union all
    select line.rowid, made.choice from (select *, min(id) from decisions
      group by subject, name, alt) as made
    cross join {FULL} as line on {_SAME}
    where line.rowid not in (select rank from alone)"""  # noqa: S608
"""SQL: the ranks that are decided, and how, found from the decisions, which are fewer: at most one
on each, also where a file holds many on the same. The lines of a picture are gone through once, and
not for each decision: a logo may be decided on thousands of pages, each by itself."""


def asks_texts(asked: QueueQuery) -> bool:
    """Whether a question needs what is loaded later than the lines."""
    return bool(
        asked.text
        or asked.rule
        or asked.picture
        or asked.decision
        or asked.group
        or asked.sort in TEXT_ORDER
    )


def apart_from_decisions(asked: QueueQuery) -> QueueQuery:
    """Which lines a question asks for, in whatever order and groups and however decided."""
    return replace(asked, decision="", group=Group.NONE, sort=Sort.RANK, descending=False)


def searched(text: str) -> str:
    """A text as it is looked for, in lines of which the letters are small."""
    return text.translate(_LOWER)


def part(text: str) -> str:
    """A pattern of LIKE for texts that hold this."""
    for special in "\\%_":
        text = text.replace(special, f"\\{special}")
    return f"%{text}%"
