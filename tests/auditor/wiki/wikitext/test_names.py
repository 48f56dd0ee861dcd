from __future__ import annotations

import pytest

from auditor.wiki.wikitext.names import (
    ENGLISH,
    SiteNames,
    file_name,
    option,
    site_names,
    template_name,
)

QUERY = {
    "general": {"lang": "de", "wikiid": "dewiki"},
    "namespaces": {
        "6": {"id": 6, "name": "Datei", "canonical": "File", "case": "first-letter"},
        "10": {"id": 10, "name": "Vorlage", "canonical": "Template", "case": "first-letter"},
    },
    "namespacealiases": [{"id": 6, "alias": "Bild"}, {"id": 10, "alias": "V"}],
    "magicwords": [
        {"name": "img_alt", "aliases": ["alternativtext=$1", "alt=$1"], "case-sensitive": True},
        {"name": "img_thumbnail", "aliases": ["mini", "miniatur", "thumb"]},
    ],
}


def test_names_come_from_the_wiki_and_the_english_ones_hold_too() -> None:
    names = site_names(QUERY)
    assert names.file == ("Datei", "File", "Bild", "Image")
    assert names.template == ("Vorlage", "Template", "V")
    assert names.alt_key == "alternativtext"
    assert (names.lang, names.wiki) == ("de", "dewiki")
    words = ("mini", "thumb", "left", "alt=x", "alternativtext=x")
    assert [option(word, names) for word in words] == [
        "img_thumbnail",
        "img_thumbnail",
        "img_left",
        "img_alt",
        "img_alt",
    ]


def test_the_older_shape_of_the_answer_is_read_as_well() -> None:
    old = QUERY | {
        "namespaces": {
            number: {"*": space["name"], "canonical": space["canonical"], "case": space["case"]}
            for number, space in QUERY["namespaces"].items()
        },
        "namespacealiases": [{"id": a["id"], "*": a["alias"]} for a in QUERY["namespacealiases"]],
    }
    assert site_names(old) == site_names(QUERY)


@pytest.mark.parametrize("lacking", ["general", "namespaces", "namespacealiases", "magicwords"])
def test_an_answer_of_another_shape_is_an_error(lacking) -> None:
    with pytest.raises(KeyError):
        site_names({key: value for key, value in QUERY.items() if key != lacking})


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("thumb", "img_thumbnail"),
        (" thumb\n", "img_thumbnail"),
        ("thumb=Other.png", "img_manualthumb"),
        ("200px", "img_width"),
        ("200x300px", "img_width"),
        ("x300px", "img_width"),
        ("200 px", "img_width"),
        ("some px", None),
        ("upright", "img_upright"),
        ("upright=1.2", "img_upright"),
        ("upright 1.2", "img_upright"),
        ("link=", "img_link"),
        ("alt=", "img_alt"),
        ("alt=a\nb", "img_alt"),
        ("alt = a", "img_alt"),
        ("Alt=a", None),
        ("Left", None),
        ("alternative=a", None),
        ("Caption page=2", None),
        ("", None),
    ],
)
def test_options_are_told_from_captions(text, word) -> None:
    assert option(text, ENGLISH) == word


@pytest.mark.parametrize(
    ("title", "file"),
    [
        ("File:Cat.jpg", "Cat.jpg"),
        ("file : cat.jpg ", "Cat.jpg"),
        ("IMAGE:Big__cat.jpg", "Big cat.jpg"),
        ("File:A%26B.jpg", "A&B.jpg"),
        ("File:A&amp;B.jpg", "A&B.jpg"),
        ("File:100%.jpg", "100%.jpg"),
        ("File:Cat.jpg#section", "Cat.jpg"),
        ("\u200eFile:Cat.jpg\u200e", "Cat.jpg"),
        ("File:ßa.jpg", "ßa.jpg"),
        (":File:Cat.jpg", None),
        ("Media:Cat.jpg", None),
        ("Cat.jpg", None),
        ("File:", None),
        ("File:A[b].jpg", None),
        ("File:A{{b}}.jpg", None),
    ],
)
def test_a_title_names_a_file_or_none(title, file) -> None:
    assert file_name(title, ENGLISH) == file


def test_where_the_namespace_may_be_left_out_a_bare_title_is_a_file() -> None:
    assert file_name("cat.jpg", ENGLISH, bare=True) == "Cat.jpg"
    assert file_name("File:cat.jpg", ENGLISH, bare=True) == "Cat.jpg"


def test_a_wiki_may_tell_small_first_letters_from_capital_ones() -> None:
    assert file_name("File:cat.jpg", SiteNames(first_letter=False)) == "cat.jpg"


def test_a_template_has_one_name_however_it_is_called() -> None:
    called = ("infobox_person", "Template:Infobox person", " Infobox  person\n")
    assert {template_name(name, ENGLISH) for name in called} == {"Infobox person"}
