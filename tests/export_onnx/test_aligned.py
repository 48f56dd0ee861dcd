"""Words that stand together in captions of two languages."""

from collections.abc import Sequence

import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.languages import aligned
from export_onnx.languages.aligned import aligned_words, likely_words
from export_onnx.languages.apertium import Word
from export_onnx.languages.lessons import Lesson

PAIRS = [
    ("dog run", "ein hund rennt"),
    ("dog sleep", "ein hund schläft"),
    ("dog sleep", "der hund schläft"),
    ("cat run", "eine katze rennt"),
    ("cat sleep", "die katze schläft"),
    ("cat eat", "eine katze"),
    ("dog eat", "den hunden"),
    ("dog jump", "den hunden"),
]


def test_a_word_is_what_stands_wherever_it_does() -> None:
    found = likely_words([(left.split(), right.split()) for left, right in PAIRS])
    assert found["cat"][0] == "katze"
    assert found["dog"][0] == "hund"
    assert found["sleep"] == ["schläft"]
    assert "rennt" in found["run"]


def test_what_stands_together_once_is_no_word() -> None:
    assert "eat" not in likely_words([(["eat"], ["isst"]), (["dog"], ["hund"])])
    assert likely_words([(["eat"], ["isst"]), (["eat"], ["isst"])]) == {"eat": ["isst"]}


@pytest.mark.parametrize("pairs", [[], [([], ["hund"])], [(["dog"], [])]])
def test_nothing_is_found_in_nothing(pairs: list[tuple[list[str], list[str]]]) -> None:
    assert likely_words(pairs) == {}


def test_captions_are_read_that_are_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    def content_words(texts: Sequence[str]) -> list[list[Word]]:
        return [[Word(each, "n") for each in text.split()] for text in texts]

    monkeypatch.setattr(aligned, "content_words", content_words)
    lessons = [Lesson("Hund.", "de", ("dog",), "xtd200")] * 2
    lessons += [Lesson("Katze.", "de", ("cat",), "xtd200", True)] * 2
    lessons += [Lesson("Pferd.", "de", ("horse",), "names")] * 2
    lessons += [Lesson("犬", "ja", ("dog",), "xtd200"), Lesson("dog", "en", ("dog",), "xtd200")] * 2
    assert aligned_words(lessons) == {"de": {"dog": ["hund"]}}
