"""The comment on a pull request, read by a Markdown parser with tables and HTML."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from auditor.findings import Skipped, Status
from auditor.reports.markdown_report import LIMIT, quoted, write_markdown
from auditor.results import FindingState, ScanReport
from tests.auditor.reports.conftest import picture_of


class Rendered(HTMLParser):
    """Tags, links and text of what the Markdown becomes."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.loose = ""
        self._open: list[str] = []
        self.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._open.append(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "code" not in self._open:
            self.loose += data


def written(report: ScanReport) -> str:
    out = io.StringIO()
    write_markdown(report, out)
    assert len(out.getvalue()) <= LIMIT
    return out.getvalue()


def test_a_small_report_says_what_was_not_checked_then_the_worst_then_all(small_report) -> None:
    page = Rendered(written(small_report))
    text = page.text
    order = [
        "1 thing was not checked.",
        "4 images on 1 page",
        "What to do first",
        "All images",
        "Worst first",
        "no alternative text (fox.jpg)",
        "“image”",
        "linked-image-without-name",
        "One picture has two texts.",
        "it did not answer",
    ]
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    assert page.tags.count("details") == 3
    assert set(page.links) == {"https://example.org/foxes"}


def test_a_clean_scan_has_no_queue(make_report, make_judged) -> None:
    assert "Worst first" not in written(make_report([make_judged()]))
    assert "No image was found" in written(make_report())


def test_what_is_new_against_a_baseline_is_said(make_report, make_judged) -> None:
    assert "2 new findings, 1 known" in written(make_report(states={"new": 2, "known": 1}))


def test_a_large_scan_stays_within_one_comment_and_closes_what_it_opens(
    make_report, make_judged
) -> None:
    text = "*|<" * 200
    uses = [
        make_judged(text, Status.WRONG, rank=i, reason=text, src=f"{i}.png") for i in range(1, 400)
    ]
    skipped = tuple(Skipped(text, f"{i} {text}") for i in range(400))
    comment = written(make_report(uses, skipped=skipped))
    assert "more would not fit here" in comment
    assert comment.count("<details>") == comment.count("</details>")


@pytest.mark.parametrize(
    "text",
    [
        "@octocat see #12",
        "https://evil.example www.evil.example a@b.example",
        "**bold** _it_ `code` ~~gone~~ [a](javascript:alert(1)) ![](x)",
        "| cell | </code></table><script>alert(1)</script> &amp; &#64;",
        "- item 1. # heading > quote :tada: $x$",
        "end with \\",
    ],
)
def test_a_text_of_a_page_is_code_that_says_exactly_the_text(text: str) -> None:
    page = Rendered(f"| a |\n| --- |\n| {quoted(text, 500)} |\n")
    assert set(page.tags) == {"table", "thead", "tbody", "tr", "th", "td", "code"}
    assert page.text.split("\n", 1)[1].strip().removeprefix("a").strip() == text
    assert not re.search(r"@|#\d|https?:|www\.", re.sub(r"&#\d+;", "", quoted(text, 500)))


def test_attacks_stay_in_code(hostile_report) -> None:
    page = Rendered(written(hostile_report))
    assert not {"script", "img"} & set(page.tags)
    assert page.links == []
    assert not re.search("alert|cmd|evil|xxxx", page.loose)
    assert not {"\x00", "\x1b", "\u202e", "\u2066", "\ud800"} & set(page.text)


def test_with_a_baseline_only_what_is_new_is_listed(make_report, make_judged) -> None:
    known = [make_judged("old.png", rank=n, state=FindingState.KNOWN) for n in range(1, 60)]
    new = make_judged("A fox asleep", rank=60, state=FindingState.NEW)
    text = written(make_report([*known, new], states={"new": 1, "known": 59}))
    assert "New, worst first" in text
    assert ("old.png" in text, "fox" in text) == (False, True)
    assert "New" not in written(make_report(known[:1], states={"new": 0, "known": 1}))


def test_one_picture_with_one_text_and_fault_is_one_row(make_report, make_judged) -> None:
    pages = ("https://example.org/a", "https://example.org/b", "https://example.org/b")
    uses = [
        make_judged(None, Status.MISSING, rank=rank, page_url=page, picture=picture_of())
        for rank, page in enumerate(pages, 1)
    ]
    other = make_judged("A fox", Status.WRONG, rank=4, src="other.png")
    comment = written(make_report([*uses, other]))
    assert re.findall(r"(?m)^\| (\d) \| (\w+)", comment) == [("1", "missing"), ("2", "wrong")]
    assert "(3 uses on 2 pages, one picture), all at <code>&#35;fox</code> |" in comment
    assert "(rank 4) |" in comment
