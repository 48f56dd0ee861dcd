"""Words that the reports share. Pure; texts of pages come out safe to show on one line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from auditor.decision import Choice, Decision
from auditor.findings import Status
from auditor.net.urls import file_of, split
from auditor.results import FindingState, ScanReport
from extractors.records import Control, Exposed, ImageRecord, Kind

STATUS_LABEL: Mapping[Status, str] = {
    Status.MISSING: "missing",
    Status.WRONG: "wrong",
    Status.WEAK: "weak",
    Status.REDUNDANT: "redundant",
    Status.DECORATIVE_SUSPECT: "decorative?",
    Status.NOT_CHECKABLE: "not checkable",
    Status.NOT_COMPARED: "not compared",
    Status.OK: "good",
    Status.DECORATIVE: "decorative",
}
STATUS_MEANING: Mapping[Status, str] = {
    Status.MISSING: "no text where a listener needs one",
    Status.WRONG: "the text is of something else",
    Status.WEAK: "the text tells too little",
    Status.REDUNDANT: "the text repeats what is heard anyway",
    Status.DECORATIVE_SUSPECT: "meant as decoration, and may carry meaning",
    Status.NOT_CHECKABLE: "hidden, or the picture could not be seen",
    Status.NOT_COMPARED: "no fault by the rules; not held against the picture",
    Status.OK: "the text was found to serve",
    Status.DECORATIVE: "kept from listeners, no sign of meaning",
}
_PHRASE: Mapping[Status, tuple[str, str]] = {
    Status.MISSING: ("has no text", "have no text"),
    Status.WRONG: ("has a wrong text", "have a wrong text"),
    Status.DECORATIVE_SUSPECT: (
        "is marked as decorative and may carry meaning",
        "are marked as decorative and may carry meaning",
    ),
    Status.WEAK: ("has a weak text", "have a weak text"),
    Status.REDUNDANT: ("repeats what is heard anyway", "repeat what is heard anyway"),
    Status.NOT_CHECKABLE: ("could not be checked", "could not be checked"),
    Status.NOT_COMPARED: (
        "has a text that was not compared with the picture",
        "have texts that were not compared with their pictures",
    ),
    Status.OK: ("has a good text", "have a good text"),
    Status.DECORATIVE: ("is decorative", "are decorative"),
}
CHOICE_LABEL: Mapping[Choice, str] = {
    Choice.RIGHT: "right",
    Choice.WRONG: "wrong",
    Choice.DECORATIVE: "decorative",
    Choice.PERSON: "needs a person",
}
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """`text` on one line. What could steer a terminal, a reader or a parser (controls, lone
    surrogates, bidirectional overrides) becomes U+FFFD."""
    return _HARMFUL.sub("\ufffd", " ".join(text.split()))


def shorten(text: str, limit: int) -> str:
    """`text`, printable and cut at `limit` characters with "…"."""
    line = printable(text[: 4 * limit])
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def ending(text: str, limit: int) -> str:
    """The last words of `text`, printable, at most `limit` characters after "…"."""
    line = printable(text[-4 * limit :])
    if len(line) <= limit:
        return line
    cut = line[-limit:]
    whole = cut.partition(" ")[2] if line[-limit - 1] != " " else cut
    return f"…{(whole or cut).lstrip()}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """ "1 image", "2,000 images"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def ranks_of(ranks: Sequence[int], total: int, shown: int = 5) -> str:
    """ "ranks 1, 2 and 3 more": the first ranks of a group of `total` image uses."""
    listed = ", ".join(str(rank) for rank in ranks[:shown])
    rest = total - len(ranks[:shown])
    return f"ranks {listed} and {rest:,} more" if rest else f"ranks {listed}"


def percent(part: int, whole: int) -> str:
    """ "12%"; "<1%" for a little, never "0%" for something or "100%" for not all."""
    if not part or not whole:
        return "0%"
    share = 100 * part / whole
    if share < 1:
        return "<1%"
    return ">99%" if 99 < share < 100 else f"{share:.0f}%"


def text_words(record: ImageRecord, limit: int = 2000) -> str:
    """The text of an image as a person says it: “A red fox”, or what there is instead."""
    if record.name.text:
        return f"“{shorten(record.name.text, limit)}”"
    if record.alt is None:
        return "no alternative text"
    return "empty alternative text" if record.alt == "" else "white space only"


def title_of(record: ImageRecord, limit: int = 200) -> str:
    """What a person calls this image in a list: its text, else the want of one and its file."""
    file = "" if record.name.text else file_name(record.src)
    return text_words(record, limit) + (f" ({shorten(file, 80)})" if file else "")


