"""What became of the images from one scan to the next."""

import json
from xml.etree import ElementTree as ET

import pytest

from auditor.catalogue import tongue
from auditor.findings import Status, Verdict
from auditor.gate.compare import Change, compare
from auditor.gate.trend import Point, trend_svg
from auditor.results import JudgedUse, ModelIdentity, PageInfo, PictureInfo, ScanReport
from tests.auditor.conftest import record_of, scores_of

URL = "http://site/"
FOX, DEN = (PictureInfo(name * 32, "image/png", 300, 200, 9) for name in ("f0", "de"))


def use(text="A fox", status=Status.OK, quality=None, *, picture=FOX, page=URL, ordinal=0):
    scores = None if quality is None else scores_of(quality)
    record = record_of(text, ordinal=ordinal, selector=f"img:nth-of-type({ordinal + 1})")
    return JudgedUse(1, page, "", record, picture, scores, Verdict(status, "", (), 0))


def report(*uses: JudgedUse, model: str = "m", pages: tuple[str, ...] = (URL,)) -> ScanReport:
    read = tuple(PageInfo(url, url, 200, "", None, "done", 0) for url in pages)
    by = ModelIdentity("compact", model)
    return ScanReport((URL,), "then", "now", "0", by, read, {}, {}, (), (), iter(uses))


def changes(old: ScanReport, new: ScanReport) -> list[tuple[Change, str | None, str | None]]:
    return [
        (pair.change, pair.old and pair.old.text, pair.new and pair.new.text)
        for pair in compare(old, new).pairs
    ]


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        (use(), use(), None),
        (use(quality=3.0), use(quality=3.05), None),
        (use(quality=3.0), use(quality=3.2), Change.BETTER),
        (use(quality=3.0), use(quality=2.8), Change.WORSE),
        (use("fox.png", Status.WEAK, 2.0), use("A fox", Status.OK, 2.0), Change.BETTER),
        (use(status=Status.WEAK, quality=2.0), use(status=Status.MISSING), Change.WORSE),
        (use("", Status.DECORATIVE), use("A fox", Status.OK), Change.CHANGED),
        (use("A fox", quality=3.0), use("A red fox", quality=3.0), Change.CHANGED),
        (use(status=Status.WEAK), use(status=Status.NOT_CHECKABLE), Change.CHANGED),
    ],
)
def test_a_use_is_better_or_worse_by_its_status_and_then_by_its_quality(old, new, change) -> None:
    found = compare(report(old), report(new))
    assert [pair.change for pair in found.pairs] == ([change] if change else [])
    assert found.unchanged == (0 if change else 1)


def test_a_rewritten_text_is_the_same_use_with_both_texts() -> None:
    old = report(use("A den"), use("fox.png", Status.WEAK, ordinal=1))
    new = report(use("A red fox asleep"), use("A den", ordinal=1))
    assert changes(old, new) == [(Change.BETTER, "fox.png", "A red fox asleep")]


def test_another_picture_is_another_use() -> None:
    old, new = report(use("A fox", picture=FOX)), report(use("A fox", picture=DEN))
    assert changes(old, new) == [(Change.APPEARED, None, "A fox"), (Change.GONE, "A fox", None)]


def test_a_page_that_one_scan_did_not_read_is_said() -> None:
    other = URL + "other"
    found = compare(report(use(), use(page=other), pages=(URL, other)), report(use()))
    assert [(pair.change, pair.read) for pair in found.pairs] == [(Change.GONE, False)]


def test_qualities_of_different_models_are_not_compared() -> None:
    found = compare(report(use(quality=3.0)), report(use(quality=1.5), model="other"))
    assert (found.pairs, found.same_model) == ((), False)


def test_two_scans_are_compared_and_shown_in_time(run, site, tmp_path, picture_bytes) -> None:
    site["/fox.png"] = picture_bytes()
    site["/"] = "<h1>Foxes</h1><img src=fox.png alt=fox.png>"
    before, after = tmp_path / "before.db", tmp_path / "after.db"
    run("scan", site.url(), "--no-score", "--static", "--save", before)
    site["/"] = "<h1>Foxes</h1><img src=fox.png?v=2 alt='A fox asleep'><img src=den.png>"
    site["/fox.png?v=2"] = picture_bytes()
    run("scan", site.url(), "--no-score", "--static", "--save", after)
    code, out, _ = run("compare", before, after)
    assert code == 0
    assert out.startswith("0 worse, 1 better, 0 changed, 1 appeared, 0 gone; 0 as they were.\n")
    assert "- “fox.png” (weak) → “A fox asleep” (not compared)\n" in out
    found = json.loads(run("compare", before, after, "--json")[1])
    assert found["counts"]["better"] == 1
    assert [change["change"] for change in found["changes"]] == ["better", "appeared"]
    svg = tmp_path / "trend.svg"
    code, out, _ = run("trend", after, before, "--json", "--svg", svg)
    rows = [json.loads(line) for line in out.splitlines()]
    assert {(row["images"], row["statuses"]["weak"]) for row in rows} == {(1, 1), (2, 0)}
    shown = run("trend", *[before] * 7, after)[1]
    assert shown.count("images") == 2
    assert max(map(len, shown.splitlines())) <= 80
    assert ET.parse(svg).getroot().get("role") == "img"


def test_the_plot_says_every_figure_in_words() -> None:
    counts = {status.value: 0 for status in Status}
    points = [
        Point("2026-01-31T10:00:00+00:00", 3, counts | {"missing": 4, "ok": 6}, 3.25, 6, "compact"),
        Point("2026-02-28T10:00:00+00:00", 3, counts | {"weak": 2}, None, 0, "none"),
    ]
    root = ET.fromstring(trend_svg(points))
    name = "{http://www.w3.org/2000/svg}"
    described = root.get("aria-labelledby", "").split()
    assert {root.find(f"{name}title").get("id"), root.find(f"{name}desc").get("id")} == set(
        described
    )
    assert root.find(f"{name}desc").text == (
        "2026-01-31 10:00: 10 uses (4 missing, 6 good), mean quality 3.25. "
        "2026-02-28 10:00: 2 uses (2 weak), no text scored."
    )
    assert len(root.findall(f"{name}circle")) == 1
    german = ET.fromstring(trend_svg(points, tongue("de")))
    assert german.find(f"{name}desc").text.startswith(
        "2026-01-31 10:00: 10 Verwendungen (4 fehlt, 6 gut), mittlere Qualität 3,25. "
    )


def test_the_plot_of_nothing_and_of_many_scans_is_drawn() -> None:
    counts = {status.value: 0 for status in Status}
    for number in (1, 60):
        points = [Point(f"2026-01-{n:02}", 0, counts, None, 0, "none") for n in range(number)]
        ET.fromstring(trend_svg(points))
