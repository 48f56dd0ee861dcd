"""A line of the queue in words: every cell says something, to eyes and to ears."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote, urlsplit

from auditor.decision import Choice
from auditor.findings import Status
from auditor.gate.compare import Change
from auditor.message import Message, marked, number, row
from auditor.reports.words import CHOICE_LABEL, ending, file_name, printable, shorten
from auditor.store.query import TO_DO, UNDECIDED, Group, QueueQuery, Sort
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
    Change.WORSE: marked("worse"),
    Change.BETTER: marked("better"),
    Change.CHANGED: marked("changed"),
    Change.APPEARED: marked("new"),
    Change.GONE: marked("gone"),
}
GROUP_WORDS: Mapping[Group, str] = {
    Group.PICTURE: marked("picture"),
    Group.PAGE: marked("page"),
    Group.RULE: marked("rule"),
}
"""What makes one row of many uses."""
SORT_WORDS: Mapping[Sort, str] = {
    Sort.RANK: marked("worst first"),
    Sort.STATUS: marked("status"),
    Sort.IMAGE: marked("image"),
    Sort.TEXT: marked("text"),
    Sort.QUALITY: marked("quality"),
    Sort.PAGE: marked("page"),
    Sort.USES: marked("uses"),
}
_KIND = {
    Kind.SVG: marked("inline drawing"),
    Kind.CANVAS: marked("canvas"),
    Kind.CSS_BACKGROUND: marked("background"),
    Kind.ICON_FONT: marked("icon"),
}


class Column(StrEnum):
    """The columns of the queue; their values are what the headers say."""

    RULE = marked("Rule")
    STATUS = marked("Status")
    DECISION = marked("Decision")
    IMAGE = marked("Image")
    TEXT = marked("Text")
    PAGE = marked("Page")
    USES = marked("Uses")


_C = Column
_COLUMNS: Mapping[Group, tuple[Column, ...]] = {
    Group.NONE: (_C.IMAGE, _C.STATUS, _C.TEXT, _C.PAGE, _C.DECISION),
    Group.PICTURE: (_C.IMAGE, _C.USES, _C.DECISION, _C.STATUS, _C.TEXT, _C.PAGE),
    Group.PAGE: (_C.PAGE, _C.USES, _C.DECISION, _C.IMAGE, _C.STATUS, _C.TEXT),
    Group.RULE: (_C.RULE, _C.USES, _C.DECISION, _C.IMAGE, _C.STATUS, _C.TEXT, _C.PAGE),
}
OPEN = marked("open")
"""Not decided."""


def columns_of(group: Group) -> tuple[Column, ...]:
    """What stands in a row, the most needed first: a screen reader says only what is in view. A
    row for a group begins with the group, then comes its worst use."""
    return _COLUMNS[group]


def header(column: Column, group: Group) -> str:
    """What stands above a column."""
    if column is Column.USES and group in (Group.PAGE, Group.RULE):
        return marked("Images")
    return marked("Worst") if column is Column.STATUS and group else column.value


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
    use = line.row
    match column:
        case Column.RULE:
            return line.rule
        case Column.STATUS:
            return _status_words(line)
        case Column.DECISION:
            return _decision_words(line)
        case Column.IMAGE:
            return image_words(use)
        case Column.TEXT:
            return text_of(use)
        case Column.PAGE:
            return whole_page_words(use) if line.group is Group.PAGE else place_words(use)
        case Column.USES:
            return number(line.uses)


def heard(line: QueueLine, column: Column) -> str:
    """What a screen reader is given for a cell: as shown, with what makes it clear alone."""
    text = shown(line, column)
    match column:
        case Column.RULE:
            return Message("rule {rule}", rule=text)
        case Column.STATUS:
            return Message("worst: {status}", status=text) if line.group else text
        case Column.IMAGE:
            several = line.uses > 1 and not line.group
            return Message("{image}, {uses}", image=text, uses=uses(line.uses)) if several else text
        case Column.PAGE:
            if line.group is Group.PAGE:
                return Message("page {page}", page=text)
            return Message("on {page}", page=text)
        case Column.DECISION:
            alone = line.row.decision and not line.group
            return Message("decided {decision}", decision=text) if alone else text
        case Column.USES:
            several = line.group in (Group.PAGE, Group.RULE)
            return images(line.uses) if several else uses(line.uses)
        case _:
            return text


def _status_words(line: QueueLine) -> str:
    """ "weak, 1.7, better": status and quality. That a text was not scored is said where there is
    one."""
    row = line.row
    scored = "" if row.quality is None else Message("{quality:.1f}", quality=row.quality)
    if row.quality is None and row.name:
        scored = Message("not scored")
    return listed(filter(None, (Message(STATUS_WORDS[row.status]), scored, line.change)))


def _decision_words(line: QueueLine) -> str:
    decision = line.row.decision
    if not line.group or line.uses == 1:
        return Message(CHOICE_LABEL[decision.choice] if decision else OPEN)
    if not line.decided:
        return Message("none decided")
    if not line.is_open:
        return Message("all decided")
    return Message("{decided} of {uses} decided", decided=line.decided, uses=line.uses)


def text_of(row: QueueRow) -> str:
    """The text, or in words what there is in place of one."""
    if row.name:
        return shorten(row.name, TEXT_SHOWN)
    if row.alt is None:
        return Message("no alternative text")
    return Message("empty alternative text") if row.alt == "" else Message("white space only")


def image_words(row: QueueRow) -> str:
    """The file's name, or what sort of image it is."""
    if (row.src or "").startswith("data:"):
        return Message("picture inside the page")
    if file := file_name(row.src):
        return shorten(file, 80)
    known = _KIND.get(Kind(row.kind))
    return Message(known) if known else Message("{kind} without a file", kind=row.kind)


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
    return listed(_parts_of(asked))


