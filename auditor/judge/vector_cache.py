"""Embeddings kept from scan to scan. A vector is known by the hash of what it was made of and by
the model that made it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from auditor.judge.kept_bytes import MAX_BYTES, KeptBytes

Vector = NDArray[np.float32]


class KnownVectors(Protocol):
    """What is known already, by the hash of what they were made of. Thread-safe."""

    def find(self, contents: Sequence[str]) -> dict[str, Vector]:
        """Those that are known."""

    def keep(self, vectors: Mapping[str, Vector]) -> None:
        """Make them known."""


class VectorCache:
    """Thread-safe; see KeptBytes."""

    def __init__(self, model: str, path: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        """`model`: what changes with whatever changes a vector; Encoder.fingerprint."""
        self._kept = KeptBytes(model, path, max_bytes)

    def find(self, contents: Sequence[str]) -> dict[str, Vector]:
        """The vectors that are there, by the hash of their content."""
        found = self._kept.find(contents)
        return {key: np.frombuffer(value, dtype=np.float32) for key, value in found.items()}

    def keep(self, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors by the hash of their content."""
        self._kept.keep({key: vector.tobytes() for key, vector in vectors.items()})


def content_hash(text: str, *, further: bool = False, whole: bool = True) -> str:
    """Of a text, `further` where the tower of further languages embeds it, not `whole` where only
    its sentence embedding is kept; that of a picture is the sha256 of its file."""
    kind = f"{'further' if further else 'text'}{'' if whole else ' sentence'}\0"
    return hashlib.sha256(kind.encode() + text.encode("utf-8", "surrogatepass")).hexdigest()
