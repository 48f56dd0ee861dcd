"""The words of MediaWiki's languages, for articles from files."""

from __future__ import annotations

import pytest

from auditor.wiki.edits.patch import put_alt
from auditor.wiki.wikitext.file_uses import file_uses, unknown_spaces
from auditor.wiki.wikitext.languages import (
    known_code,
    lang_of_database,
    lang_of_host,
    names_in,
    with_words_of,
)
from auditor.wiki.wikitext.names import ENGLISH, site_names
from auditor.wiki.wikitext.uses import Refusal

LINKS = [
    # (language, a link with an alternative text in the wiki's own words, and the text's key)
    ("ar", "[[ملف:A.jpg|تصغير|يسار|بديل=old|نص]]"),
    ("be-tarask", "[[Выява:A.jpg|значак|alt=old|тэкст]]"),
    ("de", "[[Bild:A.jpg|miniatur|hochkant=1.2|alternativtext=old|Text]]"),
    ("de-AT", "[[Datei:A.jpg|mini|alternativtext=old|Text]]"),
    ("eo", "[[Dosiero:A.jpg|eta|alternative=old|teksto]]"),
    ("fa", "[[پرونده:A.jpg|بندانگشتی|جایگزین=old|متن]]"),
    ("he", "[[קובץ:A.jpg|ממוזער|טקסט=old|כיתוב]]"),
    ("hi", "[[चित्र:A.jpg|अंगूठाकार|पाठ=old|शीर्षक]]"),
    ("ja", "[[画像:A.jpg|サムネイル|代替文=old|説明]]"),
    ("ko", "[[파일:A.jpg|섬네일|대체글=old|설명]]"),
    ("ru", "[[Изображение:A.jpg|мини|альт=old|текст]]"),
    ("sr", "[[Слика:A.jpg|мини|алт=old|текст]]"),
    ("uk", "[[Зображення:A.jpg|міні|альт=old|текст]]"),
    ("vi", "[[Hình:A.jpg|nhỏ|thế=old|chú thích]]"),
    ("zh-hans-cn", "[[图像:A.jpg|缩略图|替代=old|说明]]"),
]


@pytest.mark.parametrize(("lang", "link"), LINKS)
def test_a_text_in_a_languages_own_words_is_replaced_and_no_second_one_written(
    lang: str, link: str
) -> None:
    names = names_in(lang)
    (use,) = file_uses(link, names)
    assert (use.file, use.alt, use.refusal) == ("A.jpg", "old", None)
    assert use.caption == link.rstrip("]").rpartition("|")[2]
    assert put_alt(link, use, "new", names) == link.replace("=old", "=new")


@pytest.mark.parametrize(
    ("code", "known"),
    [("no", "nb"), ("simple", "en"), ("zh-Hant-TW", "zh-hant"), ("pt_BR", "pt-br"), ("xx", "")],
)
def test_a_language_is_known_by_its_other_codes_and_without_its_region(code, known) -> None:
    assert known_code(code) == known


@pytest.mark.parametrize(
    ("host", "lang"),
    [
        ("de.wikipedia.org", "de"),
        ("no.m.wikipedia.org", "nb"),
        ("simple.wikipedia.org", "en"),
        ("zh-yue.wikipedia.org", "yue"),
        ("fr.wiktionary.org", "fr"),
        ("commons.wikimedia.org", ""),
        ("www.wikipedia.org", ""),
        ("wiki.example", ""),
    ],
)
def test_the_host_of_a_wiki_tells_its_language(host: str, lang: str) -> None:
    assert lang_of_host(host) == lang


def test_so_does_its_short_name() -> None:
    names = ("dewiki", "be_x_oldwiki", "frwiktionary", "commonswiki", "")
    assert [lang_of_database(name) for name in names] == ["de", "be-tarask", "fr", "", ""]


def test_what_is_told_in_part_is_filled_up_from_the_language() -> None:
    query = {
        "general": {"lang": "de", "wikiid": "dewiki"},
        "namespaces": {"6": {"name": "Datei"}, "10": {"name": "Vorlage"}},
        "namespacealiases": (),
        "magicwords": (),
    }
    names = with_words_of(site_names(query))
    assert (names.wiki, names.alt_key, names.file[0]) == ("dewiki", "alternativtext", "Datei")
    assert "Bild" in names.file
    assert not names.told


@pytest.mark.parametrize("lang", ["xx", "nl"])
def test_an_option_that_no_language_is_known_to_have_is_refused(lang: str) -> None:
    text = "[[File:A.jpg|thumb|verdtekst=old|caption]]"
    (use,) = file_uses(text, names_in(lang))
    assert (use.refusal, use.slot) == (Refusal.UNKNOWN_WORD, None)
    (use,) = file_uses(text, ENGLISH)  # a wiki that was asked knows what it has
    assert use.refusal is None


def test_a_caption_with_an_equals_sign_is_none() -> None:
    (use,) = file_uses("[[File:A.jpg|mini|Masse und Energie, E=mc²]]", names_in("de"))
    assert use.refusal is None


def test_links_under_unknown_names_that_look_like_images_are_counted() -> None:
    text = "[[画像:A.jpg|x]] [[Media:B.jpg]] [[Datei:C.png]] [[Stadt.jpg]] [[s:Fr]] [[画像:D.svg]]"
    assert unknown_spaces(text, names_in("de")) == {"画像": 2}