def file_name(src: str | None) -> str:
    """Last part of an address's path, "" for data: URLs and where there is none."""
    return printable(file_of(src).name)


def spoken(record: ImageRecord) -> str:
    """About what a screen reader says, with roles in the words of NVDA."""
    control = record.context.control
    if record.exposure.state is Exposed.HIDDEN:
        return f"nothing (hidden: {record.exposure.reason})"
    if record.exposure.state is Exposed.DECORATIVE:
        return _control_only(control) if control else "nothing (marked decorative)"
    if not record.name.text and record.kind in (Kind.CSS_BACKGROUND, Kind.POSTER):
        return "nothing (a screen reader is not told of it)"
    said = f"{_role(record)}, {_name_or_file(record)}"
    if control and record.kind not in (Kind.INPUT, Kind.AREA):
        rest = f"; and, as the text of the {control.role}: {shorten(control.text, 200)}"
        said = f"{control.role}, {said}{rest if control.text else ''}"
    if record.context.described_by:
        said += f"; then its description: {shorten(record.context.described_by, 400)}"
    return said


def _role(record: ImageRecord) -> str:
    return record.role if record.role in ("link", "button") else "graphic"


def _name_or_file(record: ImageRecord) -> str:
    if record.name.text:
        return shorten(record.name.text, 2000)
    file = file_name(record.src)
    spelt = f"; many readers spell out the file name: {shorten(file, 120)}" if file else ""
    return f"with no name{spelt}"


def _control_only(control: Control) -> str:
    if control.name:
        return f"{control.role}, {shorten(control.name, 400)} (the image itself is not said)"
    if not control.target:
        return f"{control.role}, with no name"
    address = shorten(control.target, 200)
    return f"{control.role}, with no name; many readers spell out the address: {address}"


def decided(decision: Decision) -> str:
    """ "wrong, better: “A red fox”; note: ask the author": a decision on one line."""
    better = f", better: “{shorten(decision.better, 2000)}”" if decision.better else ""
    note = f"; note: {shorten(decision.note, 2000)}" if decision.note else ""
    return f"{CHOICE_LABEL[decision.choice]}{better}{note}"


def scan_name(report: ScanReport) -> str:
    """What was scanned as a whole: "https://example.org/ (36 pages)", "36 pages of example.org",
    "example.org and 3 more sites"; files and titles: "file:///a.html and 3 more"."""
    pages = sum(page.state == "done" for page in report.pages)
    starts = report.targets or tuple(page.url for page in report.pages)
    if not starts:
        return "no page"
    if len(starts) == 1:
        return starts[0] if pages < 2 else f"{starts[0]} ({counted(pages, 'page')})"
    sites = list(dict.fromkeys(split(start).netloc for start in starts))
    if "" in sites:
        return f"{starts[0]} and {len(starts) - 1:,} more"
    if len(sites) == 1:
        return f"{counted(max(pages, len(starts)), 'page')} of {sites[0]}"
    return f"{sites[0]} and {counted(len(sites) - 1, 'more site')}"


def skipped_line(report: ScanReport) -> str:
    """ "3 things were not checked.", or "" when everything was."""
    number = len(report.skipped)
    verb = "was" if number == 1 else "were"
    return f"{counted(number, 'thing')} {verb} not checked." if number else ""


def reader_line(report: ScanReport) -> str:
    """Says that the text in pictures was not read, a remark and no fault; "" when it was."""
    if report.reader or not sum(report.counts.values()):
        return ""
    return "Text in pictures was not read; with the extra `ocr` installed it is."


def summary_sentence(report: ScanReport) -> str:
    """One sentence: how many images, on how many pages, and what they are like."""
    total = sum(report.counts.values())
    pages = counted(sum(page.state == "done" for page in report.pages), "page")
    if not total:
        return f"No image was found on {pages}."
    parts = [
        f"{number:,} {_PHRASE[status][number != 1]}"
        for status in Status
        if (number := report.counts.get(status.value, 0))
    ]
    return f"{counted(total, 'image')} on {pages}: {', '.join(parts)}."


def states_sentence(report: ScanReport) -> str:
    """ "Held against baseline and ignores: 3 new findings, 40 known, …", or ""."""
    if not report.states:
        return ""
    counts = {state: report.states.get(state.value, 0) for state in FindingState}
    new = counted(counts.pop(FindingState.NEW), "new finding")
    rest = ", ".join(f"{number:,} {state}" for state, number in counts.items())
    return f"Held against baseline and ignores: {new}, {rest}."
