from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.findings import Finding, Outcome, Severity, Status, Verdict
from auditor.results import NO_MODEL, PageInfo, PictureInfo
from auditor.results import Judged as Judged
from auditor.scan.across import find_across_pages
from auditor.store.rows import RANKS_LISTED, use_row
from auditor.store.writer import ScanInfo, Store

HOME, ABOUT = "http://site/", "http://site/about"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "scan.db") as opened:
        opened.begin(ScanInfo((HOME,), "2026-01-01T00:00:00+00:00", "0.1.0", NO_MODEL, {}))
        yield opened


def add(store: Store, url: str, *images, side: int = 9) -> None:
    """A page with images of (record, sha256, priority); `side` of their pictures, in pixels."""
    pictures = {sha: (PictureInfo(sha, "image/png", side, side, 9), None) for _, sha, _ in images}
    uses = [
        use_row(Judged(record, sha, None, Verdict(Status.OK, "fine", (), priority)))
        for record, sha, priority in images
    ]
    store.push([url], 0)
    store.page_done(PageInfo(url, url, 200, "", None, "done", 0), pictures, uses, [])


def test_findings_name_the_ranks_of_their_uses_and_change_no_count(store, make_record) -> None:
    add(store, ABOUT, (make_record("Our mascot"), "f0", 9), (make_record(ordinal=1), "0a", 5))
    add(store, HOME, (make_record("A red fox"), "f0", 1))
    before = (store.report().counts, store.report().rule_counts, store.failed_counts())
    find_across_pages(store)
    report = store.report()
    (site,) = report.site_findings
    assert site.finding.rule == "one-picture-many-texts"
    assert "“A red fox”, “Our mascot”" in site.finding.message  # by page, not by rank
    assert site.finding.evidence["count"] == "2"
    assert (site.uses, site.ranks) == (2, (1, 3))
    assert (report.counts, report.rule_counts, store.failed_counts()) == before


@pytest.mark.parametrize("side", [0, 1])
def test_what_holds_the_place_of_pictures_or_cannot_be_read_is_not_one_picture(
    store, make_record, side: int
) -> None:
    src = "data:image/gif;base64,R0lGOD"
    waiting = [make_record(t, src=src, ordinal=n) for n, t in enumerate(("Fox", "Owl"))]
    add(store, HOME, *((record, "f0", 1) for record in waiting), side=side)
    find_across_pages(store)
    assert store.report().site_findings == ()


def test_a_second_pass_replaces_what_the_first_found(store, make_record) -> None:
    add(store, HOME, *((make_record("star", ordinal=n), "5a", 1) for n in range(4)))
    find_across_pages(store)
    first = store.report().site_findings
    find_across_pages(store)
    assert store.report().site_findings == first
    add(store, ABOUT, *((make_record("star", ordinal=n), "5a", 1) for n in range(4)))
    find_across_pages(store)
    (site,) = store.report().site_findings
    assert site.uses == 8


def test_a_pass_that_fails_leaves_what_was_there(store, make_record) -> None:
    add(store, HOME, *((make_record("star", ordinal=n), "5a", 1) for n in range(4)))
    find_across_pages(store)
    first = store.report().site_findings
    finding = Finding("a", Outcome.CANT_TELL, Severity.ADVICE, "b")

    def broken() -> Iterator[tuple[Finding, list[int]]]:
        yield finding, [1]
        raise RuntimeError

    with pytest.raises(RuntimeError):
        store.replace_site_findings(broken())
    assert store.report().site_findings == first


def test_the_largest_group_stands_first_and_only_its_worst_uses_are_named(
    store, make_record
) -> None:
    add(store, HOME, *((make_record("moon", ordinal=n), "6b", 1) for n in range(4)))
    count = RANKS_LISTED + 20
    add(store, ABOUT, *((make_record("star", ordinal=n), "5a", 2) for n in range(count)))
    find_across_pages(store)
    star, moon = store.report().site_findings
    assert (star.uses, star.ranks) == (count, tuple(range(1, RANKS_LISTED + 1)))
    assert moon.uses == 4
