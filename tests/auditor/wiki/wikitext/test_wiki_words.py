"""The script that makes the words of MediaWiki's languages."""

from __future__ import annotations

from tests.tools.wiki_words import _answers, _local, _messages

ENGLISH = """<?php
$fallback = false;
$namespaceNames = [
	NS_MEDIA => 'Media',
	NS_FILE  => 'File',
];
$namespaceAliases = [ 'Image' => NS_FILE,
];
$magicWords = [
	'img_alt' => [ '1', 'alt=$1' ],
	'img_thumbnail' => [ '1', 'thumb', "thumbnail" ],
];
"""
GERMAN = """<?php
$fallback = 'en';
# 'img_alt' => [ '1', 'remark=$1' ],
$namespaceNames = [
	NS_IMAGE => 'Datei_alt', /* NS_FILE => 'Bild' */
];
$namespaceAliases = [
	'Bild' => NS_FILE,
];
$magicWords = array(
	'img_alt' => array( '1', 'alternativtext=$1', 'alt=$1' ),
);
"""


def test_the_files_of_mediawiki_give_words_with_those_of_the_languages_behind(tmp_path) -> None:
    (tmp_path / "MessagesEn.php").write_text(ENGLISH)
    (tmp_path / "MessagesDe_at.php").write_text(GERMAN)
    found = dict(_messages(tmp_path))
    assert found["de-at"] == {
        "file": ["Datei alt", "Bild", "Image"],
        "img_alt": ["alternativtext=$1", "alt=$1"],
        "media": ["Media"],
        "img_thumbnail": ["thumb", "thumbnail"],
    }
    assert sorted(_local(found["de-at"], found["en"])) == ["file", "img_alt"]


def test_answers_of_siteinfo_give_a_wikis_own_words() -> None:
    answer = {
        "query": {
            "general": {"lang": "ja"},
            "namespaces": {"6": {"id": 6, "name": "ファイル"}, "10": {"id": 10, "name": "T"}},
            "namespacealiases": [{"id": 6, "alias": "画像"}, {"id": 4, "alias": "WP"}],
            "magicwords": [
                {"name": "img_alt", "aliases": ["代替文=$1"]},
                {"name": "redirect", "aliases": ["#転送"]},
            ],
        }
    }
    ((lang, words),) = _answers(answer)
    assert lang == "ja"
    assert words["file"] == ["ファイル", "画像"]
    assert words["img_alt"] == ["代替文=$1"]
    assert "redirect" not in words
