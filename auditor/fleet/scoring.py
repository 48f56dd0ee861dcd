"""Scoring for many sites: a pool that embeds, and one book of what was embedded.

The tasks of sites ask both through calls that wait, one for each of their threads: a site whose
pictures are not embedded yet reads no further, so that what waits is bounded by the threads of all
tasks. Nothing here knows of Ray (auditor/fleet/on_ray.py).
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from platformdirs import user_cache_path

from auditor.judge.vector_cache import Vector, VectorCache
from models.encoder import Encoder, Matrix, TextEmbeddings, load
from models.manifest import Manifest

CLAIM = 30.0
"""Seconds for which nobody else embeds what a task has said it will: it may have been killed."""
MOST_KEPT = 200_000_000
"""Bytes of vectors in the memory of a book."""
MOST_ON_DISK = 2_000_000_000
"""Bytes of those that are kept for the next fleet: some 400,000 pictures of the shipped model."""

Call = Callable[..., Any]
"""`call(method, *arguments)`: what an object elsewhere returns."""


@dataclass(frozen=True, slots=True)
class ScoringPlan:
    """With what a fleet scores."""

    model: str
    provider: str = "auto"
    scorers: int = 1
    gpus: float = 0.0
    """Of a GPU for each scorer, 0.25 for four on one; 0: it runs on a CPU."""


class PoolScorer:
    """Embeds for whoever asks. On a GPU, calls that come together are one batch."""

    def __init__(self, plan: ScoringPlan) -> None:
        """Raises ModelError."""
        self._encoder = load(plan.model, provider=plan.provider, threads=1)
        self._counted: Counter[str] = Counter()
        self._lock = threading.Lock()

    def pictures(self, images: Sequence[Image.Image]) -> Matrix:
        """See Encoder.embed_pictures."""
        self._count("pictures", len(images))
        return self._encoder.embed_pictures(images)

    def texts(self, texts: Sequence[str], languages: Sequence[str] | None) -> TextEmbeddings:
        """See Encoder.embed_texts."""
        self._count("texts", len(texts))
        return self._encoder.embed_texts(texts, languages)

    def sentences(self, texts: Sequence[str], languages: Sequence[str] | None) -> Matrix:
        """See Encoder.embed_sentences."""
        self._count("texts", len(texts))
        return self._encoder.embed_sentences(texts, languages)

    def counted(self) -> dict[str, int]:
        """How many pictures and texts were embedded."""
        return dict(self._counted)

    def _count(self, what: str, number: int) -> None:
        with self._lock:
            self._counted[what] += number


class VectorBook:
    """What is known of all sites. Who asks for what nobody knows is to embed it; others who ask for
    the same wait for that. Its methods are for one event loop."""

    def __init__(self, model: str, path: Path | None = None) -> None:
        """`model`: Encoder.fingerprint; `path`: where it is kept for the next fleet, None for the
        user's cache folder."""
        path = path or user_cache_path("auditor") / "fleet-vectors.db"
        self._disk = VectorCache(model, path, MOST_ON_DISK)
        self._known: dict[str, Vector] = {}
        self._size = 0
        self._claims: dict[str, asyncio.Future[Vector]] = {}
        self._counted: Counter[str] = Counter()

    async def find(self, contents: Sequence[str]) -> dict[str, Vector]:
        """The vectors of these contents, by hash. Those that are missing are for the caller to
        embed and to `keep`.

        Claims are made before anything is waited for, and only for what nobody else has claimed
        before: so who waits always waits for somebody who does not wait for it.
        """
        loop = asyncio.get_running_loop()
        found: dict[str, Vector] = {}
        mine: list[str] = []
        others: dict[str, asyncio.Future[Vector]] = {}
        for content in dict.fromkeys(contents):
            if (vector := self._known.get(content)) is not None:
                found[content] = vector
            elif (claim := self._claims.get(content)) is not None:
                others[content] = claim
            else:
                self._claims[content] = loop.create_future()
                mine.append(content)
        kept = await asyncio.to_thread(self._disk.find, mine) if mine else {}
        self._note(kept)
        found |= kept
        for content, claim in others.items():
            done, _ = await asyncio.wait([claim], timeout=CLAIM)
            if done:
                found[content] = claim.result()
            elif self._claims.get(content) is claim:
                self._claims[content] = loop.create_future()  # who had it was killed
        self._counted["found"] += len(found)
        return found

    async def keep(self, vectors: Mapping[str, Vector]) -> None:
        """Make vectors known, to those who wait for them too."""
        self._counted["made"] += len(vectors.keys() - self._known.keys())
        self._note(vectors)
        await asyncio.to_thread(self._disk.keep, vectors)

    async def counted(self) -> dict[str, int]:
        """How many vectors were found, and how many were made."""
        return dict(self._counted)

    def _note(self, vectors: Mapping[str, Vector]) -> None:
        for content, vector in vectors.items():
            claim = self._claims.pop(content, None)
            if claim is not None and not claim.done():
                claim.set_result(vector)
            if content not in self._known:
                self._known[content] = vector
                self._size += vector.nbytes
        while self._size > MOST_KEPT:  # the first that came go; they are on the disk
            oldest = self._known.pop(next(iter(self._known)))
            self._size -= oldest.nbytes


@dataclass(slots=True)
class PooledEncoder:
    """An Encoder whose embeddings are made elsewhere, by the scorers in turn. Thread-safe."""

    front: Encoder
    """The same model, asked what it is; its towers are never opened."""
    scorers: Sequence[Call]
    _turn: int = field(default=0)

    @property
    def manifest(self) -> Manifest:
        """See Encoder."""
        return self.front.manifest

    def is_further(self, language: str) -> bool:
        """See Encoder."""
        return self.front.is_further(language)

    def embed_pictures(self, images: Sequence[Image.Image]) -> Matrix:
        """See Encoder."""
        made: Matrix = np.asarray(self._next()("pictures", list(images)))
        return made

    def embed_texts(
        self, texts: Sequence[str], languages: Sequence[str] | None = None
    ) -> TextEmbeddings:
        """See Encoder."""
        if not texts:
            return self.front.embed_texts(texts)
        made: TextEmbeddings = self._next()("texts", list(texts), languages)
        return made

    def embed_sentences(
        self, texts: Sequence[str], languages: Sequence[str] | None = None
    ) -> Matrix:
        """See Encoder."""
        made: Matrix = np.asarray(self._next()("sentences", list(texts), languages))
        return made

    def _next(self) -> Call:
        self._turn = (self._turn + 1) % len(self.scorers)
        return self.scorers[self._turn]


@dataclass(frozen=True, slots=True)
class SharedVectors:
    """The book, as a scan asks it. Thread-safe."""

    book: Call

    def find(self, contents: Sequence[str]) -> dict[str, Vector]:
        """See VectorBook.find."""
        found: dict[str, Vector] = self.book("find", list(contents)) if contents else {}
        return found

    def keep(self, vectors: Mapping[str, Vector]) -> None:
        """See VectorBook.keep."""
        self.book("keep", dict(vectors))
