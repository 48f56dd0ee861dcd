from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from auditor.findings import Status
from auditor.reports.html_report import THUMBNAIL_BYTES, data_url, link_target, write_html
from auditor.results import PictureInfo, ScanReport
from extractors.records import Context, Control

JPEG = b"\xff\xd8\xff"
VOID = {"meta", "img", "br", "link", "input", "hr"}


class Tree(HTMLParser):
    """The tags, ids and texts of a page; fails on a tag that is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()
        assert not self.stack, f"not closed: {self.stack}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack, f"</{tag}> closes nothing"
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.stack[-1:] != ["style"]:
            self.texts.append(data)

    def all(self, tag: str) -> Iterator[dict[str, str | None]]:
        return (attrs for name, attrs in self.tags if name == tag)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


def written(report: ScanReport, **options: int) -> str:
    out = io.StringIO()
    write_html(report, out, **options)
    return out.getvalue()


def test_what_was_not_checked_stands_first(small_report) -> None:
    text = Tree(written(small_report)).text
    assert text.index("1 thing was not checked.") < text.index("4 images on 1 page")


def test_every_use_has_its_place_with_what_is_heard_why_and_where(small_report) -> None:
    tree = Tree(written(small_report))
    assert {a["id"] for a in tree.all("article")} == {f"use-{rank}" for rank in range(1, 5)}
    for text in (
        "1. no alternative text (fox.jpg)",
        "A screen reader says: link, graphic, with no name",
        "It has no name.",
        "In a link without a name, to https://example.org/home",
        "Under the heading “Start”",
        "Quality 1.5 of 5",
        "Fits the picture not known reason of compatibility",
        "text-says-little, to be looked at: It says little.",
    ):
        assert text in tree.text


def test_the_reason_is_not_said_twice(small_report) -> None:
    assert Tree(written(small_report)).text.count("It tells nothing.") == 1


def test_links_inside_the_page_lead_somewhere(small_report) -> None:
    tree = Tree(written(small_report))
    ids = [attrs["id"] for _, attrs in tree.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    targets = {a["href"] for a in tree.all("a") if (a["href"] or "").startswith("#")}
    assert {(target or "")[1:] for target in targets} <= set(ids)
    labels = {attrs["aria-labelledby"] for _, attrs in tree.tags if "aria-labelledby" in attrs}
    assert labels <= set(ids)


def test_headings_go_down_one_level_at_a_time(small_report) -> None:
    levels = [int(tag[1]) for tag, _ in Tree(written(small_report)).tags if re.match(r"h\d$", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= level + 1 for level, later in pairwise(levels))


def test_the_page_asks_nothing_of_the_network_and_runs_nothing(small_report) -> None:
    html = written(small_report)
    tree = Tree(html)
    assert not {"script", "link", "iframe", "object", "embed", "form"} & {t for t, _ in tree.tags}
    assert all((img["src"] or "").startswith("data:image/") for img in tree.all("img"))
    assert all(img["alt"] == "" for img in tree.all("img"))
    assert "url(" not in html
    assert "@import" not in html
    assert any("default-src 'none'" in (meta.get("content") or "") for meta in tree.all("meta"))


def test_a_picture_is_embedded_once(small_report) -> None:
    tree = Tree(written(small_report))
    assert len(list(tree.all("img"))) == 1
    assert "The picture of number 2" in tree.text


def test_pictures_stop_before_the_page_gets_heavy(make_report, make_judged) -> None:
    big = JPEG + bytes(THUMBNAIL_BYTES // 2)
    uses = [
        make_judged(rank=i, picture=PictureInfo(str(i), "image/jpeg", 9, 9, 9, thumbnail=big))
        for i in range(1, 5)
    ]
    html = written(make_report(uses))
    assert len(html) < 3_000_000
    assert html.count("Picture left out") == 3


def test_beyond_the_limit_the_page_says_what_is_left_out(make_report, make_judged) -> None:
    uses = [make_judged(None, Status.MISSING, rank=i) for i in range(1, 8)]
    report = make_report(uses)
    tree = Tree(written(report, limit=5))
    assert len(list(tree.all("article"))) == 5
    assert "The 5 worst of 7 images are written here." in tree.text
    assert "The first 5 of missing, worst first" in tree.text
    assert next(iter(report.uses)).rank == 6


def test_findings_across_the_pages_link_to_the_uses_that_are_written(
    make_report, make_judged, make_site
) -> None:
    judged = [make_judged(None, Status.MISSING, rank=rank) for rank in range(1, 30)]
    found = (make_site("Two texts.", *range(2, 29, 2)),)
    tree = Tree(written(make_report(judged, site_findings=found), limit=5))
    assert "Across the pages 1" in tree.text
    assert "Two texts. Numbers 2, 4, 6, 8, 10, 12, 14, 16, 18, 20 and 4 more." in tree.text
    links = {a["href"] for a in tree.all("a")}
    assert {"#use-2", "#use-4"} <= links
    assert "#use-6" not in links


def test_groups_stand_in_the_order_of_the_queue_and_good_ones_are_closed(small_report) -> None:
    html = written(small_report)
    groups = re.findall(r'<section class="group ([a-z-]+)"', html)
    assert groups == ["missing", "weak", "ok", "decorative"]
    assert html.count("<details open>") == 2


def test_a_scan_that_found_no_image_is_a_whole_page(make_report) -> None:
    tree = Tree(written(make_report()))
    assert "No image was found on 1 page." in tree.text
    assert not list(tree.all("article"))


def test_an_interrupted_scan_says_so(make_report) -> None:
    assert "interrupted" in Tree(written(make_report(finished=None))).text


def test_texts_of_pages_stay_texts(hostile_report) -> None:
    html = written(hostile_report)
    tree = Tree(html)
    assert not {"script", "img"} & {tag for tag, _ in tree.tags}
    assert not [name for _, attrs in tree.tags for name in attrs if name.startswith("on")]
    for link in tree.all("a"):
        assert re.match(r"#|https?://|file://", link["href"] or "")
    assert not re.search("[\x00-\x09\x0b-\x1f\ud800-\udfff\u202e\u2066]", html)
    html.encode("utf-8")
    assert "49" not in tree.text
    assert len(html) < 100_000


def test_page_text_of_odd_kinds_is_shown_as_it_is(make_report, make_judged) -> None:
    context = Context(control=Control("button", "a <b>", "a <b>"), caption="x &amp; y")
    html = written(make_report([make_judged("1 < 2", context=context)]))
    assert "“1 &lt; 2”" in html
    assert "x &amp;amp; y" in html


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        " javascript:alert(1)",
        "JaVaScRiPt://x",
        "data:text/html,x",
        "vbscript:x",
        "https://a b",
        "//example.org",
        "",
    ],
)
def test_an_address_that_could_run_or_mislead_is_no_link(url: str) -> None:
    assert link_target(url) == ""


@pytest.mark.parametrize("url", ["https://example.org/?a=b&c#d", "HTTP://x/", "file:///a/b.html"])
def test_addresses_of_pages_are_links(url: str) -> None:
    assert link_target(url) == url


def test_only_jpeg_and_png_are_embedded() -> None:
    assert data_url(JPEG + b"x").startswith("data:image/jpeg;base64,")
    assert data_url(b"\x89PNG\r\n\x1a\n").startswith("data:image/png;base64,")
    assert data_url(b"<svg onload=alert(1)>") == ""
