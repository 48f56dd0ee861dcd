"""How likely is a text, given its picture and its context? (Kreiss, Zelikman et al. 2024, section
3.1 and appendix H; Frozen after Norouzi et al. 2014 and Tsimpoukelli et al. 2021.)

The picture becomes one made-up token of a language model: the words of its vocabulary that the
towers find nearest to the picture, mixed by the softmax of their cosines. The language model reads
the context and this token; the score is the mean log-probability of a token of our prompt and the
text after it. Likelihood likes what is predictable: it is a part of a score and never the score.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.bench.embed import Track, embed_texts, unit_rows
from extractors.records import Context
from extractors.text import collapse, cut_end, cut_start
from models.encoder import Encoder
from models.language import LanguageModel, Mixture, Read

NEAREST = 10
"""Words that stand for a picture."""
SHORTEST = 3
"""Letters of such a word: shorter ones are mostly pieces of words."""
PART, AROUND = 150, 300
"""Characters that are read of the title, the heading and the caption, and of the text around."""
BEFORE = "{context}\n\nThe picture on this page shows:"
PROMPT = "\nA description that serves a reader of this page who cannot see the picture:"
BLANK = -20.0
"""Score of a text without words, below any other."""
KEPT = 300
"""Beginnings that are remembered, some 7 MB each at 150 tokens, those of late first."""

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class WordSpace:
    """Words of a language model's vocabulary in the space of pictures and texts."""

    ids: NDArray[np.int64]
    rows: Vectors
    """(words, dimension), unit vectors."""

    def mixture(self, picture: Vectors) -> Mixture:
        """The words that are nearest to a picture (dimension,), and their shares."""
        cosines = self.rows @ (picture / max(float(np.linalg.norm(picture)), 1e-12))
        nearest = np.argsort(-cosines, kind="stable")[:NEAREST]
        shares = np.exp(cosines[nearest] - cosines[nearest].max())
        return self.ids[nearest].tolist(), (shares / shares.sum()).tolist()


def place_of(context: Context) -> str:
    """Title, heading, caption and the text around, as one text."""
    names = (context.page_title, context.heading, context.caption)
    parts = [cut_start(collapse(name), PART) for name in dict.fromkeys(names)]
    around = cut_end(collapse(f"{context.text_before} {context.text_after}"), AROUND)
    return "\n".join(part for part in (*parts, around) if part)


def words_of(model: LanguageModel) -> dict[str, int]:
    """The words of the vocabulary with their ids: letters alone, that begin after a space."""
    found: dict[str, int] = {}
    for number in range(model.tokenizer.get_vocab_size()):
        said = model.tokenizer.decode([number])
        word = said.strip()
        if said.startswith(" ") and len(word) >= SHORTEST and word.isalpha():
            found.setdefault(word, number)
    return found


def word_space(model: LanguageModel, encoder: Encoder, cache: Path, track: Track) -> WordSpace:
    """The words in the space of the encoder; kept in the folder `cache`. Raises ModelError."""
    files = sorted(model.manifest.files.items())
    key = hashlib.sha256(repr((encoder.fingerprint, files, SHORTEST)).encode()).hexdigest()
    path = cache / f"{key}.npz"
    if path.is_file():
        with np.load(path) as kept:
            return WordSpace(kept["ids"], kept["rows"])
    words = words_of(model)
    rows = unit_rows(embed_texts(encoder, list(words), track)).astype(np.float32)
    found = WordSpace(np.array(list(words.values()), dtype=np.int64), rows)
    cache.mkdir(parents=True, exist_ok=True)
    np.savez(path, ids=found.ids, rows=found.rows)
    return found


@dataclass
class Likelihood:
    """Scores texts, and remembers what was read before them."""

    model: LanguageModel
    space: WordSpace
    _read: dict[Any, tuple[float, int, Read]] = field(default_factory=dict)

    def score(self, text: str, picture: Vectors, context: Context) -> float:
        """Mean log-probability of a token of the prompt and the text, 0 at most. Raises
        ModelError."""
        if not text.strip():
            return BLANK
        total, count, read = self._before(picture, place_of(context))
        told, _ = self.model.read(self.model.tokens(f" {text.strip()}"), read)
        return (total + float(told.sum())) / (count + len(told))

    def _before(self, picture: Vectors, context: str) -> tuple[float, int, Read]:
        """Sum and count of the log-probabilities of the prompt, and what is kept after it."""
        key = picture.tobytes(), context
        if key in self._read:
            self._read[key] = self._read.pop(key)  # used last
        else:
            if len(self._read) >= KEPT:
                self._read.pop(next(iter(self._read)))
            before = BEFORE.format(context=context)
            _, read = self.model.read(self.model.tokens(before), self.model.begin())
            read = self.model.look(self.space.mixture(picture), read)
            told, read = self.model.read(self.model.tokens(PROMPT), read)
            self._read[key] = float(told.sum()), len(told), read
        return self._read[key]
