"""Words that the reports share. Pure; texts of pages come out safe to show on one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from posixpath import commonpath

from auditor.catalogue import ENGLISH, Tongue
from auditor.decision import Choice, Decision
from auditor.findings import Severity, Status
from auditor.message import Message, marked
from auditor.net.urls import file_of, split
from auditor.results import FindingState, PageInfo, ScanReport
from auditor.rules.reasons import why_exposed
from extractors.records import Control, Exposed, ImageRecord, Kind

STATUS_LABEL: Mapping[Status, str] = {
    Status.MISSING: marked("missing"),
    Status.WRONG: marked("wrong"),
    Status.WEAK: marked("weak"),
    Status.REDUNDANT: marked("redundant"),
    Status.DECORATIVE_SUSPECT: marked("decorative?"),
    Status.NOT_CHECKABLE: marked("not checkable"),
    Status.NOT_COMPARED: marked("not compared"),
    Status.OK: marked("good"),
    Status.DECORATIVE: marked("decorative"),
}
STATUS_MEANING: Mapping[Status, str] = {
    Status.MISSING: marked("no text where a listener needs one"),
    Status.WRONG: marked("the text is of something else"),
    Status.WEAK: marked("the text tells too little"),
    Status.REDUNDANT: marked("the text repeats what is heard anyway"),
    Status.DECORATIVE_SUSPECT: marked("meant as decoration, and may carry meaning"),
    Status.NOT_CHECKABLE: marked("hidden, or the picture could not be seen"),
    Status.NOT_COMPARED: marked("no fault by the rules; not held against the picture"),
    Status.OK: marked("no fault found beside picture and page"),
    Status.DECORATIVE: marked("kept from listeners, no sign of meaning"),
}
_COUNTED: Mapping[Status, Callable[[Tongue, int], str]] = {
    Status.MISSING: lambda t, n: t.counted("{number} has no text", "{number} have no text", n),
    Status.WRONG: lambda t, n: t.counted(
        "{number} has a wrong text", "{number} have a wrong text", n
    ),
    Status.DECORATIVE_SUSPECT: lambda t, n: t.counted(
        "{number} is marked as decorative and may carry meaning",
        "{number} are marked as decorative and may carry meaning",
        n,
    ),
    Status.WEAK: lambda t, n: t.counted("{number} has a weak text", "{number} have a weak text", n),
    Status.REDUNDANT: lambda t, n: t.counted(
        "{number} repeats what is heard anyway", "{number} repeat what is heard anyway", n
    ),
    Status.NOT_CHECKABLE: lambda t, n: t.counted(
        "{number} could not be checked", "{number} could not be checked", n
    ),
    Status.NOT_COMPARED: lambda t, n: t.counted(
        "{number} has a text that was not compared with the picture",
        "{number} have texts that were not compared with their pictures",
        n,
    ),
    Status.OK: lambda t, n: t.counted("{number} has a good text", "{number} have a good text", n),
    Status.DECORATIVE: lambda t, n: t.counted(
        "{number} is decorative", "{number} are decorative", n
    ),
}
CHOICE_LABEL: Mapping[Choice, str] = {
    Choice.RIGHT: marked("right"),
    Choice.WRONG: marked("wrong"),
    Choice.DECORATIVE: marked("decorative"),
    Choice.PERSON: marked("needs a person"),
}
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """`text` on one line. What could steer a terminal, a reader or a parser (controls, lone
    surrogates, bidirectional overrides) becomes U+FFFD."""
    if text.isprintable() and "  " not in text and text.strip(" ") == text:
        return text if type(text) is str else str(text)  # as most are
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


def label(status: Status, tongue: Tongue = ENGLISH) -> str:
    """A status in a word or two."""
    return tongue.translated(STATUS_LABEL[status])


def capitalised(text: str) -> str:
    """With a capital at the start; `str.capitalize` would take away those of German nouns."""
    return text[:1].upper() + text[1:]


def meaning(status: Status, tongue: Tongue = ENGLISH) -> str:
    """What a status says, as a clause."""
    return tongue.translated(STATUS_MEANING[status])


def images(number: int, tongue: Tongue = ENGLISH) -> str:
    """ "1 image", "2,000 images"."""
    return tongue.counted("{number} image", "{number} images", number)


def pages(number: int, tongue: Tongue = ENGLISH) -> str:
    """ "1 page", "2,000 pages"."""
    return tongue.counted("{number} page", "{number} pages", number)


def things(number: int, tongue: Tongue = ENGLISH) -> str:
    """ "1 thing", "2,000 things"."""
    return tongue.counted("{number} thing", "{number} things", number)


def ranks_of(ranks: Sequence[int], total: int, tongue: Tongue = ENGLISH, shown: int = 5) -> str:
    """ "ranks 1, 2 and 3 more": the first ranks of a group of `total` image uses."""
    listed = ", ".join(str(rank) for rank in ranks[:shown])
    if rest := total - len(ranks[:shown]):
        return tongue.translated("ranks {listed} and {rest} more", listed=listed, rest=rest)
    return tongue.translated("ranks {listed}", listed=listed)


def percent(part: int, whole: int, tongue: Tongue = ENGLISH) -> str:
    """ "12%"; "<1%" for a little, never "0%" for something or "100%" for not all."""
    if not part or not whole:
        return tongue.number(0.0, ".0%")
    share = part / whole
    if share < 0.01:
        return f"<{tongue.number(0.01, '.0%')}"
    return f">{tongue.number(0.99, '.0%')}" if 0.99 < share < 1 else tongue.number(share, ".0%")


def text_words(record: ImageRecord, limit: int = 2000, tongue: Tongue = ENGLISH) -> str:
    """The text of an image as a person says it: “A red fox”, or what there is instead."""
    if record.name.text:
        return tongue.translated("“{text}”", text=shorten(record.name.text, limit))
    if record.alt is None:
        return tongue.translated("no alternative text")
    if record.alt == "":
        return tongue.translated("empty alternative text")
    return tongue.translated("white space only")


def title_of(record: ImageRecord, limit: int = 200, tongue: Tongue = ENGLISH) -> str:
    """What a person calls this image in a list: its text, else the want of one and its file."""
    file = "" if record.name.text else file_name(record.src)
    return text_words(record, limit, tongue) + (f" ({shorten(file, 80)})" if file else "")


def file_name(src: str | None) -> str:
    """Last part of an address's path, "" for data: URLs and where there is none."""
    return printable(file_of(src).name)


