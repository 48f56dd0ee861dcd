"""One tower of a model: its open session, fed and read as the manifest says."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from models.batches import Batches
from models.manifest import Manifest
from models.prepare import picture_array
from models.session import Session
from models.texts import Windows

Matrix = NDArray[np.float32]
T = TypeVar("T")

SENTENCE, TOKENS = "sentence_embedding", "tokens"
"""Outputs of a text tower beside the shared embedding: the sentence embedding, and the last hidden
states (n, tokens, width), which other heads read."""
LENGTHS, AT_ONCE = "lengths", 4
"""The input that makes a text tower read several texts at once, whose tokens stand one after the
other in `ids` (1, …): the tokens of each, (AT_ONCE,), 0 where there is none."""
OBJECTS = "object_embedding"
"""The output of an object detector that is its part of the shared embedding (1, …)."""
AS_THEY_ARE = ((0.0, 0.0, 0.0), (1 / 255, 1 / 255, 1 / 255))
"""Mean and deviation by which pixels stay 0–255, as a detector reads them."""
Window = NDArray[np.int64]
_NO_FORM: Matrix = np.empty(0, dtype=np.float32)
NUMBERS = {
    "tensor(float)": np.float32,
    "tensor(float16)": np.float16,
    "tensor(int64)": np.int64,
    "tensor(int32)": np.int32,
}


class Lazy(Generic[T]):
    """Opened when it is first asked for, once, whatever thread asks."""

    def __init__(self, open_it: Callable[[], T]) -> None:
        self._open_it = open_it
        self._lock = threading.Lock()
        self._opened: T | None = None

    def get(self) -> T:
        """Raises what opening raises."""
        with self._lock:
            if self._opened is None:
                self._opened = self._open_it()
            return self._opened


@dataclass(frozen=True, slots=True)
class PictureTower:
    manifest: Manifest
    session: Session
    batches: Batches | None = None
    """None: each picture is run alone."""

    def embed(self, images: Sequence[Image.Image]) -> list[Matrix]:
        """One shared embedding (dimension,) for each picture. Raises ModelError."""
        if self.batches:
            return self.batches.rows([self.pixels(image) for image in images])
        return [self.run(self.pixels(image)[np.newaxis])[0] for image in images]

    def pixels(self, image: Image.Image) -> Matrix:
        """(3, size, size), as the tower reads them."""
        m = self.manifest
        return picture_array(
            image,
            m.image_size,
            m.image_mean,
            m.image_std,
            resize=m.image_resize,
            resampling=m.image_filter,
            exact=m.image_exact,
        )

    def run(self, pixels: Matrix) -> Matrix:
        """(n, 3, size, size) to (n, dimension). Raises ModelError."""
        m = self.manifest
        value = pixels.astype(NUMBERS[self.session.inputs[m.picture_input]], copy=False)
        wanted = m.picture_output or self.session.outputs[0]
        (rows,) = self.session.run({m.picture_input: value}, [wanted])
        return _as_embeddings(rows, m)


@dataclass(frozen=True, slots=True)
class ObjectTower:
    """Looks for things of known classes; its answer is the end of a picture's embedding."""

    manifest: Manifest
    session: Session

    def embed(self, image: Image.Image) -> Matrix:
        """The end of the shared embedding. Raises ModelError."""
        pixels = picture_array(image, self.manifest.objects_size, *AS_THEY_ARE)
        (rows,) = self.session.run({next(iter(self.session.inputs)): pixels[np.newaxis]}, [OBJECTS])
        row: Matrix = rows[0]
        return row


class EmbeddedText(NamedTuple):
    """What a tower makes of one text."""

    shared: Matrix
    """(dimension,)"""
    sentence: Matrix
    """(sentence_dimension,)"""
    form: Matrix
    """(answers,), empty without a form head."""


