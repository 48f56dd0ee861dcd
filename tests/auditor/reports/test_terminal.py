from __future__ import annotations

import io
import itertools
import re
import unicodedata

from rich.console import Console

from auditor.findings import Outcome, Skipped, Status
from auditor.reports.terminal import write_terminal
from auditor.results import FindingState, JudgedUse, ScanReport
from tests.auditor.reports.conftest import finding_of, picture_of

WHOLE = """\
1 thing was not checked.
4 images on 1 page: 1 has no text, 1 has a weak text, 1 has a good text, 1 is
decorative.

What to do first
Missing, 1 image, number 1 below: An image is all that a link or button holds,
and neither has an accessible name.
Write where the link goes or what the button does in the image's alt attribute;
what the picture looks like matters less here.

Weak, 1 image, number 2 below: The text would stand as well beside any other
picture.
Say what this picture shows, and no other. If it shows nothing that matters
here, and is not the whole name of a link, button or heading, mark it as
decoration.


 Status       Images   Share   Meaning
 ─────────────────────────────────────────────────────────────────────
 missing           1     25%   no text where a listener needs one
 weak              1     25%   the text tells too little
 good              1     25%   no fault found beside picture and page
 decorative        1     25%   kept from listeners, no sign of meaning


Worst first

 #   Status      Of 5   Text and why
 ────────────────────────────────────────────────────
 1   missing        –   no alternative text (fox.jpg)
                        It has no name.
                        #logo

 2   weak         1.5   “image”
                        It tells nothing.
                        #fox


Across the pages
- One picture has two texts. (ranks 2, 3)

Not checked
- frame https://ads.example/: it did not answer

Begin at the top. --output report.html shows every image in its context.
"""


def written(report: ScanReport, limit: int = 20, **settings: object) -> str:
    out = io.StringIO()
    write_terminal(report, Console(file=out, width=80, **settings), limit)
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


def test_a_small_report_as_a_whole(small_report) -> None:
    assert written(small_report) == WHOLE


def test_lines_fit_80_columns_and_colour_changes_no_word(small_report, make_report) -> None:
    coloured = written(small_report, force_terminal=True, color_system="truecolor")
    assert "\x1b[" in coloured
    assert "wait in the queue" not in coloured
    assert max(len(line) for line in WHOLE.split("\n")) <= 80


def test_only_the_uses_that_ask_for_work_are_read(make_report, make_judged) -> None:
    endless = (
        make_judged(f"{i}.png", Status.MISSING, rank=i, src=f"{i}.png") for i in itertools.count(1)
    )
    report = make_report(counts={"missing": 500, "ok": 500}, uses=endless)
    text = written(report, limit=3)
    assert "497 more images wait in the queue." in text
    assert next(endless).rank == 501


def icons(make_judged, number: int, *, text: str | None = None, first: int = 1) -> list[JudgedUse]:
    """One picture with one text, used twice a page."""
    return [
        make_judged(
            text,
            Status.MISSING,
            rank=first + i,
            reason=f"Reason {first + i}.",
            page_url=f"https://example.org/{i // 2}",
            picture=picture_of(),
        )
        for i in range(number)
    ]


def test_one_picture_with_one_text_and_fault_is_one_entry(make_report, make_judged) -> None:
    others = [make_judged(f"Fox {i}", Status.WEAK, rank=10 + i, src=f"{i}.png") for i in range(5)]
    text = written(make_report([*icons(make_judged, 9), *others]), limit=3)
    assert "14 images" in text
    assert "9 uses on 5 pages, one picture\n" in text
    assert ("Reason 1." in text, "Reason 2." in text) == (True, False)
    assert re.findall(r"(?m)^ (\d+) +(?:missing|weak)", text) == ["1", "2", "3"]
    assert "rank 11" in text
    assert "3 more images wait in the queue." in text


def test_a_clean_scan_asks_for_nothing(make_report, make_judged) -> None:
    text = written(make_report([make_judged("A red fox")]))
    assert text.startswith("1 image on 1 page: 1 has a good text.")
    assert text.endswith("Nothing is to be done.\n")
    assert "Worst first" not in text


def test_where_rules_only_advise_nothing_has_to_be_done(make_report, make_judged) -> None:
    advice = finding_of("text-says-little", "It says little.", Outcome.CANT_TELL)
    text = written(make_report([make_judged("A red fox", findings=(advice,))]))
    assert text.endswith("shows what the rules advise.\n")
    assert "Nothing has to be done." in text


def test_nothing_found_and_something_skipped_is_not_called_clean(make_report) -> None:
    text = written(make_report(skipped=(Skipped("https://example.org/", "it is a login page"),)))
    assert text.startswith("1 thing was not checked.\nNo image was found")
    assert "Nothing is to be done" not in text


def test_an_interrupted_scan_says_so(make_report) -> None:
    assert "interrupted" in written(make_report(finished=None))


def test_many_skipped_things_are_counted_after_ten_reasons(make_report) -> None:
    skipped = tuple(Skipped(f"image {i}", f"reason {i}") for i in range(13))
    text = written(make_report(skipped=skipped))
    assert text.startswith("13 things were not checked.")
    assert "- and 3 others" in text


def test_many_findings_across_the_pages_are_counted_after_five(make_report, make_site) -> None:
    found = tuple(make_site(f"Message {i}.", *range(1, 10)) for i in range(8))
    text = written(make_report(site_findings=found))
    assert "- Message 4. (ranks 1, 2, 3, 4, 5 and 4 more)" in text
    assert "Message 5." not in text
    assert "- and 3 more, which the JSON and HTML reports list" in text


def test_texts_of_pages_cannot_steer_the_terminal(hostile_report) -> None:
    out = io.StringIO()
    write_terminal(hostile_report, Console(file=out, width=80, no_color=True))
    text = out.getvalue()
    harmful = {c for c in text if unicodedata.category(c) in ("Cc", "Cs")} - {"\n"}
    assert not harmful
    assert "\u202e" not in text
    assert len(text) < 20_000


def test_what_is_new_against_a_baseline_is_said(make_report, make_judged) -> None:
    text = written(make_report([make_judged()], states={"new": 2, "known": 1}))
    assert "baseline and ignores: 2 new findings, 1 known, 0 fixed, 0 ignored." in text


def test_with_a_baseline_only_what_is_new_is_listed(make_report, make_judged) -> None:
    known = [make_judged("old.png", rank=n, state=FindingState.KNOWN) for n in range(1, 60)]
    new = make_judged("A fox asleep", rank=60, state=FindingState.NEW)
    text = written(make_report([*known, new], states={"new": 1, "known": 59}))
    assert "New, worst first" in text
    assert ("old.png" in text, "fox" in text) == (False, True)
    assert "New" not in written(make_report(known[:1], states={"new": 0, "known": 1}))