def spoken(record: ImageRecord, tongue: Tongue = ENGLISH) -> str:
    """About what a screen reader says, with roles in the words of NVDA."""
    return tongue(_spoken(record))


def _spoken(record: ImageRecord) -> Message:
    control = record.context.control
    if record.exposure.state is Exposed.HIDDEN:
        return Message("nothing (hidden: {why})", why=why_exposed(record))
    if record.exposure.state is Exposed.DECORATIVE:
        return _control_only(control) if control else Message("nothing (marked decorative)")
    if not record.name.text and record.kind in (Kind.CSS_BACKGROUND, Kind.POSTER):
        return Message("nothing (a screen reader is not told of it)")
    said = _named(record)
    if control and record.kind not in (Kind.INPUT, Kind.AREA):
        said = Message("{role}, {said}", role=role_word(control.role), said=said)
        if control.text:
            said = Message(
                "{said}; and, as the text of the {role}: {text}",
                said=said,
                role=role_word(control.role),
                text=shorten(control.text, 200),
            )
    if record.context.described_by:
        described = shorten(record.context.described_by, 400)
        return Message("{said}; then its description: {text}", said=said, text=described)
    return said


def role_word(role: str) -> Message:
    """A role as screen readers say it."""
    return Message(_ROLES.get(role, role))


_ROLES: Mapping[str, str] = {
    "link": marked("link"),
    "button": marked("button"),
    "graphic": marked("graphic"),
}


def _named(record: ImageRecord) -> Message:
    role = role_word(record.role if record.role in ("link", "button") else "graphic")
    if record.name.text:
        return Message("{role}, {said}", role=role, said=shorten(record.name.text, 2000))
    if file := file_name(record.src):
        return Message(
            "{role}, with no name; many readers spell out the file name: {file}",
            role=role,
            file=shorten(file, 120),
        )
    return Message("{role}, with no name", role=role)


def _control_only(control: Control) -> Message:
    role = role_word(control.role)
    if control.name:
        name = shorten(control.name, 400)
        return Message("{role}, {name} (the image itself is not said)", role=role, name=name)
    if not control.target:
        return Message("{role}, with no name", role=role)
    return Message(
        "{role}, with no name; many readers spell out the address: {address}",
        role=role,
        address=shorten(control.target, 200),
    )


def decided(decision: Decision, tongue: Tongue = ENGLISH) -> str:
    """ "wrong, better: “A red fox”; note: ask the author": a decision on one line."""
    return tongue(decided_message(decision))


def decided_message(decision: Decision) -> Message:
    """The same, for whoever says it in a language later."""
    said = Message(CHOICE_LABEL[decision.choice])
    if decision.better:
        better = shorten(decision.better, 2000)
        said = Message("{choice}, better: “{text}”", choice=said, text=better)
    if decision.note:
        note = shorten(decision.note, 2000)
        said = Message("{decision}; note: {note}", decision=said, note=note)
    return said


