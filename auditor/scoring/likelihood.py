"""How likely is a text, given its picture and its context? (Kreiss, Zelikman et al. 2024, section
3.1 and appendix H; Frozen after Norouzi et al. 2014 and Tsimpoukelli et al. 2021.)

For a language model that reads alone (Frozen) the picture becomes one made-up token: the words of
its vocabulary that the towers find nearest to the picture, mixed by the softmax of their cosines;
the model reads the context and this token. A vision-language model (Sighted) reads the picture
itself, then the context. The score is the mean log-probability of a token of our prompt and the
text after it. Likelihood likes what is predictable: it is a part of a score and never the score.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from auditor.scoring.weights import shipped_likelihood
from extractors.records import Context
from extractors.text import collapse, cut_end, cut_start
from models.encoder import Encoder
from models.language import (
    LanguageManifest,
    LanguageModel,
    Mixture,
    Read,
    TokenReader,
    load_language,
)
from models.manifest import ModelError
from models.pictures import decode
from models.vision_language import VisionLanguageModel

NEAREST = 10
"""Words that stand for a picture."""
SHORTEST = 3
"""Letters of such a word: shorter ones are mostly pieces of words."""
PART, AROUND = 150, 300
"""Characters that are read of the title, the heading and the caption, and of the text around."""
BEFORE = "{context}\n\nThe picture on this page shows:"
PLACE = "\n{context}\n"
"""What a vision-language model reads of the place after the picture."""
SHARE = 3
"""Of a model that reads few tokens, one in so many is for the place."""
PROMPT = "\nA description that serves a reader of this page who cannot see the picture:"
BLANK = -20.0
"""Score of a text without words, below any other."""
KEPT = 2_000_000_000
"""Bytes of beginnings that are remembered, those of late first: some 7 MB each at 150 tokens of a
model of 135 million weights, and more of a larger one."""
KEPT_OF_SCANS = 50_000_000
"""The same where each picture stands in a place of its own, and only a text that is tried comes
again."""
WORDS_AT_ONCE = 64

Vectors = NDArray[np.float32]
Seen = TypeVar("Seen", bytes, Vectors)
"""What a model is shown of a picture: its file, or its shared embedding (dimension,)."""
Shown = TypeVar("Shown", bytes, Vectors, contravariant=True)


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


def word_space(model: LanguageModel, encoder: Encoder, folder: Path) -> WordSpace:
    """The words in the space of the encoder; kept in the `folder`. Raises ModelError."""
    kept = sorted(model.manifest.files.items())
    key = hashlib.sha256(repr((encoder.fingerprint, kept, SHORTEST)).encode()).hexdigest()
    path = folder / f"{key}.npz"
    if path.is_file():
        with np.load(path) as kept:
            return WordSpace(kept["ids"], kept["rows"])
    words = words_of(model)
    rows = np.concatenate(list(_embedded(list(words), encoder)))
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    found = WordSpace(np.array(list(words.values()), dtype=np.int64), rows.astype(np.float32))
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(path, ids=found.ids, rows=found.rows)
    return found


def _embedded(texts: list[str], encoder: Encoder) -> Iterator[Vectors]:
    for start in range(0, len(texts), WORDS_AT_ONCE):
        yield encoder.embed_texts(texts[start : start + WORDS_AT_ONCE]).shared


class Begins(Protocol[Shown]):
    """A way to show a model a picture in its place."""

    def begin(self, picture: Shown, context: Context) -> tuple[TokenReader, Read]:
        """What reads on, and what it has read: all but the prompt. Raises ModelError,
        PictureError."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """A language model that is told of a picture in words of its own."""

    model: LanguageModel
    space: WordSpace

    def begin(self, picture: Vectors, context: Context) -> tuple[TokenReader, Read]:
        """See Begins."""
        before = self.model.tokens(BEFORE.format(context=place_of(context)))
        _, read = self.model.read(before, self.model.begin())
        return self.model, self.model.look(self.space.mixture(picture), read)


@dataclass(frozen=True, slots=True)
class Sighted:
    """A vision-language model."""

    model: VisionLanguageModel

    def begin(self, picture: bytes, context: Context) -> tuple[TokenReader, Read]:
        """See Begins."""
        looking = self.model.look(decode(picture).image)
        read = looking.begin()
        place = looking.tokens(PLACE.format(context=place_of(context)))
        room = looking.room(read)
        _, read = looking.read(place if room is None else place[: room // SHARE], read)
        return looking, read


@dataclass(frozen=True, slots=True)
class Begun:
    """A model that has read a picture, its place and the prompt."""

    reader: TokenReader
    read: Read
    total: float
    count: int
    """Sum and number of the prompt's log-probabilities."""


@dataclass
class Likelihood(Generic[Seen]):
    """Scores texts, and remembers what was read before them. Thread-safe: one text at a time."""

    way: Begins[Seen]
    kept: int = KEPT
    _begun: dict[tuple[bytes, Context], Begun] = field(default_factory=dict)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock)

    def score(self, text: str, picture: Seen, context: Context) -> float:
        """Mean log-probability of a token of the prompt and the text, 0 at most. Raises
        ModelError, PictureError."""
        with self._lock:
            begun = self.before(picture, context)
            tokens = begun.reader.tokens(f" {text.strip()}") if text.strip() else []
            tokens = tokens[: begun.reader.room(begun.read)]
            if not tokens:
                return BLANK
            told, _ = begun.reader.read(tokens, begun.read)
        return (begun.total + float(told.sum())) / (begun.count + len(told))

    def before(self, picture: Seen, context: Context) -> Begun:
        """All that is read before a text. Raises ModelError, PictureError."""
        shown = picture if isinstance(picture, bytes) else picture.tobytes()
        key = hashlib.sha256(shown).digest(), context
        if key in self._begun:
            self._begun[key] = self._begun.pop(key)  # used last
            return self._begun[key]
        reader, read = self.way.begin(picture, context)
        told, read = reader.read(reader.tokens(PROMPT), read)
        while self._begun and self._bytes + read.past.nbytes > self.kept:
            self._bytes -= self._begun.pop(next(iter(self._begun))).read.past.nbytes
        self._bytes += read.past.nbytes
        self._begun[key] = Begun(reader, read, float(told.sum()), len(told))
        return self._begun[key]


@dataclass(frozen=True, slots=True)
class Heard:
    """A language model that the quality hears."""

    manifest: LanguageManifest
    likelihood: Callable[[str, Vectors, Context], float]
    """As Likelihood.score."""
    usual: float
    """The likelihood of usual texts."""

    def above(self, text: str, picture: Vectors, context: Context) -> float:
        """By how much a text is likelier than a usual one, nats a token. Raises ModelError."""
        return self.likelihood(text, picture, context) - self.usual


def frozen(model: LanguageModel, encoder: Encoder, kept: int = KEPT) -> Likelihood[Vectors]:
    """A language model that is told of pictures in the space of the encoder. Raises ModelError."""
    words = word_space(model, encoder, user_cache_path("auditor") / "words")
    return Likelihood(Frozen(model, words), kept)


def heard(name: str, encoder: Encoder) -> Heard:
    """A language model for the quality, by its name or folder. Raises ModelError, also for one
    that nothing was fitted with."""
    model, fitted = load_language(name), shipped_likelihood()
    if model.manifest.name != fitted.model:
        raise ModelError(
            f"The quality hears the language model {fitted.model} alone, and not {name}"
        )
    return Heard(model.manifest, frozen(model, encoder, KEPT_OF_SCANS).score, fitted.usual)
