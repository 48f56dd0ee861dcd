"""What is put in its place before an article is read."""

import pytest

from extractors.mediawiki.page import read_wiki
from extractors.mediawiki.prepare import with_schemes
from extractors.mediawiki.records import Link
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


def test_only_addresses_of_another_host_get_a_scheme() -> None:
    html = "<a href=//a.example/b>//c</a><img src='/d//e' alt=\"src=f\"><p>a // b</p>"
    assert with_schemes(html, FILE) == html.replace("//a.example", "https://a.example")
    assert with_schemes(html, "https://wiki.example/") == html
