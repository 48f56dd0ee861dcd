"""What is taken from the desktop and given to it: what is dropped, and HTML with another text."""

from dataclasses import replace

import pytest

from app.desk.dropped import Dropped, dropped
from app.desk.markup import with_text
from tests.auditor.conftest import record_of


def test_a_scan_file_that_is_dropped_is_opened_and_pages_are_scanned(tmp_path):
    page = tmp_path / "a.html"
    page.touch()
    assert dropped([str(tmp_path / "a.db")], "") == Dropped(scan=tmp_path / "a.db")
    assert dropped([str(page), "/absent"], "") == Dropped(targets=(str(page),))
    assert dropped([], "https://example.org/\n") == Dropped(targets=("https://example.org/",))
    assert dropped([], "some words, javascript:alert(1)") == Dropped()


@pytest.mark.parametrize(
    ("html", "text", "expected"),
    [
        ('<img src="a.png">', "A fox", '<img src="a.png" alt="A fox">'),
        ('<img alt="x" src="a.png" hidden>', "", '<img src="a.png" hidden alt="">'),
        ('<img src=a.png alt=x aria-label="y">', "A", '<img src="a.png" alt="A">'),
        ('<area href="/&amp;" alt="x">', '"<', '<area href="/&amp;" alt="&quot;&lt;">'),
        ("<svg class=i>", "A fox", '<svg class="i" role="img" aria-label="A fox">'),
        ("<svg role=img aria-label=x>", "", '<svg aria-hidden="true">'),
        ("", "A fox", ""),
        ('<img src="cut off', "A fox", ""),
    ],
)
def test_the_html_of_an_image_gets_another_text(html, text, expected):
    assert with_text(replace(record_of(), html=html), text) == expected
