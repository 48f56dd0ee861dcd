"""Turns texts into token windows, so that nothing of a long text is cut silently."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from models.manifest import ModelError

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\s*\n\s*|(?<=[。！？])")


@dataclass(frozen=True, slots=True)
class Windows:
    """Cuts texts into windows of at most `max_tokens` tokens, at the ends of sentences."""

    max_tokens: int
    _tokenizer: Tokenizer

    def of(self, text: str) -> list[NDArray[np.int64]]:
        """Token ids of each window, special tokens included. Raises ValueError for a blank text.

        A sentence that is longer than a window is cut between tokens.
        """
        if not text.strip():
            raise ValueError("A blank text has no embedding")
        clean = text.encode("utf-8", "replace").decode("utf-8")
        whole = self._tokenizer.encode(clean)
        if not whole.overflowing:
            return [np.array(whole.ids, dtype=np.int64)]
        encodings = (self._tokenizer.encode(group) for group in self._groups(clean))
        return [
            np.array(window.ids, dtype=np.int64)
            for encoding in encodings
            for window in (encoding, *encoding.overflowing)
        ]

    def _groups(self, text: str) -> Iterator[str]:
        """Neighbouring sentences, as many as fit into one window."""
        group, used = "", 0
        for sentence in filter(None, map(str.strip, _SENTENCE_END.split(text))):
            length = self._length(sentence)
            if group and used + length > self.max_tokens:
                yield group
                group, used = "", 0
            group, used = f"{group} {sentence}".strip(), used + length
        yield group

    def _length(self, sentence: str) -> int:
        encoding = self._tokenizer.encode(sentence)
        return sum(len(window.ids) for window in (encoding, *encoding.overflowing))


def open_windows(path: Path, max_tokens: int) -> Windows:
    """Read a `tokenizer.json`. Raises ModelError."""
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # The library raises bare Exception.
        raise ModelError(f"{path.name} could not be read: {error}") from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return Windows(max_tokens, tokenizer)
