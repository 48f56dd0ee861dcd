"""Long texts are cut at sentences into windows, and nothing of them is lost."""

from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from models.manifest import ModelError
from models.texts import CLEANINGS, Windows, open_windows

WORDS = ["[UNK]", "[CLS]", "[SEP]", "a", "cat", "dog", "sat", "ran", ".", "!"]


@pytest.fixture
def windows(tmp_path: Path) -> Windows:
    """A tokenizer of ten words, in windows of eight tokens of which two are marks."""
    tokenizer = Tokenizer(
        models.WordLevel({word: row for row, word in enumerate(WORDS)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    return open_windows(tmp_path / "tokenizer.json", 8)


def words(windows: Windows, text: str) -> list[str]:
    return [" ".join(WORDS[row] for row in window) for window in windows.of(text)]


def test_a_short_text_is_one_window(windows: Windows) -> None:
    assert words(windows, "A cat sat.") == ["[CLS] a cat sat . [SEP]"]


def test_a_long_text_is_cut_between_sentences(windows: Windows) -> None:
    assert words(windows, "A cat sat. A dog ran! A cat ran.") == [
        "[CLS] a cat sat . [SEP]",
        "[CLS] a dog ran ! [SEP]",
        "[CLS] a cat ran . [SEP]",
    ]


def test_short_sentences_share_a_window(windows: Windows) -> None:
    assert words(windows, "Cat. Dog. A cat sat. A dog ran.") == [
        "[CLS] cat . dog . [SEP]",
        "[CLS] a cat sat . [SEP]",
        "[CLS] a dog ran . [SEP]",
    ]


def test_a_sentence_longer_than_a_window_is_cut_between_tokens(windows: Windows) -> None:
    assert words(windows, "cat " * 6 + "dog " * 4) == [
        "[CLS] cat cat cat cat cat cat [SEP]",
        "[CLS] dog dog dog dog [SEP]",
    ]


@pytest.mark.parametrize("text", ["", "  \n\t", "\u00a0"])
def test_a_blank_text_is_refused(windows: Windows, text: str) -> None:
    with pytest.raises(ValueError, match="blank"):
        windows.of(text)


def test_half_a_surrogate_pair_does_no_harm(windows: Windows) -> None:
    assert words(windows, "cat \ud83d dog") == ["[CLS] cat [UNK] dog [SEP]"]


def test_a_file_that_is_no_tokenizer_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match=r"^tokenizer\.json could not be read"):
        open_windows(tmp_path / "tokenizer.json", 8)


@pytest.mark.parametrize(
    ("cleaning", "text", "clean"),
    [
        ("", " A  “B” &amp; c_d. ", " A  “B” &amp; c_d. "),
        ("whitespace", " A  “B” &amp;amp; c_d.\n", 'A "B" & c_d.'),
        ("lower", " A  “B” &amp; c_d.", 'a "b" & c_d.'),
        ("canonicalize", " A  “B” &amp; c_d. ", "a b c d"),
    ],
)
def test_texts_are_cleaned_as_their_model_was_trained(cleaning: str, text: str, clean: str) -> None:
    assert CLEANINGS[cleaning](text) == clean


def test_the_ends_of_sentences_are_found_before_the_cleaning_takes_them(
    windows: Windows, tmp_path: Path
) -> None:
    cleaned = open_windows(tmp_path / "tokenizer.json", 5, "canonicalize")
    assert words(cleaned, "A cat sat. A dog ran.") == [
        "[CLS] a cat sat [SEP]",
        "[CLS] a dog ran [SEP]",
    ]


def test_an_unknown_cleaning_is_refused(windows: Windows, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cleaned as the model asks: soap"):
        open_windows(tmp_path / "tokenizer.json", 8, "soap")
