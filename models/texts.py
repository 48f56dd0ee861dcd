"""Turns texts into token windows, so that nothing of a long text is cut silently."""

from __future__ import annotations

import html
import re
import string
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from models.manifest import ModelError

SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\s*\n\s*|(?<=[。！？])")
_PUNCTUATION = str.maketrans("_", " ", string.punctuation.replace("_", ""))


def _as_it_is(text: str) -> str:
    return text


def _whitespace(text: str) -> str:
    """Broken encodings mended, HTML entities resolved, white space made single spaces."""
    import ftfy  # a quarter of a second that the shipped model does not need

    return " ".join(html.unescape(html.unescape(ftfy.fix_text(text))).split())


def _lower(text: str) -> str:
    return _whitespace(text).lower()


def _canonicalize(text: str) -> str:
    return " ".join(_whitespace(text).translate(_PUNCTUATION).lower().split())


CLEANINGS: Mapping[str, Callable[[str], str]] = {
    "": _as_it_is,
    "whitespace": _whitespace,
    "lower": _lower,
    "canonicalize": _canonicalize,
}
"""What a model's texts went through when it was trained, by open_clip 3.3's names."""


@dataclass(frozen=True, slots=True)
class Windows:
    """Cuts texts into windows of at most `max_tokens` tokens, at the ends of sentences."""

    max_tokens: int
    _tokenizer: Tokenizer
    _clean: Callable[[str], str] = _as_it_is

    def of(self, text: str) -> list[NDArray[np.int64]]:
        """Token ids of each window, special tokens included. Raises ValueError for a blank text.

        A sentence that is longer than a window is cut between tokens.
        """
        if not text.strip():
            raise ValueError("A blank text has no embedding")
        text = text.encode("utf-8", "replace").decode("utf-8")
        whole = self._encode(text)
        if not whole.overflowing:
            return [np.array(whole.ids, dtype=np.int64)]
        encodings = (self._encode(group) for group in self._groups(text))
        return [
            np.array(window.ids, dtype=np.int64)
            for encoding in encodings
            for window in (encoding, *encoding.overflowing)
        ]

    def _groups(self, text: str) -> Iterator[str]:
        """Neighbouring sentences, as many as fit into one window."""
        group, used = "", 0
        for sentence in filter(None, map(str.strip, SENTENCE_END.split(text))):
            length = self._length(sentence)
            if group and used + length > self.max_tokens:
                yield group
                group, used = "", 0
            group, used = f"{group} {sentence}".strip(), used + length
        yield group

    def _length(self, sentence: str) -> int:
        encoding = self._encode(sentence)
        return sum(len(window.ids) for window in (encoding, *encoding.overflowing))

    def _encode(self, text: str) -> Encoding:
        return self._tokenizer.encode(self._clean(text))


def open_windows(path: Path, max_tokens: int, cleaning: str = "") -> Windows:
    """Read a `tokenizer.json`; `cleaning` is one of CLEANINGS. Raises ModelError."""
    if cleaning not in CLEANINGS:
        raise ModelError(f"Texts cannot be cleaned as the model asks: {cleaning}")
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # The library raises bare Exception.
        raise ModelError(f"{path.name} could not be read: {error}") from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return Windows(max_tokens, tokenizer, CLEANINGS[cleaning])
