"""Embeds pictures and texts with a two-tower model from its folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from models import machine
from models.batches import Batches, best_size
from models.lexicon import Gloss, Lexicons
from models.manifest import Manifest, ModelError, primary_subtag, read_manifest, verify_files
from models.registry import SHIPPED, find
from models.session import GPU, Session, SessionLimits, choose, open_session
from models.texts import open_windows
from models.towers import EmbeddedText, Lazy, ObjectTower, PictureTower, TextTower, pooled

Matrix = NDArray[np.float32]
Spoken = tuple[str, str]
"""A text, and its language (BCP 47, "" where nobody knows)."""
GLOSSED = 0.5
"""Share of a text's embedding that its words in English have, where all are known."""
T = TypeVar("T")

PICTURE_FILE = "picture.onnx"
TEXT_FILE = "text.onnx"
TOGETHER_FILE, SHARED_FILE = "text-together.onnx", "text-shared.onnx"
"""The same network for several texts at once, with the weights of TEXT_FILE, where there are these:
all but what pictures are compared with, and that."""
FURTHER_TEXT_FILE = "text-further.onnx"
FURTHER_TOKENIZER_FILE = "tokenizer-further.json"
"""Of a text tower for languages that TEXT_FILE does not know, into the same space."""
FORM_FILE = "form.onnx"
FURTHER_FORM_FILE = "form-further.onnx"
OBJECTS_FILE = "objects.onnx"
FURTHER_LEXICON_FILE = "lexicon-further.zip"
"""What words of further languages are in English, where there is that."""
NAMING_FILE = "naming.onnx"
FURTHER_NAMING_FILE = "naming-further.onnx"
"""Which of the things that OBJECTS_FILE finds the text of either text tower names."""
TOKENIZER_FILE = "tokenizer.json"


@dataclass(frozen=True, slots=True)
class TextEmbeddings:
    shared: Matrix
    """(n, dimension): compared with pictures by dot product."""
    sentence: Matrix
    """(n, sentence_dimension): unit vectors, compared with other texts."""
    form: Matrix
    """(n, answers): what the form head says of each text, 0–1; no columns without such a head, nan
    for a text whose tower has none."""


@dataclass(frozen=True, slots=True)
class TextTowers:
    """The text tower of a model, and the one for its further languages."""

    manifest: Manifest
    first: Lazy[TextTower] = field(repr=False)
    further: Lazy[TextTower] | None = field(repr=False)
    lexicons: Lexicons | None = field(repr=False)

    def embed(self, texts: Sequence[Spoken]) -> list[EmbeddedText]:
        """Each by the tower of its language. What a text of a further language is compared with
        pictures by is also what the first tower says of its words in English, by as much as are
        known: two that hear differently err differently. Raises ValueError for a blank text,
        ModelError."""
        found = self.read(texts, TextTower.embed)
        glosses = [self._gloss(*each) for each in texts]
        rows = [row for row, gloss in enumerate(glosses) if gloss.text]
        if rows:
            tower = replace(self.first.get(), form=None)
            said = tower.embed([glosses[row].text for row in rows])
            for row, english in zip(rows, said, strict=True):
                found[row] = _mixed(found[row], english, GLOSSED * glosses[row].known)
        return found

    def _gloss(self, text: str, language: str) -> Gloss:
        if self.lexicons and self.further and self.manifest.is_further(language):
            return self.lexicons.of(primary_subtag(language)).gloss(text)
        return Gloss("", 0.0)

    def read(
        self, texts: Sequence[Spoken], read: Callable[[TextTower, Sequence[str]], Sequence[T]]
    ) -> list[T]:
        """What the tower of its language makes of each text."""
        towers = [self._of(language) for _, language in texts]
        found: dict[int, T] = {}
        for tower in dict.fromkeys(towers):
            places = [place for place, other in enumerate(towers) if other is tower]
            rows = read(tower.get(), [texts[place][0] for place in places])
            found.update(zip(places, rows, strict=True))
        return [found[place] for place in range(len(texts))]

    def _of(self, language: str) -> Lazy[TextTower]:
        tower = self.further if self.manifest.is_further(language) else None
        return tower or self.first


def _mixed(own: EmbeddedText, english: EmbeddedText, share: float) -> EmbeddedText:
    both = np.stack([own.shared, english.shared])
    return own._replace(shared=pooled(both, np.array([1 - share, share], dtype=np.float32)))