def _parts_of(asked: QueueQuery) -> Iterator[str]:
    if asked.status == TO_DO:
        yield Message("to do")
    elif asked.status in set(Status):
        yield Message(STATUS_WORDS[Status(asked.status)])
    if asked.rule and asked.group is not Group.RULE:
        yield asked.rule
    if asked.below is not None:
        yield Message("quality below {level:.1f}", level=asked.below)
    if asked.decision == UNDECIDED:
        yield Message(OPEN)
    elif asked.decision in set(Choice):
        choice = Message(CHOICE_LABEL[Choice(asked.decision)])
        yield Message("decided {decision}", decision=choice)
    if asked.change:
        change = Message(CHANGE_WORDS[Change(asked.change)])
        yield Message("{change} since the earlier scan", change=change)
    if asked.picture:
        yield Message("one picture")
    if asked.page:
        yield Message("page “{page}”", page=shorten(asked.page, PLACE_SHOWN))
    if asked.text:
        yield Message("with “{text}”", text=shorten(asked.text, PLACE_SHOWN))


def listed(parts: Iterable[str]) -> str:
    """ "a, b, c"; "" for none."""
    found = list(parts)
    return row(found) if found else ""


def found_words(found: QueueAnswer, asked: QueueQuery) -> str:
    """ "12 images: weak, open.", "2 rules, 12 images.", said when the filter has an answer."""
    which = filter_words(asked)
    if not len(found):
        return Message("No image is left: {which}.", which=which) if which else Message("No image.")
    words = rows_of(asked.group, len(found))
    if asked.group:
        words = Message("{rows}, {images}", rows=words, images=images(found.images))
    if which:
        return Message("{found}: {which}.", found=words, which=which)
    return Message("{found}.", found=words)


def rows_of(group: Group, number: int) -> Message:
    """ "12 images", "1 rule": so many rows, by what a row is."""
    match group:
        case Group.PICTURE:
            return Message.counted("{number} picture", "{number} pictures", number)
        case Group.PAGE:
            return Message.counted("{number} page", "{number} pages", number)
        case Group.RULE:
            return Message.counted("{number} rule", "{number} rules", number)
        case _:
            return images(number)


def row_words(place: int, of: int, group: Group) -> Message:
    """ "Row 2 of 5.", "Row 2 of 5 pages."."""
    if group is Group.NONE:
        return Message("Row {row} of {rows}.", row=place, rows=of)
    return Message("Row {row} of {found}.", row=place, found=rows_of(group, of))


def images(number: int) -> Message:
    """ "1 image", "2,000 images"."""
    return Message.counted("{number} image", "{number} images", number)


def uses(number: int) -> Message:
    """ "1 use", "2,000 uses"."""
    return Message.counted("{number} use", "{number} uses", number)


def progress_words(decided: int, of: int) -> str:
    """ "3 of 12 decided.", of the images that the filter shows."""
    return Message("{decided} of {uses} decided.", decided=decided, uses=of) if of else ""
