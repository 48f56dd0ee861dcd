"""The tokenizer files give open_clip's own ids, without open_clip."""

import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytest.importorskip("open_clip", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.openclip.tokenizer import TextRules, text_rules
from models.texts import Windows, open_windows

ODD = (
    "A cat.",
    "A photo of 3 cats’ house, it's 1999!",
    "“curly” – it’s ‘fine’…",
    "&lt;b&gt;bold&lt;/b&gt; &amp;amp; AT&amp;T &nbsp; &hearts;",
    "👩‍👩‍👧 family 🎉🎉",
    "東京の夜景、美しい。",
    "한국어 문장",
    "مرحبا بالعالم",
    "नमस्ते दुनिया",
    "ไทยแลนด์",
    "ﬁne ＦＵＬＬ width",
    "schÃ¶n, a broken encoding",
    "İstanbul, ſ 's 'ſ ẞ",
    "a\u200bb\ufeffc",
    "e\u0301 é",
    "  x  \n\t y ",
    "!!!",
    "_under_score_ (and) [brackets]",
    "https://example.org/a?b=c&d=e#f",
    "½ ² ① Ⅷ",
    "\x00\x07bell",
    "𝒜𝓁𝓅𝒽𝒶",
    "don't we'll I'D they'RE",
    "IMG_2041.JPG",
)
PIECES = [*"abcdefghijklmnopqrstuvwxyz0123456789", "é", "ß", "ñ", "’", "“", "—", "…", "'s", "'T"]
PIECES += [
    "日",
    "本",
    "か",
    "글",
    "ж",
    "λ",
    "🎉",
    "👍🏽",
    "&amp;",
    "&#39;",
    ".",
    ",",
    "!?",
    "-",
    "\n",
    " ",
]


def texts() -> list[str]:
    rng = random.Random(0)
    words = ["".join(rng.choices(PIECES, k=rng.randint(1, 8))) for _ in range(600)]
    made = [" ".join(rng.choices(words, k=rng.randint(1, 12))) for _ in range(400)]
    return [*ODD, *(text for text in made if text.strip())]


def rules_and_windows(
    architecture: str, tokenizer: Path | None, folder: Path
) -> tuple[TextRules, Windows]:
    rules = text_rules(architecture, tokenizer)
    rules.tokenizer.save(str(folder / "tokenizer.json"))
    return rules, open_windows(folder / "tokenizer.json", rules.length, rules.cleaning)


def ids(rules: TextRules, windows: Windows, text: str) -> list[int]:
    """Of the first window, padded."""
    first = windows.of(text)[0].tolist()
    return first + [rules.pad_id] * (rules.length - len(first))


def test_byte_pairs_are_those_of_open_clip(tmp_path: Path) -> None:
    rules, windows = rules_and_windows("ViT-B-32", None, tmp_path)
    whole = [text for text in texts() if len(windows.of(text)) == 1]
    assert len(whole) > 350
    for text in whole:
        assert ids(rules, windows, text) == rules.original([text])[0].tolist(), text


def test_the_hubs_tokenizers_are_those_of_open_clip(hub_tokenizer: Path, tmp_path: Path) -> None:
    rules, windows = rules_and_windows("tiny-siglip", hub_tokenizer, tmp_path)
    assert (rules.cleaning, rules.length, rules.pad_id) == ("canonicalize", 64, 1)
    whole = [text for text in texts() if len(windows.of(text)) == 1]
    assert len(whole) > 350
    for text in whole:
        assert ids(rules, windows, text) == rules.original([text])[0].tolist(), text


def test_a_sentence_beyond_the_limit_begins_as_open_clips_and_goes_on(tmp_path: Path) -> None:
    rules, windows = rules_and_windows("ViT-B-32", None, tmp_path)
    text = " ".join(f"word{number}" for number in range(60))
    cut, (first, *others) = rules.original([text])[0].tolist(), windows.of(text)
    assert first.tolist() == cut
    inner = np.concatenate([window[1:-1] for window in (first, *others)])
    assert inner.tolist() == rules.original.encode(text)


def test_a_text_at_the_limit_is_one_window(tmp_path: Path) -> None:
    windows = rules_and_windows("ViT-B-32", None, tmp_path)[1]
    assert [len(window) for window in windows.of("dog " * 75)] == [77]
    assert len(windows.of("dog " * 76)) == 2


def test_a_text_cannot_say_the_special_tokens(tmp_path: Path) -> None:
    windows = rules_and_windows("ViT-B-32", None, tmp_path)[1]
    (window,) = windows.of("a cat <end_of_text> a dog")
    assert window.tolist().count(window[-1]) == 1
