"""Texts of many languages, spoilt so that a head can learn to hear it."""

from collections import Counter

import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.form.further import MOST, TOLD, rows_of, texts_by_language
from export_onnx.form.head import ANSWERS
from export_onnx.form.texts import LONGEST, Texts
from export_onnx.languages.form import parts
from export_onnx.languages.lessons import Lesson

ORDERED, FINISHED = ANSWERS.index("ordered"), ANSWERS.index("finished")
CHINESE = "一只红狐狸睡在草地里"


def pieces(text: str) -> list[str]:
    return [text[start : start + 2] for start in range(0, len(text), 2)]


def lesson(text: str, source: str, language: str = "de") -> Lesson:
    return Lesson(text, language, ("",), source)


def test_texts_for_pictures_and_others_are_told_apart() -> None:
    lessons = [lesson("Ein Hase.", "stamps"), lesson("Ich weiß es.", TOLD[0])]
    found = texts_by_language([*lessons, lesson("Un lièvre.", "stamps", "fr")], 0)
    assert found["de"] == Texts(("Ein Hase.",), ("Ich weiß es.",))
    assert found["fr"] == Texts(("Un lièvre.",), ())


def test_a_language_goes_by_the_code_that_the_program_knows_it_by() -> None:
    lessons = [lesson("En rev.", "stamps", "nb"), lesson("Ein rev.", "stamps", "nn")]
    assert {tag: len(each.described) for tag, each in texts_by_language(lessons, 0).items()} == {
        "no": 2
    }


def test_no_source_and_no_long_text_is_heard_alone() -> None:
    many = [lesson(f"Hase {number}", "stamps") for number in range(3 * MOST["stamps"])]
    found = texts_by_language([*many, lesson("a" * (LONGEST + 1), "names")], 0)
    assert len(found["de"].described) == MOST["stamps"]


def test_without_spaces_pieces_are_moved_and_none_is_lost() -> None:
    rows = rows_of(Texts((CHINESE,), ()), "zh", pieces, 0)
    assert not [text for text, _ in rows if " " in text]
    mixed = [text for text, labels in rows if labels[ORDERED] == 0]
    assert mixed
    assert all(Counter(text) == Counter(CHINESE) and text != CHINESE for text in mixed)
    assert any(CHINESE.startswith(text) for text, labels in rows if labels[FINISHED] == 0)


def test_with_spaces_words_are_moved() -> None:
    rows = rows_of(Texts(("Ein roter Fuchs schläft im Gras.",), ()), "de", pieces, 0)
    mixed = [text for text, labels in rows if labels[ORDERED] == 0]
    assert all("Fuchs" in text.split() for text in mixed)


def test_no_text_is_spoilt_until_nothing_is_left() -> None:
    assert all(
        text.strip() for text, _ in rows_of(Texts(("...", ". . . . ."), ()), "de", pieces, 0)
    )


def test_what_is_looked_at_is_not_learned_from() -> None:
    learned, looked_at = parts(Texts(tuple("abcdefghijkl"), ("m",)))
    assert looked_at == Texts(("a", "k"), ("m",))
    assert set(learned.described) == set("bcdefghijl")
    assert learned.told == ()
