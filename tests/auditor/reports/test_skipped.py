"""What was not checked, in the reports that a person reads."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from auditor.findings import Skipped
from auditor.reports.html_report import write_html
from auditor.reports.json_report import write_json
from auditor.reports.markdown_report import write_markdown
from auditor.reports.skipped import skipped_groups
from auditor.reports.terminal import write_terminal
from auditor.results import ScanReport
from tests.auditor.reports.test_html_report import Tree

PAGE = "https://example.org/a"
LOST = "it did not load"


def lost(number: int, host: str = "cdn.example") -> list[Skipped]:
    return [Skipped(f"https://{host}/{i}.png", LOST, PAGE) for i in range(number)]


@pytest.fixture
def long_list(make_report) -> ScanReport:
    frame = Skipped("frame https://ads.example/x", "it did not answer", PAGE)
    drawn = [Skipped(f"picture of #a{i}", "it is too large", PAGE) for i in range(40)]
    return make_report(skipped=(frame, *drawn, *lost(1000)))


def test_what_shares_reason_and_host_is_one_group_the_largest_first(long_list) -> None:
    groups = skipped_groups(long_list.skipped)
    assert [(group.size, group.host, group.reason) for group in groups] == [
        (1000, "cdn.example", LOST),
        (40, "example.org", "it is too large"),
        (1, "ads.example", "it did not answer"),
    ]


def test_reasons_that_differ_by_an_address_alone_are_one() -> None:
    reasons = [f"it goes on to https://login.example/{i}" for i in range(3)]
    (group,) = skipped_groups(Skipped(PAGE, reason, PAGE) for reason in reasons)
    assert (group.size, group.reason) == (3, "it goes on to …")
    assert len(skipped_groups([Skipped(PAGE, "HTTP 404"), Skipped(PAGE, "HTTP 503")])) == 2


@pytest.mark.parametrize(
    ("subject", "page", "host"),
    [
        ("picture of #x", "https://example.org:8443/a", "example.org:8443"),
        ("https://me:secret@CDN.example/a.png", PAGE, "cdn.example"),
        ("the rest of the scan", "", ""),
        ("file:///tmp/a.html", "file:///tmp/a.html", ""),
        ("frame https://[broken/", "", ""),
    ],
)
def test_the_host_is_that_of_the_thing_or_else_of_its_page(subject, page, host) -> None:
    (group,) = skipped_groups([Skipped(subject, "why", page)])
    assert group.host == host


def test_the_page_says_the_number_then_the_overview_then_closed_groups(long_list) -> None:
    out = io.StringIO()
    write_html(long_list, out)
    html, tree = out.getvalue(), Tree(out.getvalue())
    order = [
        "1,041 things were not checked.",
        "No image was found",
        "1,000 things on cdn.example: it did not load",
        "40 things on example.org: it is too large",
        "frame https://ads.example/x (on https://example.org/a): it did not answer",
    ]
    places = [tree.text.index(words) for words in order]
    assert places == sorted(places)
    assert "<details open" not in html
    assert "and 980 more, which the JSON report lists" in tree.text


def test_the_page_stays_light_with_many_groups(make_report) -> None:
    skipped = [item for n in range(50) for item in lost(100 - n, f"h{n}.example")]
    out = io.StringIO()
    write_html(make_report(skipped=tuple(skipped)), out)
    text = Tree(out.getvalue()).text
    assert f"{sum(100 - n for n in range(8, 50)):,} things for other reasons" in text
    assert f"and {sum(100 - n for n in range(30, 50)):,} more, which the JSON report" in text
    assert len(out.getvalue()) < 400_000


def test_the_terminal_has_a_line_a_group(long_list) -> None:
    out = io.StringIO()
    write_terminal(long_list, Console(file=out, width=200))
    lines = out.getvalue().split("\n")
    start = lines.index("Not checked")
    assert [line.rstrip() for line in lines[start + 1 : start + 5]] == [
        "- 1,000 things on cdn.example, such as https://cdn.example/0.png: it did not load",
        "- 40 things on example.org, such as picture of #a0: it is too large",
        "- frame https://ads.example/x: it did not answer",
        "",
    ]


def test_markdown_has_a_line_a_group(long_list) -> None:
    out = io.StringIO()
    write_markdown(long_list, out)
    comment = out.getvalue()
    assert comment.count(LOST) == 1
    assert "- 1,000 things on <code>" in comment
    assert "<summary>1,041 things were not checked.</summary>" in comment


def test_json_keeps_all(long_list) -> None:
    out = io.StringIO()
    write_json(long_list, out)
    assert out.getvalue().count(LOST) == 1000