class Embeds(Protocol):
    """What embeds pictures and texts: an Encoder, or what asks one elsewhere."""

    @property
    def manifest(self) -> Manifest:
        """See Encoder."""

    def embed_pictures(self, images: Sequence[Image.Image]) -> Matrix:
        """See Encoder."""

    def embed_texts(
        self, texts: Sequence[str], languages: Sequence[str] | None = None
    ) -> TextEmbeddings:
        """See Encoder."""

    def embed_sentences(
        self, texts: Sequence[str], languages: Sequence[str] | None = None
    ) -> Matrix:
        """See Encoder."""

    def is_further(self, language: str) -> bool:
        """See Encoder."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """Both towers, each opened when it is first needed. What else is embedded changes nothing."""

    manifest: Manifest
    """With the sentence embeddings, and their calibration, of the model that makes them."""
    provider: str
    """The one really in use, a key of models.session.PROVIDERS."""
    fingerprint: str
    """Changes with whatever changes an embedding: files, preprocessing, borrowed sentences."""
    _pictures: Lazy[PictureTower] = field(repr=False)
    _objects: Lazy[ObjectTower] | None = field(repr=False)
    _texts: TextTowers = field(repr=False)
    _sentences: TextTowers = field(repr=False)
    """The same as `_texts`, or that of the shipped model."""
    _folder: Path = field(repr=False)

    def with_threads(self, threads: int) -> Encoder:
        """The same model, opened once more, with so many CPU threads for each run. Raises
        ModelError."""
        return load_folder(self._folder, provider=self.provider, threads=threads)

    def embed_pictures(self, images: Sequence[Image.Image]) -> Matrix:
        """(n, dimension) float32. Raises ModelError."""
        rows = self._pictures.get().embed(images) if images else []
        if self._objects:
            objects = [self._objects.get().embed(image) for image in images]
            rows = [np.concatenate(both) for both in zip(rows, objects, strict=True)]
        return np.array(rows, dtype=np.float32).reshape(-1, self.manifest.dimension)

    def is_further(self, language: str) -> bool:
        """Whether a text in a language is embedded by another tower than one of no known
        language."""
        return self._texts.manifest.is_further(language) or self._sentences.manifest.is_further(
            language
        )

    def embed_texts(
        self, texts: Sequence[str], languages: Sequence[str] | None = None
    ) -> TextEmbeddings:
        """Texts longer than the model's window are cut at sentences and their parts averaged.

        `languages`: that of each text (BCP 47, "" where nobody knows); None: nobody knows any.
        Raises ValueError for a blank text, ModelError when the model cannot run.
        """
        spoken = _spoken(texts, languages)
        own = self._texts.embed(spoken)
        told = own
        if self._sentences is not self._texts:
            told = self._sentences.read(spoken, TextTower.embed)
        answers = max((len(each.form) for each in told), default=0)
        forms = [each.form if len(each.form) else np.full(answers, np.nan) for each in told]
        return TextEmbeddings(
            _stacked([each.shared for each in own], self.manifest.dimension),
            _stacked([each.sentence for each in told], self.manifest.sentence_dimension),
            _stacked(forms, answers),
        )

    def embed_sentences(
        self, texts: Sequence[str], languages: Sequence[str] | None = None
    ) -> Matrix:
        """The sentence embeddings alone, (n, sentence_dimension), as `embed_texts` gives them, at
        less cost. Raises as it does."""
        rows = self._sentences.read(_spoken(texts, languages), TextTower.sentences)
        return _stacked(rows, self.manifest.sentence_dimension)


def _spoken(texts: Sequence[str], languages: Sequence[str] | None) -> list[Spoken]:
    return list(zip(texts, languages or [""] * len(texts), strict=True))


def _stacked(rows: Sequence[Matrix], width: int) -> Matrix:
    return np.array(rows, dtype=np.float32).reshape(len(rows), width)


def load(
    name: str = SHIPPED[0],
    *,
    provider: str = "auto",
    threads: int | None = None,
    gpu_memory: int | None = None,
) -> Encoder:
    """Open a model by its name or folder: models.registry.find says which there are.

    Raises ModelError naming the models or the providers there are.
    """
    folder = find(name, on_gpu=choose(provider) in GPU)
    return load_folder(folder, provider=provider, threads=threads, gpu_memory=gpu_memory)


def load_folder(
    folder: Path,
    *,
    provider: str = "auto",
    threads: int | None = None,
    gpu_memory: int | None = None,
) -> Encoder:
    """Open the model in a folder after comparing its files with the manifest.

    `threads` limits the CPU threads of one run, `gpu_memory` the bytes each tower takes of a GPU;
    None: no limit. A model that has no sentence embeddings borrows those of the shipped one.
    Raises ModelError.
    """
    chosen, limits = choose(provider), SessionLimits(threads, gpu_memory)
    manifest = _verified(folder)
    pictures = Lazy(partial(_open_pictures, folder, manifest, chosen, limits))
    texts = _text_towers(folder, manifest, chosen, limits)
    objects = None
    if OBJECTS_FILE in manifest.files and manifest.objects_size:
        objects = Lazy(partial(_open_objects, folder, manifest, chosen, limits))
    made_by, sentences = manifest, texts
    if not manifest.sentence_dimension:
        shipped = find(SHIPPED[0])
        made_by = _verified(shipped)
        sentences = _text_towers(shipped, made_by, chosen, limits)
    if chosen != "cpu":
        pictures.get()  # now, and not at the first picture, it is seen whether the provider works
    return Encoder(
        manifest=replace(
            manifest,
            sentence_dimension=made_by.sentence_dimension,
            relevance=made_by.relevance,
            sentence_languages=made_by.languages,
        ),
        provider=chosen,
        fingerprint=hashlib.sha256(repr((manifest, made_by)).encode()).hexdigest(),
        _pictures=pictures,
        _objects=objects,
        _texts=texts,
        _sentences=sentences,
        _folder=folder,
    )


def _verified(folder: Path) -> Manifest:
    manifest = read_manifest(folder)
    for name in (PICTURE_FILE, TEXT_FILE, TOKENIZER_FILE):
        if name not in manifest.files:
            raise ModelError(f"The manifest of {manifest.name} holds no checksum of {name}")
    verify_files(manifest, folder)
    return manifest


def _open_pictures(
    folder: Path, manifest: Manifest, provider: str, limits: SessionLimits
) -> PictureTower:
    """On a GPU pictures go in batches, as large as pays there, which is measured once."""
    tower = PictureTower(manifest, _open(folder / PICTURE_FILE, manifest, provider, limits))
    if provider not in GPU or manifest.precision == "int8":  # scaled by all that is in a batch
        return tower
    key = machine.key(manifest.sha256, provider)
    size = machine.recall(key, "batch")
    if size is None:
        blank = tower.pixels(Image.new("RGB", (manifest.image_size,) * 2))
        size = best_size(tower.run, blank)
        machine.note(key, batch=size)
    return replace(tower, batches=Batches(tower.run, int(size)))


def _open_objects(
    folder: Path, manifest: Manifest, provider: str, limits: SessionLimits
) -> ObjectTower:
    return ObjectTower(manifest, _open(folder / OBJECTS_FILE, manifest, provider, limits))


def _text_towers(
    folder: Path, manifest: Manifest, provider: str, limits: SessionLimits
) -> TextTowers:
    """Each is opened when it is first needed."""

    def lazy(names: Sequence[str]) -> Lazy[TextTower]:
        return Lazy(partial(_open_texts, folder, names, manifest, provider, limits))

    own = [TEXT_FILE, TOKENIZER_FILE, FORM_FILE, NAMING_FILE]
    if TOGETHER_FILE in manifest.files and provider == "cpu":  # elsewhere it was not tried
        own = [TOGETHER_FILE, *own[1:], SHARED_FILE]
    others = (FURTHER_TEXT_FILE, FURTHER_TOKENIZER_FILE, FURTHER_FORM_FILE, FURTHER_NAMING_FILE)
    further = lazy(others) if FURTHER_TEXT_FILE in manifest.files else None
    words = FURTHER_LEXICON_FILE in manifest.files
    lexicons = Lexicons(folder / FURTHER_LEXICON_FILE) if words else None
    return TextTowers(manifest, lazy(own), further, lexicons)


def _open_texts(
    folder: Path,
    names: Sequence[str],
    manifest: Manifest,
    provider: str,
    limits: SessionLimits,
) -> TextTower:
    """`names`: files of the network, its tokenizer and its heads, which may be missing."""
    network, tokenizer, *heads = names
    opened = [
        Lazy(partial(open_session, folder / head, provider, limits))
        if head in manifest.files
        else None
        for head in heads
    ]
    return TextTower(
        manifest,
        _open(folder / network, manifest, provider, limits),
        open_windows(folder / tokenizer, manifest.max_tokens, manifest.text_cleaning),
        *opened,
    )


def _open(path: Path, manifest: Manifest, provider: str, limits: SessionLimits) -> Session:
    return open_session(path, provider, limits, precision=manifest.precision)
