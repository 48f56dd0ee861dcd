"""What language pages and texts are in."""

import pytest

from auditor.texts.density import density
from auditor.texts.languages import is_near, page_language, primary, text_language
from auditor.texts.scripts import languages_of_script, scripts_of

FINNISH = "Lukijoidemme kuvissa kettu kulkee pihan poikki ja etsii hiiriä lumen alta."
ENGLISH = "In our readers' pictures the fox crosses the yard and looks for mice below the snow."


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("de-AT", "de"),
        ("nb", "no"),
        ("nn-NO", "no"),
        ("iw", "he"),
        ("zh_Hant", "zh"),
        ("", ""),
        (None, ""),
        ("und", ""),
        ("x-klingon", ""),
        ("english", ""),
    ],
)
def test_a_tag_stands_for_one_language_or_for_none(tag, expected):
    assert primary(tag) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hevonen on niityllä", "fi"),
        ("Słoń w trawie obok drzewa", "pl"),
        ("Çimenlerin üzerinde koşan bir köpek", "tr"),
        ("夏の麦畑", "ja"),
        ("熊", "zh"),
        ("草地上的大象", "zh"),
        ("Κόκκινο ποδήλατο", "el"),
        ("פיל על הדשא", "he"),
        ("فيل يمشي على العشب", "ar"),
        ("ช้างเดินบนหญ้า", "th"),
        ("코끼리가 걷고 있다", "ko"),
        ("हाथी घास पर चल रहा है", "hi"),
        ("Собака бежит по траве вдоль реки", "ru"),
    ],
)
def test_letters_and_words_say_that_a_text_is_not_of_its_page(text, language):
    assert text_language(text, "en") == language


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Delfiini", "fi"),
        ("Sony PlayStation 5", "ja"),
        ("Nike Air Max 90", "zh"),
        ("Helsingin yliopisto", "en"),
        ("Logo", "de"),
        ("12", "th"),
        ("熊", "ja"),
        ("Слон", "uk"),
        ("A brown dog runs along a sandy beach", "en"),
        ("Ursus arctos horribilis", "en"),
    ],
)
def test_a_text_of_few_words_and_every_name_follows_its_page(text, page):
    assert text_language(text, page) == page


def test_of_an_unknown_page_a_text_of_some_words_speaks_for_itself():
    assert text_language("Värikkäitä sieniä metsän pohjalla", "") == "fi"
    assert text_language("A dog", "") == ""


def test_prose_says_what_a_page_is_in():
    assert page_language(FINNISH) == "fi"
    assert page_language(ENGLISH) == "en"
    assert page_language("昨年、読者の皆さまから届いた写真です。") == "ja"
    assert page_language("Home") == ""
    assert page_language("") == ""


@pytest.mark.parametrize(
    "other",
    [
        "灯台の壁は白く塗られて、長い間そのままである。",
        "Стены маяка были белыми, и они долго стояли так.",
    ],
)
def test_a_page_that_is_half_translated_is_not_in_the_language_that_it_was_written_in(
    other: str,
) -> None:
    english = "The walls of the lighthouse were painted white, and they have stood so for years. "
    assert page_language(english * 3 + other * 2) != "en"
    assert page_language(english * 9 + other) == "en"
    assert page_language(other * 9 + english) in ("ja", "ru")


def test_where_prose_is_short_the_texts_of_images_are_asked_too():
    texts = ["Kaloja uimassa merenpohjan yllä", "Suuri karhu metsässä", "Ilotulitus yötaivaalla"]
    assert page_language("2025", texts) == "fi"
    assert page_language(ENGLISH * 3, texts) == "en"


def test_texts_of_images_in_other_letters_make_no_foreign_page():
    texts = ["فندق هيلتون", "فندق الشهداء"]
    assert page_language("Images of hotels: Hilton Hotel, Martyrs Hotel", texts) != "ar"
    assert page_language("", texts) == "ar"
    assert page_language("映画", ["夕食のイメージ"]) == "ja"


def test_what_is_easily_mixed_up_proves_nobody_wrong():
    assert is_near("no", "da")
    assert is_near("hr", "sr")
    assert not is_near("fi", "et")


def test_scripts_are_told_by_their_letters():
    assert languages_of_script("123 …") == ()
    assert languages_of_script("映画のポスター") == ("ja",)
    assert "uk" in languages_of_script("Слон")
    assert scripts_of("sr") == {"LATIN", "CYRILLIC"}


def test_a_word_counts_as_many_english_ones_as_were_measured():
    assert density("en") == density("") == 1
    assert density("fi") > 1.3
    assert density("nb") == density("no")
    assert density("is") is None
