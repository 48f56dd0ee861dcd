from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from urllib.parse import unquote

import pytest

from auditor.findings import Status
from auditor.reports.html_report import write_html, write_html_files
from auditor.reports.html_tongue import data_url, link_target
from auditor.results import FindingState, JudgedUse, PictureInfo, ScanReport
from extractors.records import Context, Control
from tests.auditor.reports.conftest import finding_of, picture_of

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


def entries(tree: Tree) -> Iterator[dict[str, str | None]]:
    """Entries in full, and those that are folded under one."""
    return (attrs for _, attrs in tree.tags if (attrs.get("class") or "").split()[:1] == ["use"])


def written(report: ScanReport) -> str:
    out = io.StringIO()
    write_html(report, out)
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


def test_one_picture_with_one_text_on_many_pages_is_one_entry(make_report, make_judged) -> None:
    uses = [
        make_judged(
            None,
            Status.MISSING,
            rank=rank,
            page_url=f"https://example.org/{rank}",
            picture=PictureInfo("f0", "image/jpeg", 9, 9, 9, thumbnail=JPEG),
            selector=f"#s{rank}",
        )
        for rank in range(1, 151)
    ]
    other = make_judged("A fox", Status.WRONG, rank=151, picture=uses[0].picture)
    tree = Tree(written(make_report([*uses, other])))
    assert [a["id"] for a in tree.all("article")] == ["use-1", "use-151"]
    assert "Missing 150 images in 1 entry" in tree.text
    assert "Used 150 times" in tree.text
    assert "Rank 100: Foxes #s100" in tree.text
    assert "and 50 more, which the JSON and CSV reports list" in tree.text
    assert len(list(tree.all("img"))) == 1


def test_entries_are_numbered_as_they_stand_and_all_that_points_to_them_agrees(
    make_report, make_judged, make_site
) -> None:
    fox = picture_of()
    statuses = [Status.MISSING, Status.MISSING, Status.WEAK, Status.MISSING]
    other = (finding_of("alt-url", "The reason."),)
    uses = [
        make_judged(
            "A" if rank < 3 else f"B{rank}",
            status,
            rank=rank + 50,
            picture=fox,
            findings=other if rank == 4 else (),
        )
        for rank, status in enumerate(statuses, 1)
    ]
    across = (make_site("Here.", 51, 52, 53), make_site("There.", 54), make_site("Away.", 99))
    html = written(make_report(uses, site_findings=across))
    text = Tree(html).text
    assert re.findall(r"(\d+)\. “(\w+)”", text) == [("1", "A"), ("2", "B4"), ("3", "B3")]
    assert "Find it on the page, number 2" in text
    assert "rank 54 among all image uses" in text
    assert text.count("The picture of number 1") == 2
    assert "Here. Numbers 1, 3." in text
    assert "There. Number 2." in text
    assert '<a href="#use-54">2</a>' in html


def test_a_finding_across_pages_counts_the_uses_that_it_does_not_link_to(
    make_report, make_judged, make_site
) -> None:
    uses = [make_judged(f"{i}", rank=i, src=f"{i}.png") for i in range(1, 15)]
    tree = Tree(written(make_report(uses, site_findings=(make_site("Many.", *range(1, 15)),))))
    assert "Many. Numbers 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 4 more uses." in tree.text


def gallery(make_judged, number: int) -> list[JudgedUse]:
    """Figures of one template, each of whose texts repeats its caption."""
    return [
        make_judged(
            f"Fox {rank}",
            Status.REDUNDANT,
            rank=rank,
            reason=f"It repeats “Fox {rank}”.",
            findings=(
                finding_of("alt-repeats-caption", f"It repeats “Fox {rank}”."),
                *((finding_of("alt-url", "Seen."),) if rank == 3 else ()),
            ),
            selector=f"main > figure:nth-of-type({rank}) > img",
            picture=PictureInfo(str(rank), "image/jpeg", 9, 9, 9, thumbnail=JPEG),
        )
        for rank in range(1, number + 1)
    ]


