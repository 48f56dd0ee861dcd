"""Captions put into other languages by dictionaries and by rules."""

import gzip
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from numpy.typing import NDArray

from export_onnx.compact.data import DataError
from export_onnx.languages import apertium, glossed
from export_onnx.languages.apertium import (
    Word,
    content_words,
    translated,
)
from export_onnx.languages.dictionaries import (
    Translations,
    candidates,
    is_word,
    joined,
    meanings,
    read_dictd,
    read_dictionaries,
)
from export_onnx.languages.glossed import glossed_lessons, neighbour_lessons
from export_onnx.languages.lessons import Lesson
from export_onnx.languages.wiktionary import read_wiktionary
from export_onnx.languages.wordnets import read_wordnets

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def dictionary(folder: Path, name: str, entries: dict[str, str]) -> None:
    data, lines = b"", []
    for word, entry in entries.items():
        said = f"{word} /x/\n{entry}\n".encode()
        lines.append(f"{word}\t{digits(len(data))}\t{digits(len(said))}")
        data += said
    (folder / f"{name}.index").write_text("\n".join(lines) + "\n", "utf-8")
    (folder / f"{name}.dict.dz").write_bytes(gzip.compress(data))


def digits(number: int) -> str:
    return (digits(number // 64) if number > 63 else "") + DIGITS[number % 64]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    dictionary(tmp_path, "freedict-eng-fin", {"dog": "1. hauva\n2. koira", "ball": "pallo"})
    dictionary(tmp_path, "freedict-fin-eng", {"koira": "dog", "juosta": "to run, flow"})
    dictionary(tmp_path, "freedict-fin-swe", {"koira": "hund"})
    return tmp_path


def test_an_entry_stands_where_the_index_says(tmp_path: Path) -> None:
    long = "1. " + "a" * 5000
    dictionary(tmp_path, "freedict-eng-deu", {"00databaseinfo": "us", "long": long, "dog": "Hund"})
    entries = dict(read_dictd(tmp_path / "freedict-eng-deu.index"))
    assert entries == {"long": f"long /x/\n{long}\n", "dog": "dog /x/\nHund\n"}


def test_a_dictionary_that_is_cut_off_is_told(folder: Path) -> None:
    (folder / "freedict-eng-fin.dict.dz").write_bytes(b"not compressed")
    with pytest.raises(DataError, match="freedict-eng-fin"):
        read_dictionaries(folder, {"dog"})


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("w /w/\nkala\n", ["kala"]),
        (
            "w /w/ <n>\n1. kala, särki\nan animal\n2. fish fry\nfood\n",
            ["kala", "särki", "fish fry"],
        ),
        ("w //w// <n>\nkala 2.\nan animal\n", ["kala"]),
        ("w /w/\nI.  <N> 1.  [gatunek]  ryba\n 2.  [samiec]  ryba\n", ["ryba"]),
        ("w /w/\n1. (der) balık. w to go balığa gitmek\n", ["balık"]),
        ("w /w/\nFisch <masc>, Fang <masc>\n   Note: see\n", ["Fisch", "Fang"]),
        ("w\n  [w]\n  1. _n.\n    1) рыба; рыбина\n", ["рыба", "рыбина"]),
        ("w /w/\nри\N{COMBINING ACUTE ACCENT}ба\n", ["риба"]),
        ("w /w/\n", []),
    ],
)
def test_meanings_are_the_translations_of_an_entry(entry: str, found: list[str]) -> None:
    assert meanings(entry) == found


@pytest.mark.parametrize(
    ("text", "language", "word"),
    [
        ("uima-allas", "fi", True),
        ("sellainen joka ui vedessä", "fi", False),
        ("see 2", "fi", False),
        ("рыба fish", "ru", False),
        ("пас", "hr", False),
        ("...", "fi", False),
    ],
)
def test_an_explanation_is_no_word(text: str, language: str, word: bool) -> None:
    assert is_word(text, language) == word


def test_both_directions_are_read_and_agreement_comes_first(folder: Path) -> None:
    finnish = read_dictionaries(folder, {"dog", "run"})["fi"]
    assert candidates("dog", finnish) == ["koira", "hauva"]
    assert candidates("run", finnish) == ["juosta"]
    assert candidates("ball", finnish) == []


def test_of_wiktionary_comes_first_what_most_senses_have(tmp_path: Path) -> None:
    (tmp_path / "en-it-enwiktionary.txt").write_text(
        "dog {n} (hinged catch) SEE: pawl ::\n"
        "dog {n} (a bad man) :: cagnaccio {m}, cane {m}\n"
        "dog {n} /dɔɡ/ (animal) :: cane {m} /x/ [common], cagna {f}\n"
        "dogged {adj} (stubborn) :: ostinato\n"
    )
    (tmp_path / "en-sh-enwiktionary.txt").write_text("dog {n} (animal) :: пас {m}, pas {m}\n")
    read = read_wiktionary(tmp_path, {"dog"})
    assert candidates("dog", read["it"]) == ["cane", "cagnaccio", "cagna"]
    assert [candidates("dog", read[tag]) for tag in ("hr", "sr")] == [["pas"], ["пас"]]
    assert candidates("dogged", read["it"]) == []


