from pathlib import Path

import pytest

from extractors.encoding import decode_html
from extractors.extract import extract
from extractors.facts import Box, ElementFacts
from extractors.records import Exposed, ImageRecord

SITES = Path("../shared/sites")


def _book(name: str) -> tuple[ImageRecord, ...]:
    path = SITES / name / "index.html"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    return extract(decode_html(path.read_bytes(), None), "http://127.0.0.1/").records


def test_a_page_gives_title_language_records_and_links() -> None:
    found = extract("<html lang=en><title>T</title><a href=b><img src=a></a>", "http://h/d/")
    assert (found.title, found.lang, found.links) == ("T", "en", ("http://h/d/b",))
    assert [r.src for r in found.records] == ["http://h/d/a"]


def test_records_are_numbered_in_document_order(images) -> None:
    html = "<img><p style='background-image:url(a)'><svg><path /></svg></p><canvas></canvas>"
    assert [(r.ordinal, r.kind.value) for r in images(html)] == [
        (0, "img"),
        (1, "css-background"),
        (2, "svg"),
        (3, "canvas"),
    ]


def test_facts_of_the_browser_go_into_the_record(image) -> None:
    facts = {"7": ElementFacts(None, 0, 0, Box(1, 2, 3, 4), loaded=False)}
    record = image("<img src=a data-auditor=7>", facts)
    assert (record.stamp, record.box, record.natural_size, record.loaded) == (
        "7",
        Box(1, 2, 3, 4),
        (0, 0),
        False,
    )


def test_without_facts_nothing_is_known_of_sizes(image) -> None:
    record = image("<img src=a width=3>")
    assert (record.stamp, record.box, record.natural_size, record.loaded) == (None,) * 4


def test_srcdoc_frames_are_read_where_they_stand() -> None:
    html = "<img><iframe id=f srcdoc=\"<img src='a' alt='in'>\"></iframe><img class=z>"
    records = extract(html, "http://h/").records
    assert [(r.selector, r.frame, r.ordinal) for r in records] == [
        ("body > img:nth-of-type(1)", "", 0),
        ("#f >>> img", "about:srcdoc", 1),
        ("img.z", "", 2),
    ]
    assert records[1].src == "http://h/a"


def test_the_start_tag_is_short_and_without_stamp(image) -> None:
    data = "data:image/png;base64," + "A" * 900
    facts = {"1": ElementFacts()}
    html = image(f'<img data-auditor=1 src="{data}" alt=\'a "b" <c> & d\'>', facts).html
    assert html == f'<img src="{data[:60]}…" alt="a &quot;b&quot; &lt;c&gt; &amp; d">'
    assert len(image(f"<img alt='{'long ' * 300}'>").html) == 500


@pytest.mark.parametrize("facts", [{}, {"1": ElementFacts()}])
def test_ten_thousand_levels_are_read(images, facts) -> None:
    html = "<div>" * 10_000 + "<img alt=deep>" + "</div>" * 10_000
    assert [r.name.text for r in images(html, facts)] == ["deep"]


@pytest.mark.parametrize(
    "html",
    ["", " ", "\0", "<", "<img", "<!-- ", "not html", "<svg", "<p style='{' class='}'><img>"],
)
def test_broken_pages_raise_nothing(html: str) -> None:
    extract(html, "")


def test_the_same_page_gives_the_same_records() -> None:
    html = "<h1>x</h1>" + "<p class='a b'><img alt=y></p>" * 20
    assert extract(html, "http://h/") == extract(html, "http://h/")


def test_wild_animals_at_home_has_its_sketches_and_its_captioned_plates() -> None:
    records = _book("wild-animals-at-home")
    sketches = [r for r in records if r.exposure.state is Exposed.DECORATIVE]
    plates = [r for r in records if r.exposure.state is Exposed.EXPOSED]
    assert (len(records), len(sketches), len(plates)) == (172, 120, 52)
    assert {r.exposure.reason for r in sketches} == {'alt=""'}
    assert sum(bool(r.context.caption) for r in plates) >= 45
    assert sum(bool(r.context.caption) for r in sketches) == 0
    assert all(r.context.text_before and r.context.text_after for r in records)
    assert len({r.selector for r in records}) == 172


def test_old_lace_and_needlework_has_its_plates_with_captions() -> None:
    records = _book("old-lace-and-needlework")
    assert len(records) == 88
    assert sum(bool(r.context.caption) for r in records) >= 80
    linked = [r.context.control for r in records if r.context.control is not None]
    assert {c.target.rsplit(".")[-1] for c in linked if c.target} == {"jpg"}
