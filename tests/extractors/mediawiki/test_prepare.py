"""What is put in its place before an article is read."""

import pytest

from extractors.mediawiki.page import read_wiki
from extractors.mediawiki.prepare import with_schemes
from extractors.mediawiki.records import Container, Link
from tests.extractors.mediawiki.conftest import lazy, parsoid

FILE = "file:///home/saved/Otter.html"


@pytest.mark.parametrize("html", [parsoid("Curled up"), lazy("Curled up"), lazy(twin=False)])
def test_a_saved_page_shows_the_pictures_of_its_wiki(html) -> None:
    (image,) = read_wiki(f'<base href="//wiki.example/wiki/">{html}', FILE).images
    assert image.record.src == (
        "https://store.example/thumb/1/1a/Otter_asleep.jpg/220px-Otter_asleep.jpg"
    )
    assert image.link is Link.FILE_DESCRIPTION
    assert image.record.context.control is not None
    assert image.record.context.control.target == "https://wiki.example/wiki/File:Otter_asleep.jpg"


def test_links_of_a_saved_page_lead_to_its_wiki() -> None:
    html = (
        '<span typeof="mw:File"><a href="{}"><img alt="An otter" src="Otter_files/220px-Otter.jpg">'
        "</a></span>"
    )
    home = "https://wiki.example/wiki/Otter"
    for href, link, target in (
        ("/wiki/Weasel", Link.PAGE, "https://wiki.example/wiki/Weasel"),
        ("./Weasel#Diet", Link.PAGE, "https://wiki.example/wiki/Weasel#Diet"),
        ("https://wiki.example/wiki/Weasel", Link.PAGE, "https://wiki.example/wiki/Weasel"),
        ("//fr.example/wiki/Loutre", Link.EXTERNAL, "https://fr.example/wiki/Loutre"),
    ):
        (image,) = read_wiki(html.format(href), FILE, home).images
        control = image.record.context.control
        assert (image.link, control and control.target) == (link, target)
        assert image.record.src == "file:///home/saved/Otter_files/220px-Otter.jpg"


def test_only_addresses_of_another_host_get_a_scheme() -> None:
    html = "<a href=//a.example/b>//c</a><img src='/d//e' alt=\"src=f\"><p>a // b</p>"
    assert with_schemes(html, FILE) == html.replace("//a.example", "https://a.example")
    assert with_schemes(html, "https://wiki.example/") == html


def test_the_pictures_that_an_app_brings_later_are_read_and_its_folded_sections_too(wiki) -> None:
    span = (
        '<span class="pcs-lazy-load-placeholder" data-src="//s.example/a/ab/Otter.jpg/640px-Otter.'
        'jpg" data-width="640" data-height="480" data-alt="{}"><span></span></span>'
    )
    figure = '<figure><a href="./File:Otter.jpg">{}</a><figcaption>By day</figcaption></figure>'
    section = '<section data-mw-section-id="{}" style="{}">{}</section>'
    page = wiki(
        section.format(0, "", figure.format(span.format("An otter")))
        + section.format(1, "display: none;", figure.format(span.format("")))
    )
    assert [(i.alt, i.caption, i.width, i.left_out) for i in page.images] == [
        ("An otter", "By day", 640, None),
        ("", "By day", 640, None),
    ]
    assert {i.container for i in page.images} == {Container.FIGURE}