@dataclass(frozen=True, slots=True)
class TextTower:
    manifest: Manifest
    session: Session
    windows: Windows
    form: Lazy[Session] | None = None
    """The head that reads the tokens and says how well formed a text is, where there is one."""
    naming: Lazy[Session] | None = None
    """The head that reads the sentence embedding and says which things a text names, which is the
    end of its shared embedding, where there is one."""
    shared: Lazy[Session] | None = None
    """The rest of a network that reads several texts at once, up to the shared embedding."""

    def embed(self, texts: Sequence[str]) -> list[EmbeddedText]:
        """Windows of a long text are averaged, weighted by their tokens. What else is embedded
        changes nothing. Raises ValueError for a blank text, ModelError."""
        m = self.manifest
        wanted = [m.text_output or (self.shared.get() if self.shared else self.session).outputs[0]]
        wanted += [SENTENCE] if m.sentence_dimension else []
        wanted += [TOKENS] if self.form else []
        return [
            self._embedded([self._answers(each, wanted[0]) for each in outputs], lengths)
            for outputs, lengths in self._read(texts, wanted)
        ]

    def sentences(self, texts: Sequence[str]) -> list[Matrix]:
        """The sentence embeddings alone, as `embed` gives them, at less cost: what only pictures
        are compared with is left out. Raises as it does."""
        return [
            pooled(np.concatenate([each[SENTENCE] for each in outputs]), lengths)
            for outputs, lengths in self._read(texts, [SENTENCE])
        ]

    def _embedded(self, windows: Sequence[EmbeddedText], lengths: Matrix) -> EmbeddedText:
        shared, sentence = (
            pooled(np.concatenate([window[n] for window in windows]), lengths) for n in (0, 1)
        )
        form = np.average([window.form for window in windows], axis=0, weights=lengths)
        if self.naming:
            (named,) = self.naming.get().run({SENTENCE: sentence[np.newaxis]})
            shared = np.concatenate([shared, named[0]])
        return EmbeddedText(shared, sentence, form.astype(np.float32))

    def _answers(self, rows: Mapping[str, Matrix], shared: str) -> EmbeddedText:
        """Of one window: shared (1, …), sentence (1, …), form (answers,)."""
        sentence = rows.get(SENTENCE, np.empty((1, 0), dtype=np.float32))
        form = self.form.get().run({TOKENS: rows[TOKENS]})[0][0] if self.form else _NO_FORM
        return EmbeddedText(_as_embeddings(rows[shared], self.manifest), sentence, form)

    def _read(
        self, texts: Sequence[str], wanted: Sequence[str]
    ) -> Iterator[tuple[list[Mapping[str, Matrix]], Matrix]]:
        """Of each text these outputs for each of its windows, and the windows' lengths."""
        cut = [self.windows.of(text) for text in texts]
        outputs = self._run([window for windows in cut for window in windows], wanted)
        for windows in cut:
            lengths = np.array([len(window) for window in windows], dtype=np.float32)
            yield list(islice(outputs, len(windows))), lengths

    def _run(
        self, windows: Sequence[Window], wanted: Sequence[str]
    ) -> Iterator[Mapping[str, Matrix]]:
        if LENGTHS in self.session.inputs:
            for start in range(0, len(windows), AT_ONCE):
                yield from self._run_together(windows[start : start + AT_ONCE], wanted)
            return
        for window in windows:
            yield dict(zip(wanted, self.session.run(self._inputs(window), wanted), strict=True))

    def _run_together(
        self, windows: Sequence[Window], wanted: Sequence[str]
    ) -> Iterator[Mapping[str, Matrix]]:
        lengths = [len(window) for window in windows]
        inputs: dict[str, NDArray[np.generic]] = {
            self.manifest.text_input: np.concatenate(windows)[np.newaxis],
            LENGTHS: np.array([*lengths, *[0] * (AT_ONCE - len(lengths))]),
        }
        rows = dict(zip(self.session.outputs, self.session.run(inputs), strict=True))
        if self.shared and set(wanted) - rows.keys():
            rest = self.shared.get()
            inputs |= {name: rows[name] for name in rest.inputs if name in rows}
            rows |= zip(rest.outputs, rest.run(inputs), strict=True)
        ends = np.cumsum(lengths)
        for number, (length, end) in enumerate(zip(lengths, ends, strict=True)):
            own = {name: rows[name][number : number + 1] for name in wanted if name != TOKENS}
            if TOKENS in wanted:
                own[TOKENS] = rows[TOKENS][:, end - length : end]
            yield own

    def _inputs(self, window: Window) -> dict[str, NDArray[np.generic]]:
        m = self.manifest
        padding = (0, max(0, m.text_length - len(window)))
        inputs = {m.text_input: np.pad(window, padding, constant_values=m.pad_id)}
        if m.text_mask:
            inputs[m.text_mask] = np.pad(np.ones_like(window), padding)
        return {
            name: values[np.newaxis].astype(NUMBERS[self.session.inputs[name]], copy=False)
            for name, values in inputs.items()
        }


def _as_embeddings(rows: Matrix, manifest: Manifest) -> Matrix:
    rows = rows.astype(np.float32, copy=False)
    if not manifest.normalise:
        return rows
    unit: Matrix = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return unit


def pooled(rows: Matrix, weights: Matrix) -> Matrix:
    """The weighted mean of vectors (n, dimension), at the weighted mean of their lengths."""
    if len(rows) == 1:
        alone: Matrix = rows[0]
        return alone
    weights = (weights / weights.sum())[:, np.newaxis]
    mean: Matrix = np.sum(rows * weights, axis=0, dtype=np.float32)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    stretch = float((norms * weights).sum()) / max(float(np.linalg.norm(mean)), 1e-12)
    return mean * np.float32(stretch)