def test_the_same_fault_of_a_template_is_folded_under_its_worst(
    make_report, make_judged, make_site
) -> None:
    across = (make_site("Here.", 1, 3),)
    html = written(make_report(gallery(make_judged, 47), site_findings=across))
    tree = Tree(html)
    assert [a["id"] for a in tree.all("article")] == ["use-1"]
    assert "46 more images with the same fault, all at main > figure > img" in tree.text
    assert "3. “Fox 3” It repeats “Fox 3”. alt-url: Seen. Foxes" in tree.text
    assert len(list(tree.all("img"))) == 47
    assert '<a href="#use-3">3</a>' in html
    (article,) = tree.all("article")
    assert article["class"] == "use r-alt-repeats-caption r-alt-url"
    assert "Redundant, 47 images on 1 page, number 1: " in tree.text


def test_no_more_is_folded_than_a_file_holds(make_report, make_judged) -> None:
    tree = Tree(written(make_report(gallery(make_judged, 150))))
    assert [a["id"] for a in tree.all("article")] == ["use-1", "use-62", "use-123"]
    assert len([a for a in tree.all("li") if (a.get("class") or "").startswith("use")]) == 147


def test_after_the_first_of_a_status_entries_are_told_in_short(make_report, make_judged) -> None:
    def made(rank: int, status: Status, picture: PictureInfo) -> JudgedUse:
        return make_judged(
            f"Fox {rank}",
            status,
            rank=rank,
            src=f"https://example.org/{rank}.jpg",
            page_url=f"https://example.org/pages/{rank}",
            findings=(finding_of("alt-url", f"Seen {rank}."), finding_of("alt-extension", "So.")),
            selector=f"#s{rank}",
            picture=picture,
        )

    pictures = [PictureInfo(str(n), "image/jpeg", 9, 9, 9, thumbnail=JPEG) for n in range(340)]
    uses = [made(rank, Status.WEAK, pictures[rank]) for rank in range(1, 321)]
    uses.append(made(321, Status.OK, pictures[321]))
    uses.append(replace(made(322, Status.WEAK, pictures[320]), rank=322))
    tree = Tree(written(make_report(uses)))
    ids = [attrs["id"] for attrs in entries(tree)]
    assert sorted(ids) == sorted(f"use-{rank}" for rank in range(1, 323))
    briefs = [a for a in tree.all("li") if (a.get("class") or "").startswith("use brief")]
    assert [a["id"] for a in briefs] == [*(f"use-{rank}" for rank in range(301, 321)), "use-322"]
    assert {a["class"] for a in briefs} == {"use brief r-alt-url r-alt-extension"}
    assert len(list(tree.all("img"))) == 301
    assert "The first 300 entries are told in full; these in short" in tree.text
    assert "310. “Fox 310” The reason. alt-url: Seen 310. alt-extension: So. " in tree.text
    assert "Quality" not in tree.text.split("310. “Fox 310”")[1].split("311.")[0]
    links = {a["href"] for a in tree.all("a")}
    assert {"https://example.org/310.jpg", "https://example.org/pages/310"} <= links


