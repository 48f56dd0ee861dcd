"""Where an alt comes from, by the HTML alone."""

import pytest

from extractors.mediawiki.records import Origin
from tests.extractors.mediawiki.conftest import core, parsoid, thumbinner


def test_old_html_names_the_file_where_nobody_wrote_an_alt(image) -> None:
    html = '<p><a href="/wiki/File:Otter_asleep.jpg" class="image"><img alt="Otter asleep.jpg">'
    assert image(html).origin is Origin.FILENAME


def test_the_name_of_the_file_in_todays_html_was_written(image) -> None:
    assert image(core("Otter asleep.jpg", caption="c")).origin is Origin.EXPLICIT


def test_with_another_thumbnail_the_name_is_that_of_what_is_shown(image) -> None:
    html = (
        '<div class="thumbinner"><a href="/wiki/File:Film.ogv" class="image">'
        '<img alt="Still.png" src="/e/ea/Still.png"></a></div>'
    )
    found = image(html)
    assert (found.file, found.origin) == ("Film.ogv", Origin.FILENAME)


def test_an_empty_alt_of_an_old_captioned_thumbnail_may_be_the_softwares(image) -> None:
    assert image(thumbinner("", caption="At noon")).origin is None


@pytest.mark.parametrize("html", [parsoid("", caption="c"), core("", caption="c"), thumbinner("")])
def test_an_empty_alt_elsewhere_was_written(image, html) -> None:
    assert image(html).origin is Origin.EXPLICIT
