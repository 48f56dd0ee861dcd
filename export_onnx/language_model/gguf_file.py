"""A decoder of Llama's kind from a GGUF file, its matrices in blocks of 32 weights.

Q4_1: a float16 scale and minimum and 32 numbers of 4 bits; Q8_0: a float16 scale and 32 of 8 bits.
Rows of queries and keys stand in another order there, for the rotary positions that ggml computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from export_onnx.language_model.network import Decoder, DecoderShape

LAYER = {
    "before": "attn_norm",
    "query": "attn_q",
    "key": "attn_k",
    "value": "attn_v",
    "mixed": "attn_output",
    "after": "ffn_norm",
    "gate": "ffn_gate",
    "widen": "ffn_up",
    "narrow": "ffn_down",
}
"""Our names of a layer's parts, and the file's."""
BYTES = {"Q4_1": 20, "Q8_0": 34}
"""Of one block."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """A matrix (rows, 32 · blocks) as it is stored."""

    scales: NDArray[np.float16]
    """(rows, blocks, 1)."""
    minima: NDArray[np.float16] | None
    """(rows, blocks, 1) with numbers of 4 bits; None with those of 8."""
    numbers: NDArray[Any]
    """(rows, blocks, 16) uint8, weight j in the low half of byte j, weight j + 16 in the high one;
    or (rows, blocks, 32) int8."""

    def widened(self) -> NDArray[np.float32]:
        """The weights."""
        if self.minima is None:
            wide = self.numbers.astype(np.float32) * self.scales.astype(np.float32)
        else:
            numbers = np.concatenate([self.numbers & 15, self.numbers >> 4], -1)
            wide = numbers.astype(np.float32) * self.scales.astype(np.float32)
            wide = wide + self.minima.astype(np.float32)
        return wide.reshape(len(wide), -1)

    def in_order(self, order: NDArray[np.int64]) -> Blocks:
        """With other rows."""
        minima = None if self.minima is None else self.minima[order]
        return Blocks(self.scales[order], minima, self.numbers[order])


@dataclass(frozen=True, slots=True)
class GgufDecoder:
    """What the file holds of a decoder."""

    shape: DecoderShape
    licence: str
    start: int
    """The token that a text begins after."""
    matrices: Mapping[str, Blocks]
    """By our names of weights."""
    vectors: Mapping[str, NDArray[np.float32]]

    def network(self) -> Decoder:
        """The network with its weights."""
        wide = {name: blocks.widened() for name, blocks in self.matrices.items()}
        network = Decoder(self.shape)
        state = {name: torch.tensor(values) for name, values in {**wide, **self.vectors}.items()}
        network.load_state_dict(state)
        return network.requires_grad_(False).eval()


def read_gguf(path: Path) -> GgufDecoder:
    """Raises ValueError for another kind of decoder, OSError."""
    from gguf import GGUFReader

    reader = GGUFReader(str(path))
    fields = {name: field.contents() for name, field in reader.fields.items()}
    if fields.get("general.architecture") != "llama":
        raise ValueError(f"{path.name} is no decoder of Llama's kind")
    shape = DecoderShape(
        vocabulary=int(fields["llama.vocab_size"]),
        width=int(fields["llama.embedding_length"]),
        layers=int(fields["llama.block_count"]),
        heads=int(fields["llama.attention.head_count"]),
        groups=int(fields["llama.attention.head_count_kv"]),
        hidden=int(fields["llama.feed_forward_length"]),
        epsilon=float(fields["llama.attention.layer_norm_rms_epsilon"]),
        base=float(fields.get("llama.rope.freq_base", 10000.0)),
    )
    matrices, vectors = {}, {}
    tensors = {tensor.name: tensor for tensor in reader.tensors}
    for ours, theirs in _names(shape, tied="output.weight" not in tensors).items():
        tensor = tensors[theirs]
        if tensor.tensor_type.name == "F32":
            vectors[ours] = np.array(tensor.data, dtype=np.float32)
            continue
        blocks = _blocks(tensor)
        heads = {"query": shape.heads, "key": shape.groups}.get(ours.split(".")[-2])
        matrices[ours] = blocks.in_order(_ours(heads, shape.size)) if heads else blocks
    start = int(fields.get("tokenizer.ggml.bos_token_id", 0))
    licence = str(fields.get("general.license", ""))
    return GgufDecoder(shape, licence, start, matrices, vectors)


def _names(shape: DecoderShape, *, tied: bool) -> dict[str, str]:
    names = {
        "words.weight": "token_embd.weight",
        "norm.weight": "output_norm.weight",
        "head.weight": "token_embd.weight" if tied else "output.weight",
    }
    for number in range(shape.layers):
        for ours, theirs in LAYER.items():
            names[f"layers.{number}.{ours}.weight"] = f"blk.{number}.{theirs}.weight"
    return names


def _blocks(tensor: Any) -> Blocks:
    kind = tensor.tensor_type.name
    if kind not in BYTES:
        raise ValueError(f"{tensor.name} is stored as {kind}; known: {', '.join(BYTES)}, F32")
    stored = np.ascontiguousarray(tensor.data).view(np.uint8)
    raw = stored.reshape(int(tensor.shape[1]), -1, BYTES[kind])
    scales = np.ascontiguousarray(raw[..., :2]).view(np.float16)
    if kind == "Q8_0":
        return Blocks(scales, None, np.ascontiguousarray(raw[..., 2:]).view(np.int8))
    return Blocks(scales, np.ascontiguousarray(raw[..., 2:4]).view(np.float16), raw[..., 4:])


def _ours(heads: int, size: int) -> NDArray[np.int64]:
    """The rows of ggml's pairs (0, 1), (2, 3)… of each head put as halves."""
    rows = np.arange(heads * size).reshape(heads, size // 2, 2)
    return rows.swapaxes(1, 2).reshape(-1)