def _shared_folder(starts: Sequence[str], pages: Sequence[PageInfo]) -> str:
    """The URL of the folder that holds all files of a scan, "" where they share the root alone, or
    where something else was scanned too."""
    urls = [*starts, *(page.url for page in pages if page.state == "done")]
    if not all(url.startswith("file:///") for url in urls):
        return ""
    folder = commonpath([url.removeprefix("file://").rpartition("/")[0] or "/" for url in urls])
    return "" if folder == "/" else f"file://{folder}/"


def scan_name(report: ScanReport) -> str:
    """What was scanned as a whole: "https://example.org/ (36 pages)", "36 pages of example.org",
    "example.org and 3 more sites"; files by the folder that they share: "3 pages of
    file:///site/"; titles: "Garden by the sea and 3 more"."""
    tongue = report.tongue
    number = sum(page.state == "done" for page in report.pages)
    starts = report.targets or tuple(page.url for page in report.pages)
    if not starts:
        return tongue.translated("no page")
    read = max(number, len(starts))
    if read > 1 and (folder := _shared_folder(starts, report.pages)):
        return tongue.counted(
            "{number} page of {site}", "{number} pages of {site}", read, site=folder
        )
    if len(starts) == 1:
        return starts[0] if number < 2 else f"{starts[0]} ({pages(number, tongue)})"
    sites = list(dict.fromkeys(split(start).netloc for start in starts))
    if "" in sites:
        rest = len(starts) - 1
        return tongue.translated("{first} and {rest} more", first=starts[0], rest=rest)
    if len(sites) == 1:
        return tongue.counted(
            "{number} page of {site}", "{number} pages of {site}", read, site=sites[0]
        )
    return tongue.counted(
        "{first} and {number} more site",
        "{first} and {number} more sites",
        len(sites) - 1,
        first=sites[0],
    )


def skipped_line(report: ScanReport) -> str:
    """ "3 things were not checked.", or "" when everything was."""
    if not report.skipped:
        return ""
    return report.tongue.counted(
        "{number} thing was not checked.",
        "{number} things were not checked.",
        len(report.skipped),
    )


def interrupted_line(report: ScanReport) -> str:
    """That the scan did not come to its end."""
    return report.tongue.translated("The scan was interrupted; this is what it had done.")


def worst_title(report: ScanReport) -> str:
    """The heading of the queue."""
    if report.states:
        return report.tongue.translated("New, worst first")
    return report.tongue.translated("Worst first")


def reader_line(report: ScanReport) -> str:
    """Says that the text in pictures was not read, a remark and no fault; "" when it was."""
    if report.reader or not sum(report.counts.values()):
        return ""
    return report.tongue.translated(
        "Text in pictures was not read; with the extra `ocr` installed it is."
    )


def summary_sentence(report: ScanReport) -> str:
    """One sentence: how many images, on how many pages, and what they are like."""
    tongue = report.tongue
    total = sum(report.counts.values())
    read = pages(sum(page.state == "done" for page in report.pages), tongue)
    if not total:
        return tongue.translated("No image was found on {pages}.", pages=read)
    parts = [
        _COUNTED[status](tongue, number)
        for status in Status
        if (number := report.counts.get(status.value, 0))
    ]
    return tongue.translated(
        "{images} on {pages}: {parts}.",
        images=images(total, tongue),
        pages=read,
        parts=", ".join(parts),
    )


def states_sentence(report: ScanReport) -> str:
    """ "Held against baseline and ignores: 3 new findings, 40 known, …", or ""."""
    if not report.states:
        return ""
    counts = {state: report.states.get(state.value, 0) for state in FindingState}
    tongue = report.tongue
    new = tongue.counted("{number} new finding", "{number} new findings", counts[FindingState.NEW])
    return tongue.translated(
        "Held against baseline and ignores: {new}, {known} known, {fixed} fixed, "
        "{ignored} ignored.",
        new=new,
        known=counts[FindingState.KNOWN],
        fixed=counts[FindingState.FIXED],
        ignored=counts[FindingState.IGNORED],
    )


STATE_LABEL: Mapping[FindingState, str] = {
    FindingState.NEW: marked("new"),
    FindingState.KNOWN: marked("known"),
    FindingState.FIXED: marked("fixed"),
    FindingState.IGNORED: marked("ignored"),
}
SEVERITY_LABEL: Mapping[Severity, str] = {
    Severity.CRITICAL: marked("critical"),
    Severity.SERIOUS: marked("serious"),
    Severity.MODERATE: marked("moderate"),
    Severity.ADVICE: marked("advice"),
}
PAGE_STATE: Mapping[str, str] = {
    "done": marked("done"),
    "queued": marked("queued"),
    "failed": marked("failed"),
    "same": marked("same"),
}
"""States of pages."""
