"""Texts word by word in English."""

import zipfile
from pathlib import Path

import pytest

from models.lexicon import MOST_BYTES, Gloss, Lexicon, Lexicons, write_lexicons
from models.manifest import ModelError
from models.words import words

FINNISH = {
    "koira": "dog",
    "metsässä": "forest",
    "juoksee": "runs",
    "on": "is",
    "kahvikuppi": "coffee cup",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Koira juoksee.", Gloss("dog runs", 1.0)),
        ("Koira, kahvikuppi ja …", Gloss("dog coffee cup", 2 / 3)),
        ("Xyzzy", Gloss("", 0.0)),
        ("… !", Gloss("", 0.0)),
        ("", Gloss("", 0.0)),
    ],
)
def test_known_words_are_said_in_their_order(text: str, found: Gloss) -> None:
    assert Lexicon(FINNISH).gloss(text) == found


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("metsästä", "forest"),
        ("metsä", "forest"),
        ("koiralla", "dog"),
        ("kahvi", "coffee cup"),
        ("metalli", ""),
        ("onni", ""),
        ("o", ""),
    ],
)
def test_an_unknown_word_is_taken_for_one_with_another_ending(word: str, meaning: str) -> None:
    assert Lexicon(FINNISH).meaning(word) == meaning


def test_words_stand_between_spaces_without_marks() -> None:
    assert words("„Der Hund“, l'été … (rot) ¿sí?") == ["der", "hund", "l'été", "rot", "sí"]


def test_words_without_spaces_are_those_of_dictionaries() -> None:
    assert words("大きなヒグマが一頭。") == ["大きな", "ヒグマ", "が", "一頭"]
    assert words("ช้างเดินบนหญ้า") == ["ช้าง", "เดิน", "บน", "หญ้า"]


def test_what_is_written_is_read_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    found = {"fi": FINNISH, "ja": {"犬": "dog"}}
    paths = tmp_path / "one.zip", tmp_path / "other.zip"
    for path in paths:
        write_lexicons(found, path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    lexicons = Lexicons(paths[0])
    assert lexicons.of("fi").english == FINNISH
    assert lexicons.of("ja").gloss("犬").text == "dog"
    assert lexicons.of("sv").gloss("hund") == Gloss("", 0.0)


@pytest.mark.parametrize("lines", ["koira", "koira\tdog\tmore", "k" * (MOST_BYTES + 1)])
def test_a_lexicon_that_cannot_be_read_is_told(tmp_path: Path, lines: str) -> None:
    with zipfile.ZipFile(tmp_path / "words.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("fi.txt", lines)
    with pytest.raises(ModelError, match=r"words\.zip"):
        Lexicons(tmp_path / "words.zip").of("fi")


@pytest.mark.parametrize("place", [6, 8, 40])
def test_an_archive_that_was_changed_is_told(tmp_path: Path, place: int) -> None:
    """Its flags (encrypted), its way of packing, what is packed."""
    path = tmp_path / "words.zip"
    write_lexicons({"fi": FINNISH}, path)
    spoilt = bytearray(path.read_bytes())
    central = spoilt.index(b"PK\x01\x02") + 2
    for at in {place, central + place} if place < 10 else {place}:
        spoilt[at] ^= 0x1F
    path.write_bytes(spoilt)
    with pytest.raises(ModelError, match=r"words\.zip"):
        Lexicons(path).of("fi")


def test_a_file_that_is_no_archive_is_told(tmp_path: Path) -> None:
    (tmp_path / "words.zip").write_bytes(b"koira\tdog\n")
    with pytest.raises(ModelError, match=r"words\.zip"):
        Lexicons(tmp_path / "words.zip").of("fi")
