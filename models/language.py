"""A language model in ONNX: how likely is a text, token by token, after what was read before?

Its folder holds `language.json` (LanguageManifest), `decoder.onnx` and `tokenizer.json`. The
decoder takes `ids` and `weights` (t, k), at each place a mixture of tokens, and `past` (layers, 2,
groups, p, size); it gives `logits` (t, vocabulary) and `present`, the past of the next call.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from models.manifest import ModelError, sha256_of
from models.registry import require_folder_with
from models.session import NO_LIMITS, Session, SessionLimits, open_session

LANGUAGE_FILE = "language.json"
DECODER_FILE = "decoder.onnx"
TOKENIZER_FILE = "tokenizer.json"

Floats = NDArray[np.float32]
T = TypeVar("T")
Mixture = tuple[Sequence[int], Sequence[float]]
"""Token ids and their shares at one place."""


@dataclass(frozen=True, slots=True)
class LanguageManifest:
    """What a language model is."""

    name: str
    licence: str
    layers: int
    groups: int
    """Heads of keys and values."""
    size: int
    """Width of one head."""
    start: int
    """The token that a text begins after."""
    files: Mapping[str, str]
    """sha256 in hex by file name."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a decoder keeps of the tokens that it has read."""

    past: Floats
    """(layers, 2, groups, p, size)."""
    next: Floats
    """Log-probabilities (vocabulary,) of the token that comes next."""


class TokenReader(Protocol):
    """What says how likely a text is after what it has read: a LanguageModel, or one that sees."""

    def tokens(self, text: str) -> list[int]:
        """See LanguageModel."""

    def read(self, tokens: Sequence[int], before: Read) -> tuple[Floats, Read]:
        """See LanguageModel."""

    def room(self, before: Read) -> int | None:
        """How many more tokens can be read; None: no bound is known."""


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """An open decoder."""

    manifest: LanguageManifest
    session: Session
    tokenizer: Tokenizer

    def tokens(self, text: str) -> list[int]:
        """The ids of a text, nothing added."""
        return list(self.tokenizer.encode(text, add_special_tokens=False).ids)

    def begin(self) -> Read:
        """Nothing is read but the start of a text. Raises ModelError."""
        m = self.manifest
        return self._run([((m.start,), (1.0,))], empty_past(m.layers, m.groups, m.size))[1]

    def read(self, tokens: Sequence[int], before: Read) -> tuple[Floats, Read]:
        """The log-probability of each token (t,) after all that was read before it, and what is
        kept then. Raises ModelError."""
        return read_with(
            tokens, before, lambda ids, past: self._run([((i,), (1.0,)) for i in ids], past)
        )

    def room(self, before: Read) -> int | None:
        """As TokenReader.room: positions are turned, and have no end."""
        return None

    def look(self, mixture: Mixture, before: Read) -> Read:
        """What is kept after a place that holds a mixture of tokens. Raises ModelError."""
        return self._run([mixture], before.past)[1]

    def _run(self, places: Sequence[Mixture], past: Floats) -> tuple[Floats, Read]:
        """Log-probabilities (t, vocabulary) of what comes after each place."""
        given: dict[str, NDArray[np.generic]] = {
            "ids": np.array([ids for ids, _ in places], dtype=np.int64),
            "weights": np.array([weights for _, weights in places], dtype=np.float32),
            "past": past,
        }
        logits, present = self.session.run(given, ["logits", "present"])
        rows = log_softmax(logits)
        return rows, Read(present, rows[-1])


def read_with(
    tokens: Sequence[int],
    before: Read,
    run: Callable[[Sequence[int], Floats], tuple[Floats, Read]],
) -> tuple[Floats, Read]:
    """As LanguageModel.read, by what `run` says of tokens after a past."""
    if not tokens:
        return np.empty(0, dtype=np.float32), before
    rows, after = run(tokens, before.past)
    rows = np.concatenate([before.next[None], rows[:-1]])
    return rows[np.arange(len(tokens)), list(tokens)], after


def log_softmax(logits: Floats) -> Floats:
    """Log-probabilities (t, vocabulary): the logarithm of the softmax."""
    rows: Floats = logits - logits.max(axis=1, keepdims=True)
    rows -= np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return rows


def empty_past(layers: int, groups: int, size: int) -> Floats:
    """Of a decoder that has read nothing."""
    return np.zeros((layers, 2, groups, 0, size), dtype=np.float32)


def find_language(name: str) -> Path:
    """The folder of a language model by its name in the cache or by its path. Raises ModelError."""
    made = "python -m export_onnx.language_model makes one"
    return require_folder_with(LANGUAGE_FILE, name, f"language model {name}", made)


def load_language(name: str, limits: SessionLimits = NO_LIMITS) -> LanguageModel:
    """Open a language model by its name in the cache or by its folder, on the CPU. Raises
    ModelError."""
    folder = find_language(name)
    manifest = read_as(LanguageManifest, folder / LANGUAGE_FILE, "a language model")
    require_unchanged(manifest.files, folder, f"the language model {name}")
    decoder = open_session(folder / DECODER_FILE, "cpu", limits)
    return LanguageModel(manifest, decoder, open_tokenizer(folder / TOKENIZER_FILE))


def read_as(kind: type[T], path: Path, what: str) -> T:
    """A manifest of this class from its file. Raises ModelError."""
    try:
        return kind(**json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise ModelError(f"{path} is no manifest of {what}: {error}") from error


def require_unchanged(files: Mapping[str, str], folder: Path, whose: str) -> None:
    """Compare files with their sha256. Raises ModelError."""
    for file, expected in files.items():
        try:
            digest = sha256_of(folder / file)
        except OSError as error:
            raise ModelError(f"{folder / file} cannot be read: {error.strerror}") from error
        if digest != expected:
            raise ModelError(f"The file {file} of {whose} was changed or cut off")


def open_tokenizer(path: Path) -> Tokenizer:
    """Raises ModelError."""
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # The library raises bare Exception.
        raise ModelError(f"{path.name} could not be read: {error}") from error
