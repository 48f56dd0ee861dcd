"""What a page says of its language, and what it is in."""

import pytest

from auditor.pages.languages import with_languages
from extractors.extract import extract
from extractors.records import ImageRecord

FINNISH = "<p>Lukijoidemme kuvissa kettu kulkee pihan poikki ja etsii hiiriä lumen alta.</p>"
ENGLISH = "<p>In our readers' pictures the fox crosses the yard and looks for mice.</p>"


def only(html: str, header: str = "") -> ImageRecord:
    (page,) = with_languages([extract(html, "https://example.org/")], header)
    (record,) = page.records
    return record


@pytest.mark.parametrize(
    ("html", "header", "lang"),
    [
        ('<html lang="fi"><img alt="Kettu">', "en", "fi"),
        ('<meta http-equiv="Content-Language" content="fi"><img alt="Kettu">', "en", "fi"),
        ('<meta http-equiv="content-language" content="fi, sv"><img alt="Kettu">', "", None),
        ('<img alt="Kettu">', "fi", "fi"),
        ('<img alt="Kettu">', "fi, en", None),
        ('<html lang="en"><div lang="sv"><img lang="fi" alt="Kettu"></div>', "", "fi"),
        ('<html lang="en"><div lang="sv"><img alt="Kettu"></div>', "", "sv"),
    ],
)
def test_the_nearest_word_holds(html, header, lang):
    assert only(html, header).lang == lang


def test_prose_is_believed_before_the_page():
    record = only(f'<html lang="en">{FINNISH}<img alt="Kettu">')
    assert (record.page_language, record.language) == ("fi", "fi")


def test_a_nearer_element_is_believed_before_the_prose():
    record = only(f'<html lang="en">{ENGLISH}<p lang="fi"><img alt="Kettu">')
    assert (record.page_language, record.language) == ("", "fi")


def test_a_quoted_text_is_in_its_own_language():
    record = only(f'<html lang="en">{ENGLISH}<img alt="Hevoset laiduntavat niityllä">')
    assert (record.page_language, record.language) == ("en", "fi")


def test_a_wrong_language_of_a_template_makes_no_text_foreign():
    record = only(f'<html lang="de">{ENGLISH}<img alt="Two elephants walk through the grass">')
    assert (record.page_language, record.language) == ("en", "en")