def test_what_is_told_in_short_is_folded_and_placed_as_the_others(make_report, make_judged) -> None:
    first = [
        make_judged("A", Status.REDUNDANT, rank=rank, src=f"{rank}.png") for rank in range(1, 301)
    ]
    more = [
        replace(use, rank=use.rank + 300, page_url=f"https://example.org/{copy}")
        for copy in ("", "again")
        for use in gallery(make_judged, 3)
    ]
    uses = [*first, *(replace(use, rank=rank) for rank, use in enumerate(more, 301))]
    tree = Tree(written(make_report(uses)))
    assert "Redundant 306 images in 301 entries" in tree.text
    assert tree.text.count("2 more images with the same fault, all at main > figure > img") == 1
    assert tree.text.count("Used 2 times; the worst is shown, number 30") == 3
    ids = [attrs["id"] for _, attrs in tree.tags if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_title_and_heading_name_the_whole_scan(make_report) -> None:
    targets = ("https://example.org/", "https://a.example/", "https://a.example/b")
    text = Tree(written(make_report(targets=targets))).text
    assert text.startswith("Alternative texts of example.org and 1 more site ")
    assert text.count("example.org and 1 more site") == 2


def test_uses_of_which_nothing_is_known_stand_alone(make_report, make_judged) -> None:
    uses = [make_judged(None, Status.MISSING, rank=rank, src=None) for rank in (1, 2)]
    assert len(list(Tree(written(make_report(uses))).all("article"))) == 2


def many(make_report, make_judged, make_site, number: int = 400) -> ScanReport:
    """A report whose pictures alone weigh 8 MB, with each status but one."""
    uses = [
        make_judged(
            f"Text {rank}",
            list(Status)[rank % 7],
            rank=rank,
            picture=PictureInfo(str(rank), "image/jpeg", 9, 9, 9, thumbnail=JPEG + bytes(15_000)),
            findings=(finding_of("alt-url", "Seen."),),
        )
        for rank in range(1, number + 1)
    ]
    return make_report(uses, site_findings=(make_site("Two texts.", 7, 399),))


def test_a_heavy_report_becomes_several_files_none_over_3_mb(
    make_report, make_judged, make_site, tmp_path
) -> None:
    paths = write_html_files(many(make_report, make_judged, make_site), tmp_path / "my report.html")
    assert [path.name for path in paths[:2]] == ["my report.html", "my report-2.html"]
    trees = {path.name: Tree(path.read_text("utf-8")) for path in paths}
    assert max(path.stat().st_size for path in paths) < 3_000_000
    ranks = [a["id"] for tree in trees.values() for a in entries(tree)]
    assert sorted(ranks) == sorted(f"use-{rank}" for rank in range(1, 401))
    for name, tree in trees.items():
        for link in tree.all("a"):
            file, _, target = unquote(link["href"] or "").partition("#")
            if not file.startswith("http"):
                assert target in {attrs.get("id") for _, attrs in trees[file or name].tags} | {""}
    assert "Two texts. Numbers 344, 400." in trees["my report.html"].text
    assert "344. “Text 7”" in " ".join(tree.text for tree in trees.values())


def test_on_stdout_the_first_part_says_that_it_is_one(make_report, make_judged, make_site) -> None:
    html = written(many(make_report, make_judged, make_site))
    tree = Tree(html)
    shown = len(list(entries(tree)))
    assert f"with {shown} of 400 images" in tree.text
    assert len(html) < 3_000_000
    ids = {attrs.get("id") for _, attrs in tree.tags}
    assert all((a["href"] or "").lstrip("#") in ids for a in tree.all("a") if "//" not in a["href"])


def test_plots_are_pictures_with_a_name_and_their_data_stands_in_tables(small_report) -> None:
    tree = Tree(written(small_report))
    plots = [svg for svg in tree.all("svg") if svg.get("role") == "img"]
    assert len(plots) == 2
    assert all(svg["aria-labelledby"] for svg in plots)
    assert "Quality of the 2 texts that were scored" in tree.text
    for row in ("1.5 to 2.0 1 50%", "4.0 to 4.5 1 50%", "1.0 to 1.5 0 0%"):
        assert row in tree.text


def test_the_filter_by_rule_is_made_of_radio_buttons_and_style(small_report) -> None:
    html = written(small_report)
    radios = [attrs for attrs in Tree(html).all("input") if attrs["type"] == "radio"]
    assert [radio["id"] for radio in radios] == [
        "only-all",
        "only-alt-placeholder",
        "only-linked-image-without-name",
        "only-text-says-little",
    ]
    for radio in radios[1:]:
        assert f"#{radio['id']}:checked" in html


def test_states_of_a_baseline_are_shown(make_report, make_judged) -> None:
    states = {"new": 1, "known": 2, "fixed": 0, "ignored": 3}
    use = make_judged(state=FindingState.NEW)
    text = Tree(written(make_report([use], states=states))).text
    assert "1 new finding, 2 known, 0 fixed, 3 ignored." in text
    assert "“A red fox” new" in text


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
