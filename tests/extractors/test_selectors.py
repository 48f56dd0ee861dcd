import pytest
from bs4 import BeautifulSoup

from extractors.extract import extract


@pytest.mark.parametrize(
    ("html", "selector"),
    [
        ("<img><img id=logo>", "#logo"),
        ("<img><img id=1a:b>", r"#\31 a\:b"),
        ("<img id=a><img id=a>", "img:nth-of-type(2)"),
        ("<img><img class=x><img class='x hero'>", "img.hero"),
        ("<p><img></p>", "img"),
        ("<img><div id=a><p><img></p></div>", "#a img"),
        ("<img><div id=a><p><img></p><p><img></p></div>", "#a > p:nth-of-type(2) > img"),
        ("<img><div id=a><p><img></p><p><img class=y></p></div>", "img.y"),
    ],
)
def test_selectors_are_short_and_unique(image, html: str, selector: str) -> None:
    found = image(html).selector
    soup = BeautifulSoup(html, "lxml")
    assert soup.select(found) == soup.find_all("img")[-1:]
    assert found.removeprefix("body > ") == selector


PAGE = """<div class=a><img><img class=b><p class=b><img></p></div><div class=a><img><ul><li><img>
<li><a href=x><img class="b c"></a></ul></div><section id=s><img><div><img><img></div></section>
<section id=s><img class="we:ird 1x"></section>"""


def test_every_selector_of_a_page_finds_its_own_element() -> None:
    soup = BeautifulSoup(PAGE, "lxml")
    selectors = [r.selector for r in extract(PAGE, "").records]
    assert [soup.select(s) for s in selectors] == [[img] for img in soup.find_all("img")]


def test_shadow_roots_and_frames_are_crossed_with_arrows() -> None:
    html = (
        "<x-a id=h><template shadowrootmode=open><p><img></p><p><img></p><x-b>"
        "<template shadowrootmode=open><img></template></x-b></template></x-a>"
    )
    records = extract(html, "", selector_prefix="iframe#f").records
    assert [r.selector for r in records] == [
        "iframe#f >>> #h >>> :host > p:nth-of-type(1) > img",
        "iframe#f >>> #h >>> :host > p:nth-of-type(2) > img",
        "iframe#f >>> #h >>> x-b >>> img",
    ]


def test_a_thousand_images_in_one_another_have_selectors_in_bounds() -> None:
    records = extract("<b><img src=x alt=y>" * 1000, "http://h/").records
    assert len(records) == 1000
    assert max(len(record.selector) for record in records) < 5000
