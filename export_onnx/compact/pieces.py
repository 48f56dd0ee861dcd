"""The pieces of text that the model keeps of a hundred languages, and their tokenizer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from export_onnx.compact.e5 import Pieces

KEPT = 138_000
"""Pieces, by probability: the rest, nearly half of the table, makes up rare words, which are then
put together from shorter pieces."""
PREFIX = "query:"
"""Before every text: e5's own sign for texts that are compared with one another."""

_GONE = Regex("[\\x01-\\x08\\x0b\\x0e-\\x1f\\x7f\\x8f\\x9f]")
_SPACES = Regex("[\\t\\n\\f\\r\\u1680\\u200b-\\u200f\\u2028\\u2029\\u2581\\ufeff\\ufffd]")
_SEVERAL = Regex(" {2,}")
"""SentencePiece's rules `nmt_nfkc`; the rest of them is Unicode's NFKC."""


def kept_pieces(pieces: Pieces, count: int = KEPT) -> NDArray[np.int64]:
    """Numbers of the pieces to keep, in order: special ones, every single character, and the most
    probable up to `count`."""
    wanted = {pieces.begin, pieces.end, pieces.padding, pieces.unknown}
    wanted |= {number for number, text in enumerate(pieces.texts) if len(text) == 1}
    likely = [
        each for each in np.argsort(-pieces.scores, kind="stable").tolist() if each not in wanted
    ]
    return np.array(sorted(wanted | set(likely[: count - len(wanted)])))


def piece_tokenizer(pieces: Pieces, kept: NDArray[np.int64]) -> Tokenizer:
    """XLM-R's tokenizer over the `kept` pieces; each text begins with PREFIX."""
    place = {int(number): position for position, number in enumerate(kept)}
    rows = [(pieces.texts[number], round(float(pieces.scores[number]), 4)) for number in kept]
    tokenizer = Tokenizer(models.Unigram(rows, unk_id=place[pieces.unknown]))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(_GONE, ""),
            normalizers.Replace(_SPACES, " "),
            normalizers.NFKC(),
            normalizers.Replace(_SEVERAL, " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    begin, end = pieces.texts[pieces.begin], pieces.texts[pieces.end]
    ends = {begin: [begin], "query": tokenizer.encode(PREFIX).tokens, end: [end]}
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} query $A {end}",
        special_tokens=[
            {"id": name, "ids": [tokenizer.token_to_id(each) for each in tokens], "tokens": tokens}
            for name, tokens in ends.items()
        ],
    )
    return tokenizer