def test_of_wordnets_words_for_one_concept_are_read_the_frequent_sense_first(
    tmp_path: Path,
) -> None:
    lines = ["  1 This software", "dog n 2 1 @ 2 1 02084071 10114209", "puppy n 1 0 1 0 0209"]
    (tmp_path / "index.noun").write_text("\n".join(lines) + "\n")
    for part in ("verb", "adj"):
        (tmp_path / f"index.{part}").write_text("")
    folder = tmp_path / "wns" / "wikt"
    folder.mkdir(parents=True)
    (folder / "wn-wikt-mlt.tab").write_text(
        "# Wiktionary\tmlt\n10114209-n\tmlt:lemma\tbniedem\n02084071-n\tmlt:lemma\tkelb\n"
        "02084071-n\tmlt:def\t0\tannimal\n02084071-n\tlemma\tkelb_kbir\n"
    )
    read = read_wordnets(folder.parent, tmp_path, {"dog"})
    assert read.keys() == {"mt"}
    assert candidates("dog", read["mt"]) == ["kelb", "kelb kbir", "bniedem"]


def test_dictionaries_of_one_language_are_joined(folder: Path) -> None:
    more = Translations()
    more.add("ball", "pallo", 3)
    more.add("ball", "tanssiaiset", 1)
    both = joined([read_dictionaries(folder, {"dog", "ball"}), {"fi": more, "et": more}])
    assert candidates("ball", both["fi"]) == ["pallo", "tanssiaiset"]
    assert candidates("dog", both["fi"]) == ["koira", "hauva"]
    assert candidates("ball", both["et"]) == ["tanssiaiset", "pallo"]


def test_a_folder_without_dictionaries_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no dictionaries"):
        read_dictionaries(tmp_path, {"dog"})
    with pytest.raises(DataError, match="no dictionaries"):
        read_wiktionary(tmp_path, {"dog"})
    for part in ("noun", "verb", "adj"):
        (tmp_path / f"index.{part}").write_text("")
    with pytest.raises(DataError, match="no wordnets"):
        read_wordnets(tmp_path, tmp_path, {"dog"})


def test_captions_are_put_into_the_language_next_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    spanish = [Lesson("Un perro.", "es", ("A dog.",), "extension")]
    similar = [
        Lesson("En hund.", "sv", ("A dog.",), "similarity", True),
        Lesson("Een hond.", "nl", ("A dog.",), "similarity"),
    ]
    next_to = {"it": ("es", "spa-ita"), "ca": ("es", "spa-cat"), "nb": ("sv", "swe-nob")}
    monkeypatch.setattr(glossed, "NEIGHBOURS", next_to)
    put = {"spa-ita": ["Un cane."], "spa-cat": [""], "swe-nob": ["En bikkje."]}
    monkeypatch.setattr(glossed, "translated", lambda texts, pairs: put[pairs[0]])
    assert list(neighbour_lessons(lambda language: spanish, similar)) == [
        Lesson("Un cane.", "it", ("A dog.",), "neighbours"),
        Lesson("En bikkje.", "nb", ("A dog.",), "neighbours", True),
    ]


def test_a_word_is_put_as_what_means_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caption = "Dogs run after a ball"
    said = [Word("dog", "n"), Word("run", "vblex"), Word("ball", "n"), Word("swiftly", "adv")]
    monkeypatch.setattr(glossed, "content_words", lambda texts: [said for _ in texts])
    monkeypatch.setattr(glossed, "FREQUENT", 1)
    means = {"dog": 0, "hauva": 0, "koira": 1, "to run": 2, "juosta": 2, "ball": 3, "pallo": 3}

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        return np.eye(4, dtype=np.float32)[[means[text] for text in texts]]

    read = partial(read_dictionaries, folder)
    (lesson,) = glossed_lessons([caption], read, embed, {})
    assert (lesson.language, lesson.text) == ("fi", "hauva juosta pallo")
    assert lesson.english == (caption,)
    monkeypatch.setattr(glossed, "COVERED", 0.8)
    assert not list(glossed_lessons([caption], read, embed, {}))


def test_what_captions_have_in_common_goes_before_dictionaries(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [Word("dog", "n"), Word("ball", "n")]
    monkeypatch.setattr(glossed, "content_words", lambda texts: [said for _ in texts])
    monkeypatch.setattr(glossed, "FREQUENT", 1)

    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        return np.ones((len(texts), 2), np.float32)

    aligned = {"fi": {"dog": ["koirat", "koiran"]}, "mt": {"dog": ["kelb"], "ball": ["ballun"]}}
    captions = [f"Dogs and a ball {number}" for number in range(20)]
    found = list(glossed_lessons(captions, partial(read_dictionaries, folder), embed, aligned))
    assert {each.text for each in found if each.language == "mt"} == {"kelb ballun"}
    finnish = {each.text for each in found if each.language == "fi"}
    assert finnish == {"koirat pallo", "koiran pallo"}


def test_nothing_is_looked_up_that_no_dictionary_has() -> None:
    assert candidates("dog", Translations()) == []


def test_a_program_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    for ask in (lambda: translated(["A dog."], ("eng-spa",)), lambda: content_words(["A dog."])):
        with pytest.raises(DataError, match="does not run"):
            ask()


def test_what_a_program_reads_as_its_own_is_taken_from_a_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[str] = []

    def lines(command: Sequence[str], texts: Sequence[str]) -> list[str]:
        given.extend(texts)
        return list(texts)

    monkeypatch.setattr(apertium, "_lines", lines)
    content_words([r"A $3 dog / cat [^<b>@{1}\\]."])
    assert not set(given[0]) & set("[]{}^$/\\@<>")
    assert given[0].split() == ["A", "3", "dog", "cat", "b", "1", "."]


def test_words_are_taken_from_what_the_tagger_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    tagged = "^two<num><sp>$ ^The<det><def>$ ^Dog<n><pl>$ ^run<vblex><pres>$ ^*zumba$^.<sent>$"
    monkeypatch.setattr(apertium, "_lines", lambda command, texts: [tagged])
    assert [word.said for word in content_words(["Two dogs run zumba."])[0]] == [
        "two",
        "dog",
        "to run",
    ]
